package encode

import (
	"fmt"
	"strings"
	"sync"

	"rlv/proofs/logic"
	"rlv/semantics/term"
)

// Decode turns a formula of the kernel into one that solvers know; nil if it has a part that
// they do not, or an operand of another kind than the operation is for. Where solvers leave
// a value open, as that of a division by zero, the kernel has one of those that they allow,
// so that what they prove is true in the kernel.
func Decode(f *logic.Form) *term.Term { return decodeForm(f, "b", nil) }

// DecodeApart is Decode with other names for the variables of quantifiers: what is alike but for
// the order of its operands is not taken for the same.
func DecodeApart(f *logic.Form) *term.Term { return decodeForm(f, "c", nil) }

// DecodeAtoms is Decode with a truth value of its own for each quantified formula: it is true
// under more readings.
func DecodeAtoms(f *logic.Form) *term.Term {
	switch f.Kind {
	case logic.FT:
		return decoded(f.Term, term.SortBool, nil)
	case logic.FAll, logic.FEx:
		return term.Var("formula "+exactForm(f), term.SortBool)
	}
	a := DecodeAtoms(f.A)
	if f.Kind == logic.FNot || a == nil {
		return joined(f.Kind, a, nil)
	}
	return joined(f.Kind, a, DecodeAtoms(f.B))
}

// exactForm writes a formula so that no other is written alike.
func exactForm(f *logic.Form) string {
	switch {
	case f == nil:
		return ""
	case f.Kind == logic.FT:
		return exactly(f.Term)
	}
	return fmt.Sprintf("%d{%s}{%s}", f.Kind, exactForm(f.A), exactForm(f.B))
}

func decodeForm(f *logic.Form, name string, bound []*term.Term) *term.Term {
	switch f.Kind {
	case logic.FT:
		return decoded(f.Term, term.SortBool, bound)
	case logic.FAll, logic.FEx:
		v := term.Var(fmt.Sprintf("%s%d", name, height(f.A)), term.SortInt)
		body := decodeForm(f.A, name, append(bound[:len(bound):len(bound)], v))
		if body == nil {
			return nil
		}
		return term.Apply(map[logic.FormKind]*term.Symbol{logic.FAll: term.Forall, logic.FEx: term.Exists}[f.Kind], v, body)
	}
	a := decodeForm(f.A, name, bound)
	if f.Kind == logic.FNot || a == nil {
		return joined(f.Kind, a, nil)
	}
	return joined(f.Kind, a, decodeForm(f.B, name, bound))
}

// height is how many quantifiers stand one in the other in a formula. Variables of quantifiers
// are named by what is below them, so that a part of a formula is decoded alike by itself.
func height(f *logic.Form) int {
	if f == nil || f.Kind == logic.FT {
		return 0
	}
	h := max(height(f.A), height(f.B))
	if f.Kind == logic.FAll || f.Kind == logic.FEx {
		h++
	}
	return h
}

// joined puts formulas together; nil where one is not known.
func joined(k logic.FormKind, a, b *term.Term) *term.Term {
	switch {
	case a == nil || k != logic.FNot && b == nil:
		return nil
	case k == logic.FNot:
		return term.Not(a)
	case k == logic.FAnd:
		return term.And(a, b)
	case k == logic.FOr:
		return term.Or(a, b)
	}
	return term.Apply(term.BoolImplies, a, b)
}

// decodedSorts are the sorts of terms for the kernel's sorts of variables and functions.
var decodedSorts = map[logic.SortKind]term.Sort{logic.SInt: term.SortInt, logic.SBool: term.SortBool, logic.SStr: term.SortString, logic.SArr: term.SortArray, logic.SList: term.SortList}

// The operations that solvers know, by the symbols for them.
var (
	decodedUnary  = inverse(unary)
	decodedBinary = inverse(binary)
)

func inverse(ops map[*term.Symbol]logic.Op) map[logic.Op]*term.Symbol {
	out := map[logic.Op]*term.Symbol{}
	for s, o := range ops {
		switch s {
		case term.MapLookup, term.MapRemove, term.MapRemoveAll, term.BoolAndThen, term.BoolOrElse, term.KEq, term.StringEq, term.StringFromToken:
		default:
			out[o] = s
		}
	}
	return out
}

// decoded turns a term into one of a sort; nil if it is not known to be of it.
func decoded(t *logic.Term, sort term.Sort, bound []*term.Term) *term.Term {
	out := decode(t, bound)
	if out == nil || out.Sort() != sort {
		return nil
	}
	return out
}

