package certificate

import (
	"fmt"
	"slices"
	"strings"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// SMTLIB writes an obligation for a solver: it is proved if the answer is unsat. A term that
// SMT-LIB has no form for is a constant of its own, the same wherever it stands: what solvers prove
// of all its values is true. A hypothesis that cannot be written even so, since what has no form
// depends on what a quantifier binds, is left out; a conclusion is refused.
//
// The functions tdiv and tmod are the kernel's division, which truncates, and by zero gives 0
// and the dividend.
func SMTLIB(o *kernel.Obligation, title string) (string, error) {
	w := &smtlib{functions: map[string]string{}, constants: map[uint64][]constant{}}
	w.put("(assert (not ")
	if !w.form(o.Conclusion, 0) {
		return "", fmt.Errorf("SMT-LIB has no form for %v", o.Conclusion)
	}
	w.put("))\n")
	for _, h := range o.Hypotheses {
		start := len(w.out)
		w.open = false
		if w.put("(assert "); w.form(h, 0) {
			w.put(")\n")
		} else {
			w.out = w.out[:start]
		}
	}
	return fmt.Sprintf("; %s\n; unsat: it is proved\n(set-logic ALL)\n%s%s%s(check-sat)\n",
		strings.ReplaceAll(title, "\n", " "), smtPrelude, w.declarations.String(), w.out), nil
}

const smtPrelude = `(define-fun tdiv ((a Int) (b Int)) Int (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))
(define-fun tmod ((a Int) (b Int)) Int (- a (* b (tdiv a b))))
(define-fun ediv ((a Int) (b Int)) Int (ite (= b 0) 0 (div a b)))
(define-fun emod ((a Int) (b Int)) Int (ite (= b 0) a (mod a b)))
(define-fun min ((a Int) (b Int)) Int (ite (<= a b) a b))
(define-fun max ((a Int) (b Int)) Int (ite (<= a b) b a))
(declare-sort List 0)
(declare-const nothing List)
(declare-fun one (Int) List)
(declare-fun joined (List List) List)
(declare-fun rest (List) List)
(declare-fun size (List) Int)
(declare-fun item (List Int) Int)
(declare-fun shifted ((Array Int Int) Int) (Array Int Int))
`

// smtSort is a sort of SMT-LIB; "" is that of what has no form.
type smtSort string

const (
	smtInt    smtSort = "Int"
	smtBool   smtSort = "Bool"
	smtString smtSort = "String"
	smtArray  smtSort = "(Array Int Int)"
	smtList   smtSort = "List" // with the functions of the prelude; what it is made of is the kernel's
)

// smtSorts are the sorts for the kernel's; of values of others nothing is said.
var smtSorts = map[logic.SortKind]smtSort{logic.SInt: smtInt, logic.SBool: smtBool, logic.SStr: smtString, logic.SArr: smtArray, logic.SList: smtList}

// The bounds of an obligation: what stands once in a certificate is written wherever it is used, a list of which the
// size counts twice.
const (
	maxText   = 16 << 20 // bytes
	maxVisits = 1 << 20  // of terms
)

type smtlib struct {
	out          []byte
	visits       int
	declarations strings.Builder
	names        uint64            // so far
	open         bool              // a part of the formula at hand has no form, and depends on what a quantifier binds
	functions    map[string]string // names, by what they stand for
	constants    map[uint64][]constant
}

// constant is the name of a constant for a term, or for the set of its keys.
type constant struct {
	of   *logic.Term
	keys bool
	name string
}

// over counts a visit of a term, and reports whether it is too much.
func (w *smtlib) over() bool {
	w.visits++
	return len(w.out) > maxText || w.visits > maxVisits
}

func (w *smtlib) put(text ...string) {
	for _, s := range text {
		w.out = append(w.out, s...)
	}
}

// name returns a new name.
func (w *smtlib) name() string {
	w.names++
	return fmt.Sprintf("x%d", w.names)
}

// declare declares a new name.
func (w *smtlib) declare(args []smtSort, sort smtSort) string {
	name := w.name()
	var of []string
	for _, a := range args {
		of = append(of, string(a))
	}
	fmt.Fprintf(&w.declarations, "(declare-fun %s (%s) %s)\n", name, strings.Join(of, " "), sort)
	return name
}

// constant is the name of the constant for a term, or for the set of its keys.
func (w *smtlib) constant(t *logic.Term, keys bool) string {
	for _, c := range w.constants[t.Hash()] {
		if c.keys == keys && logic.Equal(c.of, t) {
			return c.name
		}
	}
	var name string
	if keys {
		name = w.declare(ints[:1], smtBool)
	} else {
		name = w.declare(nil, sortOf(t))
	}
	w.constants[t.Hash()] = append(w.constants[t.Hash()], constant{t, keys, name})
	return name
}

var smtConnectives = map[logic.FormKind]string{logic.FNot: "not", logic.FAnd: "and", logic.FOr: "or", logic.FImp: "=>", logic.FAll: "forall", logic.FEx: "exists"}

// form writes a formula under so many quantifiers; false if it has no form.
func (w *smtlib) form(f *logic.Form, depth uint64) bool {
	if f.Kind == logic.FT {
		return w.of(smtBool, f.Term, depth)
	}
	w.put("(", smtConnectives[f.Kind], " ")
	if f.Kind == logic.FAll || f.Kind == logic.FEx {
		w.put(fmt.Sprintf("((b%d Int)) ", depth))
		depth++
	}
	if !w.form(f.A, depth) {
		return false
	}
	if f.B != nil {
		w.put(" ")
		if !w.form(f.B, depth) {
			return false
		}
	}
	w.put(")")
	return true
}

// sortOf is the sort that all values of a term have; "" if it is not known.
func sortOf(t *logic.Term) smtSort {
	own, known := t.KnownSort()
	if !known {
		return ""
	}
	return smtSorts[own.Kind]
}

// of writes a term that has values of a sort; false if it has no form.
func (w *smtlib) of(sort smtSort, t *logic.Term, depth uint64) bool {
	if sort == "" || sortOf(t) != sort || w.over() {
		return false
	}
	start := len(w.out)
	if w.whole(t, depth) {
		return true
	}
	w.out = w.out[:start]
	if w.open = w.open || !t.Closed(); w.open {
		return false
	}
	w.put(w.constant(t, false))
	return true
}

// whole writes a term that SMT-LIB has a form for; false if it has none, whatever is written then.
func (w *smtlib) whole(t *logic.Term, depth uint64) bool {
	switch t.Kind {
	case logic.TB:
		if t.N >= depth {
			return false
		}
		w.put(fmt.Sprintf("b%d", depth-1-t.N))
	case logic.TInt:
		if t.Int.Sign() < 0 {
			w.put("(- ", t.Int.String()[1:], ")")
		} else {
			w.put(t.Int.String())
		}
	case logic.TBool:
		w.put(fmt.Sprint(t.N == 1))
	case logic.TStr:
		w.characters(t.Text)
	case logic.TNoList:
		w.put("nothing")
	case logic.TOp:
		return w.operation(t, depth)
	case logic.TFun:
		return w.function(t, depth)
	default:
		return false // a variable is a constant of its own
	}
	return true
}

// characters writes a text, whose bytes are characters.
func (w *smtlib) characters(s string) {
	w.put(`"`)
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			w.put(fmt.Sprintf(`\u{%x}`, c))
		} else {
			w.out = append(w.out, c)
		}
	}
	w.put(`"`)
}

