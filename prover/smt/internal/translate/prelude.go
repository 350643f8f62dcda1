package translate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
	"rlv/semantics/source"
)

// Prelude is SMT-LIB text of the user's that every question assumes. The
// solvers over text get its text; the others know only which functions it
// declares, and treat them as uninterpreted.
type Prelude struct {
	file     *source.File
	Commands []sexpr.Expr
	funs     map[string]*fol.Fun
}

// allowed are the commands that a prelude may have. Those that would disturb
// the assertion stack, or answer, are refused.
var allowed = map[string]bool{
	"declare-fun": true, "declare-const": true, "declare-sort": true, "declare-datatypes": true, "declare-datatype": true,
	"define-fun": true, "define-fun-rec": true, "define-funs-rec": true, "define-sort": true, "define-const": true,
	"assert": true, "set-info": true, "set-option": true, "set-logic": true,
}

// ParsePrelude reads a prelude. Its error has all problems, each a
// *source.Diagnostic.
func ParsePrelude(text, name string) (*Prelude, error) {
	p := &Prelude{funs: map[string]*fol.Fun{}}
	if strings.TrimSpace(text) == "" {
		return p, nil
	}
	file := source.NewFile(name, text)
	p.file = file
	commands, err := sexpr.Parse(text)
	if err != nil {
		if s, ok := err.(*sexpr.Error); ok {
			return nil, s.At(file)
		}
		return nil, err
	}
	var problems *multierror.Error
	for _, c := range commands {
		if !allowed[c.Head()] {
			e := &sexpr.Error{Offset: c.Start, Reason: fmt.Sprintf("%q is no command that an SMT prelude may have", c.Head())}
			problems = multierror.Append(problems, e.At(file))
		}
		p.declare(c)
	}
	p.Commands = p.namePower(commands)
	return p, problems.ErrorOrNil()
}

// powerName stands for ^, which is no function of SMT-LIB on integers: it is a
// function that only the prelude says something about, for every solver alike.
const powerName = "rlv_power"

// namePower renames ^ in commands, and declares its new name if it occurs.
func (p *Prelude) namePower(commands []sexpr.Expr) []sexpr.Expr {
	found := false
	for i := range commands {
		commands[i] = renamed(commands[i], "^", powerName, &found)
	}
	if !found {
		return commands
	}
	decl, err := sexpr.Parse("(declare-fun " + powerName + " (Int Int) Int)")
	if err != nil {
		return commands
	}
	p.declare(decl[0])
	return append(decl, commands...)
}

func renamed(e sexpr.Expr, from, to string, found *bool) sexpr.Expr {
	if e.List == nil {
		if e.Atom == from {
			e.Atom, *found = to, true
		}
		return e
	}
	list := make([]sexpr.Expr, len(e.List))
	for i, c := range e.List {
		list[i] = renamed(c, from, to, found)
	}
	e.List = list
	return e
}

// declare notes the function that a command declares, if its sorts are known
// here.
func (p *Prelude) declare(c sexpr.Expr) {
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
func declaration(c sexpr.Expr) (name string, args []sexpr.Expr, result sexpr.Expr) {
	l := c.List
	switch {
	case len(l) == 4 && c.Head() == "declare-fun":
		return l[1].Atom, l[2].List, l[3]
	case len(l) == 3 && c.Head() == "declare-const":
		return l[1].Atom, nil, l[2]
	case len(l) == 5 && (c.Head() == "define-fun" || c.Head() == "define-fun-rec"):
		for _, p := range l[2].List {
			if len(p.List) != 2 {
				return "", nil, sexpr.Expr{}
			}
			args = append(args, p.List[1])
		}
		return l[1].Atom, args, l[3]
	}
	return "", nil, sexpr.Expr{}
}

func parseDomain(e sexpr.Expr) (fol.Domain, bool) {
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
func (p *Prelude) function(name string) *fol.Fun {
	if p == nil {
		return nil
	}
	return p.funs[name]
}

// HasFacts reports whether the prelude asserts something or defines something, so that
// a question about its functions is open until a solver over text has seen it.
func (p *Prelude) HasFacts() bool {
	return slices.ContainsFunc(p.Commands, func(c sexpr.Expr) bool {
		return c.Head() == "assert" || strings.HasPrefix(c.Head(), "define-")
	})
}

// Text returns commands as text for a solver: options are Z3's.
func Text(commands []sexpr.Expr, z3 bool) string {
	var b strings.Builder
	for _, c := range commands {
		if c.Head() == "set-logic" || c.Head() == "set-option" && !z3 {
			continue
		}
		b.WriteString(c.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Span is the place of a command that begins at an offset.
func (p *Prelude) Span(start int) source.Span {
	return source.Span{File: p.file, Start: start, End: min(start+len("(assert"), len(p.file.Text()))}
}
