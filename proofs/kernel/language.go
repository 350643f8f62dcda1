package kernel

// HeadKind is the kind of the top of a value.
type HeadKind uint8

// The kinds of tops.
const (
	HInt HeadKind = iota
	HBool
	HStr
	HTok
	HSym
	HMap
	HArr
	HList
)

// Head is the top of a value (Coq: head).
type Head struct {
	Kind HeadKind
	Sym  Sym // of an HTok, HSym
}

// Test is passed by a value whose head is Head and whose arguments, from the last to the
// first, are of the sorts with the numbers Args; none: they are not looked at (Coq: test).
type Test struct {
	Head Head
	Args []uint64
}

// Rule is a rewrite rule (Coq: rule). Left is a pattern: variables, each once, symbols and
// applications. A group with a smaller Prio goes first.
type Rule struct {
	Prio        uint64
	Left, Right *Term
	Cond        []*Term // all are true; they mention variables of Left only
	Ex          []Var   // of Right: any values of their sorts
	Ensures     []*Term // with those all of these are true
}

// Equation is an equation of a function (Coq: eqn): it is Right if all of Cond are true and no
// equation with a smaller Prio applies.
type Equation struct {
	Prio  uint64
	Fun   Sym
	Args  *Term // a pattern, a tuple
	Right *Term
	Cond  []*Term
}

// Language is a language as data (Coq: lang).
type Language struct {
	Tests     [][]Test // of the sort with the number: a value is of it if it passes one
	Top       []bool   // the way from a configuration to the head of its computation: true is right
	Equations []Equation
	Rules     []Rule
}