// smtOps are operations by name, with the sorts of their operands.
var smtOps = map[logic.Op]struct {
	name string
	of   []smtSort
}{
	logic.OAdd: {"+", ints}, logic.OSub: {"-", ints}, logic.OMul: {"*", ints},
	logic.OQuot: {"tdiv", ints}, logic.ORem: {"tmod", ints}, logic.OEDiv: {"ediv", ints}, logic.OEMod: {"emod", ints},
	logic.OMin: {"min", ints}, logic.OMax: {"max", ints}, logic.OAbs: {"abs", ints[:1]},
	logic.OLt: {"<", ints}, logic.OLe: {"<=", ints}, logic.OEq: {"=", ints},
	logic.OAnd: {"and", truths}, logic.OOr: {"or", truths}, logic.OImp: {"=>", truths}, logic.OBEq: {"=", truths}, logic.ONot: {"not", truths[:1]},
	logic.OSel: {"select", []smtSort{smtArray, smtInt}}, logic.OConcat: {"str.++", []smtSort{smtString, smtString}}, logic.OLength: {"str.len", []smtSort{smtString}},
	logic.OItem: {"one", ints[:1]}, logic.OCat: {"joined", []smtSort{smtList, smtList}}, logic.OTail: {"rest", []smtSort{smtList}},
	// An array from an index on: the same for equal indexes, however they are written.
	logic.OShift: {"shifted", []smtSort{smtArray, smtInt}},
}

