package kdef

import (
	"slices"
	"strconv"
	"strings"

	"rlv/semantics/source"
)

// place says what an attribute list stands on.
type place uint16

const (
	onProduction place = 1 << iota
	onSort
	onRule
	onClaim
	onContext
	onConfig
	onModule
)

var placeNames = map[place]string{
	onProduction: "a production", onSort: "a sort", onRule: "a rule", onClaim: "a claim",
	onContext: "a context", onConfig: "a configuration", onModule: "a module",
}

// knownAttributes are all attributes that are accepted, and where. What is not
// here is refused, so a misspelt attribute is never without effect.
var knownAttributes = map[string]place{
	// parsing
	"left": onProduction, "right": onProduction, "non-assoc": onProduction,
	"prefer": onProduction, "avoid": onProduction, "bracket": onProduction,
	"token": onProduction | onSort, "prec": onProduction, "applyPriority": onProduction,
	"overload": onProduction, "group": onProduction | onRule | onClaim | onModule, "klabel": onProduction, "symbol": onProduction,
	"terminator-symbol": onProduction,

	// semantics of productions
	"strict": onProduction, "seqstrict": onProduction, "result": onProduction | onContext | onRule,
	"hybrid": onProduction, "function": onProduction, "total": onProduction, "macro": onProduction | onRule,
	"macro-rec": onProduction | onRule, "alias": onProduction | onRule, "alias-rec": onProduction | onRule,
	"binder": onProduction, "hook": onProduction | onSort, "freshGenerator": onProduction, "impure": onProduction,

	// rules
	"owise": onRule, "priority": onRule, "anywhere": onRule, "simplification": onRule,
	"unboundVariables": onRule | onClaim, "concrete": onRule | onModule, "symbolic": onRule | onModule,
	"heat": onRule, "cool": onRule, "label": onRule | onClaim | onContext,

	// claims
	"one-path": onClaim | onModule, "all-path": onClaim | onModule, "trusted": onClaim,
	"circularity": onClaim, "depends": onClaim,

	// solver
	"smt-hook": onProduction, "smtlib": onProduction, "smt-lemma": onRule | onClaim,
	"both-bits": onProduction, "injective": onProduction, "no-evaluators": onProduction,

	// printing
	"format": onProduction, "color": onProduction | onConfig, "colors": onProduction, "latex": onProduction | onSort,
	"unparseAvoid": onProduction,

	// without effect here
	"structural": onRule | onProduction, "functional": onProduction, "unused": onProduction | onSort,
	"deprecated": onProduction, "memo": onProduction, "locations": onProduction | onSort,
	"comm": onProduction | onRule, "assoc": onProduction, "unit": onProduction, "idem": onProduction, "element": onProduction,
	"public": onProduction | onModule, "private": onProduction | onModule,

	// rlv's own, beside those of the table shapes: a variant of the language, chosen when a definition is loaded
	"int-width": onModule,

	// rlv's own, of claims: how a claim is used as hypothesis, what becomes smaller, how a formula is proved
	"cut": onClaim, "no-hypothesis": onClaim, "rigid": onClaim, "within": onClaim,
	"decreases": onClaim, "nest": onClaim, "recursion": onClaim, "definition": onClaim, "induction": onClaim, "cases": onClaim,
}

func init() {
	for key := range shapes {
		knownAttributes[key] = onProduction
	}
}

// attributeList reads `[a, b(text), ...]`; the `[` comes next. It returns
// false, without a report and without moving, if the text is no such list.
func (s *scanner) attributeList() (Attributes, bool) {
	start := s.pos
	s.pos++
	var attrs Attributes
	for {
		s.skipLayout()
		a, ok := s.attribute()
		if !ok {
			break
		}
		attrs = append(attrs, a)
		s.skipLayout()
		if s.accept("]") {
			return attrs, true
		}
		if !s.accept(",") {
			break
		}
	}
	s.pos = start
	return nil, false
}

// attribute reads one attribute.
func (s *scanner) attribute() (Attribute, bool) {
	start := s.pos
	if c := s.cur(); !isLower(c) && (c < '1' || c > '9') {
		return Attribute{}, false
	}
	for isWord(s.cur()) {
		s.pos++
	}
	a := Attribute{Key: s.text[start:s.pos]}
	if s.cur() == '(' {
		value, ok := s.attributeValue()
		if !ok {
			return Attribute{}, false
		}
		a.Value = value
	}
	a.Span = s.span(start, s.pos)
	return a, true
}

