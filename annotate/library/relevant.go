package library

import (
	"slices"
	"strings"

	"rlv/annotate/syntax"
	"rlv/semantics/source"
)

// Origin is what is known of a declaration that stands in a library.
type Origin struct {
	Library string // its name with brackets
	// Aside is set for what is taken only since the proof of a lemma needs it.
	Aside bool
	needs map[source.Span]bool
}

// Needs reports whether the proof of a lemma may use the declaration that stands at a place.
func (o *Origin) Needs(at source.Span) bool { return o.needs[at] }

// entry is a declaration of a library.
type entry struct {
	*syntax.Annotation
	Library string
	name    syntax.Token // without text if it has none
	words   []string     // what it applies
	said    int          // so many of them stand before how a lemma is proved
	byName  bool         // it is known only by its name
}

func newEntry(a *syntax.Annotation, library string) *entry {
	e := &entry{Annotation: a, Library: library, name: a.Declared()}
	e.words, e.said = applied(a)
	e.byName = strings.HasSuffix(a.OneLine(), " only by name")
	return e
}

// applied are the names in an annotation that an opening parenthesis follows, and how many of
// them stand before how a lemma is proved.
func applied(a *syntax.Annotation) (words []string, said int) {
	toks, _ := syntax.Lex(a.Text) // what is wrong is reported where it is read
	said = -1
	for i, t := range toks {
		switch {
		case t.Kind != syntax.NameToken:
		case t.Text == "by" && said < 0:
			said = len(words)
		case toks[i+1].Text == "(":
			words = append(words, t.Text)
		}
	}
	if said < 0 {
		said = len(words)
	}
	return words, said
}

// graph is what the entries of libraries mention of each other, by their numbers.
type graph struct {
	entries []*entry
	byName  map[string][]int
	said    [][]int // the functions that an entry speaks of
	uses    [][]int // all that it mentions
}

func newGraph(entries []*entry) *graph {
	g := &graph{entries: entries, byName: map[string][]int{}, said: make([][]int, len(entries)), uses: make([][]int, len(entries))}
	for i, e := range entries {
		if e.name.Text != "" {
			g.byName[e.name.Text] = append(g.byName[e.name.Text], i)
		}
	}
	for i, e := range entries {
		g.uses[i] = g.numbers(e.words)
		for _, n := range g.numbers(e.words[:e.said]) {
			if g.isFunction(n) {
				g.said[i] = append(g.said[i], n)
			}
		}
	}
	return g
}

func (g *graph) isFunction(i int) bool { return g.entries[i].Key == syntax.Logic }

func (g *graph) numbers(words []string) []int {
	var out []int
	for _, w := range words {
		out = append(out, g.byName[w]...)
	}
	return out
}

// reached are the entries that some mention, directly or through others, and these.
func (g *graph) reached(from []int) []bool {
	seen := make([]bool, len(g.entries))
	var visit func(is []int)
	visit = func(is []int) {
		for _, i := range is {
			if !seen[i] {
				seen[i] = true
				visit(g.uses[i])
			}
		}
	}
	visit(from)
	return seen
}

// about are the entries that are reached, and the lemmas that speak of functions that are and
// of no others, but for those that are known only by name. A predicate that only abbreviates counts
// as none there: that elements change places is so of
//
//	int t = a[i]; a[i] = a[j]; a[j] = t;
//
// where nobody has said swapped(..).
func (g *graph) about(reached []bool) []bool {
	out := slices.Clone(reached)
	for i := range g.entries {
		among := func(n int) bool { return reached[n] }
		beyond := func(n int) bool { return !reached[n] && !g.abbreviates(n) }
		if !g.isFunction(i) && !g.entries[i].byName && slices.ContainsFunc(g.said[i], among) && !slices.ContainsFunc(g.said[i], beyond) {
			out[i] = true
		}
	}
	return out
}

// abbreviates reports whether an entry is a predicate whose definition applies no function, so
// that its name stands at its declaration only.
func (g *graph) abbreviates(i int) bool {
	return g.isFunction(i) && len(g.uses[i]) == 1 && strings.Contains(g.entries[i].OneLine(), "): Bool =")
}

// relevant are the origins of the entries that are relevant to annotations, by their places,
// and of those that the proofs of these need.
func (g *graph) relevant(anns []*syntax.Annotation) map[source.Span]*Origin {
	var words []string
	for _, a := range anns {
		if a.Key != syntax.Include {
			w, _ := applied(a)
			words = append(words, w...)
		}
	}
	out := map[source.Span]*Origin{}
	var queue []int
	add := func(i int, aside bool) {
		if e := g.entries[i]; out[e.Span] == nil {
			out[e.Span] = &Origin{Library: e.Library, Aside: aside, needs: map[source.Span]bool{}}
			queue = append(queue, i)
		}
	}
	for i, is := range g.about(g.reached(g.numbers(words))) {
		if is {
			add(i, false)
			for _, n := range g.said[i] {
				add(n, false)
			}
		}
	}
	for k := 0; k < len(queue); k++ { // add makes it longer
		i := queue[k]
		for n, is := range g.about(g.reached([]int{i})) {
			if is && (g.isFunction(n) || n < i && !g.isFunction(i)) {
				for _, m := range append([]int{n}, g.said[n]...) {
					out[g.entries[i].Span].needs[g.entries[m].Span] = true
					add(m, true)
				}
			}
		}
	}
	return out
}
