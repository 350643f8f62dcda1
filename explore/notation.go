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
	switch {
	case t.Is(term.BoolNot):
		return negation(t.Arg(0), level)
	case t.Is(term.KIte):
		text := notation(t.Arg(0), compareLevel) + " ? " + notation(t.Arg(1), compareLevel) + " : " + notation(t.Arg(2), looseLevel)
		return within(text, looseLevel, level)
	case t.Is(term.ArraySelect):
		if read := overWrites(t.Arg(0), t.Arg(1)); read != nil {
			return notation(read, level)
		}
	case t.Kind() == term.KApp:
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
	return within(text, op.level, level)
}

// within puts a text of one level where operators bind as tightly as another.
func within(text string, own, level int) string {
	if own < level {
		return "(" + text + ")"
	}
	return text
}

// negation writes the negation of a term.
func negation(t *term.Term, level int) string {
	if t.Kind() == term.KApp {
		op, ok := operators[t.Symbol()]
		switch {
		case ok && op.negated != "":
			return infix(t, operator{op.negated, op.level, ""}, level)
		case op.level == andLevel:
			return notation(term.Or(term.Not(t.Arg(0)), term.Not(t.Arg(1))), level)
		case op.level == orLevel:
			return notation(term.And(term.Not(t.Arg(0)), term.Not(t.Arg(1))), level)
		}
	}
	return "!" + notation(t, unaryLevel)
}

// maxWrites bounds the writes to an array that are written as cases.
const maxWrites = 16

// overWrites is an element of an array with all writes to it as cases, such as
// j == 0 ? x : a1; nil if there are too many, or the array is not known.
func overWrites(array, index *term.Term) *term.Term {
	var writes [][2]*term.Term
	for array.Is(term.ArrayStore) {
		if writes = append(writes, [2]*term.Term{array.Arg(1), array.Arg(2)}); len(writes) > maxWrites {
			return nil
		}
		array = array.Arg(0)
	}
	if array.Kind() != term.KArray {
		return nil
	}
	value := array.ArrayDefault()
	entries := array.ArrayEntries()
	for i := len(entries) - 1; i >= 0; i-- {
		writes = append(writes, [2]*term.Term{entries[i].Key, entries[i].Value})
	}
	if len(writes) > maxWrites {
		return nil
	}
	for i := len(writes) - 1; i >= 0; i-- {
		value = term.Ite(term.Eq(index, writes[i][0]), writes[i][1], value)
	}
	return value
}