// attributeValue reads `(text)` with balanced parentheses, or `("string")`.
func (s *scanner) attributeValue() (string, bool) {
	start := s.pos + 1
	s.pos = start
	s.skipBlanks()
	if s.cur() == '"' {
		if text, ok := s.quotedValue(); ok {
			return text, true
		}
	}
	s.pos = start
	for depth := 1; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				value := strings.TrimSpace(s.text[start:s.pos])
				s.pos++
				return value, true
			}
		}
	}
	return "", false
}

// quotedValue reads `"string")`; it fails silently, since the text may be an
// unquoted value that only starts with a string.
func (s *scanner) quotedValue() (string, bool) {
	start := s.pos
	end, closed := stringEnd(s.text, start)
	if !closed {
		return "", false
	}
	quiet := *s
	quiet.List = &source.List{}
	text, ok := quiet.unescape(start+1, end-1)
	if !ok {
		return "", false
	}
	s.pos = end
	s.skipBlanks()
	return text, s.accept(")")
}

// checkAttributes reports attributes that are unknown, or of no meaning where
// they stand.
func (s *scanner) checkAttributes(attrs Attributes, on place) {
	for i, a := range attrs {
		where, known := knownAttributes[a.Key]
		switch {
		case !known:
			s.Errorf(a.Span, "unknown-attribute", "unknown attribute %s on %s%s", a.Key, placeNames[on], s.attributeHint(a.Key, on))
		case where&on == 0:
			s.Errorf(a.Span, "misplaced-attribute", "attribute %s has no meaning on %s", a.Key, placeNames[on])
		case a.Key != "group" && slices.ContainsFunc(attrs[:i], func(b Attribute) bool { return b.Key == a.Key }):
			s.Errorf(a.Span, "duplicate-attribute", "attribute %s is given twice", a.Key)
		default:
			s.checkValue(a)
		}
	}
}

// checkValue reports values of a wrong form.
func (s *scanner) checkValue(a Attribute) {
	switch a.Key {
	case "priority", "prec":
		if _, err := strconv.Atoi(a.Value); err != nil {
			s.Errorf(a.Span, "bad-attribute", "attribute %s takes a number, as in %s(1)", a.Key, a.Key)
		}
	case "simplification":
		if _, err := strconv.Atoi(a.Value); err != nil && a.Value != "" {
			s.Errorf(a.Span, "bad-attribute", "attribute simplification takes no argument or a number")
		}
	case "hook", "smt-hook", "smtlib", "overload", "klabel", "group", "label", "depends", "rigid", "within", "decreases", "nest", "induction", "cases":
		if a.Value == "" {
			s.Errorf(a.Span, "bad-attribute", "attribute %s needs an argument", a.Key)
		}
	case "int-width":
		if n, err := strconv.Atoi(a.Value); err != nil || n <= 0 || strconv.Itoa(n) != a.Value {
			s.Errorf(a.Span, "bad-attribute", "attribute int-width takes a number of bits, as in int-width(32)")
		}
	case "recursion":
		if n, err := strconv.Atoi(a.Value); err != nil || n <= 0 || strconv.Itoa(n) != a.Value {
			s.Errorf(a.Span, "bad-attribute", "attribute recursion takes the number of a group of procedures, as in recursion(1)")
		}
	case "function":
		if a.Value != "" {
			s.Errorf(a.Span, "bad-attribute", "attribute function takes no argument; a function of the language that is defined is procedure(name, params, body)")
		}
	case "owise", "anywhere", "one-path", "all-path", "trusted", "cut", "no-hypothesis", "total", "functional", "bracket", "avoid", "prefer", "left", "right", "non-assoc":
		if a.Value != "" {
			s.Errorf(a.Span, "bad-attribute", "attribute %s takes no argument", a.Key)
		}
	}
}

// attributeHint helps with a misspelt attribute, or with a term in brackets
// that was read as one.
func (s *scanner) attributeHint(key string, on place) string {
	if s.Full() {
		return ""
	}
	best, distance := "", 3
	for known, where := range knownAttributes {
		if d := editDistance(key, known); where&on != 0 && len(key) > 3 && len(key) < 30 && (d < distance || d == distance && best != "" && known < best) {
			best, distance = known, d
		}
	}
	if best != "" {
		return "; did you mean " + best + "?"
	}
	if on&(onRule|onClaim|onContext) != 0 {
		return "; if the brackets belong to the term, put the term in parentheses"
	}
	return ""
}

// editDistance counts the insertions, deletions and replacements of bytes that
// turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// List splits an attribute's value at commas: group(a, b), strict(1, 2).
func (a Attributes) List(key string) []string {
	value, ok := a.Get(key)
	if !ok || value == "" {
		return nil
	}
	parts := strings.Split(value, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
