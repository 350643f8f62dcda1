package encode

import (
	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// textFunction is a function that looks into a text: where it has a value, and which. The kernel's
// characters are bytes, so that literals with others than those of ASCII are refused.
type textFunction struct {
	defined, value func(args []*logic.Term) *logic.Term
}

var texts = map[*term.Symbol]textFunction{
	term.StringSubstr: {
		func(a []*logic.Term) *logic.Term {
			return all(atMost(logic.Int64(0), a[1]), atMost(a[1], a[2]), atMost(a[2], length(a[0])))
		},
		func(a []*logic.Term) *logic.Term { return logic.Operation(logic.OSubstr, a[0], logic.App(a[1], a[2])) },
	},
	term.StringOrd: {
		func(a []*logic.Term) *logic.Term { return logic.Operation(logic.OEq, length(a[0]), logic.Int64(1)) },
		func(a []*logic.Term) *logic.Term { return logic.Unary(logic.OOrd, a[0]) },
	},
	term.StringFind:     search(logic.OFind),
	term.StringFindChar: search(logic.OFindChar),
	term.StringToBase:   parse(func(a []*logic.Term) *logic.Term { return a[1] }),
	term.StringToInt:    parse(func([]*logic.Term) *logic.Term { return logic.Int64(10) }),
}

func length(s *logic.Term) *logic.Term { return logic.Unary(logic.OLength, s) }

func atMost(a, b *logic.Term) *logic.Term { return logic.Operation(logic.OLe, a, b) }

func all(first *logic.Term, others ...*logic.Term) *logic.Term {
	for _, t := range others {
		first = logic.Operation(logic.OAnd, first, t)
	}
	return first
}

func search(o logic.Op) textFunction {
	return textFunction{
		func(a []*logic.Term) *logic.Term {
			return all(atMost(logic.Int64(0), a[2]), atMost(a[2], length(a[0])))
		},
		func(a []*logic.Term) *logic.Term { return logic.Operation(o, a[0], logic.App(a[1], a[2])) },
	}
}

func parse(base func([]*logic.Term) *logic.Term) textFunction {
	number := func(a []*logic.Term) *logic.Term { return logic.Operation(logic.OParse, a[0], base(a)) }
	return textFunction{
		func(a []*logic.Term) *logic.Term {
			return logic.Unary(logic.ONot, logic.Operation(logic.OKEq, number(a), logic.Symbol(logic.Undef)))
		},
		func(a []*logic.Term) *logic.Term { return integer(number(a)) },
	}
}

// ascii reports whether a text has no other characters.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
