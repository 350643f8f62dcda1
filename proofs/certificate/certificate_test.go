package certificate

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// sample has something of every form.
func sample() *Certificate {
	x := logic.Var{Sort: logic.Sort{Kind: logic.SInt}}
	tok := logic.Var{Sort: logic.Sort{Kind: logic.STok, Tok: 3}, N: 1}
	large, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	sum := logic.Operation(logic.OAdd, logic.V(x), logic.Int(large))
	all := logic.App(logic.Symbol(16), sum, sum, logic.V(tok), logic.Str("s\x00"), logic.Tok(3, "t"), logic.True, logic.NoMap, logic.NoList,
		logic.Is(2, sum), logic.Fun(17, x.Sort, sum, logic.Bound(0)))
	f := logic.Holds(logic.Operation(logic.OLe, sum, logic.Bound(1)))
	g := &logic.Form{Kind: logic.FAll, A: &logic.Form{Kind: logic.FImp, A: logic.Not(f), B: &logic.Form{Kind: logic.FEx, A: f}}}
	sub := logic.Subst{{Var: x, Term: sum}, {Var: tok, Term: all}}
	is := []kernel.Instr{{Kind: kernel.IStep, Rules: []uint64{0, 300}, Subst: sub}, {Kind: kernel.ISteps, N: 7}, {Kind: kernel.ICut, Form: g}, {Kind: kernel.ISplit, Term: sum},
		{Kind: kernel.IInf}, {Kind: kernel.IUse, N: 1, Subst: sub}, {Kind: kernel.ICirc, N: 2, Subst: sub}, {Kind: kernel.IDone, Subst: sub}}
	acts := []kernel.Act{{Kind: kernel.AInst, I: 1, Term: sum}, {Kind: kernel.AAxiom, I: 2, Subst: sub}, {Kind: kernel.AOpen, I: 3}, {Kind: kernel.AIntro}, {Kind: kernel.AWitness, Term: sum},
		{Kind: kernel.AUse, Form: logic.Holds(sum), Term: sum}, {Kind: kernel.AName, Form: logic.Holds(sum)}, {Kind: kernel.ABack, I: 4}, {Kind: kernel.AKind, I: 5, J: 6, Term: sum}}
	goal := kernel.Goal{N: 5, Left: all, Pre: []*logic.Form{f, g}, Ex: []logic.Var{x}, Right: sum, Post: []*logic.Form{g}, Rank: 1, Variant: []*logic.Term{sum}}
	proof := kernel.Proof{Nodes: []kernel.Node{{N: 6, Pre: []*logic.Form{g, f}, Term: all, Proof: is}, {N: 6, Pre: []*logic.Form{g, g}, Term: sum, Proof: is}}, Goal: is, Cores: []kernel.Core{{Acts: acts, Keep: []uint64{0, 9}}}}
	return &Certificate{Definition: "d.k", Language: Hash{1}, Program: "p", Text: Hash{2}, Functions: []string{"f"}, Total: true,
		Axioms: []Axiom{{"a", "p:1:1", g}}, Lemmas: []Lemma{{"l", "p:1:2", kernel.Lemma{N: 2, Form: g, Measure: sum, Again: []logic.Subst{sub}, Core: kernel.Core{Acts: acts, Keep: []uint64{1}}}}}, Goals: []Goal{{"g", "p:2:1", goal, proof}}}
}

func file(t *testing.T, c *Certificate) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := c.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadWhatWasWritten(t *testing.T) {
	f := file(t, sample())
	c, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file(t, c), f) || !bytes.Equal(file(t, sample()), f) {
		t.Error("the same certificate has other bytes")
	}
	if own := sample(); !reflect.DeepEqual(c, own) {
		t.Errorf("%+v is read as %+v", own, c)
	}
}

// Path conditions that grow by one formula are written by that formula, as data and for Coq; read, they are what they were.
func TestPathConditionsThatGrow(t *testing.T) {
	size := func(n int) (data, coq int) {
		c := sample()
		p := &c.Goals[0].Proof
		p.Nodes = nil
		var pre []*logic.Form
		for i := range n {
			pre = append(pre, logic.Holds(logic.Operation(logic.OLe, logic.Int64(int64(i)), logic.V(logic.Var{N: uint64(i)}))))
			p.Nodes = append(p.Nodes, kernel.Node{N: uint64(n), Pre: slices.Clone(pre), Term: logic.True})
		}
		body, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(body)
		if err != nil {
			t.Fatal(err)
		}
		for i, node := range again.Goals[0].Proof.Nodes {
			if !slices.EqualFunc(node.Pre, pre[:i+1], logic.EqualForms) {
				t.Fatalf("node %d has another path condition: %d formulas", i, len(node.Pre))
			}
		}
		text := &printer{}
		c.certificateText(text)
		return len(body), text.Len()
	}
	data, coq := size(100)
	if twice, coqTwice := size(200); twice > 2*data+data/10 || coqTwice > 2*coq+coq/10 {
		t.Errorf("%d bytes for 100, %d for 200; for Coq %d and %d", data, twice, coq, coqTwice)
	}
}

// Whatever byte of a file is changed, left out or added, it is refused.
func TestAlteredFilesAreRefused(t *testing.T) {
	f := file(t, sample())
	refused := func(what string, i int, g []byte) {
		if c, err := Read(g); err == nil {
			if !bytes.Equal(file(t, c), f) { // a header of gzip says nothing
				t.Errorf("%s at %d: it was read", what, i)
			}
		} else if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s at %d: %v", what, i, err)
		}
	}
	for i := range f {
		for _, bit := range []byte{1, 16, 128} {
			g := bytes.Clone(f)
			g[i] ^= bit
			refused("a bit", i, g)
		}
		refused("a byte left out", i, append(bytes.Clone(f[:i]), f[i+1:]...))
		refused("the end", i, f[:i])
	}
	refused("something more", len(f), append(bytes.Clone(f), 0))
}

// A body is read in one way only: what stands in it can be written in no other.
func FuzzDecode(f *testing.F) {
	body, err := sample().encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body[:len(body)-32])
	f.Fuzz(func(t *testing.T, text []byte) {
		body := withSum(text)
		c, err := decode(body)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		if again, err := c.encode(); err != nil || !bytes.Equal(again, body) {
			t.Fatal("it is written in another way", err)
		}
	})
}

// What is nested too deep, and what says that it is longer than it is, is refused.
func TestHostileBodies(t *testing.T) {
	c := sample()
	u := c.Goals[0].Left
	for range maxDepth + 10 {
		u = logic.App(logic.Symbol(16), u)
	}
	c.Goals[0].Left = u
	if _, err := c.encode(); !errors.Is(err, ErrDamaged) {
		t.Error("deep:", err)
	}
	for _, text := range [][]byte{{}, {1}, {Version, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}} {
		if _, err := decode(withSum(text)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v: %v", text, err)
		}
	}
}
