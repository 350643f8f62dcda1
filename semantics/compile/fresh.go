package compile

import (
	"rlv/semantics/kdef"
	"rlv/semantics/term"
)

// freshConstants makes !X a function of the counter, which the rule advances
// (4.7 of the K notation): the i-th fresh variable is made from counter + i. So
//
//	rule <k> new => !L:Int ...</k> <store>... .Map => !L |-> 0 ...</store>
//
// puts C into both places and has <generatedCounter> C => C +Int 1 </generatedCounter>:
// no two steps of an execution make the same value.
func (s *scope) freshConstants(r *Rule) {
	if len(s.fresh) == 0 {
		return
	}
	slot := s.def.Layout.Counter
	for _, written := range r.Left {
		if written.Index == slot {
			s.Errorf(r.Span, "counter-with-fresh", "a rule with !%s cannot write the cell <%s> itself", s.fresh[0].Name[1:], counterCellName)
			return
		}
	}
	counter := s.generated("counter", term.SortInt)
	values := term.Substitution{}
	for i, v := range s.fresh {
		values[v] = s.freshValue(v, term.Add(counter, term.Int(int64(i))))
	}
	s.made = values
	replace := func(ts []*term.Term) {
		for i, t := range ts {
			ts[i] = values.Apply(t)
		}
	}
	for i := range r.Right {
		r.Right[i].Term = values.Apply(r.Right[i].Term)
	}
	replace(r.Requires)
	replace(r.Ensures)
	r.Fresh = s.fresh
	r.Left = append(r.Left, Slot{slot, counter})
	r.Right = append(r.Right, Slot{slot, term.Add(counter, term.Int(int64(len(s.fresh))))})
}

// freshValue is the fresh constant of a sort that is made from a number.
func (s *scope) freshValue(v *term.Variable, n *term.Term) *term.Term {
	if v.Sort == term.SortInt || v.Sort == term.SortKItem || v.Sort == term.SortK {
		return n
	}
	if gen := s.generator(v.Sort); gen != nil {
		return term.Apply(gen, n)
	}
	s.Errorf(s.spans[v], "no-fresh-generator", "sort %s has no [freshGenerator] function, so !%s has no value", s.lattice.Name(v.Sort), v.Name[1:])
	return n
}

// generator returns the function that makes fresh constants of a sort from
// numbers: the declared one, or for token sorts `_` and the number.
func (s *symbols) generator(sort term.Sort) *term.Symbol {
	if sym := s.fresh[sort]; sym != nil {
		return sym
	}
	var token *kdef.Sort
	for _, x := range s.sig.Sorts() {
		if s.sort(x.Name) == sort && x.Token {
			token = x
		}
	}
	for _, p := range s.sig.Productions {
		if p.Attrs.Has("freshGenerator") && s.sortOf[p.Result] == sort && (token == nil || p.Hook() == "") {
			if m := s.sig.Definition.Modules[p.Module]; token == nil || m == nil || !m.Library {
				return s.byProduction[p.Index]
			}
		}
	}
	if token == nil {
		return nil
	}
	sym := term.NewSymbol(term.Symbol{
		Name: s.unique("#fresh" + token.Name), Args: []term.Sort{term.SortInt}, Result: sort, Class: term.Function, Total: true,
	})
	sym.Eval = func(args []*term.Term) *term.Term {
		if args[0].IsInt() {
			return term.Token(sort, "_"+args[0].Big().String())
		}
		return nil
	}
	s.fresh[sort] = sym
	return sym
}
