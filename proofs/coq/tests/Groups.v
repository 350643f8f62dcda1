(** * Groups of rules and of equations, and functions by equations, on small examples. *)
Require Import List ZArith NArith String Bool Lia.
From Rlv Require Import Values Terms Rules Match Normal Successors Reach Checker Sound.
Import ListNotations.
Open Scope string_scope.

Notation A := TApp. Notation K := (TV SK). Notation Z' := (TV SInt). Notation u := unit_term.
Notation fact x := (TFun 30 SInt (A x u)). Notation sign x := (TFun 31 SInt (A x u)). Notation len x := (TFun 32 SInt (A x u)).
Notation cons x y := (A (A (TSym 20) x) y). Notation nil := (TSym 21).
(* fact(x) = 1 if x <= 0, x * fact(x - 1) if x > 0; sign(x) = 1 if x > 0, -1 if x < 0, otherwise 0; the length of a list *)
Definition equations := [
  Eqn 50 30 (A (Z' 0) u) (TInt 1) [TOp OLe (Z' 0) (TInt 0)];
  Eqn 50 30 (A (Z' 0) u) (TOp OMul (Z' 0) (fact (TOp OSub (Z' 0) (TInt 1)))) [TOp OLt (TInt 0) (Z' 0)];
  Eqn 200 31 (A (Z' 0) u) (TInt 0) [];
  Eqn 50 31 (A (Z' 0) u) (TInt 1) [TOp OLt (TInt 0) (Z' 0)];
  Eqn 50 31 (A (Z' 0) u) (TInt (-1)) [TOp OLt (Z' 0) (TInt 0)];
  Eqn 50 32 (A nil u) (TInt 0) [];
  Eqn 50 32 (A (cons (K 0) (K 1)) u) (TOp OAdd (len (K 1)) (TInt 1)) [] ].
(* state(x) goes to more(x) if x > 0, to less(x) if x < 0, otherwise to zero *)
Notation state x := (A (TSym 22) x).
Definition rules := [
  Rule 50 (state (Z' 0)) (A (TSym 23) (Z' 0)) [TOp OLt (TInt 0) (Z' 0)] [] [];
  Rule 200 (state (Z' 0)) (TSym 24) [] [] [];
  Rule 50 (state (Z' 0)) (A (TSym 25) (Z' 0)) [TOp OLt (Z' 0) (TInt 0)] [] [] ].
Definition language := Lang [] [false] equations rules.
Definition compute t := norm (machine_of language) [] t.

Example factorial : compute (fact (TInt 20)) = TInt 2432902008176640000. Proof. vm_compute. reflexivity. Qed.
Example of_unknown : compute (fact (Z' 3)) = fact (Z' 3). Proof. vm_compute. reflexivity. Qed.
Example signs : map (fun z => compute (sign (TInt z))) [7; 0; -7]%Z = [TInt 1; TInt 0; TInt (-1)]. Proof. vm_compute. reflexivity. Qed.
(* the last group is not taken while an earlier one might apply *)
Example not_yet : compute (sign (Z' 3)) = sign (Z' 3). Proof. vm_compute. reflexivity. Qed.
Example lengths : compute (len (cons (Z' 1) (cons (K 2) nil))) = TInt 2. Proof. vm_compute. reflexivity. Qed.
Example of_a_rest : compute (len (cons (Z' 1) (K 2))) = TOp OAdd (len (K 2)) (TInt 1). Proof. vm_compute. reflexivity. Qed.

Definition steps := derive (machine_of language) [] 9 (candidates (build (l_top language) rules) (state (Z' 3))) (state (Z' 3)).
(** The rule of the last group goes with the negated conditions of the first. *)
Example last_group : option_map (fun l => map (fun x => (x_rule x, condition l x)) l) steps = Some [
  (0%N, [FT (TOp OLt (TInt 0) (Z' 3))]);
  (1%N, [FNot (FT (TOp OLt (TInt 0) (Z' 3))); FNot (FT (TOp OLt (Z' 3) (TInt 0)))]);
  (2%N, [FT (TOp OLt (Z' 3) (TInt 0))]) ].
Proof. vm_compute. reflexivity. Qed.

(* a positive number leads to more(x); that it may lead to zero, too, is excluded by the groups *)
Definition positive := Goal 8 (state (Z' 3)) [FT (TOp OLt (TInt 0) (Z' 3))] [] (A (TSym 23) (Z' 3)) [] 0 [].
Definition checked (p : list proof) := check language [positive] [] false p.
Example by_the_first : exists os, checked [Proof [] [IStep [0%N] []; IDone []] [Core [] [0; 1]; Core [] [0; 1]]%N] = Some os /\
  forall I, Forall (ob_holds I) os.
Proof.
  eexists. split; [vm_compute; reflexivity|]. intros I. repeat (apply Forall_cons || apply Forall_nil); intros r H; exfalso;
    apply Forall_cons_iff in H; destruct H as [H1 H]; apply Forall_cons_iff in H; destruct H as [H2 _];
    cbn [sat] in *; unfold holds in *; cbn [eval eop ev coerce asZ] in *.
  - apply H2. exact H1.
  - injection H1 as H1. injection H2 as H2. apply Z.ltb_lt in H1, H2. lia.
Qed.
(* without the condition of the first group, zero cannot be left out *)
Example zero_stays : match check language [Goal 8 (state (Z' 3)) [] [] (A (TSym 23) (Z' 3)) [] 0 []] [] false
    [Proof [] [IStep [0%N] []; IDone []] [Core [] [0; 1]; Core [] [0]; Core [] []]%N] with
  | Some (o :: _) => ~ ob_holds (Interp [] (fun _ v => v)) o | _ => False end.
Proof.
  vm_compute check. intros H. specialize (H (Env (fun _ _ => VInt 0) []) ). cbn in H. unfold holds in H. cbn in H.
  enough (VBool false = VBool true) by discriminate. apply H. repeat constructor; discriminate.
Qed.

(** Equality of what an operation gives is said of its operands, that of integers of the whole. *)
Notation one := (TOp OAdd (Z' 0) (TInt 1)). Notation other := (TOp OAdd (TInt 1) (Z' 0)). Notation map0 := (TV SMap 0).
Example by_operands : unify [] (TOp OLook map0 one) (TOp OLook map0 other) = Some [FT (TOp OEq one other)]. Proof. vm_compute. reflexivity. Qed.
Example by_key_and_value : unify [] (TOp OUpd map0 (A one (Z' 0))) (TOp OUpd map0 (A other (Z' 1))) = Some [FT (TOp OEq one other); FT (TOp OEq (Z' 0) (Z' 1))].
Proof. vm_compute. reflexivity. Qed.
Example operands_differ : unify [] (TOp OLook map0 (Z' 0)) (TOp OLook map0 one) = Some [FT (TOp OKEq (TOp OLook map0 (Z' 0)) (TOp OLook map0 one))].
Proof. vm_compute. reflexivity. Qed.
