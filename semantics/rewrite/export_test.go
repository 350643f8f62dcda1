package rewrite

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rlv/semantics/compile"
	"rlv/semantics/term"
)

// RandomDefinition returns a random definition with programs; edit, if there is one, changes its text.
func RandomDefinition(t *testing.T, seed uint64, edit func(string) string) (*Engine, []string) {
	g := &generator{rand: rand.New(rand.NewPCG(seed, 7))}
	text := g.definition()
	if edit != nil {
		text = edit(text)
	}
	path := filepath.Join(t.TempDir(), "random.k")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := compile.Load(path, compile.Options{CacheDir: "off"})
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	var programs []string
	for i := range 100 {
		if i%3 == 0 {
			programs = append(programs, g.pair())
		} else {
			programs = append(programs, g.expression(2+g.rand.IntN(3)))
		}
	}
	return New(d), programs
}

// LongWay returns a function of a definition by its rules, without what is remembered of its
// results.
func LongWay(d *compile.Definition, sym *term.Symbol) func(args []*term.Term) *term.Term {
	e := newEquations(d.Lattice, sym, d.Functions[sym])
	return func(args []*term.Term) *term.Term {
		m := &matcher{lattice: d.Lattice, effort: &term.Effort{}}
		result, _ := m.first(e.programs.of(args), args)
		return result
	}
}

// Flat is a configuration with the cells of the one element behind its slots, where computations are in a
// collection of one: what a composed rule is about. Else it is the configuration.
func (e *Engine) Flat(slots []*term.Term) []*term.Term {
	f := e.sites.actions.form
	if f == nil {
		return slots
	}
	all := slots[f.slot]
	if entries := f.entries(all); len(entries) == 1 {
		if one := f.take(e.Definition.Lattice, entries[0].Key, entries[0].Value); one != nil {
			return slices.Concat(slots, one.cells)
		}
	}
	return nil
}

// Whole is the configuration of which Flat is the other form.
func (e *Engine) Whole(flat []*term.Term) []*term.Term {
	f := e.sites.actions.form
	if f == nil {
		return flat
	}
	slots, cells := slices.Clone(flat[:f.first]), flat[f.first:]
	key := cells[0]
	slots[f.slot] = f.alone(key, f.build(f.cell, &cells))
	return slots
}
