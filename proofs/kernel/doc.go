// Package kernel is the small abstract machine that certificates are for. It is written
// twice: here, and in Coq (proofs/coq), where it is proved sound; both compute the same, and
// the comments name the Coq definitions.
package kernel
