package prover

import (
	"testing"

	"rlv/proofs"
)

// openNodes are the nodes of a tree from whose last pattern nothing is shown.
func openNodes(tree *proofs.Tree) []*proofs.Node {
	var out []*proofs.Node
	tree.Root.Each(func(n *proofs.Node) {
		if n.Open() {
			out = append(out, n)
		}
	})
	return out
}

// Of a goal that fails there is what was tried: the case before, that which fails, and
// those behind, which are open. A proof has no open node; where there is no successor that
// is said.
func TestAttemptsAreKept(t *testing.T) {
	v := proveText(t, `claim <k> choose { x = 1 ; .Stmts } { choose { x = 2 ; .Stmts } { x = 3 ; .Stmts } .Stmts } => .K </k> <mem> x |-> (_:Int => ?X:Int) </mem> ensures ?X =/=Int 2`, realSolver)[0]
	if v.Status != Refuted || v.Tree != nil || v.Attempt == nil {
		t.Fatalf("%s, tree %v, attempt %v", v.Status, v.Tree, v.Attempt)
	}
	open := openNodes(v.Attempt)
	if len(open) != 2 || open[0] != v.Failure.At {
		t.Fatalf("%d open nodes; it fails at %p", len(open), v.Failure.At)
	}
	last := v.Failure.At.Steps[len(v.Failure.At.Steps)-1].Result
	for i, s := range last.Slots {
		if s != v.Failure.State.Slots[i] {
			t.Errorf("the attempt ends with %s, the failure is at %s", s, v.Failure.State.Slots[i])
		}
	}
	if closed := v.Attempt.Root.Cases[0].Node; closed.Closing == nil {
		t.Error("the case before is not closed")
	}
	if rest := open[1]; len(rest.Steps) != 0 || len(rest.Start.Slots) == 0 {
		t.Errorf("the case behind is %+v", rest)
	}

	none := proveText(t, `claim [never]: <k> spin ; => .K ...</k> <mem> x |-> (_:Int => 3) </mem> ensures false [trusted]
claim <k> x = 1 ; ~> while (x < 0) { spin ; .Stmts } => .K ...</k> <mem> x |-> (_:Int => ?_) </mem>
claim <k> x = 1 / 0 ; => .K ...</k> <mem> x |-> (_:Int => ?_) </mem>
claim <k> while (x < 1) { spin ; .Stmts } => .K ...</k> <mem> x |-> X:Int </mem>`, realSolver)
	for _, v := range none[1:] {
		switch {
		case v.Status == Proved && v.Attempt != nil, v.Status != Proved && v.Tree != nil:
			t.Errorf("%s with tree %v and attempt %v", v.Status, v.Tree, v.Attempt)
		case v.Status == Proved && len(openNodes(v.Tree)) > 0:
			t.Errorf("a proof with open nodes: %v", openNodes(v.Tree))
		case v.Status != Proved && len(openNodes(v.Attempt)) == 0:
			t.Error("an attempt without open nodes")
		}
	}
}

// A use of a goal after which no state is left ends the proof, and says so.
func TestNoStateIsSaid(t *testing.T) {
	v := proveText(t, `claim [loop]: <k> while (x < 1) { spin ; .Stmts } => .K ...</k> <mem> x |-> X:Int </mem> ensures X >=Int 1
claim <k> x = 0 ; ~> while (x < 1) { spin ; .Stmts } => .K ...</k> <mem> x |-> (_:Int => 0) </mem> ensures false`, realSolver)
	if v[1].Status != Proved {
		t.Fatalf("%s %+v", v[1].Status, v[1].Failure)
	}
	said := 0
	v[1].Tree.Root.Each(func(n *proofs.Node) {
		if n.NoState {
			said++
		}
		if n.Open() {
			t.Errorf("a node is open: %+v", n)
		}
	})
	if said != 1 {
		t.Errorf("%d nodes say that no state is left", said)
	}
}
