package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"math/big"
	"runtime"
	"slices"
	"testing"
	"time"

	"rlv/process/processtest"
	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// The bounds of what a hostile file may take.
const (
	maxTime   = 2 * time.Second // of the processor
	maxMemory = 256 << 20       // bytes at a time
)

// counter is a language of one rule: it makes 20 (X + 1) of 20 X, as long as X is less than a million; 21 X
// stays.
func counter() *encode.Language {
	x := variable(logic.SInt, 0)
	next := kernel.Rule{Left: logic.App(logic.Symbol(20), x), Right: logic.App(logic.Symbol(20), logic.Operation(logic.OAdd, x, logic.Int64(1)))}
	twice := kernel.Rule{Left: logic.App(logic.Symbol(22), variable(logic.SK, 0)), Right: logic.App(logic.Symbol(22), logic.App(variable(logic.SK, 0), variable(logic.SK, 0)))}
	twice.Right = logic.App(logic.Symbol(22), logic.App(logic.Symbol(23), variable(logic.SK, 0), variable(logic.SK, 0)))
	fork := logic.Fun(30, logic.Sort{}, logic.Operation(logic.OAdd, x, logic.Int64(-1)))
	return &encode.Language{Language: kernel.Language{Rules: []kernel.Rule{next, twice,
		{Left: logic.App(logic.Symbol(24), x), Right: logic.App(logic.Symbol(24), logic.Fun(30, logic.Sort{}, x))},
		{Left: logic.App(logic.Symbol(25), x), Right: logic.App(logic.Symbol(25), logic.Operation(logic.OMul, x, x))}},
		// Without the bound of the work it takes 2 to the power of its argument.
		Equations: []kernel.Equation{{Prio: 0, Fun: 30, Args: logic.App(x, logic.Symbol(logic.Unit)), Right: logic.Int64(0), Cond: []*logic.Term{logic.Operation(logic.OLt, x, logic.Int64(1))}},
			{Prio: 1, Fun: 30, Args: logic.App(x, logic.Symbol(logic.Unit)), Right: logic.Operation(logic.OMax, fork, logic.Operation(logic.OMin, fork, fork))}}}}
}

