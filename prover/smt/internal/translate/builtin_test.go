package translate

import (
	"fmt"
	"slices"
	"testing"

	"rlv/semantics/term"
)

// unknownBuiltins are the built-in functions that solvers know nothing about, but that
// equal arguments give equal results. Who adds a built-in function decides.
var unknownBuiltins = []*term.Symbol{
	term.IntPowMod, term.IntXor, term.IntOr, term.IntLog2,
	term.MapConcat, term.MapUnit, term.MapElement, term.MapLookup, term.MapLookupDefault, term.MapUpdate, term.MapRemove,
	term.MapRemoveAll, term.MapDifference, term.MapUpdateAll, term.MapKeys, term.MapKeysList, term.MapValues,
	term.MapInKeys, term.MapSize, term.MapInclusion, term.MapChoice,
	term.SetConcat, term.SetUnit, term.SetElement, term.SetUnion, term.SetIntersection, term.SetDifference, term.SetIn,
	term.SetInclusion, term.SetSize, term.SetChoice, term.SetToList, term.ListToSet,
	term.ListConcat, term.ListUnit, term.ListElement, term.ListPush, term.ListGet, term.ListUpdate, term.ListRange,
	term.ListSize, term.ListIn, term.ListMake, term.ListUpdateAll, term.ListFill,
	term.ArrayShift,
	term.StringConcat, term.StringLength, term.StringSubstr, term.StringFind, term.StringRfind, term.StringFindChar,
	term.StringRfindChar, term.StringFromInt, term.StringToInt, term.StringFromBase, term.StringToBase, term.StringChr,
	term.StringOrd, term.StringLt, term.StringLe, term.StringGt, term.StringGe, term.StringReplace, term.StringReplaceAll,
	term.StringReplace1, term.StringCount, term.StringFromToken,
	term.SyntaxAssigns,
}

// Each built-in function is translated, or is one of those that solvers know nothing
// about; quantifiers are translated as such.
func TestBuiltinsAreTranslated(t *testing.T) {
	hooks := term.BuiltinHooks()
	slices.Sort(hooks)
	tr := New(&Prelude{}, nil)
	for _, hook := range hooks {
		s := term.Builtin(hook)
		translate, unknown := builtins[s], slices.Contains(unknownBuiltins, s)
		switch {
		case s.Class == term.Binder:
		case (translate != nil) == unknown:
			t.Errorf("%s: translated %v, in the list of those that solvers do not know %v", hook, translate != nil, unknown)
		case translate != nil:
			// With a constant, too: of some functions, solvers know such applications only.
			args := make([]*term.Term, len(s.Args))
			for i, sort := range s.Args {
				args[i] = term.Var(fmt.Sprint("x", i), sort)
			}
			if translate(tr, args) == nil {
				args[len(args)-1] = term.Int(7)
				if translate(tr, args) == nil {
					t.Errorf("%s: no application is translated", hook)
				}
			}
		}
	}
}
