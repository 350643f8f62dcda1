package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/check"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// alterations are ways to alter a certificate: each changes one field.
type alterations struct {
	*rand.Rand
	terms  []*logic.Term
	places []func()
}

// alter changes a field of a certificate, or of a part of one, which nothing else shares.
func alter(r *rand.Rand, part any) {
	a := &alterations{Rand: r}
	a.collect(reflect.ValueOf(part).Elem())
	a.places[a.Intn(len(a.places))]()
}

func (a *alterations) collect(v reflect.Value) {
	add := func(f func()) { a.places = append(a.places, f) }
	switch x := v.Addr().Interface().(type) {
	case **logic.Term:
		if *x != nil {
			a.terms = append(a.terms, *x)
			add(func() { *x = a.other(*x) })
		}
		return
	case **logic.Form:
		if f := *x; f != nil {
			add(func() { *x = logic.Not(f) })
			add(func() { *x = logic.Holds(logic.True) })
			a.collect(reflect.ValueOf(f).Elem())
		}
		return
	}
	switch v.Kind() {
	case reflect.Uint64:
		add(func() {
			n := v.Uint()
			v.SetUint([]uint64{n + 1, n - 1, n + 2, 0, 1 << 40, math.MaxUint64 - 1, math.MaxUint64}[a.Intn(7)])
		})
	case reflect.Uint8:
		add(func() { v.SetUint(uint64(a.Intn(10))) })
	case reflect.Bool:
		add(func() { v.SetBool(!v.Bool()) })
	case reflect.String:
		add(func() { v.SetString(v.String() + "x") })
	case reflect.Array: // a hash
		add(func() { e := v.Index(a.Intn(v.Len())); e.SetUint(e.Uint() ^ 1) })
	case reflect.Struct:
		for i := range v.NumField() {
			a.collect(v.Field(i))
		}
	case reflect.Slice:
		n := v.Len()
		add(func() { v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem())) })
		if n > 0 {
			i := a.Intn(n)
			add(func() { v.Set(reflect.AppendSlice(v.Slice(0, i), v.Slice(i+1, n))) })
			add(func() { v.Set(reflect.Append(v, v.Index(i))) })
		}
		if n > 1 {
			add(func() { reflect.Swapper(v.Interface())(a.Intn(n), a.Intn(n)) })
		}
		for i := range n {
			a.collect(v.Index(i))
		}
	}
}

// other is a term of the certificate, or the same one with another in it.
func (a *alterations) other(t *logic.Term) *logic.Term {
	if a.Intn(3) == 0 || t.A == nil {
		switch a.Intn(3) {
		case 0:
			return logic.Int64(int64(a.Intn(3)))
		case 1:
			return logic.Bound(0)
		}
		return a.terms[a.Intn(len(a.terms))]
	}
	u := *t
	switch {
	case u.Kind == logic.TOp && a.Intn(4) == 0:
		u.Op = logic.Op(a.Intn(int(logic.NumOps)))
	case u.B == nil || a.Intn(2) == 0:
		u.A = a.other(u.A)
	default:
		u.B = a.other(u.B)
	}
	return logic.Rebuilt(u)
}

// written is a certificate as it is read again; an error says that it is refused.
func written(c *certificate.Certificate) (again *certificate.Certificate, err error) {
	defer func() {
		if r := recover(); r != nil { // what no file can say, as a list entry that is nothing
			err = fmt.Errorf("%w: %v", certificate.ErrDamaged, r)
		}
	}()
	var out bytes.Buffer
	if err := c.Write(&out); err != nil {
		return nil, err
	}
	return certificate.Read(out.Bytes())
}

// none proves nothing.
type none struct{}

func (none) Prove(_ context.Context, os []*kernel.Obligation) []bool { return make([]bool, len(os)) }

// sameClaim reports whether two certificates are about the same goals, axioms and language.
func sameClaim(c, d *certificate.Certificate) bool {
	if c.Definition != d.Definition || c.Language != d.Language || c.Program != d.Program || c.Text != d.Text || c.Total != d.Total || len(c.Goals) != len(d.Goals) ||
		!slices.Equal(c.Functions, d.Functions) || len(c.Axioms) != len(d.Axioms) {
		return false
	}
	for i, x := range c.Axioms {
		if y := d.Axioms[i]; x.Name != y.Name || x.Place != y.Place || !logic.EqualForms(x.Formula, y.Formula) {
			return false
		}
	}
	for i := range c.Goals {
		x, y := &c.Goals[i], &d.Goals[i]
		if x.Name != y.Name || x.Place != y.Place || x.N != y.N || x.Rank != y.Rank || !slices.Equal(x.Ex, y.Ex) || !logic.Equal(x.Left, y.Left) || !logic.Equal(x.Right, y.Right) ||
			!slices.EqualFunc(x.Pre, y.Pre, logic.EqualForms) || !slices.EqualFunc(x.Post, y.Post, logic.EqualForms) || !slices.EqualFunc(x.Variant, y.Variant, logic.Equal) {
			return false
		}
	}
	return true
}

