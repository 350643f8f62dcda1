package term

import (
	"maps"
	"slices"
)

// builtins holds the built-in symbols by hook name.
var builtins = map[string]*Symbol{}

// Builtin returns the built-in symbol for a hook name of the K library, such
// as INT.add, or nil.
func Builtin(hook string) *Symbol { return builtins[hook] }

// BuiltinHooks returns the names of all hooks, sorted: for tests that something is
// there for each of them.
func BuiltinHooks() []string { return slices.Sorted(maps.Keys(builtins)) }

// The levels of binding for printing, tightest last.
const (
	tightOr = 1 + iota
	tightAnd
	tightNot
	tightCompare
	tightBits
	tightShift
	tightAdd
	tightMul
	tightPow
)

// arg is the arguments that an evaluator is given.
type arg = []*Term

// declare makes a built-in function and files it by its hook; the evaluator is put
// in by the init function of its file.
func declare(hook string, args []Sort, result Sort, format []FormatItem, tight int) *Symbol {
	s := NewSymbol(Symbol{Name: hook, Hook: hook, Args: args, Result: result, Class: Function, Total: true, Format: format, Tight: tight})
	builtins[hook] = s
	return s
}

// infix declares a binary function written between its arguments.
func infix(hook, op string, args, result Sort, tight int) *Symbol {
	return declare(hook, []Sort{args, args}, result, []FormatItem{{Arg: 0}, {Text: op}, {Arg: 1}}, tight)
}

// prefix declares a function written name(args).
func prefix(hook, name string, result Sort, args ...Sort) *Symbol {
	f := []FormatItem{{Text: name}, {Text: "("}}
	for i := range args {
		if i > 0 {
			f = append(f, FormatItem{Text: ","})
		}
		f = append(f, FormatItem{Arg: i})
	}
	return declare(hook, args, result, append(f, FormatItem{Text: ")"}), 0)
}

// The built-in functions on integers. Division is partial.
var (
	IntAdd     = infix("INT.add", "+Int", SortInt, SortInt, tightAdd)
	IntSub     = infix("INT.sub", "-Int", SortInt, SortInt, tightAdd)
	IntMul     = infix("INT.mul", "*Int", SortInt, SortInt, tightMul)
	IntTDiv    = infix("INT.tdiv", "/Int", SortInt, SortInt, tightMul)
	IntTMod    = infix("INT.tmod", "%Int", SortInt, SortInt, tightMul)
	IntEDiv    = infix("INT.ediv", "divInt", SortInt, SortInt, tightMul)
	IntEMod    = infix("INT.emod", "modInt", SortInt, SortInt, tightMul)
	IntPow     = infix("INT.pow", "^Int", SortInt, SortInt, tightPow)
	IntPowMod  = prefix("INT.powmod", "powmodInt", SortInt, SortInt, SortInt, SortInt)
	IntShr     = infix("INT.shr", ">>Int", SortInt, SortInt, tightShift)
	IntShl     = infix("INT.shl", "<<Int", SortInt, SortInt, tightShift)
	IntAnd     = infix("INT.and", "&Int", SortInt, SortInt, tightBits)
	IntXor     = infix("INT.xor", "xorInt", SortInt, SortInt, tightBits)
	IntOr      = infix("INT.or", "|Int", SortInt, SortInt, tightBits)
	IntNot     = prefix("INT.not", "~Int", SortInt, SortInt)
	IntAbs     = prefix("INT.abs", "absInt", SortInt, SortInt)
	IntMin     = prefix("INT.min", "minInt", SortInt, SortInt, SortInt)
	IntMax     = prefix("INT.max", "maxInt", SortInt, SortInt, SortInt)
	IntLog2    = prefix("INT.log2", "log2Int", SortInt, SortInt)
	IntLt      = infix("INT.lt", "<Int", SortInt, SortBool, tightCompare)
	IntLe      = infix("INT.le", "<=Int", SortInt, SortBool, tightCompare)
	IntGt      = infix("INT.gt", ">Int", SortInt, SortBool, tightCompare)
	IntGe      = infix("INT.ge", ">=Int", SortInt, SortBool, tightCompare)
	IntEq      = infix("INT.eq", "==Int", SortInt, SortBool, tightCompare)
	IntNe      = infix("INT.ne", "=/=Int", SortInt, SortBool, tightCompare)
	IntDivides = infix("INT.divides", "dividesInt", SortInt, SortBool, tightCompare)
)

