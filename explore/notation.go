package explore

import (
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Formula writes a term in the notation of annotations, such as j < n /\ x != 2 * i + 1,
// as far as that has a word for it, and else in that of K.
func Formula(t *term.Term) string {
	return source.Printable(notation(t, looseLevel))
}

// Formulas writes the conjuncts of a condition.
func Formulas(ts []*term.Term) []string {
	out := []string{}
	for _, t := range ts {
		out = append(out, source.Printable(notation(t, andLevel+1)))
	}
	return out
}

// The levels of binding of the notation, tightest last.
const (
	looseLevel = iota
	impliesLevel
	orLevel
	andLevel
	compareLevel
	sumLevel
	productLevel
	unaryLevel
)

// operator is how an infix function is written. A comparison has the one that is its
// negation.
type operator struct {
	text    string
	level   int
	negated string
}

var operators = map[*term.Symbol]operator{
	term.IntAdd: {"+", sumLevel, ""}, term.IntSub: {"-", sumLevel, ""}, term.IntMul: {"*", productLevel, ""},
	term.IntLt: {"<", compareLevel, ">="}, term.IntLe: {"<=", compareLevel, ">"},
	term.IntGt: {">", compareLevel, "<="}, term.IntGe: {">=", compareLevel, "<"},
	term.IntEq: {"==", compareLevel, "!="}, term.IntNe: {"!=", compareLevel, "=="},
	term.KEq: {"==", compareLevel, "!="}, term.KNe: {"!=", compareLevel, "=="},
	term.BoolEq: {"==", compareLevel, "!="}, term.BoolNe: {"!=", compareLevel, "=="},
	term.BoolAnd: {`/\`, andLevel, ""}, term.BoolAndThen: {`/\`, andLevel, ""},
	term.BoolOr: {`\/`, orLevel, ""}, term.BoolOrElse: {`\/`, orLevel, ""},
	term.BoolImplies: {"==>", impliesLevel, ""},
}

// mirrored are the comparisons read from the right, for those that begin with a number:
// 0 < n is written n > 0.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// notation writes a term that stands where operators bind as tightly as level.
func notation(t *term.Term, level int) string {
	if t.Is(term.BoolNot) {
		arg := t.Arg(0)
		if arg.Kind() == term.KApp {
			if op, ok := operators[arg.Symbol()]; ok && op.negated != "" {
				return infix(arg, operator{op.negated, op.level, ""}, level)
			}
		}
		return "!" + notation(arg, unaryLevel)
	}
	if t.Kind() == term.KApp {
		if op, ok := operators[t.Symbol()]; ok {
			return infix(t, op, level)
		}
	}
	if n, ok := t.Int64(); ok && n < 0 && level >= productLevel {
		return "(" + t.String() + ")"
	}
	text := (&term.Printer{Names: (*term.Variable).BaseName}).Format(t)
	if level > looseLevel && t.Kind() == term.KApp && t.Symbol().Tight > 0 {
		return "(" + text + ")"
	}
	return text
}

// infix writes an application of an operator.
func infix(t *term.Term, op operator, level int) string {
	a, b := t.Arg(0), t.Arg(1)
	if other := mirrored[op.text]; other != "" && a.IsValue() && !b.IsValue() {
		a, b, op.text = b, a, other
	}
	right := op.level + 1
	if op.text == `/\` || op.text == `\/` || op.text == "+" || op.text == "*" {
		right = op.level
	}
	left := op.level
	if op.level == compareLevel || op.level == impliesLevel {
		left++
	}
	text := notation(a, left) + " " + op.text + " " + notation(b, right)
	if op.level < level {
		return "(" + text + ")"
	}
	return text
}
