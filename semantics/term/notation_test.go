package term

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// The sort of identifiers in tests, and constructors of one and two arguments.
const idSort = builtinSorts + 1

var testConstructors = map[string]*Symbol{
	"f":      NewSymbol(Symbol{Name: "f", Args: []Sort{SortKItem}, Result: SortKItem}),
	"g":      NewSymbol(Symbol{Name: "g", Args: []Sort{SortKItem}, Result: SortKItem}),
	"assign": NewSymbol(Symbol{Name: "assign", Args: []Sort{SortKItem}, Result: SortKItem, Assigns: true}),
}

// testVariables are the sorts of the variables of the notation.
var testVariables = map[string]Sort{
	"x": SortInt, "y": SortInt, "z": SortInt, "p": SortBool, "q": SortBool, "s": SortString, "t": SortString,
	"k": SortKItem, "h": SortKItem, "L": SortList, "M": SortMap, "N": SortMap, "S": SortSet, "T": SortSet, "A": SortArray, "K": SortK,
}

// notation reads terms:
//
//	12  true  "text"  'id           values
//	x p s k L M S A K               variables, by testVariables
//	[1, x, ..L]                     a list, with a segment
//	{1, x, ..S}  {}                 a set, with an opaque part
//	{1 -> 2, ..M}  {->}             a map, with an opaque part
//	array(0)  seq(k, K)  f(x)       an array, a computation, a constructor
//	INT.add(x, 1)                   a function, evaluated
//	raw INT.tdiv(1, 0)              a function, as it is written
type notation struct{ rest string }

// read reads a whole text as a term.
func read(t testing.TB, text string) *Term {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s: %v", text, r)
		}
	}()
	n := &notation{text}
	out := n.term()
	if n.skip(); n.rest != "" {
		t.Fatalf("%s: %q is left over", text, n.rest)
	}
	return out
}

func (n *notation) skip() { n.rest = strings.TrimLeft(n.rest, " ") }

// accept skips a text if it comes next.
func (n *notation) accept(text string) bool {
	n.skip()
	rest, ok := strings.CutPrefix(n.rest, text)
	n.rest = rest
	return ok
}

// word reads letters, digits, dots and signs.
func (n *notation) word() string {
	n.skip()
	end := strings.IndexFunc(n.rest, func(r rune) bool { return strings.ContainsRune(" ,()[]{}", r) })
	if end < 0 {
		end = len(n.rest)
	}
	word := n.rest[:end]
	n.rest = n.rest[end:]
	return word
}

func (n *notation) term() *Term {
	switch n.skip(); {
	case n.accept("["):
		return n.list()
	case n.accept("{"):
		return n.collection()
	case n.accept("raw "):
		sym := Builtin(n.word())
		return App(sym, n.arguments()...)
	case strings.HasPrefix(n.rest, `"`):
		quoted, err := strconv.QuotedPrefix(n.rest)
		if err != nil {
			panic(err)
		}
		n.rest = n.rest[len(quoted):]
		text, _ := strconv.Unquote(quoted)
		return Str(text)
	case n.accept("'"):
		return Token(idSort, n.word())
	}
	word := n.word()
	sort, variable := testVariables[word]
	number, err := strconv.ParseInt(word, 10, 64)
	switch {
	case err == nil:
		return Int(number)
	case word == "true" || word == "false":
		return Bool(word == "true")
	case word == ".K":
		return DotK
	case variable:
		return Var(word, sort)
	case word == "array":
		return ConstArray(n.arguments()[0])
	case word == "seq":
		args := n.arguments()
		return Seq(args[0], args[1])
	case testConstructors[word] != nil:
		return App(testConstructors[word], n.arguments()...)
	case Builtin(word) != nil:
		return Apply(Builtin(word), n.arguments()...)
	}
	panic(fmt.Sprintf("there is no %q", word))
}

// arguments reads terms in parentheses, or nothing.
func (n *notation) arguments() []*Term {
	var out []*Term
	if !n.accept("(") {
		return nil
	}
	for !n.accept(")") {
		out = append(out, n.term())
		n.accept(",")
	}
	return out
}

func (n *notation) list() *Term {
	out := EmptyList
	for !n.accept("]") {
		if n.accept("..") {
			out = Concat(out, n.term())
		} else {
			out = Concat(out, ListOf(n.term()))
		}
		n.accept(",")
	}
	return out
}

// collection reads a set or, with an arrow, a map.
func (n *notation) collection() *Term {
	if n.accept("->") {
		n.accept("}")
		return EmptyMap
	}
	out := EmptySet
	for !n.accept("}") {
		one := (*Term)(nil)
		if n.accept("..") {
			one = n.term()
		} else if key := n.term(); n.accept("->") {
			one = SingletonMap(key, n.term())
		} else {
			one = SingletonSet(key)
		}
		out = Union(out, one)
		n.accept(",")
	}
	return out
}
