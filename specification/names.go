package specification

import (
	"fmt"
	"regexp"
	"strings"

	"rlv/semantics/term"
)

// names gives variables the names that a specification has for them: upper-case letters
// first, as K wants it. Variables that several claims share have one name in all, which
// is that of no other variable; those of one claim differ from each other.
type names struct {
	taken  map[string]bool // words of the grammar
	shared map[*term.Variable]string
	global map[string]bool // names of shared
	local  map[*term.Variable]string
	used   map[string]bool // names of local
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

func newNames(taken map[string]bool) *names {
	return &names{taken: taken, shared: map[*term.Variable]string{}, global: map[string]bool{}}
}

// share gives a variable a name in all claims.
func (n *names) share(v *term.Variable) {
	if n.shared[v] == "" {
		name := n.unused(v, n.global)
		n.shared[v], n.global[name] = name, true
	}
}

// claim begins another claim.
func (n *names) claim() { n.local, n.used = map[*term.Variable]string{}, map[string]bool{} }

// of is the name of a variable.
func (n *names) of(v *term.Variable) string {
	if name := n.shared[v]; name != "" {
		return name
	}
	if n.local[v] == "" {
		name := n.unused(v, n.used)
		n.local[v], n.used[name] = name, true
	}
	return n.local[v]
}

func (n *names) unused(v *term.Variable, others map[string]bool) string {
	base := notInNames.ReplaceAllString(strings.TrimLeft(v.BaseName(), "?_!@"), "")
	base = strings.TrimLeft(base, "0123456789_")
	if base == "" {
		base = "V"
	}
	base = strings.ToUpper(base[:1]) + base[1:]
	name := base
	for i := 1; n.taken[name] || n.global[name] || others[name]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
		if c := base[len(base)-1]; '0' <= c && c <= '9' {
			name = fmt.Sprintf("%s_%d", base, i)
		}
	}
	return name
}
