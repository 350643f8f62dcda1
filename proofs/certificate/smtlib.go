package certificate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rlv/proofs/kernel"
)

// SMTLIB writes an obligation for a solver: it is proved if the answer is unsat. It fails on
// what SMT-LIB has no simple form for. The functions tdiv and tmod are the kernel's division, which
// truncates, and by zero gives 0 and the dividend.
func SMTLIB(o *kernel.Obligation, title string) (string, error) {
	w := &smtlib{declared: map[string]string{}}
	var lines []string
	for _, h := range o.Hypotheses {
		lines = append(lines, "(assert "+w.form(h, 0)+")")
	}
	lines = append(lines, "(assert (not "+w.form(o.Conclusion, 0)+"))")
	if w.refused != "" {
		return "", fmt.Errorf("SMT-LIB has no form for %s", w.refused)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "; %s\n; unsat: it is proved\n(set-logic ALL)\n%s", strings.ReplaceAll(title, "\n", " "), smtPrelude)
	for _, name := range slices.Sorted(maps.Keys(w.declared)) {
		fmt.Fprintf(&b, "(declare-fun %s %s)\n", name, w.declared[name])
	}
	b.WriteString(strings.Join(lines, "\n") + "\n(check-sat)\n")
	return b.String(), nil
}

const smtPrelude = `(define-fun tdiv ((a Int) (b Int)) Int (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))
(define-fun tmod ((a Int) (b Int)) Int (- a (* b (tdiv a b))))
(define-fun ediv ((a Int) (b Int)) Int (ite (= b 0) 0 (div a b)))
(define-fun emod ((a Int) (b Int)) Int (ite (= b 0) a (mod a b)))
(define-fun min ((a Int) (b Int)) Int (ite (<= a b) a b))
(define-fun max ((a Int) (b Int)) Int (ite (<= a b) b a))
`

type smtlib struct {
	declared map[string]string // types of names
	refused  string
}

func (w *smtlib) refuse(what any) string {
	if w.refused == "" {
		w.refused = fmt.Sprint(what)
	}
	return "?"
}

// form writes a formula under so many quantifiers.
func (w *smtlib) form(f *kernel.Form, depth int) string {
	switch f.Kind {
	case kernel.FT:
		return w.term(f.Term, kernel.SBool, depth)
	case kernel.FAll, kernel.FEx:
		name := map[kernel.FormKind]string{kernel.FAll: "forall", kernel.FEx: "exists"}[f.Kind]
		return fmt.Sprintf("(%s ((b%d Int)) %s)", name, depth, w.form(f.A, depth+1))
	case kernel.FNot:
		return "(not " + w.form(f.A, depth) + ")"
	}
	name := map[kernel.FormKind]string{kernel.FAnd: "and", kernel.FOr: "or", kernel.FImp: "=>"}[f.Kind]
	return fmt.Sprintf("(%s %s %s)", name, w.form(f.A, depth), w.form(f.B, depth))
}

var smtSorts = map[kernel.SortKind]string{kernel.SInt: "Int", kernel.SBool: "Bool"}

// smtOps are operations by name, with the kinds of their operands and of their value.
var smtOps = map[kernel.Op]struct {
	name    string
	of, has kernel.SortKind
}{
	kernel.OAdd: {"+", kernel.SInt, kernel.SInt}, kernel.OSub: {"-", kernel.SInt, kernel.SInt}, kernel.OMul: {"*", kernel.SInt, kernel.SInt},
	kernel.OQuot: {"tdiv", kernel.SInt, kernel.SInt}, kernel.ORem: {"tmod", kernel.SInt, kernel.SInt},
	kernel.OEDiv: {"ediv", kernel.SInt, kernel.SInt}, kernel.OEMod: {"emod", kernel.SInt, kernel.SInt},
	kernel.OMin: {"min", kernel.SInt, kernel.SInt}, kernel.OMax: {"max", kernel.SInt, kernel.SInt}, kernel.OAbs: {"abs", kernel.SInt, kernel.SInt},
	kernel.OLt: {"<", kernel.SInt, kernel.SBool}, kernel.OLe: {"<=", kernel.SInt, kernel.SBool}, kernel.OEq: {"=", kernel.SInt, kernel.SBool},
	kernel.OAnd: {"and", kernel.SBool, kernel.SBool}, kernel.OOr: {"or", kernel.SBool, kernel.SBool}, kernel.OImp: {"=>", kernel.SBool, kernel.SBool},
	kernel.ONot: {"not", kernel.SBool, kernel.SBool}, kernel.OBEq: {"=", kernel.SBool, kernel.SBool},
}

// term writes a term that has values of a sort.
func (w *smtlib) term(t *kernel.Term, sort kernel.SortKind, depth int) string {
	switch {
	case t.Kind == kernel.TV && t.Sort.Kind == sort && smtSorts[sort] != "":
		name := fmt.Sprintf("%s%d", map[kernel.SortKind]string{kernel.SInt: "x", kernel.SBool: "p"}[sort], t.N)
		w.declared[name] = "() " + smtSorts[sort]
		return name
	case t.Kind == kernel.TB && sort == kernel.SInt && t.N < uint64(depth):
		return fmt.Sprintf("b%d", uint64(depth)-1-t.N)
	case t.Kind == kernel.TInt && sort == kernel.SInt && t.Int.Sign() < 0:
		return "(- " + t.Int.String()[1:] + ")"
	case t.Kind == kernel.TInt && sort == kernel.SInt:
		return t.Int.String()
	case t.Kind == kernel.TBool && sort == kernel.SBool:
		return fmt.Sprint(t.N == 1)
	case t.Kind == kernel.TFun && t.Sort.Kind == sort && smtSorts[sort] != "":
		return w.function(t, sort, depth)
	case t.Kind == kernel.TOp && t.Op == kernel.OIte && t.B.Kind == kernel.TApp:
		return fmt.Sprintf("(ite %s %s %s)", w.term(t.A, kernel.SBool, depth), w.term(t.B.A, sort, depth), w.term(t.B.B, sort, depth))
	}
	o, ok := smtOps[t.Op]
	if t.Kind != kernel.TOp || !ok || o.has != sort {
		return w.refuse(t)
	}
	if t.Op == kernel.ONot || t.Op == kernel.OAbs {
		return fmt.Sprintf("(%s %s)", o.name, w.term(t.A, o.of, depth))
	}
	return fmt.Sprintf("(%s %s %s)", o.name, w.term(t.A, o.of, depth), w.term(t.B, o.of, depth))
}

// function writes the application of a function to integers.
func (w *smtlib) function(t *kernel.Term, sort kernel.SortKind, depth int) string {
	out, args := "", 0
	for u := t.A; u.Kind == kernel.TApp; u = u.B {
		out += " " + w.term(u.A, kernel.SInt, depth)
		args++
	}
	name := fmt.Sprintf("f%d_%d", t.Sym, args)
	if sort == kernel.SBool {
		name += "b"
	}
	w.declared[name] = "(" + strings.TrimSpace(strings.Repeat(" Int", args)) + ") " + smtSorts[sort]
	if args == 0 {
		return name
	}
	return "(" + name + out + ")"
}
