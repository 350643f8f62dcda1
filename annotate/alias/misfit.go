package alias

import (
	"fmt"
	"slices"

	"rlv/semantics/pattern"
	"rlv/semantics/term"
)

// Misfit says in words that the arguments of a call are not as a contract with a name takes them. The slots are those of its left
// side and of the state of the call.
func Misfit(contract string, names []string, params, args, left, slots []*term.Term) string {
	why := "arrays and pointers into blocks of their own, references to variables of their own that have values, apart from each other and from globals"
	if one := misfit(names, params, args, left, slots); one != "" {
		why = "here " + one
	}
	return fmt.Sprintf("the arguments are not as the contract of %s takes them: %s", contract, why)
}

// misfit says in words which argument is not as the left side has its parameter, and how: where it leads, or what is there; "" if
// that cannot be told of one alone.
func misfit(names []string, params, args, left, slots []*term.Term) string {
	for i, p := range params {
		if i >= len(args) || i >= len(names) || names[i] == "" {
			continue
		}
		if clash(p, args[i]) {
			return fmt.Sprintf("%s does not lead to the start of an object of its own, or is of another kind", names[i])
		}
		for _, v := range term.Vars(p) {
			at := pattern.PartAt(p, args[i], v)
			if at == nil {
				continue
			}
			if len(pattern.ValuesAt(left, v.Term())) > 0 && len(pattern.ValuesAt(slots, at)) == 0 {
				return fmt.Sprintf("%s leads to a part of another object, or to none that is known", names[i])
			}
			for j, slot := range left {
				if is, there := valueIn(slot, v.Term()), valueIn(slots[j], at); is != nil && there != nil && isUnlike(is, there) {
					return fmt.Sprintf("what %s leads to has not all its values, or is of another kind", names[i])
				}
			}
		}
	}
	return ""
}

// clash reports whether a term certainly is no instance of a pattern.
func clash(p, t *term.Term) bool {
	switch {
	case p.IsVar():
		return p.Sort() == term.SortInt && t.Kind() == term.KApp && t.Symbol().Class == term.Constructor && t.Sort() != term.SortInt
	case p.IsGround() && t.IsGround():
		return !term.Equal(p, t)
	case p.Kind() == term.KMap && t.Kind() == term.KMap:
		entries, _ := p.Entries()
		return slices.ContainsFunc(entries, func(e term.Entry) bool {
			u, found := t.Get(e.Key)
			return found == term.Absent || found == term.Present && clash(e.Value, u)
		})
	case p.Kind() != term.KApp || t.Kind() != term.KApp || p.Symbol().Class != term.Constructor || t.Symbol().Class != term.Constructor:
		return false
	case p.Symbol() != t.Symbol():
		return true
	}
	for i, a := range p.Args() {
		if clash(a, t.Arg(i)) {
			return true
		}
	}
	return false
}
