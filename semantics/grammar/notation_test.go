package grammar

import (
	"strings"
	"testing"

	"rlv/semantics/kdef"
)

// objects has casts in parentheses, members, classes as values, registers, and
// an application by juxtaposition.
const objects = `
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Id ::= "Object" [token] | "Main" [token]
  syntax Exp ::= Int | Id | "this" | "super"
               | "(" Exp ")" [bracket]
               | Exp "." Id
               > Exp "[" Exps "]"
               > Exp "(" Exps ")"
               | "(" Id ")" Exp
               | "new" Id "(" Exps ")"
               > Exp "+" Exp [left]
               > Exp "=" Exp [right]
  syntax Exps ::= List{Exp,","} [overload(exps)]
  syntax Operand ::= Int | "r0"
  syntax Instr ::= "ret" Operand | ret(Int) | "jump" Operand
  syntax Pattern ::= Id | Pattern Pattern [left] | "fun" Id "->" Pattern > Pattern "*" Pattern [left]
  syntax Stmt ::= Exp ";" | "class" Id "{" Stmt "}" | Stmt Stmt [right]
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  syntax Val ::= Int | objectClosure(Id, List) | methodClosure(Id, Int) | "nothing"
  syntax Vals ::= List{Val,","} [overload(exps)]
  syntax Exp ::= Val | lookup(Int) | lvalue(K)
  syntax Exps ::= Vals
  syntax KResult ::= Val | Vals
  syntax KItem ::= envStackFrame(Id, Map) | "pop"
  syntax EnvItem ::= frame(Id, Map)
  syntax Exp ::= lookupMember(List, Id) [function]
  configuration <T>
    <k> $PGM:Stmt </k>
    <crntObj> <crntClass> Object </crntClass> <envStack> .List </envStack> <location multiplicity="?"> .K </location> </crntObj>
    <r0> 0 </r0>
    <store> .Map </store>
    <busy> .Set </busy>
    <classes> <classData multiplicity="*" type="Map"> <name> Main </name> <base> Object </base> </classData> </classes>
  </T>
RULES
endmodule
`

func TestNotation(t *testing.T) {
	tests := []struct{ name, rule, want string }{
		{"call of a bracket, not a cast", "(lookup(L) => V:Val)(_:Exps)", "((lookup ( L:Int )) => V:Val) ( _:Exps )"},
		{"cast, not a call", "(C:Id) objectClosure(_, _) => C", "(( C:Id ) (objectClosure ( _:Id , _:List ))) => C:Id"},
		{"token that looks like a variable", "<k> class C:Id {S} => .K ...</k> <crntClass> Object </crntClass>",
			"<k> (class C:Id { S:Stmt }) => .K ...</k> <crntClass> Object </crntClass>"},
		{"fewest implicit brackets", "ret(1) => .K", "(ret ( 1 )) => .K"},
		{"the other reading is there", "ret r0 => .K", "(ret r0) => .K"},
		{"member operator and unit", "this . X:Id => .K", "(this . X:Id) => .K"},
		{"unit of old", "<k> pop => . ...</k>", "<k> pop => .K ...</k>"},
		{"cell as a value", "<k> this => objectClosure(C, ListItem(<crntObj> O </crntObj>)) ...</k> <crntObj> <crntClass> C </crntClass> _ </crntObj>",
			"<k> this => (objectClosure ( C:Id , (ListItem ( <crntObj> O:Bag </crntObj> )) )) ...</k> <crntObj> <crntClass> C:Id </crntClass> _:Bag </crntObj>"},
		{"optional cell", "<k> pop => .K ...</k> (<location> L </location> => .Bag)", "<k> pop => .K ...</k> (<location> L:K </location> => .Bag)"},
		{"register cell", "<k> jump r0 => I ...</k> <r0> I </r0>", "<k> (jump r0) => I:Int ...</k> <r0> I:Int </r0>"},
		{"list with a rest", "lookupMember(ListItem(envStackFrame(_, X |-> L _)) _, X) => lookup(L)",
			"(lookupMember ( ((ListItem ( (envStackFrame ( _:Id , ((X:Id |-> L:Int) _:Map) )) )) _:List) , X:Id )) => (lookup ( L:Int ))"},
		{"set test", "<k> pop => .K ...</k> <busy> B (.Set => SetItem(1)) </busy> requires notBool (1 in B)",
			"<k> pop => .K ...</k> <busy> B:Set (.Set => (SetItem ( 1 ))) </busy> requires notBool (1 in B:Set)"},
		{"map update is preferred", "<store> M => M[X <- 1] </store>", "<store> M:Map => (M:Map [ X:KItem <- 1 ]) </store>"},
		{"existentials", "<store> _ => ?_ </store> ensures ?X >Int 0", "<store> _:Map => ?_:Map </store> ensures ?X:Int >Int 0"},
		{"old conditions", "pop => .K when true", "pop => .K requires true"},
		{"values of a list", "<k> (methodClosure(_, L))(Vs:Vals) => lookup(L) ...</k>",
			"<k> ((methodClosure ( _:Id , L:Int )) ( Vs:Vals )) => (lookup ( L:Int )) ...</k>"},
		{"unrelated levels", "fun X:Id -> P:Pattern P * P => P", "error ambiguous-syntax"},
		{"conditions only", "requires true", "error syntax-error"},
		{"open cell", "<k> pop => .K", "error syntax-error"},
		{"wrong cell closed", "<k> pop </store>", "error syntax-error"},
		{"unknown cast", "X:Foo => 1", "error unknown-sort"},
		{"unknown literal sort", `#token("a","Foo") => 1`, "error unknown-sort"},
		{"chained arrows", "1 => 2 => 3", "error syntax-error"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, bubbles := sentences(t, objects, "rule "+test.rule+"\n")
			s, err := g.ParseSentence(bubbles[0])
			got := render(s, err)
			if strings.HasPrefix(test.want, "error") && strings.HasPrefix(got, test.want) {
				return
			}
			if got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.rule, got, test.want)
			}
		})
	}
}

// TestSpecifications parses claims of a module that imports a definition and
// adds tokens.
func TestSpecifications(t *testing.T) {
	const text = `
module TEST-SPEC
  imports TEST
  syntax Id ::= "n" [token] | "size" [token]
  claim <k> n = N:Int; => .K ...</k> <store> n |-> (_ => ?X) size |-> S </store> requires N >Int S ensures ?X ==Int N
  claim ret(N:Int) => .K
endmodule`
	base := load(t, strings.Replace(objects, "RULES", "", 1))
	spec, err := base.Extend("test-spec.k", kdef.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewRules(spec, spec.Spec)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"<k> ((n = N:Int) ;) => .K ...</k> <store> (n |-> (_:KItem => ?X:Int)) (size |-> S:Int) </store> requires N:Int >Int S:Int ensures ?X:Int ==Int N:Int",
		"(ret ( N:Int )) => .K",
	}
	for i, b := range spec.Modules["TEST-SPEC"].Bubbles() {
		s, err := g.ParseSentence(b)
		if got := render(s, err); got != want[i] {
			t.Errorf("got %s\nwant %s", got, want[i])
		}
	}
}

// TestLibrarySentences parses the sentences of all library modules that a
// definition reaches, by their own tokens.
func TestLibrarySentences(t *testing.T) {
	def := load(t, strings.Replace(objects, "RULES", "", 1))
	g, err := NewRules(def, def.Main)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range def.Order {
		for _, b := range def.Modules[name].Bubbles() {
			if _, err := g.ParseSentence(b); err != nil && b.Kind != kdef.ConfigBubble {
				t.Error(err)
			}
		}
	}
}
