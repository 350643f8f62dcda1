package smt

import (
	"context"
	"regexp"
	"testing"
)

// TestCheckPrelude: a prelude that contradicts itself, or that the solver refuses,
// is an error at what it needs; one that does not, or of which that is not found
// out, is none.
func TestCheckPrelude(t *testing.T) {
	needCommand(t, "z3")
	for text, want := range map[string]string{
		"":                               "^$",
		"(declare-fun f (Int) Int)":      "^$",
		"(assert (= 1 2))":               `p:1:1: .*this cannot hold.*\[contradictory-prelude\]`,
		"(set-option :timeout 5)":        "^$",
		"(assert foo)":                   `p:1:1: .*unknown constant foo.*\[bad-prelude\]`,
		"(assert true":                   `\[bad-smt-text\]`,
		"(check-sat)":                    `\[bad-smt-text\]`,
		"(define-fun f ((x Int)) Int x)": "^$",
		"(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (= (f x) (+ (f x) 1))))":                         `p:2:1: .*this cannot hold`,
		"(declare-fun f (Int) Int)\n(assert (> (f 1) 3))\n(assert (= (f 2) 3))\n(assert (< (f 1) 3))":          `(?s)p:2:1: .*contradict each other.*p:4:1: .*needs this as well`,
		"(assert (= (^ 2 3) 8))\n(assert (= (^ 2 3) 9))":                                                       `(?s)p:1:1: .*p:2:1: `,
		"(define-fun-rec f ((x Int)) Int (+ (f x) 1))":                                                         `p:1:1: .*this cannot hold`,
		"(define-fun-rec f ((x Int)) Int (ite (< x 0) (+ (f x) 1) 0))":                                         `p:1:1: .*this cannot hold`,
		"(define-fun-rec c () Int (+ c 1))":                                                                    `p:1:1: .*this cannot hold`,
		"(define-fun-rec f ((x Int)) Int (ite (<= x 0) 1 (* x (f (- x 1)))))":                                  "^$",
		"(define-funs-rec ((f ((x Int)) Int) (g ((x Int) (b Bool)) Int)) ((g x true) (+ (f x) 1)))":            `p:1:1: .*contradict each other`,
		"(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (! (=> (> x 0) (> (f x) x)) :pattern ((f x)))))": "^$",
	} {
		got := ""
		if err := CheckPrelude(context.Background(), Options{Prelude: text, PreludeName: "p"}); err != nil {
			got = err.Error()
		}
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s: got %q, want %s", text, got, want)
		}
	}
}
