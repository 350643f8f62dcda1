(** From obligations to a theorem: what a method proves is no hypothesis of it, and what none proves is one,
    in full and with its place. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Checker Obligations Solve Closing.
Import ListNotations. Open Scope string_scope. Open Scope N_scope.
Local Notation V := (TV SInt). Local Notation "a [*] b" := (TOp OMul a b) (at level 40, left associativity).
Local Notation positive n := (FT (TOp OLt (TInt 0) (V n))).
Local Notation cube n := (V n [*] V n [*] V n).
Definition obligations : list ob :=
  [ Ob 1 [positive 0] (FT (TOp OLe (TInt 0) (V 0)));
    (* true, but no method proves it *)
    Ob 3 [positive 0; positive 1; positive 2] (FNot (FT (TOp OEq (TOp OAdd (cube 0) (cube 1)) (cube 2))));
    (* false *)
    Ob 2 [] (FT (TOp OLe (V 0) (V 1)));
    Ob 1 [] (FT (TOp OLe (TInt 0) (V 0 [*] V 0))) ].

Section Functions.
Variable F : sym -> val -> val.
Local Notation I := (Interp [] F).
Local Notation obligation := (at_number _ (plain I) obligations (Ob 0 [] falsity)).
Ltac names _ := idtac.
Definition o0 : closing (obligation 0). Proof. close names. Defined.
Definition o1 : closing (obligation 1). Proof. close names. Defined.
Definition o2 : closing (obligation 2). Proof. close names. Defined.
Definition o3 : closing (obligation 3). Proof. close names. Defined.
Definition closed : closings _ (plain I) obligations (Ob 0 [] falsity) 0 :=
  Next "a" o0 (Next "cubes" o1 (Next "false" o2 (Next "b" o3 (Done 4)))).
End Functions.

Theorem all_hold : forall F : sym -> val -> val, ltac:(under (needs (closed F)) ltac:(fun _ => exact (Forall (plain (Interp [] F)) obligations))).
Proof. intros F. premises. assert (O : needs (closed F)) by given. exact (all_closed (closed F) eq_refl O). Qed.
Open Scope Z_scope.
Definition stated : forall F,
  hypothesis "cubes" (forall x x0 x1 : Z, 0 < x -> 0 < x0 -> 0 < x1 -> x * x * x + x0 * x0 * x0 <> x1 * x1 * x1) ->
  hypothesis "false" (forall x x0 : Z, x <= x0) ->
  Forall (plain (Interp [] F)) obligations := all_hold.
(* No hypothesis can be left out, and no obligation. *)
Fail Definition unstated : forall F,
  hypothesis "cubes" (forall x x0 x1 : Z, 0 < x -> 0 < x0 -> 0 < x1 -> x * x * x + x0 * x0 * x0 <> x1 * x1 * x1) ->
  Forall (plain (Interp [] F)) obligations := all_hold.
Section Fewer.
Variable F : sym -> val -> val.
Definition fewer : closings _ (plain (Interp [] F)) obligations (Ob 0 [] falsity) 0 := Next "a" (o0 F) (Done 1).
Fail Definition fewer_hold : Forall (plain (Interp [] F)) obligations := all_closed fewer eq_refl Logic.I.
Example counts : map (fun m => closed_by m (closed F)) [Some by_computation; Some by_tactics_in_time; None] = [2; 0; 2]%nat. Proof. reflexivity. Qed.
Example where_left : places_left (closed F) = ["cubes"; "false"]%string. Proof. reflexivity. Qed.
End Fewer.
