(** Obligations as data, how they are read, and which the tactics prove. *)
Require Import List ZArith NArith String Lia.
From Rlv Require Import Values Terms Checker Obligations Solve.
Import ListNotations. Open Scope string_scope. Open Scope N_scope.
Local Notation A := TApp. Local Notation M := (TV SMap). Local Notation I := (TV SInt). Local Notation B := (TV SBool).
Local Notation R := (TV SArr). Local Notation Id := (TTok 1). Local Notation tt := (TSym 1).
Local Notation zero := (TInt 0). Local Notation one := (TInt 1). Local Notation two := (TInt 2).
Local Notation f1 x := (TFun 100 SInt (A x tt)). Local Notation f2 x y := (TFun 101 SInt (A x (A y tt))).
Local Notation "a [+] b" := (TOp OAdd a b) (at level 50, left associativity). Local Notation "a [-] b" := (TOp OSub a b) (at level 50, left associativity).
Local Notation "a [*] b" := (TOp OMul a b) (at level 40, left associativity).
Local Notation "a [<=] b" := (FT (TOp OLe a b)) (at level 70). Local Notation "a [<] b" := (FT (TOp OLt a b)) (at level 70).
Local Notation "a [=] b" := (FT (TOp OEq a b)) (at level 70).
Local Notation "hs |- c" := (Ob 0 hs c) (at level 80).

Section Tests.
Variable T : sorts.
Variable F : sym -> val -> val.
Local Notation plain := (plain (Interp T F)).
Open Scope Z_scope.

(** *** How they are read *)
Definition reading1 : Prop := ltac:(statement (plain ([I 0 [<=] I 1; FT (B 0)] |- I 0 [<=] (I 1 [+] one)))).
Example read1 : reading1 = (forall (x x0 : Z) (b : bool), x <= x0 -> b = true -> x <= x0 + 1). Proof. reflexivity. Qed.
Definition reading2 : Prop := ltac:(statement (plain ([FAll (FImp (zero [<=] TB 0) (TOp OSel (R 0) (TB 0) [<=] I 3))] |- FEx (TB 0 [=] TOp OSel (R 0) (I 3))))).
Example read2 : reading2 = (forall (x : Z) (a : Z -> Z), (forall z : Z, 0 <= z -> a z <= x) -> exists z : Z, z = a x). Proof. reflexivity. Qed.
(* A write to an array; the entries of maps at tokens that differ, and at an integer. *)
Definition reading3 : Prop := ltac:(statement (plain ([] |- TOp OSel (TOp OSto (R 0) (A (I 0) one)) (I 1) [=] I 2))).
Example read3 : reading3 = (forall (x x0 x1 : Z) (a : Z -> Z), (if x =? x0 then 1 else a x) = x1). Proof. reflexivity. Qed.
Definition reading4 : Prop := ltac:(statement (plain ([] |- FT (TOp OKEq (TOp OLook (TOp OUpd (M 0) (A (Id "x") one)) (Id "y")) (TV SK 0))))).
Example read4 : reading4 = (forall v v0 : val, entry v (VTok 1%positive "y") = v0). Proof. reflexivity. Qed.
Definition reading5 : Prop := ltac:(statement (plain ([] |- FT (TOp OIn (TOp OUpd (M 0) (A (I 0) one)) (I 1))))).
Example read5 : reading5 = (forall (x x0 : Z) (v : val), ((x =? x0) || has_key v (VInt x))%bool = true). Proof. reflexivity. Qed.
(* A function, as an axiom says of it. *)
Definition reading6 : Prop := ltac:(statement (plain_axiom (Interp T F) (f1 (I 0) [=] (I 0 [*] f1 (I 0 [-] one))))).
Example read6 : reading6 = (forall x : Z, asZ (F 100%positive (VApp (VInt x) (VSym 1%positive))) = x * asZ (F 100%positive (VApp (VInt (x - 1)) (VSym 1%positive)))). Proof. reflexivity. Qed.

