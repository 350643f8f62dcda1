package annotate

import (
	"fmt"
	"slices"

	"rlv/annotate/ahead"
	"rlv/annotate/alias"
	"rlv/annotate/meaning"
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

// before are the clauses that what lies before array parameters is in a state what it was on entry.
func (ct *contract) before(st *rewrite.State) []meaning.Clause {
	if !ct.inside {
		return nil
	}
	return alias.Before(ct.c.Reader, ct.c.CallArguments(ct.left), ct.names, ct.args, ct.shared, st, ct.Span)
}

// notApart says how a call breaks what every contract takes for granted: that
// what one parameter leads to, and the procedure modifies, is apart from what
// others and the globals that it modifies lead to. It is "" if that is not so for
// certain: parts of one array may be apart, and what is only read need not be.
func (ct *contract) notApart(st *rewrite.State) string {
	c := ct.c
	i, j := alias.Meeting(c.CallArguments(ct.left), c.CallArguments(st), ct.call().Modifies)
	switch {
	case i < 0:
		return ""
	case j < 0:
		return fmt.Sprintf("%s modifies %s, and by its name a global that is the same in %s: they must be apart", ct.name, ct.names[i], ahead.CallAt(c.Program, st))
	}
	return fmt.Sprintf("%s modifies %s, which is the same as %s in %s: they must be apart", ct.name, ct.names[i], ct.names[j], ahead.CallAt(c.Program, st))
}

// maxPassed bounds the contracts of a procedure for what calls pass otherwise than is usual.
const maxPassed = 8

// covering is the contract for what the call on top of a state passes; the usual one if there is none.
func (ct *contract) covering(st *rewrite.State) *contract {
	if len(ct.others) == 0 || len(ct.unlike(st)) == 0 {
		return ct
	}
	for _, o := range ct.others {
		if unlike := o.unlike(st); unlike != nil && len(unlike) == 0 && o.passed.Fit(ct.c.CallArguments(st)) {
			return o
		}
	}
	return ct
}

// unlike are the arguments of the call on top of a state that the contract certainly does not have, by position; nil: that
// cannot be told of each by itself.
func (ct *contract) unlike(st *rewrite.State) map[int]*term.Term {
	return alias.Unlike(ct.c.CallArguments(ct.left), ct.c.CallArguments(st), ct.left.Slots, st.Slots)
}

// varied makes a contract for what the call on top of a state passes, where the usual one does not cover it and the procedure
// cannot be executed, or has loops of its own; it reports whether there is one now.
func (c *compiler) varied(ct *contract, st *rewrite.State) bool {
	unlike := ct.unlike(st)
	isExecuted := !ct.Bodiless && c.recursive[ct.Procedure] == 0 && !c.layout.LoopsStay(ct.Span)
	if len(unlike) == 0 || len(ct.others) >= maxPassed || len(ct.passed) > 0 || isExecuted {
		return false
	}
	args, isArray := c.CallArguments(st), func(i int) bool { return ct.args[ct.names[i]].Array != nil }
	passed := alias.PassedFor(unlike, isArray, alias.Related(c.Shape, ct.Procedure), args)
	if passed == nil || !passed.Fit(args) {
		return false
	}
	other := ct.with(passed)
	if other != nil && len(other.unlike(st)) > 0 { // variables without values
		other = ct.with(passed.Lacking(other.unlike(st)))
	}
	if other == nil || other.unlike(st) == nil || len(other.unlike(st)) > 0 {
		return false
	}
	ct.others, c.contracts = append(ct.others, other), append(c.contracts, other)
	return true
}

// with is the contract for what some calls pass; nil: its annotations have no meaning for these.
func (ct *contract) with(passed alias.Passed) *contract {
	c := ct.c
	words, problems := passed.Words(c.Shape, ct.Procedure), c.problems.ErrorCount()
	if ct.spoilt[words] || !passed.IsKnown() {
		return nil
	}
	other := newContract(c, ct.Procedure, ct.nowhere, passed)
	isFalse := func(clause meaning.Clause) bool { return clause.Formula == term.False }
	if other == nil || c.problems.ErrorCount() > problems || other.speaksOfNone() || slices.ContainsFunc(other.pre, isFalse) {
		c.problems.Cut(problems)
		ct.spoilt[words] = true
		return nil
	}
	return other
}

// speaksOfNone reports whether the goal speaks of a value on entry that there is not, or does not say that there is one in the end.
func (ct *contract) speaksOfNone() bool {
	isSaid := !ct.Bodiless || ct.pending || ct.passed.Said(ct.c.CallArguments(ct.left), ct.goal.Claim.Right, ct.post)
	return ct.mixed || !isSaid || alias.SpeaksOf(ct.whole.Slots, ct.left.Slots, slices.Concat(ct.goal.Claim.Requires, ct.goal.Claim.Ensures))
}

// exploreVaried is exploreWithin. A contract for what some calls pass that turns out to have no meaning for these is given up.
func (c *compiler) exploreVaried(ct *contract) bool {
	problems := c.problems.ErrorCount()
	changed := c.exploreWithin(ct)
	if len(ct.passed) == 0 || c.problems.ErrorCount() == problems && !ct.speaksOfNone() {
		return changed
	}
	c.problems.Cut(problems)
	isThis := func(o *contract) bool { return o == ct }
	for _, usual := range c.contract[ct.Procedure] {
		if slices.ContainsFunc(usual.others, isThis) {
			usual.others = slices.DeleteFunc(usual.others, isThis)
			usual.spoilt[ct.passed.Words(c.Shape, ct.Procedure)] = true
		}
	}
	c.contracts = slices.DeleteFunc(slices.Clone(c.contracts), isThis)
	return true
}
