// Package logic has the terms and formulas of certificates, substitution, and the normal form of terms: what
// package kernel computes with, and what it leaves to prove is written in. All of it is written twice: here,
// and in Coq (proofs/coq: Terms.v, Normal.v), where it is proved that a normal form has the value of its term;
// both compute the same, and the comments name the Coq definitions.
package logic