// hostile are certificates that are small as files.
func hostile() map[string]*certificate.Certificate {
	x := variable(logic.SInt, 0)
	step := kernel.Instr{Kind: kernel.IStep, Rules: []uint64{0}}
	at := func(f logic.Sym, t *logic.Term) *logic.Term { return logic.App(logic.Symbol(f), t) }
	of := func(left *logic.Term, is ...kernel.Instr) *certificate.Certificate {
		return &certificate.Certificate{Goals: []certificate.Goal{{Goal: kernel.Goal{N: 1, Left: left, Right: left}, Proof: kernel.Proof{Goal: is}}}}
	}
	steps := kernel.Instr{Kind: kernel.ISteps, N: 1 << 62}
	cut := func(f *logic.Form) kernel.Instr { return kernel.Instr{Kind: kernel.ICut, Form: f} }
	out := map[string]*certificate.Certificate{
		"steps without an end":  of(at(20, x), step, steps),
		"terms that double":     of(at(22, x), kernel.Instr{Kind: kernel.IStep, Rules: []uint64{1}}, steps),
		"numbers that double":   of(at(25, logic.Int64(3)), kernel.Instr{Kind: kernel.IStep, Rules: []uint64{3}}, steps),
		"functions that branch": of(at(24, logic.Int64(900)), kernel.Instr{Kind: kernel.IStep, Rules: []uint64{2}}),
		"a power":               of(at(20, x), step, cut(logic.Holds(logic.Operation(logic.OEq, logic.Operation(logic.OPow, logic.Int64(2), logic.Int(new(big.Int).Lsh(big.NewInt(1), 60))), x)))),
	}
	dag, nest, ites := x, x, x
	for range 60 {
		dag = logic.Operation(logic.OAdd, dag, dag)
	}
	for range 32_000 {
		nest = logic.Operation(logic.OMul, nest, x)
	}
	for range 16_000 { // each is a pair, too
		ites = logic.Operation(logic.OIte, logic.True, logic.App(ites, x))
	}
	equal := func(t *logic.Term) *logic.Form { return logic.Holds(logic.Operation(logic.OEq, t, x)) }
	out["a term that is large as a tree"] = of(at(20, dag), step)
	out["a cut that is large as a tree"] = of(at(20, x), step, cut(equal(dag)))
	out["a deep term"] = of(at(20, nest), step, steps)
	out["deep cases"] = of(at(20, ites), step, steps)
	// Each instruction is about all that the others were about.
	cuts, splits, deep := []kernel.Instr{step}, []kernel.Instr{step}, []kernel.Instr{step}
	var many []*logic.Form
	for i := range 20_000 {
		n := equal(logic.Int64(int64(i)))
		cuts = append(cuts, cut(n))
		splits = append(splits, kernel.Instr{Kind: kernel.ISplit, Term: n.Term})
		deep = append(deep, cut(equal(nest)))
		many = append(many, logic.Not(n))
	}
	out["many cuts"], out["many cases"], out["many large cuts"] = of(at(20, x), cuts...), of(at(20, x), splits...), of(at(20, x), deep...)
	out["a long precondition"] = of(at(20, x), step)
	out["a long precondition"].Goals[0].Pre = many
	long := of(at(20, x), step, steps)
	long.Goals[0].Pre = many[:2000]
	out["steps under a long precondition"] = long
	// Goals that use each other, and nodes that are not proved before.
	circle := of(at(20, x), step, kernel.Instr{Kind: kernel.ICirc, Subst: logic.Subst{{Var: x.Var(), Term: logic.Operation(logic.OAdd, x, logic.Int64(1))}}})
	out["a circle that is no proof"] = circle
	acts := kernel.Core{}
	for range 20_000 {
		acts.Acts = append(acts.Acts, kernel.Act{Kind: kernel.AUse, Form: &logic.Form{Kind: logic.FAll, A: equal(logic.Bound(0))}, Term: nest})
	}
	out["many acts"] = of(at(20, x), step, kernel.Instr{Kind: kernel.IInf})
	out["many acts"].Goals[0].Proof.Cores = []kernel.Core{acts}
	keep := kernel.Core{Keep: make([]uint64, 200_000)}
	out["a hypothesis that is kept again and again"] = of(at(20, x), step, kernel.Instr{Kind: kernel.IInf})
	out["a hypothesis that is kept again and again"].Goals[0].Pre = []*logic.Form{equal(nest)}
	out["a hypothesis that is kept again and again"].Goals[0].Proof.Cores = []kernel.Core{keep}
	for name, c := range hostileMaps(of) {
		out[name] = c
	}
	// What is left to prove is written out.
	written := func(name string, u *logic.Term) {
		u = logic.Subst{{Var: x.Var(), Term: logic.Bound(0)}}.In(nil, u)
		out[name] = of(at(20, x), step, cut(&logic.Form{Kind: logic.FAll, A: equal(u)}), kernel.Instr{Kind: kernel.IInf})
		out[name].Goals[0].Proof.Cores = []kernel.Core{{}, {}}
	}
	written("what has no form for solvers", logic.Fun(20, logic.Sort{}, nest))
	list := logic.NoList
	for range 32_000 {
		list = logic.Operation(logic.OCat, list, logic.NoList)
	}
	written("an item of many lists", logic.Operation(logic.OAdd, logic.Operation(logic.OGet, list, x), x))
	all := make(logic.Subst, 100_000)
	var variables []logic.Var
	for i := range all {
		all[i] = logic.Binding{Var: logic.Var{N: uint64(i + 1)}, Term: x}
		variables = append(variables, all[i].Var)
	}
	tree := x
	for range 17 {
		tree = logic.Operation(logic.OMul, tree, tree)
	}
	inf := kernel.Instr{Kind: kernel.IInf}
	out["an axiom under many substitutions"] = of(at(20, x), step, inf)
	out["an axiom under many substitutions"].Axioms = []certificate.Axiom{{Formula: equal(tree)}}
	axiom := kernel.Act{Kind: kernel.AAxiom, Subst: all}
	out["an axiom under many substitutions"].Goals[0].Proof.Cores = []kernel.Core{{Acts: []kernel.Act{axiom}}}
	out["witnesses of many"] = of(at(20, x), step, kernel.Instr{Kind: kernel.IDone, Subst: all})
	out["witnesses of many"].Goals[0].Ex = variables
	slices.Reverse(out["witnesses of many"].Goals[0].Ex)
	out["a step with many witnesses"] = of(at(20, tree), kernel.Instr{Kind: kernel.IStep, Rules: []uint64{0}, Subst: all}, inf)
	out["a lemma that uses itself for many"] = of(at(20, x), step)
	out["a lemma that uses itself for many"].Lemmas = []certificate.Lemma{{Lemma: kernel.Lemma{N: 1, Form: equal(tree), Measure: tree, Again: []logic.Subst{all, all}}}}
	out["a large right side"] = of(at(20, tree), step, kernel.Instr{Kind: kernel.IDone})
	out["a large right side"].Goals[0].Right = logic.App(logic.Symbol(20), logic.App(tree, tree))
	out["a hypothesis with a large right side"] = of(at(20, x), step, kernel.Instr{Kind: kernel.ICirc}, kernel.Instr{Kind: kernel.ICirc, Subst: logic.Subst{{Var: x.Var(), Term: x}}})
	out["a hypothesis with a large right side"].Goals[0].Right = logic.App(logic.Symbol(20), logic.App(tree, tree))
	joined := logic.Unary(logic.OItem, x)
	for range 32_000 {
		joined = logic.Operation(logic.OCat, joined, logic.Unary(logic.OItem, x))
	}
	out["lists that are joined"] = of(at(20, x), step, kernel.Instr{Kind: kernel.IDone})
	out["lists that are joined"].Goals[0].Right = at(20, joined)
	literals, large := x, logic.Int(new(big.Int).Lsh(big.NewInt(1), 1<<19))
	for range 32_000 {
		literals = logic.Operation(logic.OAdd, literals, large)
	}
	written("large literals", literals)
	return out
}

