package logictest

import (
	"math/big"
	"math/rand"

	"rlv/proofs/logic"
)

// Generator makes random terms.
type Generator struct{ *rand.Rand }

// The sorts of random terms: variables 0 to 2 of each, tokens of two sorts.
var sorts = []logic.Sort{{Kind: logic.SInt}, {Kind: logic.SBool}, {Kind: logic.SStr}, {Kind: logic.STok, Tok: 3}, {Kind: logic.STok, Tok: 4},
	{Kind: logic.SMap}, {Kind: logic.SArr}, {Kind: logic.SList}, {Kind: logic.SK}}

// operations are those that give values of a kind, with the kinds that they want.
var operations = map[logic.SortKind][]struct {
	op         logic.Op
	a, b, last logic.SortKind // SK: any; of a pair b and last
	pair       bool
}{
	logic.SInt: {{op: logic.OAdd}, {op: logic.OAdd}, {op: logic.OSub}, {op: logic.OMul}, {op: logic.OQuot}, {op: logic.ORem}, {op: logic.OEDiv}, {op: logic.OEMod}, {op: logic.OMin}, {op: logic.OMax}, {op: logic.OAbs},
		{op: logic.OSel, a: logic.SArr}, {op: logic.OSel, a: logic.SArr}, {op: logic.OLength, a: logic.SStr}, {op: logic.OSize, a: logic.SList}},
	logic.SBool: {{op: logic.OLt}, {op: logic.OLe}, {op: logic.OEq}, {op: logic.OAnd, a: logic.SBool, b: logic.SBool}, {op: logic.OOr, a: logic.SBool, b: logic.SBool}, {op: logic.OImp, a: logic.SBool, b: logic.SBool},
		{op: logic.ONot, a: logic.SBool}, {op: logic.OBEq, a: logic.SBool, b: logic.SBool}, {op: logic.OIs, a: logic.SK}, {op: logic.OIs, a: logic.SK}, {op: logic.OKEq, a: logic.SK, b: logic.SK}, {op: logic.OKEq},
		{op: logic.OIn, a: logic.SMap, b: logic.SK}, {op: logic.OIn, a: logic.SMap}, {op: logic.OEmpty, a: logic.SList}},
	logic.SStr: {{op: logic.OConcat, a: logic.SStr, b: logic.SStr}, {op: logic.OText, a: logic.STok}},
	logic.SMap: {{op: logic.OUpd, a: logic.SMap, last: logic.SK, pair: true}, {op: logic.OUpd, a: logic.SMap, pair: true}, {op: logic.OUpd, a: logic.SMap, b: logic.SK, last: logic.SK, pair: true}, {op: logic.ORemove, a: logic.SMap}, {op: logic.ORemove, a: logic.SMap, b: logic.SK},
		{op: logic.OMerge, a: logic.SMap, b: logic.SMap}, {op: logic.ORemoveAll, a: logic.SMap, b: logic.SMap}},
	logic.SArr:  {{op: logic.OMake}, {op: logic.OSto, a: logic.SArr, pair: true}, {op: logic.OSto, a: logic.SArr, pair: true}, {op: logic.OShift, a: logic.SArr}},
	logic.SList: {{op: logic.OItem, a: logic.SK}, {op: logic.OCat, a: logic.SList, b: logic.SList}, {op: logic.OCat, a: logic.SList, b: logic.SList}, {op: logic.OTail, a: logic.SList}},
	logic.SK:    {{op: logic.OLook, a: logic.SMap, b: logic.SK}, {op: logic.OLook, a: logic.SMap}, {op: logic.OGet, a: logic.SList}, {op: logic.OGet, a: logic.SList}},
}

// Sort is a random sort.
func (g Generator) Sort() logic.Sort { return sorts[g.Intn(len(sorts))] }

// Literal is a term without variables that has, for most sorts, values of a sort.
func (g Generator) Literal(s logic.Sort) *logic.Term {
	texts := []string{"", "a", "ab", "b"}
	switch s.Kind {
	case logic.SInt:
		return logic.Int64(int64(g.Intn(6) - 2))
	case logic.SBool:
		return logic.Bool(g.Intn(2) == 0)
	case logic.SStr:
		return logic.Str(texts[g.Intn(len(texts))])
	case logic.STok:
		return logic.Tok(s.Tok, texts[g.Intn(len(texts))])
	case logic.SMap:
		return logic.NoMap
	case logic.SArr:
		return logic.Unary(logic.OMake, g.Literal(sorts[0]))
	case logic.SList:
		return logic.NoList
	}
	return logic.Symbol(logic.Sym(20 + g.Intn(2)))
}

// Variable is a variable of a sort.
func (g Generator) Variable(s logic.Sort) *logic.Term {
	return logic.V(logic.Var{Sort: s, N: uint64(g.Intn(3))})
}

