package certificate

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// eachField changes each number, text, term and formula of a value, one after the other, and calls visit after each
// change with where that is; not of fields with some names.
func eachField(v reflect.Value, where string, visit func(where string), but ...string) {
	change := func(to any) {
		old := reflect.ValueOf(v.Interface())
		v.Set(reflect.ValueOf(to).Convert(v.Type()))
		visit(where)
		v.Set(old)
	}
	switch x := v.Interface().(type) {
	case logic.Sort:
		if x.Kind != logic.STok {
			change(logic.Sort{Kind: x.Kind + 1})
			return
		}
	case *logic.Term:
		if x != nil {
			change(logic.App(logic.Symbol(16), x))
		}
		return
	case *logic.Form:
		if x != nil {
			change(logic.Not(x))
		}
		return
	}
	switch v.Kind() {
	case reflect.Uint64, reflect.Uint8:
		change(v.Uint() + 1)
	case reflect.Bool:
		change(!v.Bool())
	case reflect.String:
		change(v.String() + "x")
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !slices.Contains(but, name) {
				eachField(v.Field(i), where+"."+name, visit, but...)
			}
		}
	case reflect.Array:
		eachField(v.Index(v.Len()-1), where, visit)
	case reflect.Slice:
		for i := range v.Len() {
			eachField(v.Index(i), fmt.Sprintf("%s.%d", where, i), visit, but...)
		}
		if v.Len() > 0 {
			change(v.Slice(0, v.Len()-1).Interface())
		}
	}
}

// sampleLanguage has something of every field.
func sampleLanguage() *kernel.Language {
	x, y := logic.Var{Sort: logic.Sort{Kind: logic.STok, Tok: 17}}, logic.Var{N: 1}
	ts := func() []*logic.Term { return []*logic.Term{logic.V(x), logic.Is(2, logic.V(y))} }
	return &kernel.Language{Tests: [][]logic.Test{{{Head: logic.Head{Kind: logic.HTok, Sym: 17}, Args: []uint64{1, 2}}}}, Top: []bool{true, false},
		Equations: []kernel.Equation{{Prio: 1, Fun: 18, Args: logic.V(x), Right: logic.True, Cond: ts()}},
		Rules:     []kernel.Rule{{Prio: 1, Left: logic.V(x), Right: logic.True, Cond: ts(), Ex: []logic.Var{x, y}, Ensures: ts()}}}
}

// Whatever is changed of a language, or of the names of what it has, it is another.
func TestOtherLanguagesHaveOtherHashes(t *testing.T) {
	l, names := sampleLanguage(), []string{"a", "b"}
	seen := map[Hash]string{HashOf(l, names): "what it was"}
	look := func(where string) {
		h := HashOf(l, names)
		if seen[h] != "" {
			t.Errorf("%s changes nothing: %s", where, seen[h])
		}
		seen[h] = where
	}
	eachField(reflect.ValueOf(l).Elem(), "language", look)
	eachField(reflect.ValueOf(&names).Elem(), "names", look)
	if len(seen) < 30 {
		t.Error(len(seen))
	}
}

// Whatever is changed of what a certificate proves, it has another claim; whatever is changed of its proofs, the same.
func TestOtherClaimsHaveOtherHashes(t *testing.T) {
	c := sample()
	own, seen := c.Claim(), map[Hash]string{}
	eachField(reflect.ValueOf(c).Elem(), "", func(where string) {
		h := c.Claim()
		if seen[h] != "" || h == own {
			t.Errorf("%s is not in the claim: %s", where, seen[h])
		}
		seen[h] = where
		if _, err := c.encode(); err != nil && !errors.Is(err, ErrDamaged) {
			t.Error(where, err)
		}
	}, "Lemmas", "Proof")
	proofs := 0
	eachField(reflect.ValueOf(&c.Goals[0].Proof).Elem(), "", func(where string) {
		if proofs++; c.Claim() != own {
			t.Error(where, "is in the claim")
		}
	})
	if len(seen) < 25 || proofs < 50 {
		t.Error(len(seen), proofs)
	}
}

// What is written in another way than certificates are is refused, though it says the same, and so is what says
// what there is not.
func TestOnlyOneWayToWrite(t *testing.T) {
	body, err := sample().encode()
	if err != nil {
		t.Fatal(err)
	}
	text := body[:len(body)-len(Hash{})]
	for name, other := range map[string][]byte{
		"a number with a zero in front": append([]byte{Version | 0x80, 0}, text[1:]...),
		"something behind it":           append(append([]byte{}, text...), 0),
		"another version":               append([]byte{Version + 1}, text[1:]...),
		"no text":                       {},
	} {
		if _, err := decode(withSum(other)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Each byte in turn is each of the numbers that lengths and kinds are near to.
	for i := range text {
		for _, b := range []byte{0, 1, 2, 7, 11, 0x7f, 0x80, 0xff} {
			other := append([]byte{}, text...)
			if other[i] == b {
				continue
			}
			other[i] = b
			if c, err := decode(withSum(other)); err == nil && reflect.DeepEqual(c, sample()) {
				t.Errorf("byte %d may be %d as well", i, b)
			} else if err != nil && !errors.Is(err, ErrDamaged) {
				t.Error(i, b, err)
			}
		}
	}
}