// The built-in functions on Booleans, and the quantifiers: their first
// argument is the bound variable, the second the formula.
var (
	BoolNot     = declare("BOOL.not", []Sort{SortBool}, SortBool, []FormatItem{{Text: "notBool"}, {Arg: 0}}, tightNot)
	BoolAnd     = infix("BOOL.and", "andBool", SortBool, SortBool, tightAnd)
	BoolOr      = infix("BOOL.or", "orBool", SortBool, SortBool, tightOr)
	BoolXor     = infix("BOOL.xor", "xorBool", SortBool, SortBool, tightOr)
	BoolImplies = infix("BOOL.implies", "impliesBool", SortBool, SortBool, tightOr)
	BoolAndThen = infix("BOOL.andThen", "andThenBool", SortBool, SortBool, tightAnd)
	BoolOrElse  = infix("BOOL.orElse", "orElseBool", SortBool, SortBool, tightOr)
	BoolEq      = infix("BOOL.eq", "==Bool", SortBool, SortBool, tightCompare)
	BoolNe      = infix("BOOL.ne", "=/=Bool", SortBool, SortBool, tightCompare)

	Forall = quantifier("FORMULA.forall", "#Forall")
	Exists = quantifier("FORMULA.exists", "#Exists")
)

// quantifier declares a binder of formulas.
func quantifier(hook, name string) *Symbol {
	s := NewSymbol(Symbol{Name: hook, Hook: hook, Args: []Sort{SortKItem, SortBool}, Result: SortBool, Class: Binder, Total: true,
		Format: []FormatItem{{Text: name}, {Arg: 0}, {Text: "."}, {Arg: 1}}, Tight: tightOr})
	builtins[hook] = s
	return s
}

// The equality and the choice on all sorts.
var (
	KEq  = infix("KEQUAL.eq", "==K", SortK, SortBool, tightCompare)
	KNe  = infix("KEQUAL.ne", "=/=K", SortK, SortBool, tightCompare)
	KIte = declare("KEQUAL.ite", []Sort{SortBool, SortK, SortK}, SortK,
		[]FormatItem{{Text: "#if"}, {Arg: 0}, {Text: "#then"}, {Arg: 1}, {Text: "#else"}, {Arg: 2}, {Text: "#fi"}}, 0)
)

// The built-in functions on maps, sets and lists.
var (
	MapConcat        = declare("MAP.concat", []Sort{SortMap, SortMap}, SortMap, []FormatItem{{Arg: 0}, {Arg: 1}}, 0)
	MapUnit          = declare("MAP.unit", nil, SortMap, []FormatItem{{Text: ".Map"}}, 0)
	MapElement       = declare("MAP.element", []Sort{SortKItem, SortKItem}, SortMap, []FormatItem{{Arg: 0}, {Text: "|->"}, {Arg: 1}}, 0)
	MapLookup        = declare("MAP.lookup", []Sort{SortMap, SortKItem}, SortKItem, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "]"}}, 0)
	MapLookupDefault = declare("MAP.lookupOrDefault", []Sort{SortMap, SortKItem, SortKItem}, SortKItem, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "]"}, {Text: "orDefault"}, {Arg: 2}}, 0)
	MapUpdate        = declare("MAP.update", []Sort{SortMap, SortKItem, SortKItem}, SortMap, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "<-"}, {Arg: 2}, {Text: "]"}}, 0)
	MapRemove        = declare("MAP.remove", []Sort{SortMap, SortKItem}, SortMap, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "<-"}, {Text: "undef"}, {Text: "]"}}, 0)
	MapRemoveAll     = prefix("MAP.removeAll", "removeAll", SortMap, SortMap, SortSet)
	MapDifference    = infix("MAP.difference", "-Map", SortMap, SortMap, tightAdd)
	MapUpdateAll     = prefix("MAP.updateAll", "updateMap", SortMap, SortMap, SortMap)
	MapKeys          = prefix("MAP.keys", "keys", SortSet, SortMap)
	MapKeysList      = prefix("MAP.keys_list", "keys_list", SortList, SortMap)
	MapValues        = prefix("MAP.values", "values", SortList, SortMap)
	MapInKeys        = declare("MAP.in_keys", []Sort{SortKItem, SortMap}, SortBool, []FormatItem{{Arg: 0}, {Text: "in_keys"}, {Text: "("}, {Arg: 1}, {Text: ")"}}, tightCompare)
	MapSize          = prefix("MAP.size", "size", SortInt, SortMap)
	MapInclusion     = infix("MAP.inclusion", "<=Map", SortMap, SortBool, tightCompare)
	MapChoice        = prefix("MAP.choice", "choice", SortKItem, SortMap)
	SetConcat        = declare("SET.concat", []Sort{SortSet, SortSet}, SortSet, []FormatItem{{Arg: 0}, {Arg: 1}}, 0)
	SetUnit          = declare("SET.unit", nil, SortSet, []FormatItem{{Text: ".Set"}}, 0)
	SetElement       = prefix("SET.element", "SetItem", SortSet, SortKItem)
	SetUnion         = infix("SET.union", "|Set", SortSet, SortSet, tightAdd)
	SetIntersection  = prefix("SET.intersection", "intersectSet", SortSet, SortSet, SortSet)
	SetDifference    = infix("SET.difference", "-Set", SortSet, SortSet, tightAdd)
	SetIn            = declare("SET.in", []Sort{SortKItem, SortSet}, SortBool, []FormatItem{{Arg: 0}, {Text: "in"}, {Arg: 1}}, tightCompare)
	SetInclusion     = infix("SET.inclusion", "<=Set", SortSet, SortBool, tightCompare)
	SetSize          = prefix("SET.size", "size", SortInt, SortSet)
	SetChoice        = prefix("SET.choice", "choice", SortKItem, SortSet)
	SetToList        = prefix("SET.set2list", "Set2List", SortList, SortSet)
	ListToSet        = prefix("SET.list2set", "List2Set", SortSet, SortList)
	ListConcat       = declare("LIST.concat", []Sort{SortList, SortList}, SortList, []FormatItem{{Arg: 0}, {Arg: 1}}, 0)
	ListUnit         = declare("LIST.unit", nil, SortList, []FormatItem{{Text: ".List"}}, 0)
	ListElement      = prefix("LIST.element", "ListItem", SortList, SortKItem)
	ListPush         = prefix("LIST.push", "pushList", SortList, SortKItem, SortList)
	ListGet          = declare("LIST.get", []Sort{SortList, SortInt}, SortKItem, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "]"}}, 0)
	ListUpdate       = declare("LIST.update", []Sort{SortList, SortInt, SortKItem}, SortList, []FormatItem{{Arg: 0}, {Text: "["}, {Arg: 1}, {Text: "<-"}, {Arg: 2}, {Text: "]"}}, 0)
	ListRange        = prefix("LIST.range", "range", SortList, SortList, SortInt, SortInt)
	ListSize         = prefix("LIST.size", "size", SortInt, SortList)
	ListIn           = declare("LIST.in", []Sort{SortKItem, SortList}, SortBool, []FormatItem{{Arg: 0}, {Text: "in"}, {Arg: 1}}, tightCompare)
	ListMake         = prefix("LIST.make", "makeList", SortList, SortInt, SortKItem)
	ListUpdateAll    = prefix("LIST.updateAll", "updateList", SortList, SortList, SortInt, SortList)
	ListFill         = prefix("LIST.fill", "fillList", SortList, SortList, SortInt, SortInt, SortKItem)
	ArrayMake        = prefix("ARRAY.make", "makeArray", SortArray, SortInt)
	ArraySelect      = prefix("ARRAY.lookup", "#select", SortInt, SortArray, SortInt)
	ArrayStore       = prefix("ARRAY.update", "#store", SortArray, SortArray, SortInt, SortInt)
	ArrayShift       = prefix("ARRAY.shift", "#shift", SortArray, SortArray, SortInt)
)