// Term is a term of some depth that has, for the most part, values of a sort.
func (g Generator) Term(s logic.Sort, depth int) *logic.Term {
	if g.Intn(15) == 0 {
		s = g.Sort()
	}
	of := func(k logic.SortKind) *logic.Term {
		switch {
		case k == logic.STok:
			return g.Term(logic.Sort{Kind: k, Tok: 3}, depth-1)
		case k == logic.SK && g.Intn(2) == 0:
			return g.Term(g.Sort(), depth-1)
		}
		return g.Term(logic.Sort{Kind: k}, depth-1)
	}
	switch choice := g.Intn(12); {
	case depth <= 0 || choice == 0:
		if g.Intn(2) == 0 {
			return g.Variable(s)
		}
		return g.Literal(s)
	case choice == 1:
		if g.Intn(8) == 0 {
			return logic.Operation(logic.OIte, of(logic.SBool), of(logic.SK))
		}
		return logic.Operation(logic.OIte, of(logic.SBool), logic.App(g.Term(s, depth-1), g.Term(s, depth-1)))
	case choice == 2 && s.Kind == logic.SInt && g.Intn(4) == 0:
		return logic.Bound(uint64(g.Intn(2)))
	case choice == 3 && s.Kind == logic.SInt: // what offsets are for
		return logic.Operation([]logic.Op{logic.OAdd, logic.OSub}[g.Intn(2)], g.Term(s, depth-1), g.Literal(s))
	case choice == 4 && s.Kind == logic.SInt && g.Intn(4) == 0:
		return logic.Operation(logic.OPow, g.Literal(s), g.Literal(s))
	case choice == 5 && g.Intn(3) == 0:
		return logic.Fun(logic.Sym(30+g.Intn(2)), s, of(logic.SK))
	case s.Kind == logic.SK && choice < 9:
		return logic.App(g.Literal(s), of(logic.SK), of(logic.SK))
	case s.Kind == logic.STok:
		return g.Variable(s)
	}
	all := operations[s.Kind]
	o := all[g.Intn(len(all))]
	a := of(o.a)
	switch {
	case o.op == logic.OIs:
		return logic.Is(uint64(g.Intn(6)), a)
	case o.pair && g.Intn(30) > 0:
		return logic.Operation(o.op, a, logic.App(of(o.b), of(o.last)))
	case o.op == logic.OAbs || o.op == logic.OLength || o.op == logic.OSize || o.op == logic.ONot || o.op == logic.OText || o.op == logic.OMake || o.op == logic.OItem || o.op == logic.OTail || o.op == logic.OEmpty:
		return logic.Unary(o.op, a)
	}
	return logic.Operation(o.op, a, of(o.b))
}

// About asks about a key of a map, behind some updates; or it is another term.
func (g Generator) About(m, key, other *logic.Term) *logic.Term {
	for range g.Intn(3) {
		if g.Intn(2) == 0 {
			m = logic.Operation(logic.OUpd, m, logic.App(g.Term(g.Sort(), 1), g.Term(g.Sort(), 1)))
		} else {
			m = logic.Operation(logic.ORemove, m, g.Term(g.Sort(), 1))
		}
	}
	if o := []logic.Op{logic.OIn, logic.OLook, logic.ORemove, logic.OAdd}[g.Intn(4)]; o != logic.OAdd {
		return logic.Operation(o, m, key)
	}
	return other
}

// Variant is a term like another, but for a part of it.
func (g Generator) Variant(s logic.Sort, t *logic.Term) *logic.Term {
	if sort, ok := t.KnownSort(); ok {
		s = sort
	}
	if t.A == nil || g.Intn(4) == 0 {
		if t.IsInt() && g.Intn(2) == 0 {
			return logic.Operation(logic.OAdd, t, g.Literal(s))
		}
		return g.Term(s, 1)
	}
	u := *t
	if u.B == nil || g.Intn(2) == 0 {
		u.A = g.Variant(logic.Sort{Kind: logic.SK}, u.A)
	} else {
		u.B = g.Variant(logic.Sort{Kind: logic.SK}, u.B)
	}
	return logic.Rebuilt(u)
}

// World is a world in which variables have random values.
func (g Generator) World() *World {
	w := &World{Variables: map[logic.Var]*Value{}, Bound: []int64{int64(g.Intn(4)), int64(g.Intn(4))},
		Tests: [][]logic.Test{{{Head: logic.Head{Kind: logic.HInt}}, {Head: logic.Head{Kind: logic.HTok, Sym: 3}}}, {{Head: logic.Head{Kind: logic.HSym, Sym: 20}}},
			{{Head: logic.Head{Kind: logic.HSym, Sym: 20}, Args: []uint64{4, 4}}, {Head: logic.Head{Kind: logic.HMap}}, {Head: logic.Head{Kind: logic.HSym, Sym: 21}, Args: []uint64{0, 4}}},
			{{Head: logic.Head{Kind: logic.HBool}}, {Head: logic.Head{Kind: logic.HStr}}, {Head: logic.Head{Kind: logic.HArr}}, {Head: logic.Head{Kind: logic.HList}}}}}
	var any []logic.Test
	for k := logic.HInt; k <= logic.HList; k++ {
		any = append(any, logic.Test{Head: logic.Head{Kind: k}})
	}
	for _, f := range []logic.Sym{3, 4, 20, 21} {
		any = append(any, logic.Test{Head: logic.Head{Kind: logic.HTok, Sym: f}}, logic.Test{Head: logic.Head{Kind: logic.HSym, Sym: f}})
	}
	w.Tests = append(w.Tests, any)
	w.Function = func(f logic.Sym, a *Value) *Value {
		switch s := a.String(); (len(s) + int(f)) % 4 {
		case 0:
			return integer(big.NewInt(int64(len(s))))
		case 1:
			return boolean(len(s)%3 == 0)
		case 2:
			return a
		}
		return undefined
	}
	empty := &World{Function: w.Function, Tests: w.Tests}
	for _, s := range sorts {
		for n := range uint64(3) {
			w.Variables[logic.Var{Sort: s, N: n}] = empty.Eval(g.Term(s, 2))
		}
	}
	return w
}
