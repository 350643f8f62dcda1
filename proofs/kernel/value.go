package kernel

import "math/big"

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
