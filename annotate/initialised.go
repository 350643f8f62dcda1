package annotate

import (
	"slices"

	"rlv/annotate/carried"
	"rlv/annotate/marks"
	"rlv/annotate/meaning"
	"rlv/semantics/pattern"
	"rlv/semantics/rewrite"
	"rlv/semantics/shape"
	"rlv/semantics/term"
)

// What is known of array parameters that some verified caller passes without a value in
// all elements. Marks, an array beside that of the elements, say which have one. What has
// a value keeps having one, which loops and contracts say; and what a path of the
// procedure reads must have one on entry, which becomes a part of the precondition: so
//
//	//@pre: 0 < s->top <= 100
//	int pop(Stack *s) { return s->data[--s->top]; }
//
// takes it for granted of its callers that element s->top - 1 of s->data has a value. What has a
// value at all ends of the procedure becomes a part of the postcondition: behind
//
//	//@pre: 0 <= n <= len(a) /\ n <= len(In)
//	void read(int *a, int n) { for (int i = 0; i < n; i++) cin >> a[i]; }
//
// the first n elements.

// mark notes that a variable stands for the marks of an array with a name, which begins at
// an offset and is of a length.
func (ct *contract) mark(name string, of, offset, length *term.Term) {
	if of.IsVar() {
		ct.marks = append(ct.marks, mark{name: name, v: of.Variable(), offset: offset, length: length, end: term.Fresh("end", term.SortArray).Variable()})
	}
}

// notes are the conditions that paths need of them, and the precondition does not say yet; and all that were, with numbered variables.
type notes struct{ reads, noted []*term.Term }

// mark is the variable that stands for the marks of an array on entry.
type mark struct {
	name           string
	v              *term.Variable
	offset, length *term.Term
	end            *term.Variable // stands in given for those at the end
	given          []*term.Term   // what they say at all ends, if that is more than on entry
}

// isOf reports whether a term is about the marks.
func (m mark) isOf(t *term.Term) bool { return term.Occurs(m.v, t) }

// marked reports whether a term is about marks on entry; of no contract there are none.
func (ct *contract) marked(t *term.Term) bool {
	return ct != nil && slices.ContainsFunc(ct.marks, func(m mark) bool { return m.isOf(t) })
}

// kept are the clauses that what had a value on entry has one in a state.
func (ct *contract) kept(st *rewrite.State) []meaning.Clause {
	var out []meaning.Clause
	for _, m := range ct.marks {
		if now := ct.marksIn(st, m); now != nil {
			k := term.Fresh("k", term.SortInt)
			f := term.Apply(term.Forall, k, term.Implies(marks.HasValue(m.v.Term(), k), marks.HasValue(now, k)))
			out = append(out, meaning.Clause{Formula: f, Span: ct.Span, Text: "what has a value in " + m.name + " keeps having one", Found: true})
		}
	}
	return out
}

// gives are the clauses that what the procedure gives a value has one in a state at its end, as far
// as others do not say so.
func (ct *contract) gives(st *rewrite.State, others []meaning.Clause) []meaning.Clause {
	var out []meaning.Clause
	said := meaning.Formulas(others)
	for _, m := range ct.marks {
		for _, f := range m.given {
			now := ct.marksIn(st, m)
			if now == nil {
				continue
			}
			if f = (term.Substitution{m.end: now}).Apply(f); !rewrite.Follows(ct.c.Oracle, said, f) {
				out = append(out, meaning.Clause{Formula: f, Span: ct.Span, Text: "what " + ct.name + " gives a value of " + m.name + " has one", Found: true})
			}
		}
	}
	return out
}

// marksIn are the marks of an array in a state, if they are not those on entry; else nil.
func (ct *contract) marksIn(st *rewrite.State, m mark) *term.Term { return ct.partIn(st, m.v) }

// partIn is what stands in a state for a variable of the left side; nil: the same, or it is not known.
func (ct *contract) partIn(st *rewrite.State, v *term.Variable) *term.Term {
	return pattern.PartIn(ct.left.Slots, st.Slots, v)
}

// givesMore looks for what has a value at all ends of the procedure; it reports whether that is
// something else than what was known.
func (ct *contract) givesMore(finals []*rewrite.State, entry map[*term.Variable]bool) bool {
	if ct.Bodiless {
		return false
	}
	lost := func(v *term.Variable) bool { return !entry[v] }
	more := false
	for i := range ct.marks {
		m := &ct.marks[i]
		given := ct.givenAt(*m, finals, lost)
		if ct.endings > maxReads { // what is known at one end may be known by what is known of another procedure, and so on
			given = slices.DeleteFunc(given, func(f *term.Term) bool { return !rewrite.Holds(m.given, f) })
		}
		more = more || len(given) != len(m.given) || slices.ContainsFunc(given, func(f *term.Term) bool { return !rewrite.Holds(m.given, f) })
		m.given = given
	}
	ct.endings++
	return more
}

