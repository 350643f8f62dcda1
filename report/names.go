package report

import (
	"fmt"
	"strings"

	"rlv/semantics/source"
	"rlv/semantics/term"
)

// Readable renders a formula with the names that people know: the numbers that
// make fresh variables distinct are left out where the name alone is clear.
func Readable(t *term.Term) string { return newNamer(t).format(t) }

// namer gives the variables of some terms short names.
type namer struct{ names map[*term.Variable]string }

func newNamer(ts ...*term.Term) *namer {
	n := &namer{names: map[*term.Variable]string{}}
	n.add("", ts...)
	return n
}

// add names the variables that have no name yet; prefix marks them.
func (n *namer) add(prefix string, ts ...*term.Term) {
	taken := map[string]bool{}
	for _, name := range n.names {
		taken[name] = true
	}
	var vars []*term.Variable
	for _, t := range ts {
		term.Walk(t, func(u *term.Term) bool {
			if u.IsVar() {
				vars = append(vars, u.Variable())
			}
			return true
		})
	}
	for _, v := range vars {
		if n.names[v] != "" {
			continue
		}
		base := prefix + strings.TrimLeft(v.BaseName(), "?_")
		name := base
		for i := 1; taken[name]; i++ {
			name = fmt.Sprintf("%s%d", base, i)
		}
		taken[name] = true
		n.names[v] = name
	}
}

func (n *namer) format(t *term.Term) string {
	p := term.Printer{Names: func(v *term.Variable) string { return n.names[v] }}
	return source.Printable(p.Format(t))
}
