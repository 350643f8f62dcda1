package certificate

import (
	"runtime"
	"testing"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// deepTerms are terms that are nested so deep as a file may have it, each in its own way, of integers.
func deepTerms(depth int) map[string]*logic.Term {
	x := logic.V(logic.Var{})
	list := logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SList}})
	text := logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SStr}})
	things := logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SMap}})
	array := logic.V(logic.Var{Sort: logic.Sort{Kind: logic.SArr}})
	sum, left, right, tail, keys, cells, shifted, items, tuple, values := x, logic.NoList, list, list, things, array, array, x, x, x
	for range depth {
		sum = logic.Operation(logic.OAdd, x, sum)
		left = logic.Operation(logic.OCat, left, logic.NoList)
		right = logic.Operation(logic.OCat, list, right)
		tail = logic.Unary(logic.OTail, tail)
		keys = logic.Operation(logic.OUpd, keys, logic.App(x, x))
		cells = logic.Operation(logic.OSto, cells, logic.App(x, x))
		shifted = logic.Operation(logic.OShift, shifted, x)
		items = logic.Operation(logic.OGet, logic.Unary(logic.OItem, items), x)
		tuple = logic.App(tuple, x)
		values = logic.Unary(logic.OParse, logic.Unary(logic.OText, values))
	}
	some := list // of which the size depends on its items
	for range 60 {
		first := logic.Operation(logic.OAdd, logic.Operation(logic.OGet, some, x), logic.Int64(0))
		cases := logic.Operation(logic.OIte, logic.Operation(logic.OLt, first, x), logic.App(list, logic.NoList))
		some = logic.Operation(logic.OCat, cases, list)
	}
	size := func(l *logic.Term) *logic.Term { return logic.Unary(logic.OSize, l) }
	item := func(l *logic.Term) *logic.Term {
		return logic.Operation(logic.OAdd, logic.Operation(logic.OGet, l, x), x)
	}
	cond := logic.Operation(logic.OIn, keys, x)
	return map[string]*logic.Term{
		"sum": sum, "size of joined": size(left), "size of joined on the right": size(right), "size of rest": size(tail),
		"item of joined": item(left), "item of joined on the right": item(right), "item of rest": item(tail), "item of cases": item(some), "items": item(logic.Unary(logic.OItem, items)),
		"keys": logic.Operation(logic.OIte, cond, logic.App(x, x)), "array": logic.Operation(logic.OSel, cells, x), "shifted": logic.Operation(logic.OSel, shifted, x),
		"no integer": tuple, "values": values, "function": logic.Fun(20, logic.Sort{}, tuple), "text": logic.Unary(logic.OLength, logic.Operation(logic.OConcat, text, values)),
	}
}

// Questions are written in a walk: what they and the messages about them take grows as they do, however deep
// terms are nested.
func TestDeepQuestionsAreWritten(t *testing.T) {
	const most = 400 << 20 // bytes; what is written again at each level is more
	x := logic.V(logic.Var{})
	for name, u := range deepTerms(20_000) {
		free := logic.Holds(logic.Operation(logic.OEq, u, x))
		bound := &logic.Form{Kind: logic.FAll, A: logic.Subst{{Var: x.Var(), Term: logic.Bound(0)}}.InForm(nil, free)}
		for _, o := range []*kernel.Obligation{{Conclusion: free}, {Conclusion: bound}, {Conclusion: logic.Holds(logic.True), Hypotheses: []*logic.Form{free, bound}}} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			text, err := SMTLIB(o, name)
			if err != nil && o.Conclusion == free {
				t.Error(name, "has no form for solvers")
			}
			runtime.ReadMemStats(&after)
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
				t.Errorf("%s: %d MB are made for a question of %d KB", name, bytes>>20, len(text)>>10)
			}
		}
	}
}
