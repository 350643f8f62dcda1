package annotate

import (
	"slices"

	"rlv/annotate/attach"
	"rlv/annotate/meaning"
	"rlv/semantics/rewrite"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// narrowLoop is what is wrong where a loop changes more than it says.
const narrowLoop = "the loop changes what its modifies does not list: all else must keep its value"

// repeats makes the pattern of the head general enough for a state that comes back to
// it from inside; false if that is not so. What a modifies clause does not list is not
// made arbitrary: then the goals fail there.
func (l *loopGoals) repeats(st *rewrite.State) bool {
	if len(l.info.Modifies) > 0 && !l.allowed(st) {
		l.c.narrow[l.info] = true
		return false
	}
	return l.widen(st, l.changed)
}

// allowed reports whether a state differs from the head only in what the modifies clause
// lists: the head, with all of that arbitrary, covers it.
func (l *loopGoals) allowed(st *rewrite.State) bool {
	loose, open := l.c.Loosened(l.listed, l.head, l.changed)
	return l.c.space.Covers(loose, st, open)
}

// others are the clauses that what is not listed of an array or object, of which parts are, is as
// it was where the loop was come to.
func (l *loopGoals) others(s *meaning.Scope) []meaning.Clause {
	then, why := l.at(attach.LoopEntry, s)
	if then == nil {
		l.c.problem(source.Errorf(l.info.Modifies[0].Span, "no-label", "%s", why))
		return nil
	}
	kept, problem := s.Kept(then, l.listed, l.info.Modifies[0].Span)
	if problem != nil {
		l.c.problem(problem)
	}
	return kept
}

// kept are the variables of the head's pattern that the loop leaves as they are.
func (l *loopGoals) kept() []*term.Variable {
	var out []*term.Variable
	for i, t := range l.head.Slots {
		if i != l.c.K {
			out = append(out, term.Vars(t)...)
		}
	}
	return slices.DeleteFunc(out, func(v *term.Variable) bool { return l.changed[v] })
}

// What a loop leaves alone. Behind a hundred loops a function has a hundred variables,
// with three facts of each, and the next loop reads two of them. If the goals of each
// spoke of all there is, a function would cost the square of what it is long. So of a
// state like
//
//	<env> a |-> 1  i |-> 2 .. p |-> 9 </env> <store> 1 |-> A  2 |-> 5 .. 9 |-> 0 </store>
//
// the head of  while (p < a) ..  has in its pattern
//
//	<env> a |-> 1  p |-> 9  E </env> <store> 1 |-> A  9 |-> P  S </store>
//
// where E and S stand for the entries that are left out, as they stand for a frame
// anywhere. What is kept is what the loop mentions, and what that leads to, from key to
// value; of facts, those about what is kept.
//
// Such a goal says more than one that has all entries, so that nothing can be proved by it
// that is not so. But it may be false, or too hard, where the other one is proved: an
// invariant may follow from a fact that was left out. So who asks for such goals asks
// again for whole ones if one is not proved ([Result.Narrowed]).

// fewLeftOut is up to how many entries of maps and sets it does not pay to leave out.
const fewLeftOut = 12

// narrowed leaves out of a state what the loop on top does not mention, with the rests for
// it, by slot; it reports whether that is worth it.
func (l *loopGoals) narrowed(st *rewrite.State, rests map[int]*term.Term) (*rewrite.State, bool) {
	var mentions []*term.Term
	for _, name := range l.info.Words() {
		mentions = append(mentions, l.c.Tokens[name]...)
	}
	slots, left := l.c.space.Narrowed(st.Slots, mentions, rests)
	if left == 0 || left <= fewLeftOut && !l.isExecuted() {
		return st, false
	}
	next := *st
	next.Slots = slots
	return &next, true
}

// narrow makes the pattern of the head out of what the loop mentions of a state.
func (l *loopGoals) narrow(st *rewrite.State) *rewrite.State {
	rests := map[int]*term.Term{}
	st, some := l.narrowed(st, rests)
	if some {
		l.rests, l.c.result.Narrowed = rests, true
		for _, t := range rests {
			l.given[t.Variable()] = true
		}
	}
	return st
}

// as is a state with as much left out as in the pattern of the head.
func (l *loopGoals) as(st *rewrite.State) *rewrite.State {
	if l.rests != nil {
		st, _ = l.narrowed(st, l.rests)
	}
	return st
}
