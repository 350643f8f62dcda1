package languages

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rlv/semantics/kdef"
	"rlv/semantics/rewrite"
)

// integral is an integer type of C++: rank orders them as [conv.rank] does.
type integral struct {
	name     string
	rank     int
	bits     uint
	unsigned bool
}

// integrals are the types for ints of a width, by rank, those with a sign first.
func integrals(width uint) []integral {
	return []integral{
		{"bool", 0, 1, true}, {"char", 1, 8, false}, {"unsigned char", 1, 8, true},
		{"short", 2, 16, false}, {"unsigned short", 2, 16, true},
		{"int", 3, width, false}, {"unsigned", 3, width, true},
		{"long", 4, 64, false}, {"unsigned long", 4, 64, true},
	}
}

func (t integral) least() *big.Int {
	if t.unsigned {
		return new(big.Int)
	}
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), t.bits-1))
}

func (t integral) greatest() *big.Int {
	b := t.bits
	if !t.unsigned {
		b--
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), b), big.NewInt(1))
}

func (t integral) has(i *big.Int) bool {
	return t.least().Cmp(i) <= 0 && i.Cmp(t.greatest()) <= 0
}

func (t integral) includes(u integral) bool { return t.has(u.least()) && t.has(u.greatest()) }

// wrapped is the value of t that is i modulo 2^N.
func (t integral) wrapped(i *big.Int) *big.Int {
	m := new(big.Int).Mod(i, new(big.Int).Lsh(big.NewInt(1), t.bits))
	if !t.has(m) {
		m.Sub(m, new(big.Int).Lsh(big.NewInt(1), t.bits))
	}
	return m
}

// promoted is [conv.prom], common [expr.arith.conv].
func promoted(types []integral, t integral) integral {
	switch {
	case t.rank >= 3:
		return t
	case types[5].includes(t):
		return types[5]
	}
	return types[6]
}

func common(types []integral, t, u integral) integral {
	t, u = promoted(types, t), promoted(types, u)
	if t.rank < u.rank {
		t, u = u, t
	}
	switch {
	case t.unsigned == u.unsigned || t.unsigned || t.includes(u):
		return t
	case t.rank == u.rank:
		return u
	}
	for _, v := range types {
		if v.rank == t.rank && v.unsigned {
			return v
		}
	}
	panic("no type without a sign")
}

// TestWidths runs operations on all pairs of types, for each width of int, and
// compares types and values with what the standard says of them.
func TestWidths(t *testing.T) {
	for _, width := range []uint{16, 32, 64} {
		t.Run(fmt.Sprint(width), func(t *testing.T) { widths(t, width) })
	}
}

func widths(t *testing.T, width uint) {
	d, err := Load("x.cink", kdef.Options{IntWidth: int(width)})
	if err != nil {
		t.Fatal(err)
	}
	types := integrals(width)
	r := rand.New(rand.NewPCG(uint64(width), 7))
	value := func(of integral) *big.Int {
		switch r.IntN(4) {
		case 0:
			return of.greatest()
		case 1:
			// The least value of one with a sign is no literal.
			return new(big.Int).Sub(of.greatest(), big.NewInt(int64(r.IntN(2))))
		}
		i := new(big.Int).Add(of.least(), big.NewInt(1))
		if small := big.NewInt(int64(r.IntN(100))); r.IntN(2) == 0 && of.has(small) {
			i = small
		}
		return i
	}
	var head, body, want strings.Builder
	for i, of := range types {
		fmt.Fprintf(&head, "int id(%s x) { return %d; }\n", of.name, i)
	}
	fails := map[string]bool{} // operations that are stuck
	checked := 0
	check := func(declared, op string, of integral, result *big.Int) {
		text := fmt.Sprintf("{ %s cout << (%s) (%s) << \" \" << id(%s) << endl; }\n", declared, long(of), op, op)
		if !of.unsigned && !of.has(result) {
			fails[text] = true
			return
		}
		checked++
		body.WriteString(text)
		fmt.Fprintf(&want, "%v %d\n", of.wrapped(result), slices.Index(types, of))
	}
	for _, a := range types {
		for range 3 {
			x := value(a)
			declared := fmt.Sprintf("%s x = %s;", a.name, literal(a, x))
			p := promoted(types, a)
			check(declared, "-x", p, new(big.Int).Neg(x))
			check(declared, "~x", p, new(big.Int).Not(x))
			check(declared, "+x", p, x)
			if x.Sign() >= 0 {
				check(declared, "x << 0", p, x)
			}
			check(declared, "x >> 1", p, new(big.Int).Rsh(x, 1))
		}
		for _, b := range types {
			of := common(types, a, b)
			for range 2 {
				x, y := value(a), value(b)
				declared := fmt.Sprintf("%s x = %s; %s y = %s;", a.name, literal(a, x), b.name, literal(b, y))
				u, v := of.wrapped(x), of.wrapped(y)
				check(declared, "x + y", of, new(big.Int).Add(u, v))
				check(declared, "x - y", of, new(big.Int).Sub(u, v))
				check(declared, "x * y", of, new(big.Int).Mul(u, v))
				check(declared, "x & y", of, new(big.Int).And(u, v))
				check(declared, "x | y", of, new(big.Int).Or(u, v))
				check(declared, "x ^ y", of, new(big.Int).Xor(u, v))
				if v.Sign() != 0 {
					check(declared, "x / y", of, new(big.Int).Quo(u, v))
					check(declared, "x % y", of, new(big.Int).Rem(u, v))
				}
				if a != b {
					check(declared, "true ? x : y", of, u)
				}
				less := new(big.Int)
				if u.Cmp(v) < 0 {
					less.SetInt64(1)
				}
				check(declared, "x < y", types[0], less)
				check("", fmt.Sprintf("(%s) (%s) %s", a.name, b.name, literal(b, y)), a, converted(a, y))
			}
		}
	}
	if checked < 1500 || len(fails) < 40 {
		t.Fatalf("%d operations, %d of them stuck", checked, len(fails))
	}
	engine := rewrite.New(d)
	text := head.String() + "int main() {\n" + body.String() + "return 0; }\n"
	got, err := interpret(engine, text, "")
	if err != nil {
		t.Errorf("%v", err)
	}
	lines, wants, gots := strings.Split(body.String(), "\n"), strings.Split(want.String(), "\n"), strings.Split(got, "\n")
	for i := range wants {
		if i >= len(gots) || gots[i] != wants[i] {
			t.Fatalf("%s\nwant %s, not %s", lines[i], wants[i], gots[min(i, len(gots)-1)])
		}
	}
	n := 0
	for text := range fails {
		if n++; n > 60 {
			break
		}
		if got, err := interpret(engine, head.String()+"int main() {\n"+text+"return 0; }\n", ""); err == nil {
			t.Errorf("%s prints %s, and is to be stuck", text, got)
		}
	}
}

// long is the widest type like t, which is not printed as a letter.
func long(t integral) string {
	if t.unsigned {
		return "unsigned long"
	}
	return "long"
}

// literal is a number as a program writes it.
func literal(t integral, i *big.Int) string {
	if t.bits == 64 && t.unsigned {
		return i.String() + "u"
	}
	return i.String()
}

// converted is a value as one of the type t: bool is not modulo 2.
func converted(t integral, i *big.Int) *big.Int {
	if t.rank == 0 {
		return big.NewInt(int64(i.CmpAbs(new(big.Int))))
	}
	return t.wrapped(i)
}
