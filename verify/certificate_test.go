package verify

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
	"rlv/prover/smt"
)

// certified makes the certificate of a program, and reads it back.
func certified(t testing.TB, path string) (*certificate.Certificate, []byte) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if err := writeCertificate(path, out); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return c, file
}

// writeCertificate verifies a program, and writes its certificate.
func writeCertificate(path, out string) error {
	v, err := New(context.Background(), Options{Certificate: out})
	if err == nil {
		_, err = v.Program(context.Background(), Input{Path: path}, nil)
	}
	return err
}

// languageOf is the language of a program.
func languageOf(t testing.TB, path string) *encode.Language {
	t.Helper()
	d, err := Language{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := encode.NewLanguage(d)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// maxCertificate is what the certificate of the smallest example with a loop may take.
const maxCertificate = 4 << 10

// Every example of the smaller language has a certificate; the kernel accepts it, and nothing is
// left open but the axioms that the file has.
func TestCertificates(t *testing.T) {
	paths, err := filepath.Glob("../examples/imp/*.imp")
	if err != nil || len(paths) != 16 {
		t.Fatal(len(paths), "examples", err)
	}
	l := languageOf(t, paths[0])
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	axioms := map[string]int{"factorial.imp": 1, "fibonacci.imp": 3, "gcd.imp": 2, "power.imp": 3}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			c, file := certified(t, path)
			if len(file) > maxCertificate {
				t.Errorf("%d bytes", len(file))
			}
			o, err := check.Check(context.Background(), c, l, contradictions{s})
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Open) > 0 || len(o.Axioms) != axioms[filepath.Base(path)] {
				t.Errorf("open: %v; axioms: %v", o.Open, o.Axioms)
			}
			t.Logf("%d goals, %d obligations, %d bytes", o.Goals, o.Obligations, len(file))
		})
	}
}

