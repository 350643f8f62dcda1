package specification

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rlv/annotate"
	"rlv/annotate/logic"
	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Source is what a specification is written of: what the annotations of a program say.
type Source struct {
	*annotate.Result
	Program    *source.File
	Definition *compile.Definition
	Requires   string // the file of the definition, as it is to be named
}

// Write returns the specification module, and refuses what it has no words for: the
// errors have the place of the annotation.
//
// In the notation any term may stand in brackets, so that a program may be read otherwise
// there than as a program: f(a); declares a, of the type f. Where that is so, it is
// written again with the sorts of the parts, (f(a)):S; for the sort S of expressions.
func Write(src Source) (string, error) {
	found := &source.List{}
	for _, p := range src.Points {
		found.Errorf(p.Span, "no-claim", "this %s is about a point within the program: no claim says that", p.Key)
	}
	for _, g := range src.Goals {
		if g.Limit != "" {
			found.Errorf(g.Span, "no-claim", "the goal %s was not made: %s", g.Name, g.Limit)
		}
	}
	if err := found.Err(); err != nil {
		return "", err
	}
	misread := map[*term.Symbol]bool{}
	for {
		w, err := write(src, misread)
		if err != nil {
			return "", err
		}
		text := w.module()
		more, err := check(w, text)
		if err == nil {
			return text, nil
		}
		known := len(misread)
		maps.Copy(misread, more)
		if len(misread) == known {
			return "", err
		}
	}
}

// write writes all claims, with sorts for the arguments of what was misread.
func write(src Source, misread map[*term.Symbol]bool) (*writer, error) {
	found := &source.List{}
	w := &writer{terms: newTerms(src.Definition), src: src, labels: map[*prover.Goal]string{}, used: map[string]bool{}, named: map[*prover.Goal]map[string]*term.Variable{}}
	w.misread = misread
	w.nameTokens()
	w.label()
	w.share()
	w.facts(found)
	for _, g := range src.Goals {
		w.guarded(found, g.Span, func() { w.goal(g) })
	}
	return w, found.Err()
}

// writer writes one specification.
type writer struct {
	*terms
	src    Source
	b      strings.Builder // the claims
	labels map[*prover.Goal]string
	used   map[string]bool
	facted []formula // what the equations stand for, in order
	named  map[*prover.Goal]map[string]*term.Variable
}

// formula is what an equation was written of, with the variables by their names.
type formula struct {
	*term.Term
	span  source.Span
	named map[string]*term.Variable
}

// guarded writes something, and reports what it has that cannot be written.
func (w *writer) guarded(found *source.List, span source.Span, write func()) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(inexpressible)
			if !ok {
				panic(r)
			}
			found.Errorf(span, "no-claim", "%s cannot be written in a claim", what.what)
		}
	}()
	write()
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// nameTokens takes the words of the program: no variable and no function has such a
// name.
func (w *writer) nameTokens() {
	for _, g := range w.src.Goals {
		for _, t := range termsOf(g) {
			term.Walk(t, func(u *term.Term) bool {
				if u.Kind() == term.KToken {
					w.names.taken[u.Text()] = true
				}
				return true
			})
		}
	}
}

var notInLabels = regexp.MustCompile(`[^A-Za-z0-9.@:-]+`)

// label gives each goal a label.
func (w *writer) label() {
	for _, g := range w.src.Goals {
		w.labels[g] = w.unique(strings.Trim(notInLabels.ReplaceAllString(g.Name, "-"), "-"))
	}
}

func (w *writer) unique(label string) string {
	name := label
	for i := 2; w.used[name]; i++ {
		name = fmt.Sprintf("%s.%d", label, i)
	}
	w.used[name] = true
	return name
}

// termsOf are the terms of a goal's claim.
func termsOf(g *prover.Goal) []*term.Term {
	var out []*term.Term
	for _, s := range slices.Concat(g.Claim.Left, g.Claim.Right) {
		out = append(out, s.Term)
	}
	return slices.Concat(out, g.Claim.Requires, g.Claim.Ensures)
}

// share finds the variables that several goals have: in their claims, or in the variant
// of the goal around them.
func (w *writer) share() {
	seen := map[*term.Variable]bool{}
	for _, g := range w.src.Goals {
		ts := termsOf(g)
		if g.Around != nil && g.Around != g && g.Around.Variant != nil {
			ts = slices.Concat(ts, g.Around.Variant.Terms)
		}
		for _, v := range term.Vars(ts...) {
			if seen[v] {
				w.names.share(v)
			}
			seen[v] = true
		}
	}
}

// facts writes definitions, axioms and lemmas as equations.
func (w *writer) facts(found *source.List) {
	for i := range w.src.Equations {
		e := &w.src.Equations[i]
		w.guarded(found, source.Span{File: w.src.Program}, func() { w.definition(e) })
	}
	for i, f := range w.src.AxiomFormulas {
		a := w.src.Axioms[i]
		w.guarded(found, a.Span, func() { w.fact(fmt.Sprintf("axiom-%d", i+1), a.Text, a.Span, f, attrTrusted) })
	}
	for i := range w.src.Lemmas {
		l := &w.src.Lemmas[i]
		w.guarded(found, l.Span, func() { w.lemma(i, l) })
	}
}

