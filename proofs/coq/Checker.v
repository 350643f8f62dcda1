(** * Certificates, and the function that checks them.

    Part 1, the data. Lists of formulas are from the oldest to the newest:
    position 0 is the first conjunct of a path condition. All numbers start at 0. *)
Require Import List ZArith NArith String.
Require Import Values Terms Rules.
Import ListNotations.

(** From every configuration [g_lhs] under [g_pre], every execution that ends meets
    [g_rhs] under [g_post], for some values of [g_ex]. Variables are below [g_n]. *)
Record goal := Goal {
  g_n : N;
  g_lhs : term; g_pre : list form;
  g_ex : list (sort * N);
  g_rhs : term; g_post : list form;
  g_rank : N; g_variant : list term }.   (* the measure; for total correctness only *)

(** How an obligation is made ready for a tactic. Its hypotheses are the path condition,
    then what the acts add, each at the next position. *)
Inductive act :=
| AInst (i : N) (t : term)       (* adds hypothesis i, which is [FAll f], with t for its variable *)
| AAxiom (i : N) (s : subst)     (* adds axiom i under a substitution *)
| AOpen (i : N)                  (* adds hypothesis i, which is [FEx f], with a new variable: TV SInt n *)
| AIntro                         (* the conclusion [FAll f] becomes f with a new variable;
                                    [FImp f g] becomes g, and f is added *)
| AWitness (t : term).           (* the conclusion [FEx f] becomes f with t for its variable *)
(** After the acts the hypotheses at the positions [c_keep] are kept, in this order. *)
Record core := Core { c_acts : list act; c_keep : list N }.

(** An instruction works on the first of the open states and puts what it leads to
    (none, one or several states) in its place. *)
Inductive instr :=
| IStep (rules : list N)         (* SymbolicStep; these rules lead on: that no other applies is an obligation *)
| ISteps (k : N)                 (* k SymbolicSteps with one successor each, whose condition is an obligation *)
| ICut (f : form)                (* f follows, and is added *)
| ISplit (t : term)              (* CaseAnalysis: t is true; t is false *)
| IInf                           (* no state satisfies the path condition *)
| IUse (node : N) (s : subst)    (* Implication of a shared node of the goal *)
| ICirc (goal : N) (s : subst)   (* CircularHypothesis *)
| IDone (s : subst).             (* Implication of the right side, with witnesses for g_ex *)

(** A pattern that is proved once for all paths that come to it. Its variables are
    below [n_n]; those below the goal's g_n are the goal's, and stand for themselves. *)
Record node := Node { n_n : N; n_pc : list form; n_t : term; n_proof : list instr }.

(** The proof of one goal. A node may use the nodes before it. The instructions of the
    goal start with IStep, so that hypotheses are used after a step only. The obligations
    are those of the nodes, then those of the goal, in the order in which the instructions
    give them; each that is not [trivial] has its core. *)
Record proof := Proof { p_nodes : list node; p_goal : list instr; p_cores : list core }.
Definition certificate := list proof.    (* one for each goal *)

Arguments Goal g_n%N g_lhs g_pre g_ex g_rhs g_post g_rank%N g_variant. Arguments Core c_acts c_keep%N.
Arguments IStep rules%N. Arguments ISteps k%N. Arguments IUse node%N s. Arguments ICirc goal%N s.
Arguments Node n_n%N n_pc n_t n_proof. Arguments AInst i%N t. Arguments AAxiom i%N s. Arguments AOpen i%N.