// hostileMaps are certificates about maps with many keys.
func hostileMaps(of func(left *logic.Term, is ...kernel.Instr) *certificate.Certificate) map[string]*certificate.Certificate {
	out := map[string]*certificate.Certificate{}
	step := kernel.Instr{Kind: kernel.IStep, Rules: []uint64{1}}
	literal := func(i int) *logic.Term { return logic.Int64(int64(i)) }
	symbolic := func(i int) *logic.Term {
		return logic.Operation(logic.OAdd, variable(logic.SInt, 0), literal(i+1))
	}
	for name, key := range map[string]func(int) *logic.Term{"numbers": literal, "places": symbolic} {
		up, down := logic.NoMap, logic.NoMap
		const n = 16_000
		for i := range n {
			up = logic.Operation(logic.OUpd, up, logic.App(key(i), key(i)))
			down = logic.Operation(logic.OUpd, down, logic.App(key(n-i-1), key(n-i-1)))
		}
		m := func(m *logic.Term) *logic.Term { return logic.App(logic.Symbol(22), m) }
		c := of(m(up), step, kernel.Instr{Kind: kernel.IDone})
		c.Goals[0].Right = m(logic.App(logic.Symbol(23), up, down))
		out["maps of "+name+" in both orders"] = c
		c = of(m(up), step, kernel.Instr{Kind: kernel.IUse})
		c.Goals[0].Proof.Nodes = []kernel.Node{{N: 1, Term: m(logic.App(logic.Symbol(23), down, down)), Proof: []kernel.Instr{{Kind: kernel.IInf}}}}
		out["a node about maps of "+name] = c
		c = of(m(down), step, kernel.Instr{Kind: kernel.IDone})
		c.Goals[0].Right = m(logic.Operation(logic.OMerge, up, down))
		out["maps of "+name+" put together"] = c
		c = of(m(down), step, kernel.Instr{Kind: kernel.IDone})
		c.Goals[0].Right = m(logic.Operation(logic.ORemoveAll, up, down))
		out["maps of "+name+" taken apart"] = c
	}
	return out
}

// bounded runs something within the bounds of time and memory, and returns its error.
func bounded(t *testing.T, name string, f func() error) error {
	t.Helper()
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done, most := make(chan bool), make(chan uint64)
	go func() {
		var peak uint64
		for {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc+now.StackInuse)
			select {
			case <-done:
				most <- peak
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	start := processtest.Used()
	err := f()
	took := processtest.Used() - start
	done <- true
	memory := int64(<-most) - int64(before.HeapAlloc+before.StackInuse)
	t.Logf("%s: %v, %d MB: %v", name, took.Round(time.Millisecond), memory>>20, err)
	if took > maxTime && took > processtest.Allow(t, maxTime) || memory > maxMemory {
		t.Errorf("%s: it takes %v and %d MB", name, took, memory>>20)
	}
	return err
}

// What is small as a file and would take for ever, or all of the memory, is refused soon.
func TestSlowHostileCertificatesAreRefused(t *testing.T) {
	l := counter()
	files := map[string][]byte{}
	for name, c := range hostile() {
		c.Language = l.Hash()
		var file bytes.Buffer
		if err := c.Write(&file); err != nil {
			t.Fatal(name, err)
		}
		files[name] = file.Bytes()
	}
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			err := bounded(t, name, func() error {
				c, err := certificate.Read(file)
				if err != nil {
					return err
				}
				o, err := Check(context.Background(), c, l, asks{})
				if err == nil && len(o.Open) == 0 {
					t.Error("it is proved")
				}
				return err
			})
			if err != nil && !errors.Is(err, kernel.ErrInvalid) && !errors.Is(err, certificate.ErrDamaged) {
				t.Error(err)
			}
		})
	}
	// What is compressed, and how much it says that there is.
	zeros := func(n int, head ...byte) []byte {
		var out bytes.Buffer
		out.WriteString("rlv certificate\n")
		z, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		body := append(head, make([]byte, n)...)
		sum := sha256.Sum256(body)
		z.Write(body)
		z.Write(sum[:])
		z.Close()
		return out.Bytes()
	}
	for name, file := range map[string][]byte{"a bomb": zeros(512 << 20), "many things": zeros(40 << 20), "a list that is too long": zeros(10, certificate.Version, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)} {
		err := bounded(t, name, func() error {
			_, err := certificate.Read(file)
			return err
		})
		if !errors.Is(err, certificate.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// asks writes what it is asked, and proves nothing.
type asks struct{}

func (asks) Prove(_ context.Context, os []*kernel.Obligation) []bool {
	for _, o := range os {
		_, _ = certificate.SMTLIB(o, "a question") // one that cannot be written is left open
	}
	return make([]bool, len(os))
}
