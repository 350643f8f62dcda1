package syntax

import (
	"slices"
	"strings"

	"rlv/semantics/source"
)

// Who knows another notation for annotations, such as ACSL, JML or Dafny, writes its words: these are told what is
// written here instead.

// keysElsewhere are the keys of other notations.
var keysElsewhere = map[string]Key{
	"requires": Pre, "require": Pre, "precondition": Pre, "ensures": Post, "ensure": Post, "postcondition": Post,
	"assigns": Modifies, "assignable": Modifies, "writes": Modifies, "invariant": Inv, "loop": Inv, "variant": Decreases,
	"predicate": Logic, "function": Logic, "check": Assert, "theorem": Lemma,
}

// keyElsewhere says what is written for a key, as the end of a message; "" if that is not known.
func keyElsewhere(key string) string {
	k, ok := keysElsewhere[key]
	if !ok {
		return ""
	}
	return "; here that is @" + string(k) + ": .."
}

// wordsElsewhere are words of formulas, and what is written for them.
var wordsElsewhere = map[string]string{
	"and": `/\`, "or": `\/`, "not": "!F", "implies": "==>", "iff": "<==>", "mod": "%", "div": "/", "in": "k : lo..hi",
	"return": "result", "length": "len(p)", "size": "len(p)", "Length": "len(p)", "block_length": "len(p)",
	"abs": "x < 0 ? -x : x", "min": "x < y ? x : y", "max": "x < y ? y : x",
	"forall": quantified("forall"), "exists": quantified("exists"),
	"old": "old(E)", "result": "result", "true": "true", "false": "false", "at": "at(E, L)",
	"valid": "len(p) >= n", "valid_read": "len(p) >= n", "valid_range": "len(p) >= n", "offset": "p - a",
	"nothing": "nothing", "assigns": "@modifies: ..", "let": "a @logic with parameters",
	"sum": "a @logic by recursion, as sum(a, n) of <arrays>", "numof": "a @logic by recursion, as count(a, n, v) of <arrays>",
	"num_of": "a @logic by recursion, as count(a, n, v) of <arrays>", "product": "a @logic by recursion",
	"separated": "nothing: what parameters lead to is apart if it is modified", "fresh": "nothing: what is allocated is apart from all else",
	"initialized": "nothing: elements of parameters have values", "freeable": "allocated(p)", "allocable": "!allocated(p)",
}

// Elsewhere says what is written for a word of other notations, as the end of a message; "" if that is not known.
func Elsewhere(word string) string {
	if is, ok := wordsElsewhere[word]; ok {
		return "; here that is written " + is
	}
	return ""
}

// quantified is how a quantifier is written.
func quantified(word string) string { return "(" + word + " k : lo..hi) F" }

// escaped says of a backslash in a formula, with the word behind it, that it does not belong there.
func escaped(word source.Span) *source.Diagnostic {
	name := strings.TrimPrefix(word.Text(), `\`)
	return source.Errorf(word, "annotation-syntax", `%s does not belong in a formula%s`, word.Text(), Elsewhere(name))
}

// instead says what is written for a token that is none of the formula language, or at none of its places; "" if that
// is not known.
func (p *parser) instead() string {
	t := p.peek()
	switch {
	case t.Kind == NameToken:
		return Elsewhere(t.Text)
	case t.Text == ">" && p.at > 0 && p.toks[p.at-1].Text == "=" && p.toks[p.at-1].Span.End == t.Span.Start:
		return "; an implication is written ==>"
	}
	return ""
}

// within reads a token of a quantifier.
func (p *parser) within(word, text string) {
	if !p.accept(text) {
		p.fail("expected %q, found %s; a quantifier is written %s", text, p.found(), quantified(word))
	}
}

// rangeIn reports whether the word at a place is that of (forall k in lo..hi), and no variable with a sort before it.
func (p *parser) rangeIn(at int) bool {
	return p.toks[at].Text == "in" && !slices.Contains([]string{":", ",", ")", "trigger"}, p.toks[at+1].Text)
}