// givenAt are the formulas that elements have a value at all ends, of which it is not known that
// they have one on entry.
func (ct *contract) givenAt(m mark, finals []*rewrite.State, lost func(*term.Variable) bool) []*term.Term {
	var out []*term.Term
	for _, st := range finals {
		if now := ct.marksIn(st, m); now != nil {
			out = append(out, carried.Valued(now, m.end, st.PC, lost)...)
		}
	}
	out = shape.Unique(out)
	return slices.DeleteFunc(out, func(f *term.Term) bool {
		isMissing := func(st *rewrite.State) bool {
			now := ct.marksIn(st, m)
			if now == nil {
				now = m.v.Term()
			}
			return !rewrite.Follows(ct.c.Oracle, st.PC, term.Substitution{m.end: now}.Apply(f))
		}
		pre := slices.Concat(ct.left.PC, meaning.Formulas(ct.pre))
		return rewrite.Follows(ct.c.Oracle, pre, term.Substitution{m.end: m.v.Term()}.Apply(f)) || slices.ContainsFunc(finals, isMissing)
	})
}

// noteReads notes what a path of the procedure has read of elements that had a value on
// entry, if at all.
func (ct *contract) noteReads(st *rewrite.State, entry map[*term.Variable]bool) {
	if ct == nil || len(ct.marks) == 0 {
		return
	}
	for i, f := range st.PC {
		if ct.marked(f) {
			ct.noteRead(st.PC[:i], f, entry)
		}
	}
}

// noteLater notes what a rule has read on a path of the procedure, by the conditions of a state
// behind the first ones, of elements that loops or calls before may have given a value: where it
// is not known that they did, they must have had one on entry.
func (ct *contract) noteLater(st *rewrite.State, first int, entry map[*term.Variable]bool) {
	if ct == nil || len(ct.marks) == 0 || first >= len(st.PC) {
		return
	}
	kept := marks.Keeping(st.PC, ct.marked)
	for i := first; i < len(st.PC) && len(kept) > 0; i++ {
		if f := kept.Apply(st.PC[i]); ct.marked(f) && !term.Equal(f, st.PC[i]) {
			ct.noteRead(st.PC[:i], f, entry)
		}
	}
}

// noteNeeds notes what a call of another procedure on the path needs of them, if its
// contract is the one of a match.
func (ct *contract) noteNeeds(st *rewrite.State, call *rewrite.Match, entry map[*term.Variable]bool) {
	if ct == nil || len(ct.marks) == 0 {
		return
	}
	kept := marks.Keeping(st.PC, ct.marked)
	for _, f := range call.Requires() {
		g := kept.Apply(f)
		if ct.marked(g) && (term.Equal(f, g) || !rewrite.Follows(ct.c.Oracle, st.PC, f)) {
			ct.noteRead(st.PC, g, entry)
		}
	}
}

// noteEnd notes what the right side needs of them at an end of the procedure, to have a
// meaning.
func (ct *contract) noteEnd(st *rewrite.State, entry map[*term.Variable]bool) {
	if len(ct.marks) == 0 || ct.Bodiless {
		return
	}
	at := term.Substitution{}
	for _, s := range ct.goal.Claim.Right {
		for _, v := range term.Vars(s.Term) {
			if part := pattern.PartAt(s.Term, st.Slots[s.Index], v); !entry[v] && part != nil {
				at[v] = part
			}
		}
	}
	for _, cl := range ct.post {
		if cl.Found {
			continue
		}
		for _, f := range term.Conjuncts(nil, at.Apply(cl.Formula)) {
			if ct.marked(f) {
				ct.noteRead(st.PC, f, entry)
			}
		}
	}
}

// noteRead notes a condition for having read something, behind others.
func (ct *contract) noteRead(before []*term.Term, read *term.Term, entry map[*term.Variable]bool) {
	pre := meaning.Formulas(ct.pre)
	if !marks.AreRead(read, ct.marked) || rewrite.Holds(pre, read) {
		return
	}
	formula := marks.Asked(before, read, entry, func(f *term.Term) bool { return !ct.marked(f) && !rewrite.Holds(pre, f) })
	if formula == nil {
		return
	}
	if key := marks.Numbered(formula, 0); formula != term.True && !rewrite.Holds(ct.noted, key) {
		ct.reads, ct.noted = append(ct.reads, formula), append(ct.noted, key)
	}
}

// maxReads bounds how often the precondition is made stronger by what paths read: where a
// procedure calls itself on parts of an array, what each call needs may lead to more without
// end. Then all is taken to be read that the precondition says is there: of
//
//	//@pre: 0 <= n <= len(a)
//	int total(int *a, int n) { return n == 0 ? 0 : *a + total(a + 1, n - 1); }
//
// the first n elements.
const maxReads = 4

// readsMore adds to the precondition what paths were found to read; it reports whether
// that is anything.
func (ct *contract) readsMore() bool {
	switch ct.inferred++; {
	case ct.inferred > maxReads+1:
		return false
	case ct.inferred > maxReads && len(ct.reads) > 0:
		ct.pre, ct.reads = ct.pre[:ct.written], nil
		for _, m := range ct.marks {
			ct.reads = append(ct.reads, marks.All(m.v.Term(), m.offset, m.length, meaning.Formulas(ct.pre)))
		}
	}
	for _, f := range ct.reads {
		i := slices.IndexFunc(ct.marks, func(m mark) bool { return m.isOf(f) })
		ct.pre = append(ct.pre, meaning.Clause{Formula: f, Span: ct.Span, Text: "what is read of " + ct.marks[i].name + " has a value", Found: true})
	}
	more := len(ct.reads) > 0
	ct.reads = nil
	return more
}
