package grammar

import "rlv/semantics/kdef"

// prodKind tells what a production builds.
type prodKind uint8

const (
	pApp      prodKind = iota // a production of the definition
	pToken                    // likewise, one whose text becomes a token
	pBracket                  // likewise, or the implicit one of a sort: dropped
	pList                     // program: a whole non-empty list
	pChain                    // program: a chain of a right-associative operator
	pListOne                  // program: the first element of a list, or operand of a chain
	pListMore                 // program: what there is so far, separator, one more
	pVar                      // a variable without a cast
	pTypedVar                 // a variable whose sort a cast in the sentence gives
	pLiteral                  // #token("text","S")
	pRewrite                  // L => R inside a term
	pTop                      // L => R as the body of a sentence
	pSeq                      // A ~> B
	pSeqUnit                  // .K
	pBag                      // juxtaposed cells
	pBagUnit                  // .Bag
	pIte                      // #if
	pIsSort                   // isS(t)
	pDowncast                 // {t}:>S
	pCast                     // t:S, t::S, {t}::S
	pAs                       // t #as X
	pCell                     // <c> t </c>
	pRecord                   // foo(... field: t): a production by the names of its arguments
	pLet                      // #let t = t #in t
	pFun                      // #fun(t => t)(t)
	pOr                       // t #Or t
	pRoot                     // what a parse looks for, conditions included
)

// prod is a production as the parser sees it.
type prod struct {
	kind  prodKind
	decl  *kdef.Production // nil: not of the definition
	sort  int32
	exact bool // fits only where exactly its sort is expected
	any   bool // fits wherever something is expected
	items []item

	group   int32 // pListOne, pListMore: what they are part of
	chainOf *prod // likewise, if that is a chain: its operator, as it is written

	abstract bool  // decl is not written as it is declared: its priorities do not apply
	fields   []int // pRecord: the arguments that are given, in order

	cell                string // pCell: its name
	dotsLeft, dotsRight bool   // pCell
	requires, ensures   bool   // pRoot: the conditions that it has
}

// item is an item of a prod: a token kind, or what a filter leaves of a sort.
type item struct {
	kind   kindID // -1: a nonterminal
	sort   int32
	filter filter
	group  int32 // onlyParts
}

// filter restricts the productions that may stand at a nonterminal, beyond
// what priority and associativity say.
type filter uint8

const (
	noFilter      filter = iota
	onlyTight            // under a cast: nothing that ends in a nonterminal
	onlyFunctions        // applications of functions of exactly this sort
	onlyExact            // applications of productions of exactly this sort
	noFunctions          // no applications of functions
	onlyVariables        // variables, cast or not
	onlyTokens           // under a production that makes a token of another one
	onlyBody             // the body of a sentence: its rewrite may be on top
	onlyParts            // program: the elements of a list, or of a chain, so far
	notSelf              // program: the last operand of a chain
)

func terminal(kind kindID) item           { return item{kind: kind} }
func nonterminal(sort int32) item         { return item{kind: -1, sort: sort} }
func filtered(sort int32, by filter) item { return item{kind: -1, sort: sort, filter: by} }

// root returns the production that a parse of a sort starts with.
func root(sort int32, by filter) *prod {
	return &prod{kind: pRoot, sort: sort, items: []item{filtered(sort, by)}}
}

func (it item) isTerminal() bool { return it.kind >= 0 }

func (p *prod) first(pos int) bool { return pos == 0 }
func (p *prod) last(pos int) bool  { return pos == len(p.items)-1 }

// endsOpen reports whether the last item is a nonterminal.
func (p *prod) endsOpen() bool {
	return len(p.items) > 0 && !p.items[len(p.items)-1].isTerminal()
}

// argument returns the number, from 1, of the nonterminal at a position.
func (p *prod) argument(pos int) int {
	n := 0
	for _, it := range p.items[:pos+1] {
		if !it.isTerminal() {
			n++
		}
	}
	return n
}