// definition writes the definition of a function.
func (w *writer) definition(e *logic.Equation) {
	w.claim(nil)
	args := make([]*term.Term, len(e.Params))
	for i, v := range e.Params {
		args[i] = v.Term()
	}
	w.line("\n  claim [%s]:", w.unique("definition-of-"+notInLabels.ReplaceAllString(e.Symbol.Name, "-")))
	w.line("    %s", w.format(term.App(e.Symbol, args...)))
	w.line("    => %s", w.format(e.Body))
	w.conditions("requires", []*term.Term{e.Defined})
	w.facted = append(w.facted, formula{e.Formula(), source.Span{File: w.src.Program}, w.written()})
	measure := ""
	if e.Measure != nil {
		measure = "(" + w.measures([]*term.Term{e.Measure}) + ")"
	}
	w.line("    [%s%s]", attrDefinition, measure)
}

// maxCases bounds the cases of a lemma: each makes twice as many proofs.
const maxCases = 4

// lemma writes a lemma, which is to be proved. What it uses, of other lemmas and of its own
// induction, is written as cases: that it does not hold is a case that they contradict.
func (w *writer) lemma(i int, l *logic.Lemma) {
	w.fact(fmt.Sprintf("lemma-%d", i+1), l.Text, l.Span, l.Goal)
	var attrs []string
	if l.Measure != nil {
		attrs = append(attrs, fmt.Sprintf("%s(%s)", attrInduction, w.measures([]*term.Term{l.Measure})))
	}
	cases := slices.Concat(l.Cases, l.Known)
	for _, u := range l.Uses {
		cases = append(cases, u.Formula())
	}
	if len(cases) > maxCases {
		panic(inexpressible{fmt.Sprintf("a lemma proved by more than %d cases and uses", maxCases)})
	}
	if len(cases) > 0 {
		attrs = append(attrs, fmt.Sprintf("%s(%s)", attrCases, w.measures(cases)))
	}
	if len(attrs) > 0 {
		w.line("    [%s]", strings.Join(attrs, ", "))
	}
}

// fact writes a formula as an equation: what it is for all values of is free, and what
// it needs is the condition. It stays whole where that would ask whether it is defined.
func (w *writer) fact(label, text string, span source.Span, f *term.Term, attrs ...string) {
	w.claim(nil)
	whole := f
	var guards []*term.Term
	if !f.Is(term.Forall) || !partial(f) {
		f, guards = opened(f)
	}
	line, column := span.File.Position(span.Start)
	w.line("\n  // %d:%d: %s", line, column, source.Printable(text))
	w.line("  claim [%s]:", w.unique(label))
	if equation := f.Kind() == term.KApp && f.Symbol().Class != term.Constructor && !f.Is(term.KIte); equation {
		w.line("    %s => true", w.format(f))
	} else {
		w.line("    %s ==Bool true => true", w.operand(f))
	}
	w.conditions("requires", guards)
	if len(attrs) > 0 {
		w.line("    [%s]", strings.Join(attrs, ", "))
	}
	w.facted = append(w.facted, formula{whole, span, w.written()})
}

// partial reports whether a formula applies a function that has no value for some arguments.
func partial(f *term.Term) bool {
	found := false
	term.Walk(f, func(t *term.Term) bool {
		found = found || t.Kind() == term.KApp && t.Symbol().Class == term.Function && !t.Symbol().Total
		return !found
	})
	return found
}

// goal writes a goal as a claim.
func (w *writer) goal(g *prover.Goal) {
	w.claim(g.Claim.Existentials)
	line, column := g.Span.File.Position(g.Span.Start)
	w.line("\n  // %d:%d: %s", line, column, source.Printable(g.Title))
	for _, words := range g.Granted {
		w.line("  // taken for granted: %s", source.Printable(words))
	}
	w.line("  claim [%s]:", w.labels[g])
	w.cells(g.Claim)
	w.conditions("requires", g.Claim.Requires)
	w.conditions("ensures", g.Claim.Ensures)
	w.named[g] = w.written()
	if attrs := w.attributes(g); len(attrs) > 0 {
		w.line("    [%s]", strings.Join(attrs, ", "))
	}
}

// cells writes the cells of a claim. One that stays as it is, whatever it holds, is
// left out.
func (w *writer) cells(r *compile.Rule) {
	right := map[int]*term.Term{}
	for _, s := range r.Right {
		right[s.Index] = s.Term
	}
	count := map[*term.Variable]int{}
	for _, t := range allTerms(r) {
		for _, v := range term.Vars(t) {
			count[v]++
		}
	}
	for _, s := range r.Left {
		cell, after := w.Layout.Slots[s.Index], right[s.Index]
		if after == nil {
			after = s.Term
		}
		same := term.Equal(s.Term, after)
		if same && s.Term.IsVar() && count[s.Term.Variable()] == 2 && s.Index != w.Layout.Counter {
			continue
		}
		if cell.Multiplicity != compile.One {
			panic(inexpressible{fmt.Sprintf("the cell <%s>, of which there may be several or none,", cell.Name)})
		}
		if same {
			w.line("    <%s> %s </%s>", cell.Name, w.format(s.Term), cell.Name)
		} else {
			w.line("    <%s> %s\n      => %s </%s>", cell.Name, w.format(s.Term), w.format(after), cell.Name)
		}
	}
}

