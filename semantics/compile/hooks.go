package compile

import (
	"rlv/semantics/kdef"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// hooked returns the symbol of a production with a hook: the built-in one, or
// one of its own for the hooks that depend on the definition. What a hook names
// must exist and be computed: a term that nothing evaluates would only look like
// a value that no rule is about.
func (s *symbols) hooked(p *kdef.Production, found *source.List) *term.Symbol {
	if !p.IsFunction() {
		found.Errorf(p.Span, "hook-without-function", "hook %s is about a function; the production needs the attribute function", p.Hook())
		return s.declared(p)
	}
	inLibrary := s.sig.Definition.Modules[p.Module].Library
	if inLibrary && p.Hook() == "FORMULA.item" {
		s.checkHooked(p, term.ListInt, found)
		return term.ListInt
	}
	if sym := term.Builtin(p.Hook()); sym != nil && (inLibrary || sym.Class == term.Function) && sym.Eval != nil {
		s.checkHooked(p, sym, found)
		return sym
	}
	sym := s.declared(p)
	sym.Hook = p.Hook()
	switch p.Hook() {
	case "STRING.string2token":
		s.checkParams(p, []term.Sort{term.SortString}, found)
		sym.Eval = tokenFromString(sym.Result)
	case "SUBSTITUTION.substOne":
		s.checkParams(p, []term.Sort{term.SortK, term.SortK, s.sort(variableSort)}, found)
		sym.Eval = s.substituteOne(sym.Result)
	case "SUBSTITUTION.substMany":
		s.checkParams(p, []term.Sort{term.SortK, term.SortMap}, found)
		sym.Eval = s.substituteMany(sym.Result)
	default:
		found.Errorf(p.Span, "unknown-hook", "unknown hook %s: rlv has nothing that computes it", p.Hook())
	}
	return sym
}

// checkHooked compares a production with the built-in function that it names. A
// function on all terms may be declared for some of them.
func (s *symbols) checkHooked(p *kdef.Production, sym *term.Symbol, found *source.List) {
	s.checkParams(p, sym.Args, found)
	result := s.sortOf[p.Result]
	if any := sym.Result == term.SortK || sym.Result == term.SortKItem; !any && !s.lattice.Leq(sym.Result, result) {
		found.Errorf(p.Span, "hook-sorts", "the result of hook %s is of sort %s, not %s", p.Hook(), s.lattice.Name(sym.Result), s.lattice.Name(result))
	}
}

// checkParams compares the arguments of a production with those of its hook.
func (s *symbols) checkParams(p *kdef.Production, want []term.Sort, found *source.List) {
	if len(p.Params) != len(want) {
		found.Errorf(p.Span, "hook-sorts", "hook %s takes %d arguments; the production has %d", p.Hook(), len(want), len(p.Params))
		return
	}
	for i, id := range p.Params {
		if given := s.sortOf[id]; !s.lattice.Leq(given, want[i]) {
			found.Errorf(p.Span, "hook-sorts", "argument %d of hook %s is of sort %s, not %s", i+1, p.Hook(), s.lattice.Name(want[i]), s.lattice.Name(given))
		}
	}
}

// sortHooks are the hooks of the sorts that are built in, by the sort's name.
var sortHooks = map[string]string{
	"Bool": "BOOL.Bool", "Int": "INT.Int", "String": "STRING.String", "Map": "MAP.Map", "Set": "SET.Set", "List": "LIST.List",
	"Array": "ARRAY.Array", "KVar": "KVAR.KVar",
}

// checkSortHooks reports sorts that claim to be built in under another name.
func (s *symbols) checkSortHooks(found *source.List) {
	for _, sort := range s.sig.Sorts() {
		for _, a := range sort.Attrs {
			if a.Key == "hook" && sortHooks[sort.Name] != a.Value {
				found.Errorf(a.Span, "unknown-hook", "unknown hook %s of a sort: %s is not one of rlv's built-in sorts", a.Value, sort.Name)
			}
		}
	}
}

// tokenFromString makes tokens of a sort.
func tokenFromString(sort term.Sort) func([]*term.Term) *term.Term {
	return func(args []*term.Term) *term.Term {
		if args[0].Kind() == term.KString {
			return term.Token(sort, args[0].Text())
		}
		return nil
	}
}