var ints, truths = []smtSort{smtInt, smtInt}, []smtSort{smtBool, smtBool}

// apply writes the application of a name to terms that are read as of these sorts; false if one has
// no form.
func (w *smtlib) apply(name string, sorts []smtSort, depth uint64, ts ...*logic.Term) bool {
	w.put("(", name)
	for i, s := range sorts {
		w.put(" ")
		if !w.read(s, ts[i], depth) {
			return false
		}
	}
	w.put(")")
	return true
}

func (w *smtlib) operation(t *logic.Term, depth uint64) bool {
	switch {
	case t.Op == logic.OSize:
		return w.size(t.A, depth)
	case t.Op == logic.OEmpty:
		w.put("(= 0 ")
		ok := w.size(t.A, depth)
		w.put(")")
		return ok
	case t.Op == logic.OItem && sortOf(t.A) != smtInt:
		return false
	case t.Op == logic.OIs && t.A.Kind == logic.TOp && t.A.Op == logic.OGet:
		return w.itemIs(t, depth)
	case t.Op == logic.OSel && t.A.Kind == logic.TOp && t.A.Op == logic.OShift:
		return w.of(smtInt, logic.Operation(logic.OSel, t.A.A, logic.Operation(logic.OAdd, t.B, t.A.B)), depth)
	}
	for logic.IsOp(t, logic.OShift) && logic.IsOp(t.A, logic.OShift) {
		t = logic.Operation(logic.OShift, t.A.A, logic.Operation(logic.OAdd, t.A.B, t.B))
	}
	if o, ok := smtOps[t.Op]; ok {
		return w.apply(o.name, o.of, depth, t.A, t.B)
	}
	pair := t.B.Kind == logic.TApp
	switch {
	case t.Op == logic.OIn:
		key := w.name()
		w.put("(let ((", key, " ")
		if !w.of(smtInt, t.B, depth) {
			return false
		}
		w.put(")) ")
		ok := w.membership(t.A, key, depth)
		w.put(")")
		return ok
	case t.Op == logic.OKEq:
		return sortOf(t.A) == sortOf(t.B) && w.apply("=", []smtSort{sortOf(t.A), sortOf(t.A)}, depth, t.A, t.B)
	case t.Op == logic.OMake && t.A.Kind == logic.TInt:
		return w.apply("(as const (Array Int Int))", ints[:1], depth, t.A)
	case t.Op == logic.OSto && pair:
		return w.apply("store", []smtSort{smtArray, smtInt, smtInt}, depth, t.A, t.B.A, t.B.B)
	case t.Op == logic.OIte && pair:
		return w.apply("ite", []smtSort{smtBool, sortOf(t), sortOf(t)}, depth, t.A, t.B.A, t.B.B)
	}
	return false
}

// membership writes that an integer with a name is a key of a map: one of those that are written
// one by one, or one of the rest, which is a set of its own; false if it has no form.
func (w *smtlib) membership(m *logic.Term, key string, depth uint64) bool {
	at := m.B
	switch {
	case m.Kind == logic.TNoMap:
		w.put("false")
		return true
	case m.Kind == logic.TOp && m.Op == logic.OUpd && m.B.Kind == logic.TApp:
		at = m.B.A
		w.put("(or (= ", key, " ")
	case m.Kind == logic.TOp && m.Op == logic.ORemove:
		w.put("(and (distinct ", key, " ")
	case !m.Closed():
		w.open = true
		return false
	default:
		w.put("(", w.constant(m, true), " ", key, ")")
		return true
	}
	if !w.of(smtInt, at, depth) {
		return false
	}
	w.put(") ")
	ok := w.membership(m.A, key, depth)
	w.put(")")
	return ok
}

// function writes the application of a function: those with arguments or values of other sorts
// are others.
func (w *smtlib) function(t *logic.Term, depth uint64) bool {
	var args []*logic.Term
	var sorts []smtSort
	u := t.A
	for ; u.Kind == logic.TApp; u = u.B {
		args, sorts = append(args, u.A), append(sorts, sortOf(u.A))
	}
	if u.Kind != logic.TSym {
		return false
	}
	what := fmt.Sprintf("%d of %q, %d: %s", t.Sym, sorts, u.Sym, sortOf(t))
	if slices.Contains(sorts, "") {
		return false
	}
	if w.functions[what] == "" {
		w.functions[what] = w.declare(sorts, sortOf(t))
	}
	if len(args) == 0 {
		w.put(w.functions[what])
		return true
	}
	return w.apply(w.functions[what], sorts, depth, args...)
}
