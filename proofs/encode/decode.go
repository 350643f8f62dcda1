package encode

import (
	"fmt"
	"sync"

	"rlv/proofs/kernel"
	"rlv/semantics/term"
)

// Decode turns a formula of the kernel into one that solvers know; nil if it has a part that
// they do not, or an operand of another kind than the operation is for. Where solvers leave
// a value open, as that of a division by zero, the kernel has one of those that they allow,
// so that what they prove is true in the kernel.
func Decode(f *kernel.Form) *term.Term { return decodeForm(f, nil) }

func decodeForm(f *kernel.Form, bound []*term.Term) *term.Term {
	switch f.Kind {
	case kernel.FT:
		return decoded(f.Term, term.SortBool, bound)
	case kernel.FAll, kernel.FEx:
		v := term.Var(fmt.Sprintf("b%d", len(bound)), term.SortInt)
		body := decodeForm(f.A, append(bound[:len(bound):len(bound)], v))
		if body == nil {
			return nil
		}
		return term.Apply(map[kernel.FormKind]*term.Symbol{kernel.FAll: term.Forall, kernel.FEx: term.Exists}[f.Kind], v, body)
	}
	a := decodeForm(f.A, bound)
	if a == nil {
		return nil
	}
	if f.Kind == kernel.FNot {
		return term.Not(a)
	}
	b := decodeForm(f.B, bound)
	switch {
	case b == nil:
		return nil
	case f.Kind == kernel.FAnd:
		return term.And(a, b)
	case f.Kind == kernel.FOr:
		return term.Or(a, b)
	}
	return term.Apply(term.BoolImplies, a, b)
}

// decodedSorts are the sorts of terms for the kernel's sorts of variables and functions.
var decodedSorts = map[kernel.SortKind]term.Sort{kernel.SInt: term.SortInt, kernel.SBool: term.SortBool, kernel.SStr: term.SortString, kernel.SArr: term.SortArray}

// The operations that solvers know, by the symbols for them.
var (
	decodedUnary  = inverse(unary)
	decodedBinary = inverse(binary)
)

func inverse(ops map[*term.Symbol]kernel.Op) map[kernel.Op]*term.Symbol {
	out := map[kernel.Op]*term.Symbol{}
	for s, o := range ops {
		switch s {
		case term.MapLookup, term.MapRemove, term.MapRemoveAll, term.ListConcat, term.ListSize, term.BoolAndThen, term.BoolOrElse, term.KEq, term.StringEq, term.StringFromToken:
		default:
			out[o] = s
		}
	}
	return out
}

// decoded turns a term into one of a sort; nil if it is not known to be of it.
func decoded(t *kernel.Term, sort term.Sort, bound []*term.Term) *term.Term {
	out := decode(t, bound)
	if out == nil || out.Sort() != sort {
		return nil
	}
	return out
}

func decode(t *kernel.Term, bound []*term.Term) *term.Term {
	switch t.Kind {
	case kernel.TV:
		if s, ok := decodedSorts[t.Sort.Kind]; ok {
			return term.Var(fmt.Sprintf("x%d", t.N), s)
		}
	case kernel.TB:
		if t.N < uint64(len(bound)) {
			return bound[uint64(len(bound))-1-t.N]
		}
	case kernel.TInt:
		return term.BigInt(t.Int)
	case kernel.TBool:
		return term.Bool(t.N == 1)
	case kernel.TStr:
		return term.Str(t.Text)
	case kernel.TOp:
		return decodeOperation(t, bound)
	case kernel.TFun:
		return decodeFunction(t, bound)
	}
	return nil
}

func decodeOperation(t *kernel.Term, bound []*term.Term) *term.Term {
	a := decode(t.A, bound)
	if a == nil {
		return nil
	}
	if sym := decodedUnary[t.Op]; sym != nil {
		if a.Sort() != sym.Args[0] {
			return nil
		}
		return term.Apply(sym, a)
	}
	if t.Op == kernel.OIte || t.Op == kernel.OSto {
		if t.B.Kind != kernel.TApp {
			return nil
		}
		b, c := decode(t.B.A, bound), decode(t.B.B, bound)
		switch {
		case b == nil || c == nil:
		case t.Op == kernel.OIte && a.Sort() == term.SortBool && b.Sort() == c.Sort():
			return term.Apply(term.KIte, a, b, c)
		case t.Op == kernel.OSto && a.Sort() == term.SortArray && b.Sort() == term.SortInt && c.Sort() == term.SortInt:
			return term.Apply(term.ArrayStore, a, b, c)
		}
		return nil
	}
	b := decode(t.B, bound)
	switch sym := decodedBinary[t.Op]; {
	case b == nil:
	case t.Op == kernel.OKEq && a.Sort() == b.Sort():
		return term.Eq(a, b)
	case sym != nil && a.Sort() == sym.Args[0] && b.Sort() == sym.Args[1]:
		return term.Apply(sym, a, b)
	}
	return nil
}

// decodeFunction makes a symbol for the function, by its number, and by the sorts of its
// arguments and values: to solvers those with others are other functions.
func decodeFunction(t *kernel.Term, bound []*term.Term) *term.Term {
	result, ok := decodedSorts[t.Sort.Kind]
	if !ok {
		return nil
	}
	name := fmt.Sprintf("f%d:%d", t.Sym, result)
	var args []*term.Term
	sorts := []term.Sort{}
	for u := t.A; u.Kind == kernel.TApp; u = u.B {
		a := decode(u.A, bound)
		if a == nil {
			return nil
		}
		args, sorts = append(args, a), append(sorts, a.Sort())
		name += fmt.Sprintf(",%d", a.Sort())
	}
	sym, _ := decodedFunctions.LoadOrStore(name, term.NewSymbol(term.Symbol{Name: name, Args: sorts, Result: result, Class: term.Function, Total: true}))
	return term.App(sym.(*term.Symbol), args...)
}

// decodedFunctions are the symbols that were made, by their names.
var decodedFunctions sync.Map
