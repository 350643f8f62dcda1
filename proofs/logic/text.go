package logic

import (
	"math/big"
	"strings"
)

// ofText computes an operation that looks into a text, whose characters are its bytes; nil if not
// all operands are literals.
func ofText(o Op, a, b *Term) *Term {
	if a.Kind != TStr {
		return nil
	}
	s := a.Text
	switch pair := b.Kind == TApp && b.B.Kind == TInt; {
	case o == OOrd:
		return Int64(codeOf(s))
	case o == OParse && b.Kind == TInt:
		return numberOf(b.Int, s)
	case o == OSubstr && pair && b.A.Kind == TInt:
		return Str(part(s, b.A.Int, b.B.Int))
	case o == OFind && pair && b.A.Kind == TStr:
		return Int64(placeOf(s, b.A.Text, b.B.Int))
	case o == OFindChar && pair && b.A.Kind == TStr:
		return Int64(charFrom(s, b.A.Text, b.B.Int))
	}
	return nil
}

// codeOf is the number of the only character; 0 if there is none, or several (Coq: code_of).
func codeOf(s string) int64 {
	if len(s) != 1 {
		return 0
	}
	return int64(s[0])
}

// within reports whether a number is a place in a text, or that behind it.
func within(i *big.Int, s string) bool {
	return i.Sign() >= 0 && i.Cmp(big.NewInt(int64(len(s)))) <= 0
}

// part is the text from a place on to before another; empty if these are no such places (Coq: part).
func part(s string, i, j *big.Int) string {
	if !within(i, s) || !within(j, s) || i.Cmp(j) > 0 {
		return ""
	}
	return s[i.Int64():j.Int64()]
}

// placeOf is the place from i on where a text begins; -1 if there is none (Coq: place_of).
func placeOf(s, t string, i *big.Int) int64 {
	if !within(i, s) {
		return -1
	}
	if at := strings.Index(s[i.Int64():], t); at >= 0 {
		return i.Int64() + int64(at)
	}
	return -1
}

// charFrom is the first place from i on at which one of the characters stands; -1 if there is none
// (Coq: char_from).
func charFrom(s, chars string, i *big.Int) int64 {
	for k := range len(s) {
		if i.Cmp(big.NewInt(int64(k))) <= 0 && strings.IndexByte(chars, s[k]) >= 0 {
			return int64(k)
		}
	}
	return -1
}

// numberOf is the number that a text denotes in a base from 2 to 36, with a sign perhaps (Coq:
// number_of).
func numberOf(base *big.Int, s string) *Term {
	none := Symbol(Undef)
	if base.Cmp(big.NewInt(2)) < 0 || base.Cmp(big.NewInt(36)) > 0 {
		return none
	}
	digits, negative := s, false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		digits, negative = s[1:], s[0] == '-'
	}
	bounded(float64(len(digits)) * 5.2) // bits of a digit
	if digits == "" || strings.ContainsAny(digits, "+-_") {
		return none
	}
	n, ok := new(big.Int).SetString(digits, int(base.Int64()))
	if !ok {
		return none
	}
	if negative {
		n.Neg(n)
	}
	return Int(n)
}
