package compile

import (
	"slices"
	"sort"
	"strings"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/stored"
	"rlv/semantics/term"
)

// Options says how a definition or a specification is loaded. The zero value is
// usual.
type Options struct {
	kdef.Options
	// CacheDir is where compiled forms are kept; "" is the directory of the
	// environment variable RLV_CACHE or else the user's, "off" is none.
	CacheDir string
}

// Load reads and compiles a definition. It reports all problems at once, as a
// *multierror.Error over *source.Diagnostic.
func Load(path string, opts Options) (*Definition, error) {
	s := openStore(path, opts)
	if form := s.load(); form != nil {
		if d, err := restored(path, opts.Options, form); err == nil {
			d.store = s
			return d, nil
		}
	}
	src, err := kdef.Load(path, opts.Options)
	if err != nil {
		return nil, err
	}
	return compiled(src, s)
}

// restored returns a definition from its stored form.
func restored(path string, opts kdef.Options, form []byte) (d *Definition, err error) {
	defer stored.Caught(&err)
	r := stored.NewReader(form)
	src, err := kdef.Restore(path, opts, r)
	if err != nil {
		return nil, err
	}
	b := newBuilder(src, &source.List{})
	if err := b.decode(r, bubblesOf(src, isNoClaim)); err != nil {
		return nil, err
	}
	return b.done()
}

// compiled makes a definition that has been read executable, and keeps it in a store.
func compiled(src *kdef.Definition, store *store) (*Definition, error) {
	found := &source.List{}
	bubbles := bubblesOf(src, isNoClaim)
	trees := parseDefinition(src, bubbles, found)
	if err := found.Err(); err != nil {
		return nil, err
	}
	b := newBuilder(src, found)
	b.compile(trees)
	d, err := b.done()
	if err == nil && store != nil {
		d.store = store
		w := stored.NewWriter()
		src.Encode(w)
		if b.encode(w, trees.leaves, bubbles) == nil {
			store.save(w.Form())
		}
	}
	return d, err
}

// done returns the definition that has been compiled, or what is wrong with it.
func (b *builder) done() (*Definition, error) {
	if b.ErrorCount() == 0 && Verifying {
		for _, d := range b.def.verify() {
			b.Add(d)
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	b.def.Warnings = slices.Concat(b.def.Source.Warnings, b.Warnings())
	return b.def, nil
}

func isNoClaim(b *kdef.Bubble) bool { return b.Kind != kdef.ClaimBubble }

// newBuilder starts a definition: sorts and symbols.
func newBuilder(src *kdef.Definition, found *source.List) *builder {
	sig := src.Whole()
	b := &builder{List: found, symbols: newSymbols(sig, found), labels: map[string]bool{}, isOr: map[*term.Symbol]bool{}}
	b.def = &Definition{
		Name: src.Main, Source: src, Lattice: b.lattice, symbols: b.symbols,
		Functions: Table{}, Anywhere: Table{}, Simplifications: Table{}, macros: map[*term.Symbol][]*macro{},
		inputs: map[string]string{},
	}
	if s, ok := b.lattice.Lookup("KResult"); ok && b.hasResults(s) {
		b.def.KResult = s
	}
	return b
}

// hasResults reports whether any sort is below KResult.
func (b *builder) hasResults(result term.Sort) bool {
	for s := term.Sort(1); int(s) < b.lattice.Len(); s++ {
		if s != result && b.lattice.Leq(s, result) {
			return true
		}
	}
	return false
}

// compile runs the passes over the parsed sentences.
func (b *builder) compile(trees *parsed) {
	b.extendTests(trees.sentences)
	b.configure(trees.leaves)
	if b.ErrorCount() > 0 {
		return
	}
	var rest []*grammar.Sentence
	for _, st := range trees.sentences {
		if st.Bubble.Kind == kdef.RuleBubble && b.isMacro(st) {
			b.addMacro(st)
		} else {
			rest = append(rest, st)
		}
	}
	for _, p := range b.sig.Productions {
		b.rules = append(b.rules, b.heatAndCool(p)...)
	}
	for _, st := range rest {
		if st.Bubble.Kind == kdef.ContextBubble {
			b.rules = append(b.rules, b.context(st)...)
			continue
		}
		b.compileRule(st)
	}
	b.finish()
}

// finish finds out which functions have values, and orders and numbers the rules.
func (b *builder) finish() {
	d := b.def
	b.findTotal()
	d.Functions.markRecursive()
	modules := map[string]int{}
	for i, m := range b.sig.Modules {
		modules[m.Name] = i
	}
	sort.SliceStable(b.rules, func(i, j int) bool {
		x, y := b.rules[i], b.rules[j]
		if x.Module != y.Module {
			return modules[x.Module] < modules[y.Module]
		}
		return x.Span.Start < y.Span.Start
	})
	d.enter(b.rules)
	for _, table := range []Table{d.Functions, d.Anywhere, d.Simplifications} {
		for _, equations := range table {
			rules := equations.Rules()
			sort.SliceStable(rules, func(i, j int) bool { return rules[i].Priority < rules[j].Priority })
		}
	}
}

// configure makes the layout and the contents of the cells.
func (b *builder) configure(leaves []*grammar.Tree) {
	conf := b.def.Source.Config
	trees := map[*kdef.CellDecl]*grammar.Tree{}
	for i, decl := range leavesOf(conf) {
		trees[decl] = leaves[i]
	}
	if !conf.Ensures.IsZero() {
		b.Errorf(conf.Ensures, "unsupported", "an ensures clause of a configuration is not supported")
	}
	layout := b.newLayout(conf, func(decl *kdef.CellDecl) term.Sort { return b.contentSort(trees[decl]) })
	b.def.Layout = layout
	b.checkLayout(layout)
	s := b.newScope(source.Span{})
	s.side, s.inputs = right, true
	var visit func(c *Cell)
	visit = func(c *Cell) {
		if t := trees[c.decl]; t != nil && c.decl != nil {
			c.Initial = s.term(t)
			s.findInputs(t)
		}
		for _, child := range c.Children {
			visit(child)
		}
	}
	visit(layout.Root)
}

// contentSort is the sort of a leaf, from its declared content (4.1 of the K
// notation).
func (b *builder) contentSort(t *grammar.Tree) term.Sort {
	if t == nil || t.Kind == grammar.Var || t.Kind == grammar.Seq {
		return term.SortK
	}
	return b.sort(t.Sort)
}

// programInput is the name of the configuration variable for the program, $PGM.
const programInput = "PGM"

// findInputs notes the configuration variables and their sorts.
func (s *scope) findInputs(t *grammar.Tree) {
	if name, ok := strings.CutPrefix(t.Text, "$"); ok && t.Kind == grammar.Var && s.def.inputs[name] == "" {
		s.def.inputs[name] = t.Sort
	}
	for _, c := range t.Children {
		s.findInputs(c)
	}
}
