package kernel

import (
	"cmp"
	"math/big"
)

// compareKeys orders literals: by kind, then integers by value, false before true, texts by
// their bytes, tokens by sort first (Coq: key_cmp).
func compareKeys(a, b *Term) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch a.Kind {
	case TInt:
		return a.Int.Cmp(b.Int)
	case TBool:
		return cmp.Compare(a.N, b.N)
	case TTok:
		if c := cmp.Compare(a.Sym, b.Sym); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Text, b.Text)
}

func rank(t *Term) int {
	switch t.Kind {
	case TInt:
		return 0
	case TBool:
		return 1
	case TStr:
		return 2
	}
	return 3
}

// divide is truncating division; by zero 0 and the dividend (Coq: Z.quot, Z.rem).
func divide(a, b *big.Int) (quot, rem *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	return new(big.Int).QuoRem(a, b, new(big.Int))
}

// euclid is Euclidean division; by zero 0 and the dividend (Coq: ediv, emod).
func euclid(a, b *big.Int) (div, mod *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	return new(big.Int).DivMod(a, b, new(big.Int))
}
