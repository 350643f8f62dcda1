package interpret

import (
	"fmt"
	"slices"
	"strings"

	"rlv/semantics/compile"
	"rlv/semantics/source"
	"rlv/semantics/term"
)

// ReadInputs reads values NAME=TEXT for configuration variables, each by the
// grammar of programs, as a term of the sort that the variable has. The result
// knows the positions in the program and in them.
func ReadInputs(d *compile.Definition, p *compile.Program, given []string) (*compile.Program, map[string]*term.Term, error) {
	values := map[string]*term.Term{"PGM": p.Term}
	names := d.Inputs()
	for _, arg := range given {
		name, text, ok := strings.Cut(arg, "=")
		name = strings.TrimPrefix(name, "$")
		switch {
		case !ok || name == "":
			return nil, nil, fmt.Errorf("-c takes NAME=VALUE, not %q", arg)
		case name == "PGM":
			return nil, nil, fmt.Errorf("-cPGM: the program is given as a file")
		case !slices.Contains(names, name):
			return nil, nil, fmt.Errorf("-c%s: the configuration has no variable $%s%s", name, name, listInputs(names))
		case values[name] != nil:
			return nil, nil, fmt.Errorf("-c%s is given twice", name)
		}
		file := source.NewFile("-c"+name, text)
		q, err := d.ParseFragment(source.Span{File: file, End: len(text)}, d.InputSort(name), p)
		if err != nil {
			return nil, nil, err
		}
		values[name] = q.Term
		q.Term, q.File, q.Comments = p.Term, p.File, p.Comments
		p = q
	}
	for _, name := range names {
		if values[name] == nil {
			return nil, nil, fmt.Errorf("the configuration needs a value for $%s; give it with -c%s=VALUE", name, name)
		}
	}
	return p, values, nil
}

// listInputs names the variables that -c can give values to.
func listInputs(names []string) string {
	var others []string
	for _, name := range names {
		if name != "PGM" {
			others = append(others, "$"+name)
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "; it has " + strings.Join(others, ", ")
}
