package certificate

import (
	"fmt"
	"strings"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// header is what the files with data begin with.
const header = `Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Rules Checker Lemmas.
Import ListNotations. Open Scope string_scope. Open Scope N_scope.
`

// withLanguage makes the names of the language known.
const withLanguage = "From Cert Require Import Language.\n"

// comment makes a text fit for a comment of Coq.
func comment(s string) string {
	s = strings.NewReplacer("(*", "( *", "*)", "* )", `"`, "'").Replace(s)
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

// languageText is the file of a language: names of its symbols and variables, its tests of sorts,
// equations and rules.
func languageText(p *printer, l *kernel.Language, labels Labels) {
	p.WriteString("(** A definition as data, written by rlv. *)\n" + header + notations)
	p.names.constants(p, labels.Symbols)
	p.WriteString("Definition sort_tests : sorts := [")
	for i, ts := range l.Tests {
		p.put("\n (* %d: %s *) ", i, comment(labels.Sorts[i]))
		printed(p, ts, p.test)
		p.between(i, len(l.Tests))
	}
	p.WriteString(" ].\nDefinition equations : list eqn := [")
	for i := range l.Equations {
		e := &l.Equations[i]
		p.put("\n (* %s *)\n Eqn %d %d ", comment(labels.Functions[e.Fun-logic.FirstSym]), e.Prio, e.Fun)
		p.term(e.Args)
		p.WriteString("\n  ")
		p.term(e.Right)
		p.terms(e.Cond)
		p.between(i, len(l.Equations))
	}
	p.WriteString(" ].\nDefinition rules : list rule := [")
	for i := range l.Rules {
		p.put("\n (* %d: %s *)\n Rule %d ", i, comment(labels.Rules[i]), l.Rules[i].Prio)
		p.rule(&l.Rules[i])
		p.between(i, len(l.Rules))
	}
	for _, why := range labels.LeftOut {
		p.put("\n (* left out, since no program comes to it: %s *)", comment(why))
	}
	p.WriteString(" ].\nDefinition language : lang := Lang sort_tests ")
	printed(p, l.Top, func(b bool) { p.put("%v", b) })
	p.WriteString(" equations rules.\n")
}

func (p *printer) test(t logic.Test) {
	name := [...]string{logic.HInt: "HInt", logic.HBool: "HBool", logic.HStr: "HStr", logic.HTok: "HTok", logic.HSym: "HSym", logic.HMap: "HMap", logic.HArr: "HArr", logic.HList: "HList"}[t.Head.Kind]
	if t.Head.Sym != 0 {
		name = fmt.Sprintf("(%s %d)", name, t.Head.Sym)
	}
	p.put("Test %s ", name)
	p.numbers(t.Args)
}

func (p *printer) rule(r *kernel.Rule) {
	p.WriteString("\n  ")
	p.term(r.Left)
	p.WriteString("\n  ")
	p.term(r.Right)
	p.WriteString("\n  ")
	p.terms(r.Cond)
	p.variables(r.Ex)
	p.terms(r.Ensures)
}

// goalsText is the file of what is proved: axioms and goals.
func (c *Certificate) goalsText(p *printer) {
	p.put("(** What is to be proved of %s (SHA-256 %x), written by rlv. *)\n%s", comment(c.Program), c.Text, notations)
	for i, f := range c.Functions {
		p.put("(* function %d: %s *)\n", int(logic.FirstSym)+i, comment(f))
	}
	p.WriteString("Definition axioms : list form := [")
	for i, a := range c.Axioms {
		p.put("\n (* %s: %s *) ", comment(a.Place), comment(a.Name))
		p.form(a.Formula)
		p.between(i, len(c.Axioms))
	}
	p.WriteString(" ].\nDefinition goals : list goal := [")
	for i := range c.Goals {
		g := &c.Goals[i]
		p.put("\n (* %s: %s *)\n Goal %d\n  ", comment(g.Place), comment(g.Name), g.N)
		p.term(g.Left)
		p.WriteString("\n  ")
		p.forms(g.Pre)
		p.WriteString("\n  ")
		p.variables(g.Ex)
		p.WriteString("\n  ")
		p.term(g.Right)
		p.WriteString("\n  ")
		p.forms(g.Post)
		p.put(" %d ", g.Rank)
		p.terms(g.Variant)
		p.between(i, len(c.Goals))
	}
	p.WriteString(" ].\n")
}

// certificateText is the file of instructions and cores. As that of the goals, it is loaded by the proofs': to compile
// each by itself would cost a start of Coq.
func (c *Certificate) certificateText(p *printer) {
	p.WriteString("(** How, written by rlv: instructions for the checker and, for each obligation that is left, what it needs. *)\n")
	p.sharing(func(p *printer) {
		c.lemmas(p)
		c.proofs(p)
	})
}

// lemmas writes the lemmas with their proofs.
func (c *Certificate) lemmas(p *printer) {
	p.WriteString("Definition lemmas : list lemma := [")
	for i := range c.Lemmas {
		l := &c.Lemmas[i]
		p.put("\n (* %s: %s *)\n Lem %d ", comment(l.Place), comment(l.Name), l.N)
		p.form(l.Form)
		p.term(l.Measure)
		printed(p, l.Again, p.subst)
		p.WriteByte('(')
		p.core(l.Core)
		p.WriteByte(')')
		p.between(i, len(c.Lemmas))
	}
	p.WriteString(" ].\n")
}

// conditions writes the path conditions of shared nodes as constants, each by the one before: where paths
// meet one after the other, they have nearly all in common.
func (c *Certificate) conditions(p *printer) {
	for i := range c.Goals {
		var before []*logic.Form
		for k, n := range c.Goals[i].Proof.Nodes {
			p.put("Definition p%d_%d : list form := (", i, k)
			same := common(n.Pre, before)
			if same > 0 {
				p.put("firstn %d p%d_%d ++ ", same, i, k-1)
			}
			p.forms(n.Pre[same:])
			p.WriteString(")%list.\n")
			before = n.Pre
		}
	}
}

// proofs writes the proofs of the goals.
func (c *Certificate) proofs(p *printer) {
	c.conditions(p)
	p.WriteString("Definition certificate : certificate := [")
	for i := range c.Goals {
		r := &c.Goals[i].Proof
		p.WriteString("\n Proof ")
		node := 0
		printed(p, r.Nodes, func(n kernel.Node) {
			p.put("\n  Node %d p%d_%d\n   ", n.N, i, node)
			node++
			p.term(n.Term)
			p.WriteString("\n   ")
			printed(p, n.Proof, p.instr)
		})
		p.WriteString("\n  ")
		printed(p, r.Goal, p.instr)
		p.WriteString("\n  ")
		printed(p, r.Cores, p.core)
		p.between(i, len(c.Goals))
	}
	p.WriteString(" ].\n")
}

func (p *printer) core(k kernel.Core) {
	p.WriteString("Core ")
	printed(p, k.Acts, p.act)
	p.numbers(k.Keep)
}

func (p *printer) instr(i kernel.Instr) {
	switch i.Kind {
	case kernel.IStep:
		p.WriteString("IStep ")
		p.numbers(i.Rules)
		p.subst(i.Subst)
	case kernel.ISteps:
		p.put("ISteps %d", i.N)
	case kernel.ICut:
		p.WriteString("ICut ")
		p.form(i.Form)
	case kernel.ISplit:
		p.WriteString("ISplit ")
		p.term(i.Term)
	case kernel.IInf:
		p.WriteString("IInf")
	case kernel.IUse:
		p.put("IUse %d ", i.N)
		p.subst(i.Subst)
	case kernel.ICirc:
		p.put("ICirc %d ", i.N)
		p.subst(i.Subst)
	case kernel.IDone:
		p.WriteString("IDone ")
		p.subst(i.Subst)
	}
}

func (p *printer) act(a kernel.Act) {
	switch a.Kind {
	case kernel.AInst:
		p.put("AInst %d ", a.I)
		p.term(a.Term)
	case kernel.AAxiom:
		p.put("AAxiom %d ", a.I)
		p.subst(a.Subst)
	case kernel.AOpen:
		p.put("AOpen %d", a.I)
	case kernel.AIntro:
		p.WriteString("AIntro")
	case kernel.AWitness:
		p.WriteString("AWitness ")
		p.term(a.Term)
	case kernel.AUse:
		p.WriteString("AUse ")
		p.form(a.Form)
		p.term(a.Term)
	case kernel.AName:
		p.WriteString("AName ")
		p.form(a.Form)
	case kernel.ABack:
		p.put("ABack %d", a.I)
	case kernel.AKind:
		p.put("AKind %d %d ", a.I, a.J)
		p.term(a.Term)
	}
}

// Coq are the files of a development for Coq, about this language, with so many obligations of each
// goal. The library is in its directory lib.
func (c *Certificate) Coq(l *kernel.Language, labels Labels, obligations []int) map[string]string {
	names := namesOf(l)
	text := func(write func(*printer)) string {
		p := &printer{names: names}
		write(p)
		return p.String()
	}
	return map[string]string{
		"Makefile":                  makefile,
		"certificate/Language.v":    text(func(p *printer) { languageText(p, l, labels) }),
		"certificate/Goals.v":       text(c.goalsText),
		"certificate/Certificate.v": text(c.certificateText),
		"certificate/Proofs.v":      c.proofsText(obligations),
		"certificate/Theorem.v":     c.theoremText(len(l.Equations) > 0),
	}
}

const makefile = `# make: checks the certificate, and the library that says what that means. make audit: once more, by coqchk.
COQC := coqc -q -R lib Rlv -R certificate Cert
FILES := Language Proofs Theorem
VO := $(FILES:%=certificate/%.vo)
all: $(VO)
%.vo: %.v lib/Closing.vo
	ulimit -s $$(ulimit -Hs); $(COQC) $<
lib/Closing.vo:
	$(MAKE) -C lib
certificate/Proofs.vo: certificate/Language.vo certificate/Goals.v certificate/Certificate.v
certificate/Theorem.vo: certificate/Proofs.vo
audit: all
	coqchk -silent -o -R lib Rlv -R certificate Cert Cert.Theorem
.PHONY: all audit
`
