package compile

import (
	"testing"

	"rlv/semantics/term"
)

// The checker sees a rule that is not as rewriting needs it.
func TestVerify(t *testing.T) {
	d, err := Load(definitionsForCache(t)[0], Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err) // the shipped definitions pass
	}
	x := term.Var("X", term.SortInt)
	k := d.Layout.K
	for name, r := range map[string]*Rule{
		"unbound":     {Right: []Slot{{k, x}}},
		"nonlinear":   {Left: []Slot{{k, term.Seq(x, x)}}},
		"no such":     {Left: []Slot{{99, x}}},
		"requirement": {Requires: []*term.Term{term.Lt(x, term.Int(0))}},
	} {
		broken := &Definition{Layout: d.Layout}
		broken.enter([]*Rule{r})
		if len(broken.verify()) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
	}
}
