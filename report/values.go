package report

import (
	"fmt"
	"slices"
	"strings"

	"rlv/prover"
	"rlv/semantics/term"
)

// observations are the values of a counterexample in a line, of long arrays with what stands
// at some indexes.
func observations(obs []prover.Observation, wanted []int64) string {
	var out []string
	for i, o := range obs {
		out = append(out, fmt.Sprintf("%s = %s", o.Name, valueText(obs, i, wanted)))
	}
	return strings.Join(out, ", ")
}

// maxElements bounds the elements of an array that are shown, the first ones. Behind them
// are those that differ from most, which are the ones that matter once a counterexample is
// made small, and those at indexes that are values of variables, up to maxUnusual.
const (
	maxElements = 10
	maxUnusual  = 5
)

// valueText is a value as people read it: of an array the elements, as far as
// the length before it goes, of many those at some indexes.
func valueText(obs []prover.Observation, i int, wanted []int64) string {
	v := obs[i].Value
	switch {
	case v.IsVar() && (obs[i].Set == nil || !obs[i].Set.IsValue()):
		return "any"
	case (v.Sort() == term.SortInt || v.Sort() == term.SortBool) && !v.IsValue(): // of what nothing says what it is
		return "any"
	case v.Sort() == term.SortList && v.IsValue():
		return listed(int64(v.Len()), nil, func(k int64) string { return Readable(v.Item(int(k)).Term) })
	case v.Sort() != term.SortArray || !v.IsValue() && !isStored(v):
		return Readable(v)
	}
	length := int64(maxElements)
	if i > 0 && obs[i-1].Name == "len("+obs[i].Name+")" {
		if n, ok := obs[i-1].Value.Int64(); ok {
			length = n
		}
	}
	if _, _, rows := obs[i].Row(0); rows {
		return listed(length, nil, func(k int64) string {
			row, length, _ := obs[i].Row(k)
			return elements(row, length, nil)
		})
	}
	return elements(obs[i], length, wanted)
}

// elements are the elements of an array as people read them, those at some indexes even where
// there are many; of many of which none matters, nothing.
func elements(o prover.Observation, length int64, wanted []int64) string {
	if length > maxElements && o.Value.IsVar() && o.Element(0) != nil && len(o.Entries(0, length)) == 0 {
		return "any"
	}
	return listed(length, slices.Concat(wanted, o.Entries(maxElements, length)), func(k int64) string {
		switch e := o.Element(k); {
		case e == nil:
			return "no value"
		case !e.IsValue():
			return "any"
		default:
			return Readable(e)
		}
	})
}

// isStored reports whether an array is one of which nothing is known but at some indexes.
func isStored(v *term.Term) bool {
	for v.Is(term.ArrayStore) && v.Arg(1).IsInt() {
		v = v.Arg(0)
	}
	return v.IsVar()
}

// listed lists what stands at each index of an array.
func listed(length int64, wanted []int64, at func(int64) string) string {
	var out []string
	for k := range min(length, maxElements) {
		out = append(out, at(k))
	}
	next := int64(len(out))
	if length > maxElements {
		slices.Sort(wanted)
		wanted = slices.DeleteFunc(slices.Compact(wanted), func(k int64) bool { return k < maxElements || k >= length })
		for _, k := range wanted[:min(len(wanted), maxUnusual)] {
			if k > next {
				out = append(out, "...")
			}
			out, next = append(out, fmt.Sprintf("%d: %s", k, at(k))), k+1
		}
	}
	if next < length {
		out = append(out, "...")
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// shortText is a value of some that stand alone.
func shortText(obs []prover.Observation, i int) string { return valueText(obs, i, nil) }

// numbersIn are the numbers with which a counterexample begins, and for which it fails: what
// they are indexes of may matter.
func numbersIn(f *prover.Failure) []int64 {
	var out []int64
	for _, o := range slices.Concat(f.Start, f.For) {
		if n, ok := o.Value.Int64(); ok && o.Value.IsInt() && !strings.HasPrefix(o.Name, "len(") {
			out = append(out, n)
		}
	}
	return out
}
