package certificate

import (
	"slices"

	"rlv/proofs/kernel"
	"rlv/proofs/logic"
)

// certificate is the order in which a certificate is written.
func (c *coder) certificate(x *Certificate) {
	version := uint64(Version)
	if c.number(&version); version != Version {
		c.fail("it is of another version")
		return
	}
	c.claim(x)
	list(c, &x.Lemmas, func(l *Lemma) {
		c.text(&l.Name)
		c.text(&l.Place)
		c.number(&l.N)
		c.form(&l.Form)
		c.term(&l.Measure)
		list(c, &l.Again, c.subst)
		c.core(&l.Core)
	})
	for i := range x.Goals {
		c.proof(&x.Goals[i].Proof)
	}
}

// claim is what a certificate proves.
func (c *coder) claim(x *Certificate) {
	c.text(&x.Definition)
	c.hash(&x.Language)
	c.text(&x.Program)
	c.hash(&x.Text)
	list(c, &x.Functions, c.text)
	c.flag(&x.Total)
	list(c, &x.Axioms, func(a *Axiom) {
		c.text(&a.Name)
		c.text(&a.Place)
		c.form(&a.Formula)
	})
	list(c, &x.Goals, func(g *Goal) {
		c.text(&g.Name)
		c.text(&g.Place)
		c.goal(&g.Goal)
	})
}

func (c *coder) goal(g *kernel.Goal) {
	c.number(&g.N)
	c.term(&g.Left)
	list(c, &g.Pre, c.form)
	list(c, &g.Ex, c.variable)
	c.term(&g.Right)
	list(c, &g.Post, c.form)
	c.number(&g.Rank)
	list(c, &g.Variant, c.term)
}

func (c *coder) proof(p *kernel.Proof) {
	var before []*logic.Form
	list(c, &p.Nodes, func(n *kernel.Node) {
		c.number(&n.N)
		c.beginning(&n.Pre, before)
		before = n.Pre
		c.term(&n.Term)
		list(c, &n.Proof, c.instr)
	})
	list(c, &p.Goal, c.instr)
	list(c, &p.Cores, c.core)
}

// beginning is a list of formulas that begins as another does: how far, and what follows. Where paths meet
// one after the other, each path condition has nearly all of the one before.
func (c *coder) beginning(fs *[]*logic.Form, before []*logic.Form) {
	rest, same := *fs, uint64(0)
	if !c.reading {
		n := common(*fs, before)
		same, rest = uint64(n), rest[n:]
	}
	if c.number(&same); same > uint64(len(before)) {
		c.fail("it has a list that begins as no other")
		return
	}
	if c.things += int(same) / 8; c.things > maxThings { // it is copied
		c.fail("it is too large")
	}
	list(c, &rest, c.form)
	if c.reading {
		*fs = slices.Concat(before[:same], rest)
	}
}

// common is how many formulas two lists have in common at their beginning.
func common(fs, gs []*logic.Form) int {
	n := 0
	for n < len(fs) && n < len(gs) && logic.EqualForms(fs[n], gs[n]) {
		n++
	}
	return n
}

func (c *coder) core(k *kernel.Core) {
	list(c, &k.Acts, c.act)
	list(c, &k.Keep, c.number)
}

func (c *coder) instr(i *kernel.Instr) {
	choice(c, &i.Kind, kernel.IDone+1)
	switch i.Kind {
	case kernel.IStep:
		list(c, &i.Rules, c.number)
		c.subst(&i.Subst)
	case kernel.ISteps:
		c.number(&i.N)
	case kernel.ICut:
		c.form(&i.Form)
	case kernel.ISplit:
		c.term(&i.Term)
	case kernel.IUse, kernel.ICirc:
		c.number(&i.N)
		c.subst(&i.Subst)
	case kernel.IDone:
		c.subst(&i.Subst)
	}
}

func (c *coder) act(a *kernel.Act) {
	choice(c, &a.Kind, kernel.AKind+1)
	switch a.Kind {
	case kernel.AInst:
		c.number(&a.I)
		c.term(&a.Term)
	case kernel.AAxiom:
		c.number(&a.I)
		c.subst(&a.Subst)
	case kernel.AOpen, kernel.ABack:
		c.number(&a.I)
	case kernel.AWitness:
		c.term(&a.Term)
	case kernel.AUse:
		c.form(&a.Form)
		c.term(&a.Term)
	case kernel.AName:
		c.form(&a.Form)
	case kernel.AKind:
		c.number(&a.I)
		c.number(&a.J)
		c.term(&a.Term)
	}
}

// language is the order in which a language is hashed.
func (c *coder) language(l *kernel.Language) {
	list(c, &l.Tests, func(ts *[]logic.Test) {
		list(c, ts, func(t *logic.Test) {
			choice(c, &t.Head.Kind, logic.HList+1)
			if t.Head.Kind == logic.HTok || t.Head.Kind == logic.HSym {
				c.sym(&t.Head.Sym)
			}
			list(c, &t.Args, c.number)
		})
	})
	list(c, &l.Top, c.flag)
	list(c, &l.Equations, func(e *kernel.Equation) {
		c.number(&e.Prio)
		c.sym(&e.Fun)
		c.term(&e.Args)
		c.term(&e.Right)
		list(c, &e.Cond, c.term)
	})
	list(c, &l.Rules, func(r *kernel.Rule) {
		c.number(&r.Prio)
		c.term(&r.Left)
		c.term(&r.Right)
		list(c, &r.Cond, c.term)
		list(c, &r.Ex, c.variable)
		list(c, &r.Ensures, c.term)
	})
}
