// Package nonlinear has facts about quotients and remainders that no solver finds which does not
// multiply equations. A question gets them on demand ([Facts]), about the divisions that it has.
// Each is true by itself, whatever the values and whatever it is to divide by 0: it has as
// premises what it needs. There are
//
//   - quotients and remainders of multiples of the divisor, as the equations of the question show
//     them; dividends that differ by such a multiple have the same remainder (divisions.go);
//   - what a division has to do with simpler ones: a / b / c is a / (b * c), (c * a) / (c * b) is
//     a / b, a / -b is -(a / b) (simpler.go);
//   - comparisons multiplied by the divisors of the quotients that they compare (compared.go);
//   - polynomials modulo a number, by the remainders of their variables (residues.go);
//   - common factors of equations (factors.go).
package nonlinear
