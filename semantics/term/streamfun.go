package term

// ListInt is an item of a list as an integer: of the items that a program reads
// and writes, which are integers or characters. It is rlv's own. What is no such item
// stands for some integer.
var ListInt = newListInt()

func newListInt() *Symbol {
	s := Symbol{Name: "item", Args: []Sort{SortList, SortInt}, Result: SortInt, Class: Function, SMTLib: "item",
		Format: []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "]"}}}
	return NewSymbol(s)
}

func init() {
	ListInt.Eval = itemEval
	ListInt.Defined = func(arg) *Term { return True }
}

// itemEval finds the item at an index that is known relative to the start of
// the list or to the end of an opaque front part.
func itemEval(args arg) *Term {
	l, i := args[0], args[1]
	if l.sym == ListRange {
		return Apply(ListInt, l.args[0], Add(l.args[1], i))
	}
	if l.kind != KList {
		return nil
	}
	before := Int(0)
	for n, it := range l.Items(0, -1) {
		if it.Segment {
			after := Add(before, Apply(ListSize, it.Term))
			if l.Len() > 1 && n == 0 && Lt(i, after) == True {
				return Apply(ListInt, it.Term, i)
			}
			before = after
			continue
		}
		if Eq(before, i) == True {
			return asInteger(it.Term)
		}
		before = Add(before, Int(1))
	}
	return nil
}

// asInteger is an item of a stream as an integer; nil if it is none.
func asInteger(t *Term) *Term {
	if t.sort == SortInt {
		return t
	}
	if t.kind == KApp && len(t.args) == 1 && t.args[0].sort == SortInt {
		return t.args[0] // a character: its code
	}
	return nil
}
