package annotate

import (
	"fmt"

	"rlv/annotate/alias"
	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// Where the arrays and pointers of a contract lead: to the starts of blocks of their
// own, unless some call passes pointers into blocks; and into one array, where a
// precondition relates them to each other, as begin <= end and end - begin do.

// relax lets array parameters be uninitialised on entry if the call on top of a
// state passes arrays that are not known to be initialised, and lead inside blocks
// if it passes such; it reports whether that is new.
func (ct *contract) relax(st *rewrite.State) bool {
	c := ct.c
	args := c.CallArguments(st)
	more := ct.part(alias.Unmarked(c.Reader, ct.left, ct.names, ct.args, st, args))
	var blocks []*term.Term
	inside := false
	for i, name := range ct.names {
		own, isParam := ct.args[name]
		if i >= len(args) || !isParam {
			continue
		}
		v, _ := c.ValueOf(st, args[i])
		if own.Array != nil && v.Array != nil && v.Array.Object != nil {
			blocks = append(blocks, v.Array.Object)
			inside = inside || own.Array.Offset.IsInt() && !term.Equal(own.Array.Offset, v.Array.Offset)
		}
	}
	// Parts of one array are no arguments of a contract, inside or not.
	if inside && !ct.inside && c.Shape.Probe(shape.InvokeInside) != nil && len(shape.Unique(blocks)) == len(blocks) {
		ct.inside, more = true, true
	}
	return more
}

// before are the clauses that what lies before array parameters is in a state what
// it was on entry: before all that lead into the array.
func (ct *contract) before(st *rewrite.State) []meaning.Clause {
	c := ct.c
	if !ct.inside {
		return nil
	}
	var out []meaning.Clause
	for i, arg := range c.CallArguments(ct.left) {
		v, ok := c.ValueOf(st, arg)
		_, shared := ct.shared[i]
		if !ok || v.Array == nil || v.Array.OfObjects() || shared || i >= len(ct.names) || ct.args[ct.names[i]].Array == nil {
			continue
		}
		own := ct.args[ct.names[i]].Array
		for _, a := range [][2]*term.Term{{own.Array, v.Array.Array}, {own.Initialised, v.Array.Initialised}} {
			if own.Offset.IsInt() || term.Equal(a[0], a[1]) {
				continue
			}
			k := term.Fresh("k", term.SortInt)
			same := term.Eq(term.Apply(term.ArraySelect, a[1], k), term.Apply(term.ArraySelect, a[0], k))
			before := []*term.Term{term.Le(term.Int(0), k), term.Lt(k, own.Offset)}
			for j := range ct.names {
				if first, shared := ct.shared[j]; shared && first == i {
					before = append(before, term.Lt(k, ct.args[ct.names[j]].Array.Offset))
				}
			}
			f := term.Apply(term.Forall, k, term.Implies(term.And(before...), same))
			out = append(out, meaning.Clause{Formula: f, Span: ct.Span, Text: "what lies before " + ct.names[i] + " keeps its value", Found: true})
		}
	}
	return out
}

// notApart says how a call breaks what every contract takes for granted: that
// what one parameter leads to, and the procedure modifies, is apart from what
// others and the globals that it modifies lead to. It is "" if that is not so for
// certain: parts of one array may be apart, and what is only read need not be.
func (ct *contract) notApart(st *rewrite.State) string {
	c := ct.c
	params, args := c.CallArguments(ct.left), c.CallArguments(st)
	if len(params) != len(args) {
		return ""
	}
	for i, p := range params {
		for _, v := range term.Vars(p) {
			at := pattern.PartAt(p, args[i], v)
			if at == nil || !ct.call().Modifies(v.Term()) {
				continue
			}
			if at.IsGround() && ct.call().Modifies(at) {
				return fmt.Sprintf("%s modifies %s, and by its name a global that is the same in %s: they must be apart", ct.name, ct.names[i], c.callAt(st))
			}
			for j := range params {
				if j != i && term.Equal(args[i], args[j]) && !term.Occurs(v, params[j]) {
					return fmt.Sprintf("%s modifies %s, which is the same as %s in %s: they must be apart", ct.name, ct.names[i], ct.names[j], c.callAt(st))
				}
			}
		}
	}
	return ""
}
