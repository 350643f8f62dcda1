package check

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"rlv/proofs/certificate"
	"rlv/proofs/encode"
	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// says answers for each obligation as is said of its conclusion; others it proves.
type says struct{ open []*logic.Form }

func (s says) Prove(_ context.Context, os []*kernel.Obligation) []bool {
	out := make([]bool, len(os))
	for i, o := range os {
		out[i] = !slices.ContainsFunc(s.open, func(f *logic.Form) bool { return logic.EqualForms(f, o.Conclusion) })
	}
	return out
}

// smallest is a certificate about [counter] with an obligation of each lemma and of each goal, and these conclusions.
func smallest(l *encode.Language) (*certificate.Certificate, []*logic.Form) {
	x := variable(logic.SInt, 0)
	at := func(t *logic.Term) *logic.Term { return logic.App(logic.Symbol(20), t) }
	next := at(logic.Operation(logic.OAdd, x, logic.Int64(1)))
	below := func(n int64) *logic.Form { return logic.Holds(logic.Operation(logic.OLt, x, logic.Int64(n))) }
	is := []kernel.Instr{{Kind: kernel.IStep, Rules: []uint64{0}}, {Kind: kernel.IDone}}
	goal := func(name string, post *logic.Form) certificate.Goal {
		return certificate.Goal{Name: name, Place: name + ":1", Goal: kernel.Goal{N: 1, Left: at(x), Right: next, Post: []*logic.Form{post}}, Proof: kernel.Proof{Goal: is, Cores: []kernel.Core{{}}}}
	}
	lemma := func(name string, f *logic.Form) certificate.Lemma {
		return certificate.Lemma{Name: name, Place: name + ":1", Lemma: kernel.Lemma{N: 1, Form: f, Measure: logic.Int64(0)}}
	}
	c := &certificate.Certificate{Language: l.Hash(), Definition: "d.k", Total: true, Axioms: []certificate.Axiom{{Name: "an axiom", Place: "a:1", Formula: logic.Holds(logic.True)}},
		Lemmas: []certificate.Lemma{lemma("one", below(1)), lemma("two", below(2))}, Goals: []certificate.Goal{goal("three", below(3)), goal("four", below(4))}}
	return c, []*logic.Form{below(1), below(2), below(3), below(4)}
}

// Each lemma and each goal is asked about, and what is not proved is said with its name.
func TestWhatIsOpenIsSaid(t *testing.T) {
	l := counter()
	c, parts := smallest(l)
	names := []Open{{"lemma one", "one:1", 0}, {"lemma two", "two:1", 0}, {"three", "three:1", 0}, {"four", "four:1", 0}}
	for i := -1; i < len(parts); i++ {
		var open []*logic.Form
		var want []Open
		if i >= 0 {
			open, want = parts[i:i+1], names[i:i+1]
		}
		o, err := Check(context.Background(), c, l, says{open})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.Open, want) || o.Obligations != 4-len(want) || o.Goals != 2 || o.Lemmas != 2 || !o.Total || len(o.Axioms) != 1 || o.Claim != c.Claim() {
			t.Errorf("%d: %+v", i, o)
		}
		var out bytes.Buffer
		o.Report(&out)
		lines := []string{"trusted a:1: an axiom\n", "2 goals and 2 lemmas (total correctness), ", " of 4 obligations proved\nclaim "}
		for _, w := range want {
			lines = append(lines, "not proved: obligation 1 of "+w.Place+": "+w.Goal+"\n")
		}
		for _, line := range lines {
			if !strings.Contains(out.String(), line) {
				t.Errorf("%q is not in %q", line, out.String())
			}
		}
		if strings.Contains(out.String(), "not proved") != (len(want) > 0) {
			t.Error(out.String())
		}
	}
	var out bytes.Buffer
	(&Outcome{Goals: 1, Claim: certificate.Hash{1}}).Report(&out)
	if want := "1 goals (partial correctness), 0 of 0 obligations proved\nclaim 01" + strings.Repeat("00", 31) + "\n"; out.String() != want {
		t.Errorf("%q, not %q", out.String(), want)
	}
}

// What the kernel refuses, of a lemma or of a goal, and what is about another language is no certificate.
func TestWhatIsNoCertificate(t *testing.T) {
	wrong := encode.Refusal{Label: "a rule", Err: errors.New("it has no form")}
	for _, c := range []struct {
		name string
		make func(c *certificate.Certificate, l *encode.Language)
		want error
	}{
		{"a lemma", func(c *certificate.Certificate, _ *encode.Language) { c.Lemmas[1].N = 0 }, kernel.ErrInvalid},
		{"a goal", func(c *certificate.Certificate, _ *encode.Language) { c.Goals[1].Right = logic.True }, kernel.ErrInvalid},
		{"a core", func(c *certificate.Certificate, _ *encode.Language) { c.Goals[0].Proof.Cores = nil }, kernel.ErrInvalid},
		{"a language", func(c *certificate.Certificate, _ *encode.Language) { c.Language[3]++ }, ErrLanguage},
		{"a rule", func(_ *certificate.Certificate, l *encode.Language) { l.Refused = []encode.Refusal{wrong} }, wrong.Err},
	} {
		l := counter()
		x, _ := smallest(l)
		c.make(x, l)
		if o, err := Check(context.Background(), x, l, says{}); !errors.Is(err, c.want) || o != nil {
			t.Errorf("%s: %v, %v", c.name, o, err)
		}
	}
	// What was given up is no outcome.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := counter()
	x, _ := smallest(l)
	if _, err := Check(ctx, x, l, says{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