// What is not proved has no certificate, and nothing is written.
func TestNoCertificate(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	v, err := New(context.Background(), Options{Certificate: out})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Program(context.Background(), Input{Path: "../examples/imp/wrong/sum-1.imp"}, nil); !errors.Is(err, ErrNotProved) {
		t.Error(err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// The same input has the same bytes.
func TestCertificatesAreCanonical(t *testing.T) {
	_, one := certified(t, "../examples/imp/fibonacci.imp")
	_, two := certified(t, "../examples/imp/fibonacci.imp")
	if string(one) != string(two) {
		t.Error("the certificate differs")
	}
}

// mutant changes a proof; false if there is nothing to change at a place.
type mutant struct {
	name   string
	change func(p *kernel.Proof, at int) bool
}

// instructions are those of the goal, then those of its nodes.
func instructions(p *kernel.Proof) []*[]kernel.Instr {
	out := []*[]kernel.Instr{&p.Goal}
	for i := range p.Nodes {
		out = append(out, &p.Nodes[i].Proof)
	}
	return out
}

// at finds an instruction by its place in all of them.
func at(p *kernel.Proof, n int) (list *[]kernel.Instr, i int) {
	for _, l := range instructions(p) {
		if n < len(*l) {
			return l, n
		}
		n -= len(*l)
	}
	return nil, 0
}

var mutants = []mutant{
	{"an instruction left out", func(p *kernel.Proof, n int) bool {
		l, i := at(p, n)
		if l != nil {
			*l = slices.Delete(slices.Clone(*l), i, i+1)
		}
		return l != nil
	}},
	{"two instructions in the other order", func(p *kernel.Proof, n int) bool {
		l, i := at(p, n)
		if l == nil {
			return false
		}
		if i+1 < len(*l) && (*l)[i].Kind != (*l)[i+1].Kind {
			*l = slices.Clone(*l)
			(*l)[i], (*l)[i+1] = (*l)[i+1], (*l)[i]
			return true
		}
		*l = append(slices.Clone(*l), (*l)[i]) // one too many
		return true
	}},
	{"a step more", func(p *kernel.Proof, n int) bool {
		l, i := at(p, n)
		if l == nil {
			return false
		}
		*l = slices.Clone(*l)
		(*l)[i].N++
		(*l)[i].Rules = slices.Clone((*l)[i].Rules)
		for k := range (*l)[i].Rules {
			(*l)[i].Rules[k]++
		}
		if k := (*l)[i].Kind; k == kernel.IDone || k == kernel.IInf || k == kernel.ICut || k == kernel.ISplit {
			*l = slices.Delete(*l, i, i+1) // they have no number
		}
		return true
	}},
	{"a witness changed", func(p *kernel.Proof, n int) bool {
		l, i := at(p, n)
		if l == nil {
			return false
		}
		*l = slices.Clone(*l)
		in := &(*l)[i]
		in.Subst = slices.Clone(in.Subst)
		for k := range in.Subst {
			in.Subst[k].Term = logic.Str("wrong")
		}
		if len(in.Subst) == 0 {
			*l = slices.Delete(*l, i, i+1)
		}
		return true
	}},
	{"a hypothesis of a core left out", func(p *kernel.Proof, n int) bool {
		for i := range p.Cores {
			if n < len(p.Cores[i].Keep) {
				p.Cores = slices.Clone(p.Cores)
				p.Cores[i].Keep = slices.Delete(slices.Clone(p.Cores[i].Keep), n, n+1)
				return true
			}
			n -= len(p.Cores[i].Keep)
		}
		return false
	}},
	{"a core left out", func(p *kernel.Proof, n int) bool {
		if n >= len(p.Cores) {
			return false
		}
		p.Cores = slices.Delete(slices.Clone(p.Cores), n, n+1)
		return true
	}},
}

// A certificate in which anything that counts is changed is not valid, or leaves something
// to prove that does not hold.
func TestCertificateMutants(t *testing.T) {
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range []string{"sum", "gcd", "zero-search"} {
		path := "../examples/imp/" + name + ".imp"
		c, _ := certified(t, path)
		l := languageOf(t, path)
		for _, m := range mutants {
			tried := 0
			for g := range c.Goals {
				proof := c.Goals[g].Proof
				for n := 0; ; n++ {
					changed := proof
					if !m.change(&changed, n) {
						break
					}
					tried++
					c.Goals[g].Proof = changed
					o, err := check.Check(context.Background(), c, l, contradictions{s})
					if err == nil && len(o.Open) == 0 {
						t.Errorf("%s: %s: goal %d, place %d: it was accepted", name, m.name, g, n)
					} else if err != nil && !errors.Is(err, kernel.ErrInvalid) {
						t.Error(err)
					}
				}
				c.Goals[g].Proof = proof
			}
			if tried == 0 {
				t.Errorf("%s: %s: nothing was tried", name, m.name)
			}
		}
	}
}

// Goals that do not hold are not proved by proofs of others.
func TestAlteredGoals(t *testing.T) {
	s, err := smt.New(smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, _ := certified(t, "../examples/imp/sum.imp")
	l := languageOf(t, "../examples/imp/sum.imp")
	refused := func(what string) {
		t.Helper()
		if o, err := check.Check(context.Background(), c, l, contradictions{s}); err == nil && len(o.Open) == 0 {
			t.Errorf("%s: it was accepted", what)
		}
	}
	for i := range c.Goals {
		g := &c.Goals[i].Goal
		pre, post, left, right := g.Pre, g.Post, g.Left, g.Right
		g.Post = append(slices.Clone(post), logic.Holds(logic.False))
		refused("a right side that is never met")
		g.Post = post
		for k := range pre {
			if g.Pre = slices.Delete(slices.Clone(pre), k, k+1); i == 1 || k == len(pre)-1 {
				refused("a precondition left out")
			}
		}
		g.Pre = pre
		g.Left = right
		refused("another program")
		g.Left = left
	}
}

// Whatever a certificate has, the kernel comes to an end, and does not panic.
func TestHostileCertificates(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	c, file := certified(t, "../examples/imp/fibonacci.imp")
	l := languageOf(t, "../examples/imp/fibonacci.imp")
	var terms []*logic.Term
	for i := range c.Goals {
		for u := c.Goals[i].Left; u != nil; u = u.A {
			terms = append(terms, u, u.B)
		}
		for _, f := range c.Goals[i].Post {
			terms = append(terms, f.Term)
		}
	}
	terms = slices.DeleteFunc(terms, func(u *logic.Term) bool { return u == nil })
	large := logic.Int64(3)
	for range 20 {
		large = logic.Operation(logic.OMul, large, large)
	}
	terms = append(terms, logic.Bound(7), logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SK}, N: 1 << 63}), large,
		logic.Operation(logic.OPow, logic.Int64(9), logic.Int64(1<<40)), logic.NoList, logic.Is(1<<40, logic.NoMap))
	term := func() *logic.Term { return terms[r.Intn(len(terms))] }
	number := func() uint64 { return []uint64{0, 1, 2, 7, 1 << 20, 1<<64 - 1}[r.Intn(6)] }
	for range 500 {
		if c, err := certificate.Read(file); err == nil {
			for range 1 + r.Intn(3) {
				g := &c.Goals[r.Intn(len(c.Goals))]
				is := g.Proof.Goal
				i := &is[r.Intn(len(is))]
				switch r.Intn(9) {
				case 0:
					i.Kind, i.N, i.Term, i.Form = kernel.InstrKind(r.Intn(8)), number(), term(), logic.Holds(term())
				case 1:
					i.N = number()
				case 2:
					i.Rules = append(i.Rules, number())
				case 3:
					i.Subst = append(logic.Subst{{Var: logic.Var{Sort: logic.Sort{Kind: logic.SortKind(r.Intn(8))}, N: number()}, Term: term()}}, i.Subst...)
				case 4:
					g.Left = term()
				case 5:
					g.Pre = append(g.Pre, &logic.Form{Kind: logic.FEx, A: logic.Holds(term())})
				case 6:
					g.N = number()
				case 7:
					k := &g.Proof.Cores[r.Intn(len(g.Proof.Cores))]
					k.Acts = append(k.Acts, kernel.Act{Kind: kernel.ActKind(r.Intn(5)), I: number(), Term: term(), Subst: i.Subst})
					k.Keep = append(k.Keep, number())
				case 8:
					g.Proof.Nodes = append(g.Proof.Nodes, kernel.Node{N: number(), Term: term(), Proof: is[:r.Intn(len(is))]})
				}
			}
			if _, err := check.Obligations(c, l); err != nil && !errors.Is(err, kernel.ErrInvalid) {
				t.Fatal(err)
			}
		}
	}
}