(** *** What is proved *)
(* linear, and truth *)
Example linear1 : plain ([I 0 [<] I 1; FNot (FAnd (I 2 [<=] I 0) (FT (B 1))); FT (B 1)] |- FOr (I 0 [<] I 2) (I 1 [<] I 0)). Proof. solve_obligation. Qed.
Example truth1 : plain ([FT (TOp OBEq (B 0) (TOp ONot (B 1) tt)); FT (B 0)] |- FNot (FT (B 1))). Proof. solve_obligation. Qed.
Example truth2 : plain ([FT (TOp OIte (B 0) (A (TOp OLt (I 0) one) (TBool false))); FT (TOp OImp (TOp OLe (I 0) zero) (B 1))] |- FT (B 1)). Proof. solve_obligation. Qed.
Example ite1 : plain ([TOp OIte (TOp OLt (I 0) (I 1)) (A (I 1) (I 0)) [=] I 2] |- I 0 [<=] I 2). Proof. solve_obligation. Qed.
Example minmax : plain ([I 2 [=] TOp OMax (I 0) (TOp OAbs (I 1) tt)] |- FAnd (zero [<=] I 2) (I 1 [<=] I 2)). Proof. solve_obligation. Qed.
(* division: truncating, Euclidean *)
Example quot1 : plain ([zero [<=] I 0; FNot (I 1 [=] zero); zero [<=] I 1] |- FAnd (TOp OQuot (I 0) two [<=] I 0) (TOp ORem (I 0) (I 1) [<] I 1)). Proof. solve_obligation. Qed.
Example ediv1 : plain ([I 0 [<] zero] |- FAnd (TOp OEDiv (I 0) two [<] zero) (zero [<=] TOp OEMod (I 0) two)). Proof. solve_obligation. Qed.
Example divided : plain ([zero [<=] I 0] |- TOp ORem (TOp OQuot (I 0) (TInt 256)) (TInt 256) [=] TOp OEMod (TOp OEDiv (I 0) (TInt 256)) (TInt 256)). Proof. solve_obligation. Qed.
(* not linear *)
Example square : plain ([I 0 [*] I 0 [=] I 1] |- ((I 0 [+] one) [*] (I 0 [+] one)) [=] (I 1 [+] two [*] I 0 [+] one)). Proof. solve_obligation. Qed.
Example isqrt : plain ([I 0 [*] I 0 [<=] I 1; I 1 [<] ((I 0 [+] one) [*] (I 0 [+] one)); zero [<=] I 0; zero [<=] I 2; I 2 [*] I 2 [<=] I 1; I 1 [<] ((I 2 [+] one) [*] (I 2 [+] one))] |- I 0 [=] I 2). Proof. solve_obligation. Qed.
Example product : plain ([I 0 [*] I 1 [=] (I 2 [+] I 3 [*] I 1)] |- I 0 [*] I 1 [=] (I 2 [+] I 1 [+] (I 3 [-] one) [*] I 1)). Proof. solve_obligation. Qed.
(* equal arguments *)
Example factorial : plain ([I 1 [=] f1 (I 0); f1 (I 0 [+] one) [=] ((I 0 [+] one) [*] f1 (I 0 [+] one [-] one))] |- I 1 [*] (I 0 [+] one) [=] f1 (I 0 [+] one)). Proof. solve_obligation. Qed.
Example gcd : plain ([f2 (I 0) (I 1) [=] f2 (I 2) (I 3); f2 (I 0) (I 1) [=] f2 (I 1) (TOp ORem (I 0) (I 1)); I 4 [=] TOp ORem (I 0) (I 1)] |- f2 (I 1) (I 4) [=] f2 (I 2) (I 3)). Proof. solve_obligation. Qed.
Example fibonacci : plain ([I 1 [=] f1 (I 0); I 2 [=] f1 (I 0 [+] one); f1 (I 0 [+] two) [=] (f1 (I 0 [+] two [-] one) [+] f1 (I 0 [+] two [-] two))] |- (I 1 [+] I 2) [=] f1 (I 0 [+] two)). Proof. solve_obligation. Qed.
Example array1 : plain ([TOp OSel (R 0) (I 0) [<=] I 1; I 2 [=] (I 0 [+] one)] |- TOp OSel (R 0) (I 2 [-] one) [<=] I 1). Proof. solve_obligation. Qed.
Example array2 : plain ([zero [<=] I 1; I 1 [<] I 0; TOp OSel (R 0) (I 1) [<=] I 2; I 2 [<=] I 3] |- TOp OSel (TOp OSto (R 0) (A (I 0) (I 3))) (I 1) [<=] I 3). Proof. solve_obligation. Qed.
Example array3 : plain ([TOp OSel (TOp OSto (TOp OSto (R 0) (A (I 0) one)) (A (I 1) two)) (I 2) [=] TOp OSel (R 0) (I 3); FNot (I 2 [=] I 1); FNot (I 2 [=] I 0)] |- FOr (FNot (I 2 [=] I 3)) (TOp OSel (R 0) (I 2) [=] TOp OSel (R 0) (I 3))). Proof. solve_obligation. Qed.
Example array4 : plain ([FNot (TOp OSel (R 0) (I 0) [=] TOp OSel (R 0) (I 1))] |- FOr (I 0 [<] I 1) (I 1 [<] I 0)). Proof. solve_obligation. Qed.
(* a premise, and then what is there; a conjunction that is false; a choice *)
Example premise : plain ([FImp (zero [<=] I 0) (FEx (I 1 [=] TOp OSel (R 0) (TB 0))); I 2 [<=] I 0; zero [<=] I 2] |- FEx (I 1 [=] TOp OSel (R 0) (TB 0))). Proof. solve_obligation. Qed.
Example choice : plain ([zero [<=] I 1; I 1 [<=] I 0; FImp (I 1 [<] I 0) (I 2 [<] I 3)] |- TOp OIte (TOp OAnd (TOp OLe zero (I 0)) (TOp OEq (TOp OSel (R 0) (I 1)) (TOp OSel (R 0) (I 0)))) (A (I 3) (I 2)) [<=] I 3). Proof. solve_obligation. Qed.
(* maps *)
Example map1 : plain ([FT (TOp OIn (M 0) (I 0)); FNot (I 0 [=] I 1)] |- FT (TOp OIn (TOp ORemove (M 0) (I 1)) (I 0))). Proof. solve_obligation. Qed.
Example map2 : plain ([I 0 [=] I 1] |- FT (TOp OKEq (TOp OLook (TOp OUpd (M 0) (A (I 0) (I 2))) (I 1)) (I 2))). Proof. solve_obligation. Qed.
Example map3 : plain ([FT (TOp OIn (M 0) (I 0)); FNot (FT (TOp OIn (M 0) (I 1)))] |- FNot (I 0 [=] I 1)). Proof. solve_obligation. Qed.
Example map4 : plain ([] |- TOp OLook (TOp OUpd TNoMap (A (Id "x") (I 0))) (Id "x") [=] I 0). Proof. solve_obligation. Qed.
Example list1 : plain ([FT (TOp OKEq (TV SList 0) (TOp OItem (I 0) tt))] |- TOp OSize (TV SList 0) tt [=] one). Proof. solve_obligation. Qed.
Example list2 : plain ([] |- TOp OGet (TOp OCat (TV SList 0) (TOp OCat (TOp OItem (I 0) tt) (TOp OItem (TStr "x") tt))) (TOp OSize (TV SList 0) tt) [=] I 0). Proof. solve_obligation. Qed.
Example list3 : plain ([zero [<=] I 0; I 0 [<] TOp OSize (TV SList 0) tt] |- TOp OGet (TOp OCat (TV SList 0) (TOp OItem (I 1) tt)) (I 0) [=] TOp OGet (TV SList 0) (I 0)). Proof. solve_obligation. Qed.
Example list4 : plain ([zero [<=] I 0; TOp OGet (TV SList 0) (I 0 [+] one) [<=] I 1] |- TOp OGet (TOp OTail (TV SList 0) tt) (I 0) [<=] I 1). Proof. solve_obligation. Qed.
Example list5 : plain ([FT (TOp ONot (TOp OEmpty (TV SList 0) tt) tt); TOp OSize (TV SList 0) tt [=] I 0] |- TOp OSize (TOp OTail (TV SList 0) tt) tt [=] (I 0 [-] one)). Proof. solve_obligation. Qed.
Example list6 : plain ([zero [<=] I 0; I 0 [<] TOp OSize (TOp OTail (TV SList 0) tt) tt; FImp (zero [<=] (I 0 [+] one)) (FImp ((I 0 [+] one) [<] TOp OSize (TV SList 0) tt) (FT (TOp (OIs 20) (TOp OGet (TV SList 0) (I 0 [+] one)) tt)))] |- FT (TOp (OIs 20) (TOp OGet (TOp OTail (TV SList 0) tt) (I 0)) tt)). Proof. solve_obligation. Qed.
(* maps put together, by key *)
Example merge1 : plain ([FT (TOp OIn (M 1) (I 0))] |- FT (TOp OKEq (TOp OLook (TOp OMerge (M 0) (M 1)) (I 0)) (TOp OLook (M 1) (I 0)))). Proof. solve_obligation. Qed.
Example merge2 : plain ([FT (TOp OIn (TOp OMerge (M 0) (M 1)) (I 0)); FNot (FT (TOp OIn (M 1) (I 0)))] |- FT (TOp OIn (M 0) (I 0))). Proof. solve_obligation. Qed.
Example without1 : plain ([FT (TOp OIn (M 0) (I 0)); FNot (FT (TOp OIn (M 1) (I 0)))] |- FT (TOp OIn (TOp ORemoveAll (M 0) (M 1)) (I 0))). Proof. solve_obligation. Qed.
Example without2 : plain ([FT (TOp OIn (TOp ORemoveAll (M 0) (TOp OUpd TNoMap (A (I 1) (TBool true)))) (I 0))] |- FNot (I 0 [=] I 1)). Proof. solve_obligation. Qed.

