(** * A small language, a program, and its certificate, by hand.

    Registers hold integers. [loop x b] runs [b] while [x] is positive, [move x y] adds [x] to
    [y] and takes one from [x], [any x] gives [x] any value that is not negative, [either a b]
    runs one of the two. *)
Require Import List ZArith NArith String Bool Lia.
From Rlv Require Import Values Terms Rules Match Normal Successors Reach Total Checker Sound.
Import ListNotations.
Open Scope string_scope.

Notation A := TApp. Notation S := TSym. Notation K := (TV SK). Notation Z' := (TV SInt). Notation M := (TV SMap). Notation X := (TV (STok 40)).
Notation cfg := (TSym 16). Notation seq := (TSym 17). Notation loop := (TSym 19). Notation move := (TSym 20). Notation any_ := (TSym 21). Notation either := (TSym 22).
Notation look m k := (TOp OLook m k). Notation upd m k v := (TOp OUpd m (A k v)). Notation u := unit_term.
Notation conf k m := (A (A cfg k) m). Notation "a ;; k" := (A (A seq a) k) (at level 60, right associativity).
Definition is_int_sort : N := 0.
Definition language : lang := Lang [[Test HInt []]] [false; true; false; true] [] [
  (* 0 *) Rule 50 (conf (A (A loop (X 0)) (K 0) ;; K 1) (M 0)) (conf (K 0 ;; A (A loop (X 0)) (K 0) ;; K 1) (M 0))
    [TOp OIn (M 0) (X 0); TOp (OIs 0) (look (M 0) (X 0)) u; TOp OLt (TInt 0) (look (M 0) (X 0))] [] [];
  (* 1 *) Rule 50 (conf (A (A loop (X 0)) (K 0) ;; K 1) (M 0)) (conf (K 1) (M 0))
    [TOp OIn (M 0) (X 0); TOp (OIs 0) (look (M 0) (X 0)) u; TOp OLe (look (M 0) (X 0)) (TInt 0)] [] [];
  (* 2 *) Rule 50 (conf (A (A move (X 0)) (X 1) ;; K 1) (M 0))
    (conf (K 1) (upd (upd (M 0) (X 1) (TOp OAdd (look (M 0) (X 1)) (look (M 0) (X 0)))) (X 0) (TOp OSub (look (M 0) (X 0)) (TInt 1))))
    [TOp OIn (M 0) (X 0); TOp OIn (M 0) (X 1)] [] [];
  (* 3 *) Rule 50 (conf (A any_ (X 0) ;; K 1) (M 0)) (conf (K 1) (upd (M 0) (X 0) (Z' 0))) [] [(SInt, 0%N)] [TOp OLe (TInt 0) (Z' 0)];
  (* 4 *) Rule 50 (conf (A (A either (K 0)) (K 1) ;; K 2) (M 0)) (conf (K 0 ;; K 2) (M 0)) [] [] [];
  (* 5 *) Rule 50 (conf (A (A either (K 0)) (K 1) ;; K 2) (M 0)) (conf (K 1 ;; K 2) (M 0)) [] [] [] ].

Notation n := (TTok 40 "n"). Notation s := (TTok 40 "s").
Notation state a b := (upd (upd TNoMap n a) s b).
Notation body := (A (A move n) s). Notation the_loop := (A (A loop n) body).
Notation le a b := (FT (TOp OLe a b)). Notation eq a b := (FT (TOp OEq a b)).
Notation add a b := (TOp OAdd a b). Notation mul a b := (TOp OMul a b). Notation sub a b := (TOp OSub a b).

(** The loop adds n, n - 1, .., 1 to s. *)
Definition loop_goal : goal := Goal 8 (conf (the_loop ;; K 0) (state (Z' 1) (Z' 2))) [le (TInt 0) (Z' 1)]
  [(SInt, 3%N)] (conf (K 0) (state (TInt 0) (Z' 3)))
  [eq (mul (TInt 2) (Z' 3)) (add (mul (TInt 2) (Z' 2)) (mul (Z' 1) (add (Z' 1) (TInt 1))))] 0 [Z' 1].
(** The whole program: two ways that meet, an arbitrary value, the loop. *)
Definition program := A (A either (A any_ n)) (A any_ n) ;; the_loop ;; K 4.
Definition program_goal : goal := Goal 8 (conf program (state (Z' 5) (TInt 0))) [] [(SInt, 6%N); (SInt, 7%N)]
  (conf (K 4) (state (TInt 0) (Z' 6))) [le (TInt 0) (Z' 7); eq (mul (TInt 2) (Z' 6)) (mul (Z' 7) (add (Z' 7) (TInt 1)))] 1 [].
Definition goals := [loop_goal; program_goal].

(** Instructions of the proof of [loop_goal], and the cores of its obligations. *)
Definition loop_proof : proof := Proof [] [
    IStep [0; 1]%N [];
      ISteps 1; ICirc 0 [(SInt, 1%N, sub (Z' 1) (TInt 1)); (SInt, 2%N, add (Z' 2) (Z' 1))]; IDone [(SInt, 3%N, Z' 8)];
      IDone [(SInt, 3%N, Z' 2)] ]
  [Core [] []; Core [] [1]; Core [] [2]; Core [] [0; 1]; Core [] [0; 1]]%N.
(** Where the two ways meet is a node; its n is the new variable 8. The witness 0 shows that
    [any] has a successor. *)
Definition program_proof : proof := Proof
  [Node 9 [] (conf (A any_ n ;; the_loop ;; K 4) (state (Z' 8) (TInt 0))) [
      IStep [3%N] [(SInt, 9%N, TInt 0)]; ICirc 0 [(SK, 0%N, K 4); (SInt, 1%N, Z' 9); (SInt, 2%N, TInt 0)];
      IDone [(SInt, 6%N, Z' 10); (SInt, 7%N, Z' 9)] ]]
  [IStep [4; 5]%N []; IUse 0 [(SInt, 8%N, Z' 5)]; IUse 0 [(SInt, 8%N, Z' 5)]]
  [Core [] []; Core [] [1]]%N.
Definition proofs := [loop_proof; program_proof].

(** The check computes what is left; each of the obligations is then proved by [solve_ob]. *)
Definition left := Eval vm_compute in match check language goals [] false proofs with Some os => os | None => [] end.
Lemma checked : check language goals [] false proofs = Some left.
Proof. vm_cast_no_check (@eq_refl (option (list ob)) (Some left)). Qed.

Lemma is_true_iff b : VBool b = VBool true <-> b = true.
Proof. split; congruence. Qed.
Lemma never_iff : false = true <-> False.
Proof. split; [discriminate | intros []]. Qed.
Ltac solve_ob := let H := fresh "H" in intros ? H; unfold sats in H; cbn [o_hyps o_goal] in *;
  repeat match goal with H : Forall _ (_ :: _) |- _ => apply Forall_cons_iff in H; destruct H as [? H] end;
  cbn [sat] in *; unfold holds in *; cbn [eval eop ev coerce asZ asB] in *; rewrite ?is_true_iff, ?Z.leb_le, ?Z.ltb_lt, ?Z.eqb_eq, ?never_iff in *; nia.
Section Functions.
Variable F : sym -> val -> val.      (* the language has no functions *)
Let I := Interp (l_sorts language) F.
Lemma obligations : Forall (ob_holds I) left.
Proof. unfold left. repeat (apply Forall_cons; [solve_ob|]). apply Forall_nil. Qed.
Theorem correct g r : In g goals -> reach_paths (kstep I (l_rules language)) (lhsP I g r) (rhsP I g r).
Proof. apply (check_sound language F goals [] proofs left checked); [intros ? ? [] | constructor | exact obligations]. Qed.
End Functions.
Print Assumptions correct.

(** With the variant n the loop ends. *)
Definition total_proofs := [
  Proof [] (p_goal loop_proof) [Core [] []; Core [] [1]; Core [] [0; 1]; Core [] [2]; Core [] [0; 1]; Core [] [0; 1]]%N; program_proof].
Definition total_left := Eval vm_compute in match check language goals [] true total_proofs with Some os => os | None => [] end.
Lemma total_checked : check language goals [] true total_proofs = Some total_left.
Proof. vm_cast_no_check (@eq_refl (option (list ob)) (Some total_left)). Qed.
Theorem correct_total F g r : let I := Interp (l_sorts language) F in
  In g goals -> forall c, lhsP I g r c -> ends (kstep I (l_rules language)) (rhsP I g r) c.
Proof.
  intros I. apply (check_sound_total language F goals [] total_proofs total_left total_checked); [intros ? ? [] | constructor |].
  unfold total_left. repeat (apply Forall_cons; [solve_ob|]). apply Forall_nil.
Qed.
Print Assumptions correct_total.
