(** * Lemmas that are accepted, and those that must not be (proofs/kernel/lemma_test.go has the same). *)
Require Import List ZArith NArith String Bool.
From Rlv Require Import Values Terms Rules Match Normal Successors Checker Sound Obligations Lemmas Solve Closing.
Import ListNotations.

Notation x := (TV SInt 0%N). Notation y := (TV SInt 1%N).
Definition less a c := FT (TOp OLt a c).
Definition positive := less (TInt 0) x.
Definition plain := Lem 1 positive (TInt 0) [] (Core [] []).
Definition again l := Lem 1 positive x l (Core [] []).
Definition to t : subst := [(SInt, 0%N, t)].
Definition uses := Lem 1 positive (TInt 0) [] (Core [AAxiom 0 (to x)] [0%N]).
Definition takes ls := match check_lemmas (Lang [] [] [] []) [] ls with Some _ => true | None => false end.
Example accepted_or_not : map takes
  [ [plain]; [plain; uses]; [uses]; [Lem 1 (less x y) (TInt 0) [] (Core [] [])]; [Lem 1 positive y [] (Core [] [])];
    [again [to (TOp OSub x (TInt 1))]]; [again [to (TStr "")]]; [again [to (TB 0)]]; [again [to y]] ]
  = [ true; true; false; false; false;  true; false; false; false ].
Proof. vm_compute. reflexivity. Qed.

(** A formula that is false does not follow from itself. *)
Example itself : exists o, lemma_ob (again [to x]) = Some o /\ ~ ob_holds (Interp [] (fun _ v => v)) o.
Proof.
  eexists. split; [vm_compute; reflexivity|]. intros H.
  specialize (H (Env (fun _ _ => VInt 0) [])). discriminate H. repeat constructor. intros [A B]. discriminate B.
Qed.
(** One that is true by induction: [0 <= x -> 0 < x + 1]. *)
Definition successor := Lem 1 (FImp (FT (TOp OLe (TInt 0) x)) (less (TInt 0) (TOp OAdd x (TInt 1)))) x [to (TOp OSub x (TInt 1))] (Core [AIntro] [0; 1]%N).
Definition left_over := Eval vm_compute in accepted (option_map snd (check_lemmas (Lang [] [] [] []) [] [successor])).
Example by_induction F : Forall (plain_axiom (Interp [] F)) [l_form successor].
Proof.
  refine (plain_lemmas (Lang [] [] [] []) F [] [successor] [l_form successor] left_over eq_refl (no_equations _) (Forall_nil _) _).
  constructor; [|constructor]. solve_obligation.
Qed.
Print Assumptions by_induction.