// altered alters certificates of examples, and checks that each is refused or says what it is about.
func altered(t *testing.T, solver check.Solver, rounds int) (outcomes map[string]int) {
	outcomes = map[string]int{}
	r := rand.New(rand.NewSource(1))
	for _, path := range []string{"../examples/imp/sum.imp", "../examples/imp/gcd.imp", "../examples/cink/even-odd.cink"} {
		own, file := certified(t, path)
		l := languageOf(t, path)
		for range rounds {
			c, err := certificate.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			alter(r, c)
			c, err = written(c)
			if err != nil {
				if outcomes["not read"]++; !errors.Is(err, certificate.ErrDamaged) {
					t.Fatal(path, err)
				}
				continue
			}
			o, err := check.Check(context.Background(), c, l, solver)
			switch {
			case err != nil && !errors.Is(err, kernel.ErrInvalid) && !errors.Is(err, check.ErrLanguage):
				t.Fatal(path, err)
			case err != nil:
				outcomes["refused"]++
			case len(o.Open) > 0:
				outcomes["not proved"]++
			case sameClaim(c, own) != (o.Claim == own.Claim()):
				t.Fatalf("%s: the same claim: %v", path, sameClaim(c, own))
			case o.Claim == own.Claim():
				outcomes["the same claim proved"]++
			default:
				outcomes["another claim proved"]++
			}
		}
	}
	t.Log(outcomes)
	return outcomes
}

// Whatever field of a certificate is altered: it is refused, or something of it is not proved, or it says that
// it is about something else.
func TestAlteredCertificates(t *testing.T) {
	if o := altered(t, none{}, 100); o["refused"] == 0 || o["not read"] == 0 || o["not proved"] == 0 {
		t.Error(o)
	}
}

func TestSlowAlteredCertificates(t *testing.T) {
	s, err := check.NewSolver("auto")
	if err != nil {
		t.Fatal(err)
	}
	if o := altered(t, s, 150); o["the same claim proved"] == 0 || o["not proved"] == 0 {
		t.Error(o)
	}
}

// falseGoals has some goals, one at least, say that they never end in a state that is as one of their formulas says.
// That does not hold, since they do.
func falseGoals(r *rand.Rand, c *certificate.Certificate) {
	first := r.Intn(len(c.Goals))
	for i := range c.Goals {
		if i == first || r.Intn(3) == 0 {
			post := c.Goals[i].Post
			k := r.Intn(len(post))
			post[k] = []*logic.Form{logic.Holds(logic.False), logic.Not(post[k])}[r.Intn(2)]
		}
	}
}

// withAllHypotheses gives each obligation a core, with all that is known; false if the kernel refuses the instructions.
func withAllHypotheses(c *certificate.Certificate, l *encode.Language) bool {
	m := kernel.NewMachine(&l.Language, c.KernelGoals(), c.KernelAxioms(), c.Total)
	for i := range c.Goals {
		p := &c.Goals[i].Proof
		os, err := m.Obligations(&c.Goals[i].Goal, p)
		if err != nil {
			return false
		}
		p.Cores = nil
		for _, o := range os {
			if o.Trivial() {
				continue
			}
			keep := make([]uint64, len(o.Hypotheses))
			for k := range keep {
				keep[k] = uint64(k)
			}
			p.Cores = append(p.Cores, kernel.Core{Keep: keep})
		}
	}
	return true
}

// No proof of what does not hold is found by altering that of something else, though solvers may use all that is known.
func TestSlowFalseGoalsAreNotProved(t *testing.T) {
	s, err := check.NewSolver("auto")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(2))
	tried, checked := 0, 0
	for _, name := range []string{"sum", "max", "division", "nested", "square", "swap"} {
		path := "../examples/imp/" + name + ".imp"
		_, file := certified(t, path)
		l := languageOf(t, path)
		for k := range 40 {
			c, err := certificate.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			// As it is, it holds; so what is refused or open below is that for the reason that it does not.
			if k == 0 {
				if o, err := check.Check(context.Background(), c, l, s); err != nil || len(o.Open) > 0 || !withAllHypotheses(c, l) {
					t.Fatal(path, o, err)
				}
			}
			falseGoals(r, c)
			if k%2 > 0 {
				alter(r, &c.Goals[r.Intn(len(c.Goals))].Proof.Goal)
			}
			tried++
			if c, err = written(c); err != nil || !withAllHypotheses(c, l) {
				continue
			}
			o, err := check.Check(context.Background(), c, l, s)
			if err != nil {
				continue
			}
			if checked++; len(o.Open) == 0 {
				t.Errorf("%s, %d: what does not hold is proved", name, k)
			}
		}
	}
	if t.Log(checked, "of", tried, "come to the solver"); checked < tried/2 {
		t.Error("most are refused by their form")
	}
}
