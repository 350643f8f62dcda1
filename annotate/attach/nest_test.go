package attach

import (
	"math/rand"
	"slices"
	"testing"

	"rlv/semantics/source"
)

// bracketed makes spans that are apart or nested, as those of a syntax tree.
func bracketed(r *rand.Rand, from, to int, out []source.Span) []source.Span {
	for at := from; at < to; {
		end := at + 1 + r.Intn(to-at)
		if r.Intn(4) > 0 {
			out = append(out, source.Span{Start: at, End: end})
			if r.Intn(6) == 0 {
				out = append(out, source.Span{Start: at, End: end})
			}
			out = bracketed(r, at+r.Intn(2), end-1, out)
		}
		at = end + r.Intn(3)
	}
	return out
}

// What a nest finds around a place and within it is what a look at all its items finds.
func TestNestFindsWhatAllHave(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	found := 0
	for range 500 {
		spans := bracketed(r, 0, 40, nil)
		items := make([]int, len(spans))
		for i := range items {
			items[i] = i
		}
		r.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
		n := newNest(items, func(i int) source.Span { return spans[i] })
		for range 50 {
			at := source.Span{Start: r.Intn(42)}
			at.End = at.Start + 1 + r.Intn(5)
			around, inside := map[int]bool{}, map[int]bool{}
			for i, s := range spans {
				if Contains(s, at) {
					around[i] = true
				}
				if Contains(at, s) {
					inside[i] = true
				}
			}
			inner := source.Span{Start: -1, End: 100}
			got := slices.Collect(n.containing(at))
			for k, i := range got {
				if !around[i] || k > 0 && !Contains(spans[i], inner) {
					t.Fatalf("around %d..%d: %v of %v", at.Start, at.End, got, around)
				}
				inner = spans[i]
			}
			within := slices.Collect(n.within(at))
			for _, i := range within {
				if !inside[i] {
					t.Fatalf("in %d..%d: %v of %v", at.Start, at.End, within, inside)
				}
			}
			if len(got) != len(around) || len(within) != len(inside) {
				t.Fatalf("at %d..%d: around %v of %v, within %v of %v", at.Start, at.End, got, around, within, inside)
			}
			found += len(got) + len(within)
		}
	}
	if found < 1000 {
		t.Errorf("only %d were found", found)
	}
}

// The groups of procedures that call each other are those that lead to each other.
func TestRecursionIsReachability(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 500 {
		all := make([]*Procedure, 1+r.Intn(8))
		for i := range all {
			all[i] = &Procedure{}
		}
		calls, reach := map[*Procedure][]*Procedure{}, map[[2]*Procedure]bool{}
		for range r.Intn(2 * len(all)) {
			p, q := all[r.Intn(len(all))], all[r.Intn(len(all))]
			calls[p] = append(calls[p], q)
			reach[[2]*Procedure{p, q}] = true
		}
		for _, via := range all {
			for _, p := range all {
				for _, q := range all {
					if reach[[2]*Procedure{p, via}] && reach[[2]*Procedure{via, q}] {
						reach[[2]*Procedure{p, q}] = true
					}
				}
			}
		}
		group := componentsOf(all, func(p *Procedure) []*Procedure { return calls[p] })
		for _, p := range all {
			for _, q := range all {
				want := reach[[2]*Procedure{p, q}] && reach[[2]*Procedure{q, p}]
				if got := group[p] != 0 && group[p] == group[q]; got != want {
					t.Fatalf("%d procedures, calls %v: together %v, want %v", len(all), calls, got, want)
				}
			}
		}
	}
}
