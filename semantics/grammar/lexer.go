package grammar

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"
)

// kindID numbers the kinds of tokens of a grammar: each terminal text and each
// regular expression is one.
type kindID = int32

// maxStates bounds the automaton that is kept; beyond it, it is built anew.
const maxStates = 20000

// lexer finds the longest lexeme at a position. In a grammar with the terminals <, <=
// and if and the regular expression [a-z]+, the text <=if is cut into <= and if, and the
// second of these is kept as terminal and as token: the parser knows which fits. In ifx
// the terminal is shorter, so that it is a token only. It is a lazily built
// deterministic automaton over a trie of the terminals and the compiled
// regular expressions.
type lexer struct {
	mu     sync.Mutex
	trie   []trieNode
	progs  []*syntax.Prog
	kinds  []kindID // of each regular expression
	precs  []int    // likewise
	base   []int32  // of each regular expression: number of its first instruction
	states []*lexState
	index  map[string]int32
	key    []byte
}

// trieNode is a node of the trie of terminals; edges are linked lists.
type trieNode struct {
	label       rune
	child, next int32 // 0: none
	kind        kindID
}

// lexState is a state of the automaton. Entries of next: 0 not yet known, -1
// dead, else a state.
type lexState struct {
	node   int32   // in the trie, -1: none
	insts  []int32 // instructions of the regular expressions that wait for a rune, sorted
	accept []kindID
	next   [utf8.RuneSelf]int32
	other  map[rune]int32
}

func newLexer() *lexer {
	return &lexer{trie: []trieNode{{kind: -1}}}
}

// addTerminal adds a terminal text.
func (l *lexer) addTerminal(text string, kind kindID) {
	at := int32(0)
	for _, r := range text {
		at = l.extend(at, r)
	}
	if at != 0 {
		l.trie[at].kind = kind
	}
}

// extend returns the child of a trie node for a rune, made if need be.
func (l *lexer) extend(at int32, r rune) int32 {
	if to := l.child(at, r); to >= 0 {
		return to
	}
	l.trie = append(l.trie, trieNode{label: r, next: l.trie[at].child, kind: -1})
	to := int32(len(l.trie) - 1)
	l.trie[at].child = to
	return to
}

// child returns the child of a trie node for a rune, or -1.
func (l *lexer) child(at int32, r rune) int32 {
	for c := l.trie[at].child; c != 0; c = l.trie[c].next {
		if l.trie[c].label == r {
			return c
		}
	}
	return -1
}

// addRegex adds a compiled regular expression.
func (l *lexer) addRegex(prog *syntax.Prog, kind kindID, prec int) {
	base := int32(0)
	if n := len(l.progs); n > 0 {
		base = l.base[n-1] + int32(len(l.progs[n-1].Inst))
	}
	l.progs = append(l.progs, prog)
	l.kinds = append(l.kinds, kind)
	l.precs = append(l.precs, prec)
	l.base = append(l.base, base)
}

// match returns the length and the kinds of the longest non-empty lexeme at
// the start of text, and how many bytes were looked at; 0 and nil if nothing
// fits. The caller holds the lock.
func (l *lexer) match(text string) (length int, kinds []kindID, seen int) {
	if len(l.states) == 0 || len(l.states) > maxStates {
		l.reset()
	}
	state := int32(1)
	at := 0
	for at < len(text) {
		s := l.states[state]
		if c := text[at]; c < utf8.RuneSelf {
			state = s.next[c]
			if state == 0 {
				state = l.step(s, rune(c))
				s.next[c] = state
			}
			at++
		} else {
			r, size := utf8.DecodeRuneInString(text[at:])
			state = l.stepOther(s, r)
			at += size
		}
		if state < 0 {
			break
		}
		if accept := l.states[state].accept; accept != nil {
			length, kinds = at, accept
		}
	}
	return length, kinds, at
}

func (l *lexer) stepOther(s *lexState, r rune) int32 {
	to, ok := s.other[r]
	if !ok {
		to = l.step(s, r)
		if s.other == nil || len(s.other) > maxStates {
			s.other = map[rune]int32{}
		}
		s.other[r] = to
	}
	return to
}

// reset forgets the automaton and makes its start state, number 1.
func (l *lexer) reset() {
	l.states = []*lexState{nil}
	l.index = map[string]int32{}
	var insts []int32
	for i, p := range l.progs {
		insts = l.closure(insts, i, uint32(p.Start), nil)
	}
	slices.Sort(insts)
	l.intern(0, slices.Compact(insts))
}

// step computes a transition.
func (l *lexer) step(s *lexState, r rune) int32 {
	node := int32(-1)
	if s.node >= 0 {
		node = l.child(s.node, r)
	}
	var insts []int32
	for _, id := range s.insts {
		i := l.progOf(id)
		inst := &l.progs[i].Inst[id-l.base[i]]
		if inst.MatchRune(r) {
			insts = l.closure(insts, i, inst.Out, nil)
		}
	}
	if node < 0 && len(insts) == 0 {
		return -1
	}
	slices.Sort(insts)
	return l.intern(node, slices.Compact(insts))
}

// progOf returns the regular expression that an instruction belongs to.
func (l *lexer) progOf(id int32) int {
	i, found := slices.BinarySearch(l.base, id)
	if !found {
		i--
	}
	return i
}

// closure adds the instructions of program i reachable from pc that wait for a
// rune or match.
func (l *lexer) closure(insts []int32, i int, pc uint32, seen map[uint32]bool) []int32 {
	inst := &l.progs[i].Inst[pc]
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		if seen == nil {
			seen = map[uint32]bool{}
		}
		if seen[pc] {
			return insts
		}
		seen[pc] = true
		return l.closure(l.closure(insts, i, inst.Out, seen), i, inst.Arg, seen)
	case syntax.InstCapture, syntax.InstNop:
		return l.closure(insts, i, inst.Out, seen)
	case syntax.InstFail:
		return insts
	}
	return append(insts, l.base[i]+int32(pc))
}

// intern returns the number of the state with the given contents.
func (l *lexer) intern(node int32, insts []int32) int32 {
	l.key = binary.LittleEndian.AppendUint32(l.key[:0], uint32(node))
	for _, id := range insts {
		l.key = binary.LittleEndian.AppendUint32(l.key, uint32(id))
	}
	if id, ok := l.index[string(l.key)]; ok {
		return id
	}
	id := int32(len(l.states))
	l.index[string(l.key)] = id
	l.states = append(l.states, &lexState{node: node, insts: insts, accept: l.accepted(node, insts)})
	return id
}

// accepted returns the kinds of the lexemes that end in a state: the terminal
// if there is one, else the regular expressions of the highest precedence.
func (l *lexer) accepted(node int32, insts []int32) []kindID {
	if node >= 0 && l.trie[node].kind >= 0 {
		return []kindID{l.trie[node].kind}
	}
	var kinds []kindID
	best := 0
	for _, id := range insts {
		i := l.progOf(id)
		if l.progs[i].Inst[id-l.base[i]].Op != syntax.InstMatch {
			continue
		}
		if kinds != nil && l.precs[i] < best {
			continue
		}
		if kinds == nil || l.precs[i] > best {
			kinds, best = nil, l.precs[i]
		}
		kinds = append(kinds, l.kinds[i])
	}
	return kinds
}
