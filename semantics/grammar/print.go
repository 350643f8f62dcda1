package grammar

import (
	"strings"

	"rlv/semantics/kdef"
)

// maxPrinted bounds how many nodes are printed of a tree.
const maxPrinted = 200

// String renders the tree in the notation, with parentheses around every part
// that has parts itself. A large tree is cut.
func (t *Tree) String() string {
	w := treeWriter{left: maxPrinted}
	w.tree(t, true)
	return w.String()
}

type treeWriter struct {
	strings.Builder
	left int
}

// tree writes a tree, on top or as a part of another.
func (w *treeWriter) tree(t *Tree, top bool) {
	if t == nil {
		w.WriteString("nothing")
		return
	}
	if w.left--; w.left < 0 {
		w.WriteString("...")
		return
	}
	open := !top && len(t.Children) > 0 && t.Kind != Cell
	if open {
		w.WriteByte('(')
	}
	w.parts(t)
	if open {
		w.WriteByte(')')
	}
}

// parts writes a tree without parentheses around it.
func (w *treeWriter) parts(t *Tree) {
	switch t.Kind {
	case App:
		w.app(t)
	case Token:
		w.WriteString(t.Text)
	case Var:
		w.WriteString([]string{"", "?", "!", "@"}[t.VarKind] + t.Text + ":" + t.Sort)
	case Rewrite:
		w.join(t.Children, " => ", "")
	case Seq:
		w.join(t.Children, " ~> ", ".K")
	case Bag:
		w.join(t.Children, " ", ".Bag")
	case Cell:
		w.cell(t)
	case As:
		w.join(t.Children, " #as ", "")
	case Or:
		w.join(t.Children, " #Or ", "")
	case Let:
		for i, word := range []string{"#let ", " = ", " #in "} {
			w.WriteString(word)
			w.tree(t.Children[i], false)
		}
	case Ite:
		for i, word := range []string{"#if ", " #then ", " #else "} {
			w.WriteString(word)
			w.tree(t.Children[i], false)
		}
		w.WriteString(" #fi")
	case IsSort:
		w.WriteString("is" + t.Text + "(")
		w.tree(t.Children[0], true)
		w.WriteByte(')')
	case Downcast:
		w.WriteByte('{')
		w.tree(t.Children[0], true)
		w.WriteString("}:>" + t.Text)
	default:
		w.join(t.Children, " | ", "")
	}
}

func (w *treeWriter) join(parts []*Tree, sep, none string) {
	if len(parts) == 0 {
		w.WriteString(none)
	}
	for i, c := range parts {
		if i > 0 {
			w.WriteString(sep)
		}
		w.tree(c, false)
	}
}

func (w *treeWriter) cell(t *Tree) {
	w.WriteString("<" + t.Text + ">")
	if t.DotsLeft {
		w.WriteString("...")
	}
	w.WriteByte(' ')
	w.tree(t.Children[0], true)
	w.WriteByte(' ')
	if t.DotsRight {
		w.WriteString("...")
	}
	w.WriteString("</" + t.Text + ">")
}

// app writes an application as its production does.
func (w *treeWriter) app(t *Tree) {
	if t.Prod == nil {
		w.join(t.Children, " ", "")
		return
	}
	arg := 0
	for i, it := range t.Prod.Items {
		if i > 0 {
			w.WriteByte(' ')
		}
		if it.Kind != kdef.NonTerminal {
			w.WriteString(it.Text)
			continue
		}
		if arg < len(t.Children) {
			w.tree(t.Children[arg], false)
		}
		arg++
	}
}
