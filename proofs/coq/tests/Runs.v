(** A small language, run: priorities, functions by equations, maps, choices that are not known. *)
Require Import List ZArith NArith String Bool.
From Rlv Require Import Values Terms Rules Normal Reach Checker Run.
Import ListNotations. Open Scope N_scope.
Local Notation A := TApp. Local Notation S := TSym. Local Notation I := (TV SInt). Local Notation M := (TV SMap).
Local Notation tt := (TSym 1). Local Notation Id x := (TTok 1 x%string).
Local Notation c k m := (A (A (S 16) k) m).
Local Notation double x := (TFun 30 SInt (A x tt)).
(* 17 n: counts n down in "x", then 18; 19: any integer; 20 n: its double, by an equation;
   21 n: 18 if n is positive, else there is no result, and no rule of a later group applies. What the rule of the third
   group for 17 wants is not known, and does not matter. *)
Definition count : lang := Lang [] [false; true] [Eqn 0 30 (A (I 0) tt) (TOp OAdd (I 0) (I 0)) []] [
  Rule 0 (c (A (S 17) (I 0)) (M 1)) (c (A (S 17) (TOp OSub (I 0) (TInt 1))) (TOp OUpd (M 1) (A (Id "x") (I 0)))) [TOp OLt (TInt 0) (I 0)] [] [];
  Rule 1 (c (A (S 17) (I 0)) (M 1)) (c (S 18) (M 1)) [] [] [];
  Rule 0 (c (S 19) (M 1)) (c (A (S 17) (I 0)) (M 1)) [] [(SInt, 0)] [];
  Rule 0 (c (A (S 20) (I 0)) (M 1)) (c (A (S 17) (double (I 0))) (M 1)) [] [] [];
  Rule 2 (c (A (S 17) (I 0)) (M 1)) (c (S 19) (M 1)) [TFun 31 SBool (A (I 0) tt)] [] [];
  Rule 0 (c (A (S 21) (I 0)) (M 1)) (c (S 18) (M 1)) [] [] [TOp OLt (TInt 0) (I 0)];
  Rule 1 (c (A (S 21) (I 0)) (M 1)) (c (S 19) (M 1)) [] [] [] ].
Definition y1 := TOp OUpd TNoMap (A (Id "y") (TInt 1)).
(* Maps may be written in any order. The rule of the second group applies once, at 0. *)
Definition final := c (S 18) (TOp OUpd (TOp OUpd TNoMap (A (Id "x") (TInt 1))) (A (Id "y") (TInt 1))).
Definition final' := c (S 18) (TOp OUpd y1 (A (Id "x") (TInt 1))).
Example counts : runs_to count 100 (c (A (S 17) (TInt 5)) y1) 6 Stuck final = true. Proof. reflexivity. Qed.
Example order : runs_to count 100 (c (A (S 17) (TInt 5)) y1) 6 Stuck final' = true. Proof. reflexivity. Qed.
Example doubles : runs_to count 100 (c (A (S 20) (TInt 3)) y1) 8 Stuck final = true. Proof. reflexivity. Qed.
Example fuel : runs_to count 2 (c (A (S 17) (TInt 5)) TNoMap) 2 Running (c (A (S 17) (TInt 3)) (TOp OUpd TNoMap (A (Id "x") (TInt 4)))) = true. Proof. reflexivity. Qed.
Example unknown : runs_to count 9 (c (S 19) TNoMap) 0 Unknown (c (S 19) TNoMap) = true. Proof. reflexivity. Qed.
Example result : runs_to count 9 (c (A (S 21) (TInt 1)) TNoMap) 1 Stuck (c (S 18) TNoMap) = true. Proof. reflexivity. Qed.
Example no_result : runs_to count 9 (c (A (S 21) (TInt 0)) TNoMap) 0 Stuck (c (A (S 21) (TInt 0)) TNoMap) = true. Proof. reflexivity. Qed.
(* Another number of steps, another ending, another value are not it. *)
Example not_steps : runs_to count 100 (c (A (S 17) (TInt 5)) y1) 5 Stuck final = false. Proof. reflexivity. Qed.
Example not_ending : runs_to count 6 (c (A (S 17) (TInt 5)) y1) 6 Stuck final = false. Proof. reflexivity. Qed.
Example not_value : runs_to count 100 (c (A (S 17) (TInt 5)) TNoMap) 6 Stuck final = false. Proof. reflexivity. Qed.

(** What it says of the relation. *)
Example relation F r : equations_hold (Interp (l_sorts count) F) (l_eqns count) ->
  steps count F 8 (eval (Interp (l_sorts count) F) r (c (A (S 20) (TInt 3)) y1)) (eval (Interp (l_sorts count) F) r final) /\
  stuck (kstep (Interp (l_sorts count) F) (l_rules count)) (eval (Interp (l_sorts count) F) r final).
Proof.
  intros HE. destruct (runs_to_ok count F eq_refl eq_refl HE r _ _ _ _ _ doubles) as [H1 H2]. auto.
Qed.
