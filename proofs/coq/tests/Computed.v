(** Terms that the normaliser computes; TestListsAreComputed in proofs/kernel has the same table. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Rules Normal.
Import ListNotations. Open Scope Z_scope.
Local Notation tt := (TSym s_unit). Local Notation l := (TV SList 0). Local Notation x := (TV SInt 0).
Local Notation one n := (TOp OItem (TInt n) tt). Local Notation get m i := (TOp OGet m (TInt i)).
Local Notation tail m := (TOp OTail m tt). Local Notation empty m := (TOp OEmpty m tt).
Local Notation list := (TOp OCat (one 5) (TOp OCat (one 6) l)). Local Notation plus a z := (TOp OAdd a (TInt z)).

Definition computes (c : term * term) : bool := teqb (norm (machine_of (Lang [] [] [] [])) [] (fst c)) (snd c).
Example lists : forallb computes
  [ (get list 0, TInt 5); (get list 1, TInt 6); (get list 4, get l 2); (get list (-1), TSym s_undef);
    (get (one 5) 0, TInt 5); (get (one 5) 1, TSym s_undef); (get TNoList 0, TSym s_undef);
    (get (tail (tail l)) 1, get l 3); (get (tail (TOp OCat l (one 5))) 1, get (TOp OCat l (one 5)) 2);
    (tail list, TOp OCat (one 6) l); (empty TNoList, TBool true);
    (empty (TOp OCat l (one 5)), TBool false); (empty l, empty l);
    (plus (get list 1) 0, TInt 6); (plus x 0, x); (plus (get l 0) 0, plus (get l 0) 0); (plus (plus x 2) (-2), x) ] = true.
Proof. reflexivity. Qed.
