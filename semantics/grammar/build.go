package grammar

import "rlv/semantics/kdef"

// build makes the node of an item whose children are on the stack from base on.
func (r *resolver) build(i int32, base int) reading {
	it := r.c.items[i]
	q := r.p.prodOf(i)
	found := reading{sort: q.sort}
	switch q.kind {
	case pVar:
		found.sort = it.origin // the token; its sort depends on the place
		found.tree = r.variable(it.origin, "")
		return found
	case pBracket:
		inner := r.choice(r.stack[base])
		inner.brackets++
		inner.settled = inner.settled || r.p.g.rules != nil
		return inner
	case pCast:
		return r.cast(i, base, q)
	case pListOne, pListMore:
		return r.oneMore(i, base)
	}
	t := r.newTree()
	t.Span = r.p.spanOf(it.origin, it.at)
	t.Sort = r.sortOf(q)
	found.tree = t
	switch q.kind {
	case pApp, pToken:
		r.application(t, q, base, &found)
	case pRecord:
		r.recordTree(t, q, base, &found)
	case pList:
		r.list(t, q, base, &found)
	case pChain:
		r.chain(q, base, &found)
	case pTypedVar:
		v := r.variable(it.origin, t.Sort)
		v.Span = t.Span
		found.tree = v
	case pLiteral:
		t.Kind = Token
		t.Text, _ = literal(r.p.text(r.c.tokens[it.origin]))
	default:
		r.notation(t, q, base, &found)
	}
	if found.tree != nil && !complete(found.tree) {
		return reading{}
	}
	return found
}

// complete reports whether no child of a new node lacks a reading. The conditions
// of a sentence may be absent.
func complete(t *Tree) bool {
	if t.Kind == sentenceTree {
		return t.Children[0] != nil
	}
	for _, c := range t.Children {
		if c == nil {
			return false
		}
	}
	return true
}

// sentenceTree is the kind of the root: body, requires and ensures.
const sentenceTree = Amb

func (r *resolver) sortOf(q *prod) string {
	if q.decl != nil {
		return q.decl.Sort
	}
	return r.p.v.name(q.sort)
}

// application makes the node of a production of the definition.
func (r *resolver) application(t *Tree, q *prod, base int, found *reading) {
	t.Prod = q.decl
	if q.kind == pToken {
		t.Kind, t.Text, t.Prod = Token, t.Span.Text(), nil
		return
	}
	if q.decl.List != nil && q.decl.List.Unit {
		t.Prod = r.p.leastUnit(q.decl)
		t.Sort = t.Prod.Sort
	}
	n := len(r.stack) - base
	if n == 0 {
		return
	}
	t.Children = make([]*Tree, n)
	for k := range n {
		t.Children[k] = r.read(base+k, found)
	}
}

// notation makes the node of a construct of the notation itself.
func (r *resolver) notation(t *Tree, q *prod, base int, found *reading) {
	for k := base; k < len(r.stack); k++ {
		t.Children = append(t.Children, r.read(k, found))
	}
	switch q.kind {
	case pRewrite, pTop:
		t.Kind, found.settled = Rewrite, true
	case pIte:
		t.Kind, found.settled = Ite, true
	case pAs:
		t.Kind, found.settled = As, true
	case pOr:
		t.Kind, found.settled = Or, true
	case pLet:
		t.Kind, found.settled = Let, true
	case pFun:
		t.Kind, found.settled = Let, true
		t.Children[1], t.Children[2] = t.Children[2], t.Children[1]
	case pIsSort:
		t.Kind, t.Text = IsSort, q.cell
	case pDowncast:
		t.Kind, t.Text = Downcast, t.Sort
	case pCell:
		t.Kind, t.Text, t.DotsLeft, t.DotsRight = Cell, q.cell, q.dotsLeft, q.dotsRight
	case pSeq, pSeqUnit:
		t.Kind = Seq
		flatten(t, found)
	case pBag, pBagUnit:
		t.Kind = Bag
		flatten(t, found)
	case pRoot:
		r.sentence(t, q)
	}
}

