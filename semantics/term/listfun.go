package term

func initLists() {
	ListUnit.Eval = func(arg) *Term { return EmptyList }
	ListElement.Eval = func(a arg) *Term { return ListOf(a[0]) }
	ListConcat.Eval = func(a arg) *Term { return Concat(a[0], a[1]) }
	ListPush.Eval = func(a arg) *Term { return Concat(ListOf(a[0]), a[1]) }
	ListGet.Eval, ListGet.Total = func(a arg) *Term { return listGet(a[0], a[1]) }, false
	ListGet.Defined = func(a arg) *Term { return indexInside(a[0], a[1]) }
	ListUpdate.Eval, ListUpdate.Total = listUpdateEval, false
	ListUpdate.Defined = ListGet.Defined
	ListRange.Eval, ListRange.Total = listRangeEval, false
	ListRange.Defined = func(a arg) *Term {
		return And(Le(Int(0), a[1]), Le(Int(0), a[2]), Le(Add(a[1], a[2]), Apply(ListSize, a[0])))
	}
	ListSize.Eval = func(a arg) *Term { return listSize(a[0]) }
	ListIn.Eval = listInEval
	ListMake.Eval, ListMake.Total = listMakeEval, false
	ListMake.Defined = func(a arg) *Term { return Le(Int(0), a[0]) }
	ListUpdateAll.Eval, ListUpdateAll.Total = listUpdateAllEval, false
	ListUpdateAll.Defined = func(a arg) *Term {
		return And(Le(Int(0), a[1]), Le(Add(a[1], Apply(ListSize, a[2])), Apply(ListSize, a[0])))
	}
	ListFill.Eval, ListFill.Total = listFillEval, false
	ListFill.Defined = func(a arg) *Term {
		return And(Le(Int(0), a[1]), Le(Int(0), a[2]), Le(Add(a[1], a[2]), Apply(ListSize, a[0])))
	}
}

// indexInside is the condition that i is an index of l; negative indexes
// count from the end.
func indexInside(l, i *Term) *Term {
	n := Apply(ListSize, l)
	return And(Le(Sub(Int(0), n), i), Lt(i, n))
}

// position turns an index into one from 0 within the items before the first
// segment, or after the last for a negative index.
func position(l, i *Term) (int, bool) {
	n, ok := i.Int64()
	if !ok || l.kind != KList {
		return 0, false
	}
	size := int64(l.Len())
	if n >= 0 {
		if n >= size {
			return 0, false
		}
		for k := int64(0); k <= n && l.Segments() > 0; k++ {
			if l.Item(int(k)).Segment {
				return 0, false
			}
		}
		return int(n), true
	}
	if -n > size {
		return 0, false
	}
	for k := size - 1; k >= size+n && l.Segments() > 0; k-- {
		if l.Item(int(k)).Segment {
			return 0, false
		}
	}
	return int(size + n), true
}

// listGet is the item at an index where its place is known: in [4, ..L, 6] that is
// so for 0 and -1.
func listGet(l, i *Term) *Term {
	if p, ok := position(l, i); ok {
		return l.Item(p).Term
	}
	return nil
}

// listUpdateEval replaces the item at an index where its place is known.
func listUpdateEval(a arg) *Term {
	if p, ok := position(a[0], a[1]); ok {
		return a[0].SetItemAt(p, a[2])
	}
	return nil
}

// listRangeEval drops a[1] items at the front and a[2] at the back, if what is
// dropped is written out: range([4, 5, ..L, 6], 1, 1) is [5, ..L]. A part of a part
// is one part, with the sums of both.
func listRangeEval(a arg) *Term {
	if i, _ := a[1].Int64(); a[1].IsInt() && a[2].IsInt() && i == 0 && a[2].small && a[2].num == 0 {
		return a[0]
	}
	l := a[0]
	if l.sym == ListRange {
		return Apply(ListRange, l.args[0], Add(l.args[1], a[1]), Add(l.args[2], a[2]))
	}
	front, ok1 := a[1].Int64()
	back, ok2 := a[2].Int64()
	if !ok1 || !ok2 || l.kind != KList || front < 0 || back < 0 || front+back > int64(l.Len()) {
		return nil
	}
	n := int64(l.Len())
	for k := int64(0); k < front; k++ {
		if l.Item(int(k)).Segment {
			return nil
		}
	}
	for k := n - back; k < n; k++ {
		if l.Item(int(k)).Segment {
			return nil
		}
	}
	return l.Slice(int(front), int(n-back))
}

// listSize is the number of items, with size(L) for each segment L: that of [4, ..L,
// ..L] is 1 + 2 * size(L). A part of a list has what the range left.
func listSize(l *Term) *Term {
	if l.sym == ListRange { // where it is defined
		return Sub(Apply(ListSize, l.args[0]), Add(l.args[1], l.args[2]))
	}
	if l.kind != KList {
		return nil
	}
	n := Int(int64(l.Len() - l.Segments()))
	if l.Segments() > 0 {
		for _, it := range l.Items(0, -1) {
			if it.Segment {
				n = Add(n, Apply(ListSize, it.Term))
			}
		}
	}
	return n
}

// listInEval is a disjunction of equations with the items and of memberships in the
// segments.
func listInEval(a arg) *Term {
	if a[1].kind != KList {
		return nil
	}
	if a[0].IsValue() && a[1].IsValue() {
		return Bool(a[1].data.(*listData).has(a[0]))
	}
	out := False
	for _, it := range a[1].Items(0, -1) {
		if it.Segment {
			out = Or(out, App(ListIn, a[0], it.Term))
		} else {
			out = Or(out, Eq(a[0], it.Term))
		}
		if out == True {
			return out
		}
	}
	return out
}

// maxMade bounds the lists that one function call makes.
const maxMade = 1 << 24

// listMakeEval makes a list of n times one item.
func listMakeEval(a arg) *Term {
	n, ok := a[0].Int64()
	if !ok || n < 0 || n > maxMade {
		return nil
	}
	l := EmptyList
	for range n {
		l = l.appendItem(ListItem{Term: a[1]})
	}
	return l
}

// listUpdateAllEval writes the items of one list over those of another from an index
// on. Both are known item by item: a segment would move what stands behind it.
func listUpdateAllEval(a arg) *Term {
	at, ok := a[1].Int64()
	l, src := a[0], a[2]
	if !ok || at < 0 || l.kind != KList || src.kind != KList || l.Segments() > 0 || src.Segments() > 0 || int(at)+src.Len() > l.Len() {
		return nil
	}
	for i := range src.Len() {
		l = l.SetItemAt(int(at)+i, src.Item(i).Term)
	}
	return l
}

// listFillEval writes one item to n indexes from one on.
func listFillEval(a arg) *Term {
	at, ok1 := a[1].Int64()
	n, ok2 := a[2].Int64()
	l := a[0]
	if !ok1 || !ok2 || at < 0 || n < 0 || l.kind != KList || l.Segments() > 0 || at+n > int64(l.Len()) {
		return nil
	}
	for i := range n {
		l = l.SetItemAt(int(at+i), a[3])
	}
	return l
}
