package smt

import (
	"fmt"
	"strings"

	"github.com/hashicorp/go-multierror"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/source"
)

// prelude is SMT-LIB text of the user's that every question assumes. The
// process engines get its text; the ground backend knows only which functions
// it declares, and treats them as uninterpreted.
type prelude struct {
	text     string
	file     *source.File
	commands []sexpr
	funs     map[string]*fol.Fun
}

// allowed are the commands that a prelude may have. Those that would disturb
// the assertion stack, or answer, are refused.
var allowed = map[string]bool{
	"declare-fun": true, "declare-const": true, "declare-sort": true, "declare-datatypes": true, "declare-datatype": true,
	"define-fun": true, "define-fun-rec": true, "define-funs-rec": true, "define-sort": true, "define-const": true,
	"assert": true, "set-info": true, "set-option": true, "set-logic": true,
}

// parsePrelude reads a prelude. Its error has all problems, each a
// *source.Diagnostic.
func parsePrelude(text, name string) (*prelude, error) {
	p := &prelude{text: text, funs: map[string]*fol.Fun{}}
	if strings.TrimSpace(text) == "" {
		return p, nil
	}
	file := source.NewFile(name, text)
	p.file = file
	commands, err := parseSexprs(text)
	if err != nil {
		if s, ok := err.(*syntaxError); ok {
			return nil, s.at(file)
		}
		return nil, err
	}
	var problems *multierror.Error
	for _, c := range commands {
		if !allowed[c.head()] {
			e := &syntaxError{c.start, fmt.Sprintf("%q is no command that an SMT prelude may have", c.head())}
			problems = multierror.Append(problems, e.at(file))
		}
		p.declare(c)
	}
	p.commands = p.namePower(commands)
	return p, problems.ErrorOrNil()
}

// powerName stands for ^, which is no function of SMT-LIB on integers: it is a
// function that only the prelude says something about, for every solver alike.
const powerName = "rlv_power"

// namePower renames ^ in commands, and declares its new name if it occurs.
func (p *prelude) namePower(commands []sexpr) []sexpr {
	found := false
	for i := range commands {
		commands[i] = renamed(commands[i], "^", powerName, &found)
	}
	if !found {
		return commands
	}
	decl, err := parseSexprs("(declare-fun " + powerName + " (Int Int) Int)")
	if err != nil {
		return commands
	}
	p.declare(decl[0])
	return append(decl, commands...)
}

func renamed(e sexpr, from, to string, found *bool) sexpr {
	if e.list == nil {
		if e.atom == from {
			e.atom, *found = to, true
		}
		return e
	}
	list := make([]sexpr, len(e.list))
	for i, c := range e.list {
		list[i] = renamed(c, from, to, found)
	}
	e.list = list
	return e
}

// declare notes the function that a command declares, if its sorts are known
// here.
func (p *prelude) declare(c sexpr) {
	name, args, result := declaration(c)
	if name == "" {
		return
	}
	f := &fol.Fun{Name: name, Declared: true}
	var ok bool
	if f.Result, ok = parseDomain(result); !ok {
		return
	}
	for _, a := range args {
		d, ok := parseDomain(a)
		if !ok {
			return
		}
		f.Args = append(f.Args, d)
	}
	p.funs[name] = f
}

// declaration takes a declaring command apart; the name is "" for others.
func declaration(c sexpr) (name string, args []sexpr, result sexpr) {
	l := c.list
	switch {
	case len(l) == 4 && c.head() == "declare-fun":
		return l[1].atom, l[2].list, l[3]
	case len(l) == 3 && c.head() == "declare-const":
		return l[1].atom, nil, l[2]
	case len(l) == 5 && (c.head() == "define-fun" || c.head() == "define-fun-rec"):
		for _, p := range l[2].list {
			if len(p.list) != 2 {
				return "", nil, sexpr{}
			}
			args = append(args, p.list[1])
		}
		return l[1].atom, args, l[3]
	}
	return "", nil, sexpr{}
}

func parseDomain(e sexpr) (fol.Domain, bool) {
	switch e.String() {
	case "Int":
		return fol.Int, true
	case "Bool":
		return fol.Bool, true
	case "(Array Int Int)":
		return fol.Array, true
	}
	return 0, false
}

// function returns the function that the prelude declares under a name.
func (p *prelude) function(name string) *fol.Fun {
	if p == nil {
		return nil
	}
	return p.funs[name]
}

// facts says that the prelude asserts something or defines something, so that
// a question about its functions is open until a process engine has seen it.
func (p *prelude) facts() bool {
	for _, c := range p.commands {
		if c.head() == "assert" || strings.HasPrefix(c.head(), "define-") {
			return true
		}
	}
	return false
}

// forSolver returns the text for a solver: options are Z3's.
func (p *prelude) forSolver(z3 bool) string {
	var b strings.Builder
	for _, c := range p.commands {
		if c.head() == "set-logic" || c.head() == "set-option" && !z3 {
			continue
		}
		b.WriteString(c.String())
		b.WriteByte('\n')
	}
	return b.String()
}
