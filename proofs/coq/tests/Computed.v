(** Terms that the normaliser computes; TestListsAreComputed, TestKnownSorts and TestTextsAreComputed in proofs/logic have the same tables. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Rules Normal Checker.
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

Local Notation is s v := (TOp (OIs s) v tt). Local Notation v := (TV SK 0). Local Notation w := (TV SK 1).
Definition table : sorts := [[Test HInt []]; [Test HInt []; Test (HSym 20) []]; [Test (HSym 21) [0%N]]; [Test (HSym 20) []];
  [Test (HSym 20) []; Test (HSym 21) []; Test HInt []]; [Test (HSym 21) [0%N]; Test HBool []]; [Test (HSym 21) [1%N]]].
Local Notation u := (TV SK 2).
Definition known_sorts := known_of [FT (is 1 v); FT (TOp ONot (is 3 v) tt); FT (is 2 u)].
Definition of_all (t : term) := map (fun s => is s t) [0; 1; 2; 3; 4; 5; 6]%N.
Example sorts_told : map (map (norm (machine_of (Lang table [] [] [])) known_sorts)) [of_all v; of_all w; of_all u]
  = [[is 0 v; TBool true; TBool false; is 3 v; TBool true; TBool false; TBool false]; of_all w;
     [TBool false; TBool false; TBool true; TBool false; TBool true; TBool true; is 6 u]].
Proof. reflexivity. Qed.
Local Notation of f := (TApp (TSym f) x).
Example patterns_that_are_foreign : map (fun t => map (fun p => foreign table known_sorts p t) [TV SInt 0; TV SBool 0; TSym 20; TSym 21; of 20; of 21; TV SK 5]) [v; w; u]
  = [[false; true; false; true; false; true; false]; [false; false; false; false; false; false; false]; [true; true; true; false; true; false; false]].
Proof. reflexivity. Qed.

Local Notation two o a b c := (TOp o (TStr a) (TApp b c)). Local Notation S := TStr.
Example texts : map (norm (machine_of (Lang [] [] [] [])) [])
  [ two OSubstr "abc" (TInt 1) (TInt 2); two OSubstr "abc" (TInt 1) (TInt 4); two OSubstr "abc" (TInt 3) (TInt 3); two OSubstr "abc" (TInt (-1)) (TInt 1);
    TOp OOrd (S "a") tt; TOp OOrd (S "") tt; TOp OOrd (S "ab") tt;
    two OFind "abcbc" (S "bc") (TInt 0); two OFind "abcbc" (S "bc") (TInt 2); two OFind "abcbc" (S "bc") (TInt 4); two OFind "abc" (S "") (TInt 3); two OFind "abc" (S "") (TInt 4);
    two OFindChar "abcb" (S "xb") (TInt 0); two OFindChar "abcb" (S "xb") (TInt 2); two OFindChar "abcb" (S "") (TInt 0); two OFindChar "abcb" (S "b") (TInt (-3));
    TOp OParse (S "-1f") (TInt 16); TOp OParse (S "+017") (TInt 8); TOp OParse (S "18") (TInt 8); TOp OParse (S "") (TInt 10); TOp OParse (S "-") (TInt 10); TOp OParse (S "Zz") (TInt 36); TOp OParse (S "1_0") (TInt 10); TOp OParse (S "1") (TInt 1) ]
  = [ S "b"; S ""; S ""; S ""; TInt 97; TInt 0; TInt 0; TInt 1; TInt 3; TInt (-1); TInt 3; TInt (-1); TInt 1; TInt 3; TInt (-1); TInt 1;
      TInt (-31); TInt 15; TSym s_undef; TSym s_undef; TSym s_undef; TInt 1295; TSym s_undef; TSym s_undef ].
Proof. reflexivity. Qed.
