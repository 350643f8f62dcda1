package replay

import (
	"context"
	"testing"

	"rlv/prover"
	"rlv/semantics/compile"
	"rlv/semantics/rewrite"
	"rlv/semantics/term"
)

// calling is a language whose procedures call each other: leaf is called by outer, which is
// called by nested, and by again, which then calls leaf itself.
const calling = `
module CALL
  imports INT
  imports BOOL
  imports MAP
  syntax Name ::= "leaf" | "outer" | "nested" | "again" | "down" | "stop" | "stops"
  syntax Exp  ::= Int | name: Name "(" args: Exp ")" [call(name, args), strict(2)]
                | Exp "then" Exp | "#ran" "(" name: Name "," args: Exp ")" [call(name, args)]
  syntax KItem ::= "#return"
                 | "#next" "(" Exp ")"
  syntax Bool ::= "odd" "(" Int ")" [function, total, smtlib(odd)]
  syntax KResult ::= Int
  configuration <T> <k> $PGM:Exp </k> <m> .Map </m> </T>
  rule F:Name(I:Int) => #ran(F, I)
  rule #ran(leaf, I) => I ~> #return
  rule #ran(outer, I) => leaf(I -Int 1) ~> #return
  rule #ran(nested, I) => outer(I) ~> #return
  rule #ran(again, I) => (outer(I) then leaf(I -Int 1)) ~> #return
  rule #ran(stops, I) => stop(I) ~> #return
  rule #ran(down, I) => down(I -Int 1) ~> #return   requires I >Int -3
  rule #ran(down, I) => I ~> #return                requires I <=Int -3
  rule E1:Exp then E2:Exp => E1 ~> #next(E2)
  rule _:Int ~> #next(E) => E
  rule I:Int ~> #return => I
endmodule
`

