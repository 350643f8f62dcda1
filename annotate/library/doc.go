// Package library reads what annotations include: libraries, which are part of the binary
// and consist of definitions and lemmas only, and files with declarations (include.go).
//
// Of a library only that is taken which says something of what a program's annotations
// mention (relevant.go): the functions that they apply, those in the definitions of these,
// and the lemmas that speak of no others. What a lemma of a library is proved from is
// likewise chosen by its text alone, so that it is the same for all programs, and a proof
// can be kept for all of them (kept.go).
package library