// flatten takes the children of children of the same kind; one alone is not
// wrapped.
func flatten(t *Tree, found *reading) {
	var children []*Tree
	for _, c := range t.Children {
		if c == nil {
			found.tree = nil
			return
		}
		if c.Kind == t.Kind {
			children = append(children, c.Children...)
		} else {
			children = append(children, c)
		}
	}
	t.Children = children
	if len(children) == 1 {
		found.tree = children[0]
	}
}

// sentence puts body and conditions at their places.
func (r *resolver) sentence(t *Tree, q *prod) {
	read := t.Children
	t.Kind, t.Children = sentenceTree, make([]*Tree, 3)
	next := 0
	for k, there := range [3]bool{true, q.requires, q.ensures} {
		if there && next < len(read) {
			if read[next] == nil {
				t.Children[0] = nil
				return
			}
			t.Children[k] = read[next]
			next++
		}
	}
}

// cast reads t:S. It is no node; on a variable it is marked.
func (r *resolver) cast(i int32, base int, q *prod) reading {
	inner := r.plainChoice(r.stack[base])
	if inner.tree == nil {
		return reading{}
	}
	inner.sort, inner.settled = q.sort, false
	if inner.tree.Kind == Var {
		copied := *inner.tree
		copied.Cast = true
		copied.Span = r.p.spanOf(r.c.items[i].origin, r.c.items[i].at)
		inner.tree = &copied
	}
	return inner
}

// variable makes a Var of a token.
func (r *resolver) variable(token int32, sort string) *Tree {
	name := r.p.variables[token].name
	t := r.newTree()
	t.Kind, t.Sort, t.Span = Var, sort, r.p.spanOf(token, token+1)
	switch name[0] {
	case '?':
		t.VarKind = Existential
	case '!':
		t.VarKind = Fresh
	case '@':
		t.VarKind = SetVar
	}
	if t.VarKind != Ordinary {
		name = name[1:]
	}
	t.Text, t.Anonymous = name, name == "_"
	return t
}

// settleSequences gives variables the sort KItem that were inferred to be of
// sort K but stand, on a left-hand side, before others of a sequence: only the
// last one may take the rest.
func settleSequences(s *Sentence) {
	items := map[string]bool{}
	var find func(t *Tree, tail bool)
	find = func(t *Tree, tail bool) {
		switch t.Kind {
		case Var:
			if !tail && t.Sort == "K" && !t.Cast {
				t.Sort = "KItem"
				if !t.Anonymous {
					items[t.Text] = true
				}
			}
		case Rewrite:
			find(t.Children[0], tail)
		case Seq:
			for k, c := range t.Children {
				find(c, tail && k == len(t.Children)-1)
			}
		case Cell:
			find(t.Children[0], !t.DotsRight)
		default:
			for _, c := range t.Children {
				find(c, true)
			}
		}
	}
	find(s.Body, true)
	for _, t := range []*Tree{s.Body, s.Requires, s.Ensures} {
		if t != nil && len(items) > 0 {
			t.each(func(v *Tree) {
				if v.Kind == Var && v.Sort == "K" && !v.Cast && items[v.Text] {
					v.Sort = "KItem"
				}
			})
		}
	}
}

// each calls f for the tree and all trees in it.
func (t *Tree) each(f func(*Tree)) {
	f(t)
	for _, c := range t.Children {
		c.each(f)
	}
}

// leastUnit returns the unit that stands for all units of an overload group.
func (p *parse) leastUnit(unit *kdef.Production) *kdef.Production {
	if unit.Group == "" {
		return unit
	}
	whole := p.g.def.Whole()
	p.v.mu.Lock()
	defer p.v.mu.Unlock()
	if least := p.v.units[int32(unit.Index)]; least != nil {
		return least
	}
	least := unit
	for _, q := range whole.Productions {
		if q.List != nil && q.List.Unit && whole.OverloadLess(q, least) {
			least = q
		}
	}
	p.v.units[int32(unit.Index)] = least
	return least
}
