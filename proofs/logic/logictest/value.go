// Package logictest has what tests of certificates need: values and what terms stand for, written
// plainly after proofs/coq/Values.v and Terms.v and without a look at the normal form; and random
// terms.
package logictest

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"rlv/proofs/logic"
)

// Value is what a closed term stands for (Coq: val).
type Value struct {
	Kind    logic.HeadKind // of an application HSym, too
	Int     *big.Int       // of an integer; of an array, what is where nothing else is
	Bool    bool
	Text    string
	Sym     logic.Sym
	A, B    *Value           // of an application
	Entries map[string]Entry // of a map or an array, by the text of the key
	Items   []*Value
}

// Entry is a key of a map or array with what is there.
type Entry struct{ Key, Value *Value }

// String writes a value; different ones are written in different ways.
func (v *Value) String() string {
	switch v.Kind {
	case logic.HInt:
		return v.Int.String()
	case logic.HBool:
		return fmt.Sprint(v.Bool)
	case logic.HStr:
		return fmt.Sprintf("%q", v.Text)
	case logic.HTok:
		return fmt.Sprintf("%d:%q", v.Sym, v.Text)
	case logic.HSym:
		if v.A != nil {
			return fmt.Sprintf("(%v %v)", v.A, v.B)
		}
		return fmt.Sprintf("#%d", v.Sym)
	case logic.HList:
		return fmt.Sprintf("list%v", v.Items)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d{%v", v.Kind, v.Int)
	for _, k := range slices.Sorted(maps.Keys(v.Entries)) {
		fmt.Fprintf(&out, " %s:%v", k, v.Entries[k].Value)
	}
	return out.String() + "}"
}

func integer(z *big.Int) *Value { return &Value{Kind: logic.HInt, Int: z} }
func boolean(b bool) *Value     { return &Value{Kind: logic.HBool, Bool: b} }
func text(s string) *Value      { return &Value{Kind: logic.HStr, Text: s} }
func symbol(f logic.Sym) *Value { return &Value{Kind: logic.HSym, Sym: f} }
func mapping(m map[string]Entry) *Value {
	return &Value{Kind: logic.HMap, Entries: m}
}
func array(none *big.Int, m map[string]Entry) *Value {
	m = maps.Clone(m)
	maps.DeleteFunc(m, func(_ string, e Entry) bool { return e.Value.Int.Cmp(none) == 0 })
	return &Value{Kind: logic.HArr, Int: none, Entries: m}
}

var undefined = symbol(logic.Undef)

// What an operand of another kind is read as.

func (v *Value) asInt() *big.Int {
	if v.Kind == logic.HInt {
		return v.Int
	}
	return new(big.Int)
}

func (v *Value) asBool() bool { return v.Kind == logic.HBool && v.Bool }

func (v *Value) asText() string {
	if v.Kind == logic.HStr {
		return v.Text
	}
	return ""
}

func (v *Value) asMap() map[string]Entry {
	if v.Kind == logic.HMap {
		return v.Entries
	}
	return nil
}

func (v *Value) asArray() *Value {
	if v.Kind == logic.HArr {
		return v
	}
	return array(new(big.Int), nil)
}

func (v *Value) asList() []*Value {
	if v.Kind == logic.HList {
		return v.Items
	}
	return nil
}

func (v *Value) isKey() bool { return v.Kind <= logic.HTok }

// Head is the top of a value (Coq: vhead).
func (v *Value) Head() logic.Head {
	for v.A != nil {
		v = v.A
	}
	if v.Kind == logic.HSym || v.Kind == logic.HTok {
		return logic.Head{Kind: v.Kind, Sym: v.Sym}
	}
	return logic.Head{Kind: v.Kind}
}

// As is what a value is read as where a sort is wanted (Coq: coerce).
func (v *Value) As(s logic.Sort) *Value {
	switch s.Kind {
	case logic.SInt:
		return integer(v.asInt())
	case logic.SBool:
		return boolean(v.asBool())
	case logic.SStr:
		return text(v.asText())
	case logic.STok:
		if v.Kind == logic.HTok && v.Sym == s.Tok {
			return v
		}
		return &Value{Kind: logic.HTok, Sym: s.Tok}
	case logic.SMap:
		return mapping(v.asMap())
	case logic.SArr:
		return v.asArray()
	case logic.SList:
		return &Value{Kind: logic.HList, Items: v.asList()}
	}
	return v
}

// Literal is a term of a value that is an integer, a Boolean, a text or a symbol; nil of others.
func (v *Value) Literal() *logic.Term {
	switch v.Kind {
	case logic.HInt:
		return logic.Int(v.Int)
	case logic.HBool:
		return logic.Bool(v.Bool)
	case logic.HStr:
		return logic.Str(v.Text)
	case logic.HSym:
		if v.A == nil {
			return logic.Symbol(v.Sym)
		}
	}
	return nil
}