// TestNeeded runs goals whose code comes to that of another one, of which a condition may
// not hold there.
func TestNeeded(t *testing.T) {
	spec := `requires "call.k"
module SPEC
  imports CALL
  claim [leaf]: <k> #ran(leaf, I:Int) ~> R:K => ?_V:Int ~> R </k> requires I >Int 0
  claim [odd]: <k> #ran(leaf, I:Int) ~> R:K => ?_V:Int ~> R </k> requires odd(I)
  claim [less]: <k> #ran(leaf, I:Int) ~> R:K => ?_V:Int ~> R </k> requires I <Int M:Int
  claim [both]: <k> #ran(leaf, I:Int) ~> R:K => ?_V:Int ~> R </k> requires I >Int 0 andBool I <Int M:Int
  claim [some]: <k> #ran(leaf, _:Int) ~> R:K => ?_V:Int ~> R </k> <m> _:Int |-> V:Int _:Map </m> requires V >Int 0
  claim [one]: <k> #ran(outer, N:Int) => ?_V:Int </k> <m> 1 |-> 5 2 |-> N:Int </m>
  claim [none]: <k> #ran(outer, N:Int) => ?_V:Int </k> <m> 1 |-> -5 2 |-> N:Int </m>
  claim [other]: <k> #ran(outer, N:Int) => ?_V:Int </k> <m> .Map </m> requires N >Int 0
  claim [sum]: <k> #ran(leaf, (I:Int +Int J:Int)) ~> R:K => ?_V:Int ~> R </k> requires 7 <Int 0
  claim [next]: <k> #ran(leaf, (I:Int +Int 1)) ~> R:K => ?_V:Int ~> R </k> <m> 0 |-> I </m> requires I >Int 9
  claim [key]: <k> #ran(leaf, _:Int) ~> R:K => ?_V:Int ~> R </k> <m> (I:Int +Int J:Int) |-> V:Int _:Map </m> requires 7 <Int 0
  claim [ones]: <k> #ran(outer, N:Int) => ?_V:Int </k> <m> 0 |-> 1 </m>
  claim [down]: <k> #ran(down, N:Int) ~> R:K => ?_V:Int ~> R </k> requires N >Int 0
  claim [outer]: <k> #ran(outer, N:Int) => ?_V:Int </k> requires N >Int 0
  claim [called]: <k> #ran(outer, I:Int) ~> R:K => ?V:Int ~> R </k> requires I >Int 0 ensures ?V <Int I
  claim [lies]: <k> #ran(outer, I:Int) ~> R:K => ?V:Int ~> R </k> requires I >Int 0 ensures ?V >Int I
  claim [maybe]: <k> #ran(outer, I:Int) ~> R:K => ?V:Int ~> R </k> requires I >Int 0 ensures odd(?V)
  claim [large]: <k> #ran(outer, I:Int) ~> R:K => ?V:Int ~> R </k> requires I >Int 7
  claim [wrong]: <k> #ran(nested, N:Int) => N </k> requires N >Int 0
  claim [stop]: <k> #ran(stop, _:Int) ~> R:K => ?_V:Int ~> R </k>
  claim [stops]: <k> #ran(stops, N:Int) => ?_V:Int </k> requires N >Int 0
  claim [early]: <k> #ran(outer, N:Int) => leaf(?M:Int) ~> ?_R:K </k> requires N >Int 0 ensures odd(?M)
  claim [nested]: <k> #ran(nested, N:Int) => ?_V:Int </k> requires N >Int 0
  claim [again]: <k> #ran(again, N:Int) => ?_V:Int </k> requires N >Int 0
endmodule
`
	s := specOf(t, "call.k", calling, spec)
	e, claims := rewrite.New(s.Definition), map[string]*compile.Rule{}
	for _, c := range s.Claims {
		claims[c.Label] = e.Evaluate(c)
	}
	contract := func(label string, change func(*prover.Goal)) *prover.Goal {
		g := &prover.Goal{Name: label, Claim: claims[label], Program: prover.NoProgram{}, Cut: true}
		for _, c := range g.Claim.Requires {
			g.Conjuncts = append(g.Conjuncts, prover.Conjunct{Formula: c, Text: c.String()})
		}
		if change != nil {
			change(g)
		}
		return g
	}
	list := func(goals ...*prover.Goal) []*prover.Goal { return goals }
	found := func(g *prover.Goal) { g.Conjuncts[0].Found = true }
	for _, tt := range []struct {
		name, goal string
		needs      []*prover.Goal
		value      int64 // of N
		want       Result
	}{
		{"nothing is needed", "outer", nil, 1, Holds},
		{"false where it is called", "outer", list(contract("leaf", nil)), 1, Fails},
		{"true where it is called", "outer", list(contract("leaf", nil)), 2, Holds},
		{"called by what is called", "nested", list(contract("leaf", nil)), 1, Fails},
		{"called by what has a contract", "nested", list(contract("leaf", nil), contract("called", nil)), 1, Holds},
		{"called by what has a contract that does not hold", "nested", list(contract("large", nil), contract("leaf", nil)), 1, Fails},
		{"called behind what calls it", "again", list(contract("leaf", nil)), 1, Fails},
		{"true behind what calls it", "again", list(contract("leaf", nil)), 2, Holds},
		{"no annotation", "outer", list(contract("leaf", func(g *prover.Goal) { g.Cut = false })), 1, Holds},
		{"nobody wrote it", "outer", list(contract("leaf", found)), 1, Holds},
		{"it has no text", "outer", list(contract("leaf", func(g *prover.Goal) { g.Conjuncts = nil })), 1, Holds},
		{"a measure", "outer", list(contract("leaf", func(g *prover.Goal) { g.Conjuncts[0].Measure = true })), 1, Holds},
		{"not known", "outer", list(contract("odd", nil)), 1, Holds},
		{"of what any value will do for", "outer", list(contract("less", nil)), 1, Holds},
		{"false, beside what is not known", "outer", list(contract("both", nil)), 1, Fails},
		{"found false, beside what is not known", "outer", list(contract("both", found)), 1, Holds},
		{"false in one of two ways", "one", list(contract("some", nil)), -1, Holds},
		{"false in both ways", "none", list(contract("some", nil)), -1, Fails},
		{"false in no way", "other", list(contract("some", nil)), 1, Holds},
		{"whether it is reached is not known", "outer", list(contract("sum", nil)), 1, Holds},
		{"it is not reached", "ones", list(contract("next", nil)), 1, Holds},
		{"it is reached", "ones", list(contract("next", nil)), 3, Fails},
		{"it is not known which key it is", "ones", list(contract("key", nil)), 3, Holds},
		{"of itself", "down", list(contract("down", nil)), 1, Fails},
		{"of itself at the start", "down", list(contract("down", nil)), 0, Rejected},
		{"perhaps the goal has ended before", "early", list(contract("leaf", nil)), 1, Open},
	} {
		g := &prover.Goal{Name: tt.goal, Claim: claims[tt.goal], Program: prover.NoProgram{}}
		r := New(e, g, nil)
		r.Needs(tt.needs...)
		model := r.Model(map[*term.Variable]*term.Term{valueOf(r, "N"): term.Int(tt.value)})
		for range 2 { // a run leaves nothing behind
			out := r.Run(context.Background(), model)
			if out.Result != tt.want || (out.Uses != nil) != (tt.want == Fails) || out.Uses != nil && out.Conjunct != &tt.needs[0].Conjuncts[0] {
				t.Errorf("%s: result %d, want %d: %+v", tt.name, out.Result, tt.want, out)
			}
		}
	}

	// A failure is the goal's own where what it uses holds for what it stands for.
	for _, tt := range []struct {
		name, goal string
		needs      []*prover.Goal
		own        bool
	}{
		{"nothing is used", "wrong", nil, true},
		{"it holds", "wrong", list(contract("called", nil)), true},
		{"it does not hold", "wrong", list(contract("lies", nil)), false},
		{"it may hold", "wrong", list(contract("maybe", nil)), false},
		{"it is not used", "wrong", list(contract("large", func(g *prover.Goal) { g.Cut = false })), true},
		{"stuck", "stops", nil, true},
		{"stuck in what is used", "stops", list(contract("stop", nil)), false},
		{"no hypothesis", "wrong", list(contract("lies", func(g *prover.Goal) { g.NotAHypothesis = true })), true},
		{"whether it is used is not known", "wrong", list(contract("less", nil)), false},
	} {
		r := New(e, &prover.Goal{Name: tt.goal, Claim: claims[tt.goal], Program: prover.NoProgram{}}, nil)
		r.Needs(tt.needs...)
		out := r.Run(context.Background(), r.Model(map[*term.Variable]*term.Term{valueOf(r, "N"): term.Int(3)}))
		if out.Result != Fails && out.Result != Stuck || out.Own != tt.own {
			t.Errorf("%s: result %d, own %v", tt.name, out.Result, out.Own)
		}
	}

	// Variables that mean the same in both goals have the values of the run, and no others do.
	for _, tt := range []struct {
		isRigid bool
		m       int64
		want    Result
	}{{true, 0, Fails}, {true, 1, Holds}, {false, 0, Holds}} {
		need := contract("less", nil)
		m := need.Claim.Requires[0].Arg(1).Variable()
		need.Rigid = map[*term.Variable]bool{m: tt.isRigid}
		r := New(e, &prover.Goal{Claim: claims["outer"], Program: prover.NoProgram{}}, nil)
		r.Needs(need)
		values := r.Model(map[*term.Variable]*term.Term{valueOf(r, "N"): term.Int(1)})
		values[m] = term.Int(tt.m)
		if out := r.Run(context.Background(), values); out.Result != tt.want {
			t.Errorf("M = %d: result %d, want %d", tt.m, out.Result, tt.want)
		}
	}
}