// allTerms are the terms of a claim, each side's.
func allTerms(r *compile.Rule) []*term.Term {
	var out []*term.Term
	for _, s := range slices.Concat(r.Left, r.Right) {
		out = append(out, s.Term)
	}
	return slices.Concat(out, r.Requires, r.Ensures)
}

func (w *writer) conditions(word string, fs []*term.Term) {
	var conjuncts []*term.Term
	for _, f := range fs {
		conjuncts = term.Conjuncts(conjuncts, f)
	}
	for i, f := range conjuncts {
		if i > 0 {
			word = " andBool"
		}
		w.line("    %s %s", word, w.operand(f))
	}
}

// attributes are those of the claim of a goal.
func (w *writer) attributes(g *prover.Goal) []string {
	var out []string
	add := func(on bool, text string) {
		if on {
			out = append(out, text)
		}
	}
	add(g.OnePath, attrOnePath)
	add(g.Trusted, attrTrusted)
	add(g.Cut, attrCut)
	add(g.NotAHypothesis, attrNoHypothesis)
	add(g.Around != nil && g.Around != g && w.labels[g.Around] != "", attrWithin+"("+w.labels[g.Around]+")")
	add(g.Recursion != 0, fmt.Sprintf("%s(%d)", attrRecursion, g.Recursion))
	var rigid []string
	for _, v := range term.Vars(allTerms(g.Claim)...) {
		if g.Rigid[v] && w.cast[v] {
			rigid = append(rigid, w.names.of(v))
		}
	}
	add(len(rigid) > 0, attrRigid+"("+strings.Join(rigid, ", ")+")")
	if g.Variant != nil {
		add(true, attrDecreases+"("+w.measures(g.Variant.Terms)+")")
	}
	if g.Nest != nil {
		add(true, fmt.Sprintf("%s(%d , %s)", attrNest, g.Nest.Group, w.measures(g.Nest.Terms)))
	}
	return out
}

// measures writes terms in an attribute, where variables have their sorts again.
func (w *writer) measures(ts []*term.Term) string {
	var out []string
	for _, t := range ts {
		w.cast = map[*term.Variable]bool{}
		out = append(out, w.format(t))
	}
	return strings.Join(out, " , ")
}

// module writes the whole module.
func (w *writer) module() string {
	name := w.moduleName()
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("// What the annotations of %s say, for rlv prove.", source.Printable(filepath.ToSlash(w.src.Program.Name)))
	say("requires %s\n\nmodule %s", term.Quote(filepath.ToSlash(w.src.Requires)), name)
	for _, m := range []string{w.src.Definition.Name, "DOMAINS", "ARRAY", "FORMULA"} {
		say("  imports %s", m)
	}
	say("")
	keys := slices.SortedFunc(maps.Keys(w.tokens), func(a, b tokenKey) int {
		if a.sort != b.sort {
			return strings.Compare(w.Lattice.Name(a.sort), w.Lattice.Name(b.sort))
		}
		return strings.Compare(a.text, b.text)
	})
	for _, k := range keys {
		say("  syntax %s ::= %s [token]", w.Lattice.Name(k.sort), term.Quote(k.text))
	}
	symbols := slices.SortedFunc(maps.Keys(w.logic), func(a, b *term.Symbol) int { return strings.Compare(w.logic[a], w.logic[b]) })
	for _, sym := range symbols {
		say("  syntax %s ::= %s [function, total, no-evaluators, smtlib(%s)]", w.Lattice.Name(sym.Result), w.production(sym), sym.SMTLib)
	}
	return b.String() + w.b.String() + "endmodule\n"
}

// production is how a function is written.
func (w *writer) production(sym *term.Symbol) string {
	items := []string{term.Quote(w.logic[sym])}
	for _, f := range sym.Format[1:] {
		if f.Text == "" {
			items = append(items, w.Lattice.Name(sym.Args[f.Arg]))
		} else {
			items = append(items, term.Quote(f.Text))
		}
	}
	return strings.Join(items, " ")
}

var notInModules = regexp.MustCompile(`[^A-Z0-9]+`)

// moduleName is a name for the module: that of the program's file, in upper case.
func (w *writer) moduleName() string {
	base := filepath.Base(w.src.Program.Name)
	base = strings.ToUpper(strings.TrimSuffix(base, filepath.Ext(base)))
	name := strings.Trim(notInModules.ReplaceAllString(base, "-"), "-") + "-SPEC"
	if name[0] < 'A' || name[0] > 'Z' {
		name = "P" + name
	}
	for w.src.Definition.Source.Modules[name] != nil {
		name += "-SPEC"
	}
	return name
}