(** *** What is false is not *)

Goal plain ([] |- TOp OGet (TOp OCat (TV SList 0) (TOp OItem (I 0) tt)) (I 1) [=] I 0). Fail solve_obligation. Abort.
Goal plain ([] |- TOp OSize (TOp OTail (TV SList 0) tt) tt [=] (TOp OSize (TV SList 0) tt [-] one)). Fail solve_obligation. Abort.
Goal plain ([FT (TOp OIn (TOp OMerge (M 0) (M 1)) (I 0))] |- FT (TOp OIn (M 0) (I 0))). Fail solve_obligation. Abort.

Goal plain ([I 0 [<=] I 1] |- I 0 [<] I 1). Fail solve_obligation. Abort.
Goal plain ([] |- TOp OSel (TOp OSto (R 0) (A (I 0) one)) (I 1) [=] one). Fail solve_obligation. Abort.
Goal plain ([FT (TOp OIn (M 0) (I 0))] |- FT (TOp OIn (TOp ORemove (M 0) (I 1)) (I 0))). Fail solve_obligation. Abort.
Goal plain ([] |- f1 (I 0) [=] f1 (I 1)). Fail solve_obligation. Abort.
End Tests.
(* Facts around an obligation are no part of its proof, so that a generated lemma takes none. *)
Section Around.
Variable fact : 0 <= 0 -> False.
Lemma around_bool T F : plain (Interp T F) (Ob 0 [FT (TOp OIte (B 0) (A (TOp OLt (I 0) one) (TBool false))); FT (TOp OImp (TOp OLe (I 0) zero) (B 1))] (FT (B 1))). Proof. solve_obligation. Qed.
End Around.
Definition around_takes_none : forall T F, plain (Interp T F) (Ob 0 [FT (TOp OIte (B 0) (A (TOp OLt (I 0) one) (TBool false))); FT (TOp OImp (TOp OLe (I 0) zero) (B 1))] (FT (B 1))) := around_bool.
