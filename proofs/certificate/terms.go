package certificate

import (
	"fmt"
	"strings"

	"rlv/proofs/logic"
)

// printer writes what the kernel has as terms of Coq.
type printer struct {
	strings.Builder
	names  names
	shared *shared // nil: every term is written in full
}

// shared are the terms that are written once, as constants: what is left of a program stands in
// all that is said of the states before.
type shared struct {
	times map[*logic.Term]int
	order []*logic.Term          // the smaller ones first
	known map[*logic.Term]string // nil: they are still being counted
}

// sharing has write write twice: to see which terms stand at more than one place, and then.
func (p *printer) sharing(write func(*printer)) {
	const small = 3 // nodes
	first := &printer{names: p.names, shared: &shared{times: map[*logic.Term]int{}}}
	write(first)
	p.shared = &shared{known: map[*logic.Term]string{}}
	for _, t := range first.shared.order {
		if first.shared.times[t] > 1 && over(t, small) < 0 {
			name := fmt.Sprintf("t%d", len(p.shared.known))
			p.put("Definition %s := ", name)
			p.term(t)
			p.WriteString(".\n")
			p.shared.known[t] = name
		}
	}
	write(p)
	p.shared = nil
}

// notations are what keeps the files small.
const notations = `Local Notation A := TApp. Local Notation V := TV. Local Notation S := TSym. Local Notation U := (TSym 1).
Local Notation O := TOp. Local Notation Z := TInt. Local Notation Id := TTok.
`

func (p *printer) put(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

// text writes a string of Coq. Its bytes are those of s.
func (p *printer) text(s string) {
	p.WriteByte('"')
	p.WriteString(strings.ReplaceAll(s, `"`, `""`))
	p.WriteString(`"`)
}

func (p *printer) sort(s logic.Sort) {
	if s.Kind == logic.STok {
		p.put("(STok %d)", s.Tok)
		return
	}
	p.put("%v", s)
}

func (p *printer) integer(t *logic.Term) string {
	if t.Int.Sign() < 0 {
		return "(" + t.Int.String() + ")"
	}
	return t.Int.String()
}

// over is n less the nodes of a term; negative as soon as it has more.
func over(t *logic.Term, n int) int {
	if t == nil || n < 0 {
		return n
	}
	return over(t.B, over(t.A, n-1))
}

// term writes a term as an argument.
func (p *printer) term(t *logic.Term) {
	switch {
	case p.shared == nil:
		p.whole(t)
	case p.shared.known[t] != "":
		p.WriteString(p.shared.known[t])
	case p.shared.known != nil:
		p.whole(t)
	default:
		if p.shared.times[t]++; p.shared.times[t] == 1 {
			p.whole(t)
			p.shared.order = append(p.shared.order, t)
		}
	}
}

// whole writes a term by its parts.
func (p *printer) whole(t *logic.Term) {
	if p.named(t) {
		return
	}
	switch t.Kind {
	case logic.TNoMap:
		p.WriteString("TNoMap")
		return
	case logic.TNoList:
		p.WriteString("TNoList")
		return
	case logic.TSym:
		if t.Sym == logic.Unit {
			p.WriteByte('U')
			return
		}
	}
	p.WriteByte('(')
	switch t.Kind {
	case logic.TV:
		p.WriteString("V ")
		p.sort(t.Sort)
		p.put(" %d", t.N)
	case logic.TB:
		p.put("TB %d", t.N)
	case logic.TInt:
		p.put("Z %s", p.integer(t))
	case logic.TBool:
		p.put("TBool %v", t.N == 1)
	case logic.TStr:
		p.WriteString("TStr ")
		p.text(t.Text)
	case logic.TTok:
		p.put("Id %d ", t.Sym)
		p.text(t.Text)
	case logic.TSym:
		p.put("S %d", t.Sym)
	case logic.TApp:
		p.WriteString("A ")
		p.term(t.A)
		p.WriteByte(' ')
		p.term(t.B)
	case logic.TOp:
		if t.Op == logic.OIs {
			p.put("O (OIs %d) ", t.N)
		} else {
			p.put("O %v ", t.Op)
		}
		p.term(t.A)
		p.WriteByte(' ')
		p.term(t.B)
	case logic.TFun:
		p.put("TFun %d ", t.Sym)
		p.sort(t.Sort)
		p.WriteByte(' ')
		p.term(t.A)
	}
	p.WriteByte(')')
}

// form writes a formula as an argument.
func (p *printer) form(f *logic.Form) {
	name := [...]string{logic.FT: "FT", logic.FNot: "FNot", logic.FAnd: "FAnd", logic.FOr: "FOr", logic.FImp: "FImp", logic.FAll: "FAll", logic.FEx: "FEx"}[f.Kind]
	p.put("(%s ", name)
	switch f.Kind {
	case logic.FT:
		p.term(f.Term)
	case logic.FNot, logic.FAll, logic.FEx:
		p.form(f.A)
	default:
		p.form(f.A)
		p.form(f.B)
	}
	p.WriteByte(')')
}

// printed writes a list.
func printed[T any](p *printer, xs []T, each func(T)) {
	p.WriteByte('[')
	for i, x := range xs {
		if i > 0 {
			p.WriteByte(';')
		}
		each(x)
	}
	p.WriteByte(']')
}

// between separates the items of a long list.
func (p *printer) between(i, n int) {
	if i+1 < n {
		p.WriteByte(';')
	}
}

func (p *printer) number(n uint64) { p.put("%d", n) }

func (p *printer) numbers(ns []uint64) {
	printed(p, ns, p.number)
}

func (p *printer) subst(s logic.Subst) {
	printed(p, s, func(b logic.Binding) {
		p.WriteByte('(')
		p.sort(b.Var.Sort)
		p.put(",%d,", b.Var.N)
		p.term(b.Term)
		p.WriteByte(')')
	})
}

func (p *printer) variables(vs []logic.Var) {
	printed(p, vs, func(v logic.Var) {
		p.WriteByte('(')
		p.sort(v.Sort)
		p.put(",%d)", v.N)
	})
}

func (p *printer) terms(ts []*logic.Term) { printed(p, ts, p.term) }
func (p *printer) forms(fs []*logic.Form) { printed(p, fs, p.form) }