// decode is what is known of a term; what solvers do not know is a variable of its own, if it is an
// integer or a truth value.
func decode(t *logic.Term, bound []*term.Term) *term.Term {
	if out := understood(t, bound); out != nil {
		return out
	}
	sort, ok := t.KnownSort()
	if s, simple := decodedSorts[sort.Kind]; ok && simple && (s == term.SortInt || s == term.SortBool) && t.Closed() {
		return term.Var("value of "+exactly(t), s)
	}
	return nil
}

// exactly writes a term so that no other is written alike.
func exactly(t *logic.Term) string {
	var out strings.Builder
	writeExactly(&out, t)
	return out.String()
}

func writeExactly(to *strings.Builder, t *logic.Term) {
	if t == nil {
		return
	}
	fmt.Fprintf(to, "%d,%d,%d,%d,%d,%d,%v,%q(", t.Kind, t.Op, t.Sort.Kind, t.Sort.Tok, t.Sym, t.N, t.Int, t.Text)
	writeExactly(to, t.A)
	to.WriteString(")(")
	writeExactly(to, t.B)
	to.WriteByte(')')
}

// membership is whether a key is in a map: of what is written one by one, the rest a function.
func membership(m, k *logic.Term, bound []*term.Term) *term.Term {
	key := decoded(k, term.SortInt, bound)
	if key == nil {
		return nil
	}
	pair := m.Kind == logic.TOp && m.Op == logic.OUpd && m.B.Kind == logic.TApp
	switch {
	case m.Kind == logic.TNoMap:
		return term.False
	case pair || m.Kind == logic.TOp && m.Op == logic.ORemove:
		at := m.B
		if pair {
			at = m.B.A
		}
		other, rest := decoded(at, term.SortInt, bound), membership(m.A, k, bound)
		switch {
		case other == nil || rest == nil:
			return nil
		case pair:
			return term.Or(term.Eq(key, other), rest)
		}
		return term.And(term.Not(term.Eq(key, other)), rest)
	case !m.Closed():
		return nil
	}
	return term.App(functionSymbol("in "+exactly(m), []term.Sort{term.SortInt}, term.SortBool), key)
}

func understood(t *logic.Term, bound []*term.Term) *term.Term {
	switch t.Kind {
	case logic.TV:
		if s, ok := decodedSorts[t.Sort.Kind]; ok {
			return term.Var(fmt.Sprintf("x%d", t.N), s)
		}
	case logic.TB:
		if t.N < uint64(len(bound)) {
			return bound[uint64(len(bound))-1-t.N]
		}
	case logic.TInt:
		return term.BigInt(t.Int)
	case logic.TBool:
		return term.Bool(t.N == 1)
	case logic.TStr:
		return term.Str(t.Text)
	case logic.TNoList:
		return term.EmptyList
	case logic.TOp:
		return decodeOperation(t, bound)
	case logic.TFun:
		return decodeFunction(t, bound)
	}
	return nil
}

func decodeOperation(t *logic.Term, bound []*term.Term) *term.Term {
	if t.Op == logic.OIn {
		return membership(t.A, t.B, bound)
	}
	switch {
	case t.Op == logic.OItem:
		return oneItem(t.A, bound)
	case t.Op == logic.OIs && t.A.Kind == logic.TOp && t.A.Op == logic.OGet:
		return itemIs(t.N, t.A.A, operand(t.A.B, logic.OAdd, bound), bound)
	case t.Op == logic.OSize:
		return size(t.A, bound)
	case t.Op == logic.OEmpty:
		if n := size(t.A, bound); n != nil {
			return term.Eq(n, term.Int(0))
		}
		return nil
	}
	a := operand(t.A, t.Op, bound)
	if a == nil {
		return nil
	}
	if sym := decodedUnary[t.Op]; sym != nil {
		if a.Sort() != sym.Args[0] {
			return nil
		}
		return term.Apply(sym, a)
	}
	if t.Op == logic.OTail && a.Sort() == term.SortList {
		return term.Apply(term.ListRange, a, term.Int(1), term.Int(0))
	}
	if t.Op == logic.OIte || t.Op == logic.OSto {
		if t.B.Kind != logic.TApp {
			return nil
		}
		b, c := decode(t.B.A, bound), decode(t.B.B, bound)
		switch {
		case b == nil || c == nil:
		case t.Op == logic.OIte && a.Sort() == term.SortBool && b.Sort() == c.Sort():
			return term.Apply(term.KIte, a, b, c)
		case t.Op == logic.OSto && a.Sort() == term.SortArray && b.Sort() == term.SortInt && c.Sort() == term.SortInt:
			return term.Apply(term.ArrayStore, a, b, c)
		}
		return nil
	}
	b := operand(t.B, t.Op, bound)
	switch sym := decodedBinary[t.Op]; {
	case b == nil:
	case t.Op == logic.OKEq && a.Sort() == b.Sort():
		return term.Eq(a, b)
	case sym != nil && a.Sort() == sym.Args[0] && b.Sort() == sym.Args[1]:
		return term.Apply(sym, a, b)
	}
	return nil
}