// The built-in functions on strings and tokens.
var (
	StringConcat     = infix("STRING.concat", "+String", SortString, SortString, tightAdd)
	StringLength     = prefix("STRING.length", "lengthString", SortInt, SortString)
	StringSubstr     = prefix("STRING.substr", "substrString", SortString, SortString, SortInt, SortInt)
	StringFind       = prefix("STRING.find", "findString", SortInt, SortString, SortString, SortInt)
	StringRfind      = prefix("STRING.rfind", "rfindString", SortInt, SortString, SortString, SortInt)
	StringFindChar   = prefix("STRING.findChar", "findChar", SortInt, SortString, SortString, SortInt)
	StringRfindChar  = prefix("STRING.rfindChar", "rfindChar", SortInt, SortString, SortString, SortInt)
	StringFromInt    = prefix("STRING.int2string", "Int2String", SortString, SortInt)
	StringToInt      = prefix("STRING.string2int", "String2Int", SortInt, SortString)
	StringFromBase   = prefix("STRING.base2string", "Base2String", SortString, SortInt, SortInt)
	StringToBase     = prefix("STRING.string2base", "String2Base", SortInt, SortString, SortInt)
	StringChr        = prefix("STRING.chr", "chrChar", SortString, SortInt)
	StringOrd        = prefix("STRING.ord", "ordChar", SortInt, SortString)
	StringEq         = infix("STRING.eq", "==String", SortString, SortBool, tightCompare)
	StringNe         = infix("STRING.ne", "=/=String", SortString, SortBool, tightCompare)
	StringLt         = infix("STRING.lt", "<String", SortString, SortBool, tightCompare)
	StringLe         = infix("STRING.le", "<=String", SortString, SortBool, tightCompare)
	StringGt         = infix("STRING.gt", ">String", SortString, SortBool, tightCompare)
	StringGe         = infix("STRING.ge", ">=String", SortString, SortBool, tightCompare)
	StringReplace    = prefix("STRING.replace", "replace", SortString, SortString, SortString, SortString, SortInt)
	StringReplaceAll = prefix("STRING.replaceAll", "replaceAll", SortString, SortString, SortString, SortString)
	StringReplace1   = prefix("STRING.replaceFirst", "replaceFirst", SortString, SortString, SortString, SortString)
	StringCount      = prefix("STRING.countAllOccurrences", "countAllOccurrences", SortInt, SortString, SortString)
	StringFromToken  = prefix("STRING.token2string", "Id2String", SortString, SortKItem)

	// SyntaxAssigns reports whether a piece of syntax contains one that assigns.
	SyntaxAssigns = prefix("SYNTAX.assigns", "#assigns", SortBool, SortKItem)
)
