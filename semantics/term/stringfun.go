package term

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

func init() {
	StringConcat.Eval = concatEval
	StringLength.Eval = text1(func(s string) *Term { return Int(int64(utf8.RuneCountInString(s))) })
	partial(StringSubstr, substrEval)
	partial(StringFind, searchEval(strings.Index))
	partial(StringFindChar, searchEval(strings.IndexAny))
	partial(StringRfind, backwardsEval(strings.LastIndex, utf8.RuneCountInString))
	partial(StringRfindChar, backwardsEval(strings.LastIndexAny, func(string) int { return 1 }))
	StringFromInt.Eval = func(a arg) *Term {
		if a[0].IsInt() {
			return Str(a[0].Big().String())
		}
		return nil
	}
	partial(StringToInt, text1(func(s string) *Term { return parseInt(s, 10) }))
	partial(StringFromBase, func(a arg) *Term {
		if base, ok := base(a[1]); ok && a[0].IsInt() {
			return Str(a[0].Big().Text(base))
		}
		return nil
	})
	partial(StringToBase, func(a arg) *Term {
		if base, ok := base(a[1]); ok && a[0].kind == KString {
			return parseInt(a[0].Text(), base)
		}
		return nil
	})
	partial(StringChr, func(a arg) *Term {
		if n, ok := a[0].Int64(); ok && n >= 0 && n <= utf8.MaxRune && utf8.ValidRune(rune(n)) {
			return Str(string(rune(n)))
		}
		return nil
	})
	StringChr.Defined = func(a arg) *Term { // of all code points but the surrogates
		below, above := Le(a[0], Int(firstSurrogate-1)), Le(Int(lastSurrogate+1), a[0])
		return And(Le(Int(0), a[0]), Le(a[0], Int(utf8.MaxRune)), Or(below, above))
	}
	partial(StringOrd, text1(func(s string) *Term {
		if utf8.RuneCountInString(s) != 1 {
			return nil
		}
		r, _ := utf8.DecodeRuneInString(s)
		return Int(int64(r))
	}))
	initStringOrder()
	initReplace()
	SyntaxAssigns.Eval = assignsEval
	StringFromToken.Eval = func(a arg) *Term {
		if a[0].kind == KToken {
			return Str(a[0].Text())
		}
		return nil
	}
}

// The code points that are no characters.
const (
	firstSurrogate = 0xd800
	lastSurrogate  = 0xdfff
)

// assignsEval knows the answer where no variable or function application can
// still become code.
func assignsEval(a arg) *Term {
	if a[0].flags&flagAssigns != 0 {
		return True
	}
	open := false
	if !a[0].IsValue() {
		Walk(a[0], func(t *Term) bool {
			data := t.sort == SortInt || t.sort == SortBool || t.sort == SortString || t.sort == SortArray
			open = open || !data && (t.kind == KVar || t.kind == KApp && t.sym.Class == Function)
			return !data && !t.IsValue()
		})
	}
	if open {
		return nil
	}
	return False
}

func partial(s *Symbol, eval func(arg) *Term) { s.Eval, s.Total = eval, false }

// text1 makes an evaluator of a function on one string.
func text1(f func(string) *Term) func(arg) *Term {
	return func(a arg) *Term {
		if a[0].kind != KString {
			return nil
		}
		return f(a[0].Text())
	}
}

// concatEval joins strings; the empty one is neutral on both sides.
func concatEval(a arg) *Term {
	switch {
	case a[0].kind == KString && a[1].kind == KString:
		return Str(a[0].Text() + a[1].Text())
	case a[0].kind == KString && a[0].Text() == "":
		return a[1]
	case a[1].kind == KString && a[1].Text() == "":
		return a[0]
	}
	return nil
}

// parseInt reads digits of a base with a sign; nil if there is anything else, also
// the underscores that Go's literals have.
func parseInt(s string, base int) *Term {
	n, ok := new(big.Int).SetString(s, base)
	if !ok || strings.Contains(s, "_") {
		return nil
	}
	return BigInt(n)
}

// base is a base of digits: those of 36 are 0 to 9 and a to z.
func base(t *Term) (int, bool) {
	n, ok := t.Int64()
	return int(n), ok && n >= 2 && n <= 36
}

// substrEval is the text between two indexes in code points, the second one
// excluded.
func substrEval(a arg) *Term {
	i, ok1 := a[1].Int64()
	j, ok2 := a[2].Int64()
	if a[0].kind != KString || !ok1 || !ok2 {
		return nil
	}
	r := []rune(a[0].Text())
	if i < 0 || i > j || j > int64(len(r)) {
		return nil
	}
	return Str(string(r[i:j]))
}

// searchEval finds the second argument in the first from an index on; indexes count
// code points, and -1 is "not found".
func searchEval(find func(s, t string) int) func(arg) *Term {
	return func(a arg) *Term {
		r, from, ok := searched(a)
		if !ok {
			return nil
		}
		rest := string(r[from:])
		return runeIndex(rest, find(rest, a[1].Text()), from)
	}
}

// backwardsEval finds the last place of the second argument in the first that is not
// behind an index. What is found there has a width in code points.
func backwardsEval(find func(s, t string) int, width func(t string) int) func(arg) *Term {
	return func(a arg) *Term {
		r, from, ok := searched(a)
		if !ok {
			return nil
		}
		front := string(r[:min(from+width(a[1].Text()), len(r))])
		return runeIndex(front, find(front, a[1].Text()), 0)
	}
}

// searched returns the text in which a function searches, and an index into it.
func searched(a arg) (text []rune, from int, ok bool) {
	n, ok := a[2].Int64()
	if a[0].kind != KString || a[1].kind != KString || !ok {
		return nil, 0, false
	}
	text = []rune(a[0].Text())
	return text, int(n), 0 <= n && n <= int64(len(text))
}

// runeIndex turns a byte index into s, -1 for none, into one in code points.
func runeIndex(s string, i, offset int) *Term {
	if i < 0 {
		return Int(-1)
	}
	return Int(int64(utf8.RuneCountInString(s[:i]) + offset))
}

func initStringOrder() {
	compare := func(s *Symbol, f func(c int) bool) {
		s.Eval = func(a arg) *Term {
			if a[0].kind != KString || a[1].kind != KString {
				return nil
			}
			return Bool(f(strings.Compare(a[0].Text(), a[1].Text())))
		}
	}
	StringEq.Eval = func(a arg) *Term { return Eq(a[0], a[1]) }
	StringNe.Eval = func(a arg) *Term { return Not(Eq(a[0], a[1])) }
	compare(StringLt, func(c int) bool { return c < 0 })
	compare(StringLe, func(c int) bool { return c <= 0 })
	compare(StringGt, func(c int) bool { return c > 0 })
	compare(StringGe, func(c int) bool { return c >= 0 })
}

func initReplace() {
	replace := func(a arg, n int) *Term {
		if a[0].kind != KString || a[1].kind != KString || a[2].kind != KString {
			return nil
		}
		return Str(strings.Replace(a[0].Text(), a[1].Text(), a[2].Text(), n))
	}
	StringReplaceAll.Eval = func(a arg) *Term { return replace(a, -1) }
	StringReplace1.Eval = func(a arg) *Term { return replace(a, 1) }
	partial(StringReplace, func(a arg) *Term {
		n, ok := a[3].Int64()
		if !ok || n < 0 {
			return nil
		}
		return replace(a, int(n))
	})
	StringCount.Eval = func(a arg) *Term {
		if a[0].kind != KString || a[1].kind != KString {
			return nil
		}
		return Int(int64(strings.Count(a[0].Text(), a[1].Text())))
	}
}