// operand is what is known of an operand; the item of a list is an integer where one is wanted.
func operand(t *logic.Term, o logic.Op, bound []*term.Term) *term.Term {
	if sym := decodedBinary[o]; sym == nil || sym.Args[0] != term.SortInt || t.Kind != logic.TOp || t.Op != logic.OGet {
		return decode(t, bound)
	}
	list, at := decoded(t.A, term.SortList, bound), operand(t.B, logic.OAdd, bound)
	if list == nil || at == nil || at.Sort() != term.SortInt {
		return nil
	}
	return term.Apply(term.ListInt, list, at)
}

// itemIs is whether the item of a list at a place is of a sort: a function of what the list is a
// rest of. A rest has before its first item what that list has before its own.
func itemIs(sort uint64, list *logic.Term, at *term.Term, bound []*term.Term) *term.Term {
	dropped := int64(0)
	for ; list.Kind == logic.TOp && list.Op == logic.OTail; list = list.A {
		dropped++
	}
	l := decoded(list, term.SortList, bound)
	if at == nil || at.Sort() != term.SortInt || l == nil {
		return nil
	}
	is := functionSymbol(fmt.Sprintf("item is %d", sort), []term.Sort{term.SortList, term.SortInt}, term.SortBool)
	if dropped == 0 {
		return term.App(is, l, at)
	}
	none, there := term.App(is, l, term.Int(-1)), term.App(is, l, term.Add(at, term.Int(dropped)))
	return term.And(term.Implies(term.Le(term.Int(0), at), there), term.Implies(term.Lt(at, term.Int(0)), none))
}

// size is how many items a list has; what is left of the empty one is empty.
func size(l *logic.Term, bound []*term.Term) *term.Term {
	if l.Kind == logic.TOp && l.Op == logic.OTail {
		n := size(l.A, bound)
		if n == nil {
			return nil
		}
		return term.Apply(term.IntMax, term.Int(0), term.Sub(n, term.Int(1)))
	}
	if l.Kind == logic.TOp && l.Op == logic.OCat {
		m, n := size(l.A, bound), size(l.B, bound)
		if m == nil || n == nil {
			return nil
		}
		return term.Add(m, n)
	}
	list := decoded(l, term.SortList, bound)
	if list == nil {
		return nil
	}
	return term.Apply(term.ListSize, list)
}

// oneItem is the list of one item. What is no integer, and no literal, is only that.
func oneItem(t *logic.Term, bound []*term.Term) *term.Term {
	item := decode(t, bound)
	if item == nil || item.Sort() != term.SortInt && item.Kind() != term.KString {
		if !t.Closed() {
			return nil
		}
		item = term.Var("item "+exactly(t), term.SortKItem)
	}
	return term.ListOf(item)
}

// decodeFunction makes a symbol for the function, by its number, and by the sorts of its
// arguments and values: to solvers those with others are other functions.
func decodeFunction(t *logic.Term, bound []*term.Term) *term.Term {
	result, ok := decodedSorts[t.Sort.Kind]
	if !ok {
		return nil
	}
	name := fmt.Sprintf("f%d:%d", t.Sym, result)
	var args []*term.Term
	sorts := []term.Sort{}
	for u := t.A; u.Kind == logic.TApp; u = u.B {
		a := decode(u.A, bound)
		if a == nil {
			return nil
		}
		args, sorts = append(args, a), append(sorts, a.Sort())
		name += fmt.Sprintf(",%d", a.Sort())
	}
	return term.App(functionSymbol(name, sorts, result), args...)
}

func functionSymbol(name string, args []term.Sort, result term.Sort) *term.Symbol {
	sym, _ := decodedFunctions.LoadOrStore(name, term.NewSymbol(term.Symbol{Name: name, Args: args, Result: result, Class: term.Function, Total: true}))
	return sym.(*term.Symbol)
}

// FunctionOf is the number of the function of which a decoded term is an application; false if it is of none.
func FunctionOf(t *term.Term) (n logic.Sym, ok bool) {
	if t.Kind() != term.KApp {
		return 0, false
	}
	if sym, made := decodedFunctions.Load(t.Symbol().Name); !made || sym != t.Symbol() {
		return 0, false
	}
	_, err := fmt.Sscanf(t.Symbol().Name, "f%d:", &n)
	return n, err == nil
}

// decodedFunctions are the symbols that were made, by their names.
var decodedFunctions sync.Map
