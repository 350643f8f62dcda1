(** What [decide] knows, one case for each kind of fact: an obligation that it settles, and one that is false, or
    for which the fact is not enough, and that it does not. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Checker Obligations Products Clauses Decide.
Import ListNotations. Open Scope string_scope. Open Scope N_scope.
Local Notation A := TApp. Local Notation M := (TV SMap). Local Notation I := (TV SInt). Local Notation B n := (FT (TV SBool n)).
Local Notation R := (TV SArr). Local Notation L := (TV SList). Local Notation tt := (TSym 1). Local Notation "# z" := (TInt z%Z) (at level 5, format "# z").
Local Notation f x := (TFun 100 SInt (A x tt)). Local Notation g x y := (TFun 101 SInt (A x (A y tt))).
Local Notation "a [+] b" := (TOp OAdd a b) (at level 50, left associativity). Local Notation "a [-] b" := (TOp OSub a b) (at level 50, left associativity).
Local Notation "a [*] b" := (TOp OMul a b) (at level 40, left associativity).
Local Notation quot := (TOp OQuot). Local Notation rem := (TOp ORem). Local Notation ediv := (TOp OEDiv). Local Notation emod := (TOp OEMod).
Local Notation "a [<=] b" := (FT (TOp OLe a b)) (at level 70). Local Notation "a [<] b" := (FT (TOp OLt a b)) (at level 70).
Local Notation "a [=] b" := (FT (TOp OEq a b)) (at level 70). Local Notation "a [<>] b" := (FNot (FT (TOp OEq a b))) (at level 70).
Local Notation same a b := (FT (TOp OKEq a b)). Local Notation "a 'has' k" := (FT (TOp OIn a k)) (at level 70). Local Notation look m k := (TOp OLook m k).
Local Notation sel a i := (TOp OSel a i). Local Notation sto a i v := (TOp OSto a (A i v)). Local Notation make z := (TOp OMake z tt).
Local Notation size l := (TOp OSize l tt). Local Notation item l i := (TOp OGet l i). Local Notation one x := (TOp OItem x tt). Local Notation ite c a b := (TOp OIte c (A a b)).
Local Notation "hs |- c" := (Ob 0 hs c) (at level 80).
(** The first is settled, the second is not. *)
Definition tells (yes no : ob) : bool := decide yes && negb (decide no).
Ltac told := vm_compute; reflexivity.

(** *** Linear constraints, rounding, propositions *)
Example linear : tells ([I 0 [<] I 1; I 1 [<] I 2] |- I 0 [+] #1 [<] I 2) ([I 0 [<] I 1; I 1 [<] I 2] |- I 0 [+] #2 [<] I 2) = true. Proof. told. Qed.
Example rounding : tells ([#2 [*] I 0 [<=] #5 [+] I 1; I 1 [<=] #0] |- I 0 [<=] #2) ([#2 [*] I 0 [<=] #5 [+] I 1; I 1 [<=] #1] |- I 0 [<=] #2) = true. Proof. told. Qed.
Example parity : tells ([] |- #2 [*] I 0 [<>] (#2 [*] I 1 [+] #1)) ([] |- #2 [*] I 0 [<>] (#3 [*] I 1 [+] #1)) = true. Proof. told. Qed.
Example clauses : tells ([FOr (B 0) (B 1); FImp (B 0) (B 2); FImp (B 1) (B 2)] |- B 2) ([FOr (B 0) (B 1); FImp (B 0) (B 2)] |- B 2) = true. Proof. told. Qed.
Example truth : tells ([FT (TOp OBEq (TV SBool 0) (TOp OLt (I 0) (I 1))); B 0] |- I 0 [<] I 1) ([FT (TOp OBEq (TV SBool 0) (TOp OLt (I 0) (I 1)))] |- I 0 [<] I 1) = true. Proof. told. Qed.
Example quantified : tells ([FImp (FEx (TB 0 [<] I 0)) (B 0); FEx (TB 0 [<] I 0)] |- B 0) ([FImp (FEx (TB 0 [<] I 0)) (B 0); FEx (TB 0 [<=] I 0)] |- B 0) = true. Proof. told. Qed.

(** *** Products *)
Example normal : tells ([] |- (I 0 [+] #1) [*] (I 0 [-] I 1) [=] (I 0 [*] I 0 [-] I 1 [*] I 0 [+] I 0 [-] I 1)) ([] |- (I 0 [+] #1) [*] (I 0 [-] I 1) [=] (I 0 [*] I 0 [-] I 1 [*] I 0)) = true. Proof. told. Qed.
Example squares : tells ([] |- #0 [<=] (I 0 [*] I 0)) ([] |- #0 [<=] (I 0 [*] I 1)) = true. Proof. told. Qed.
Example equation_by_factor : tells ([I 0 [=] I 1 [+] #1] |- I 0 [*] I 2 [=] (I 1 [*] I 2 [+] I 2)) ([I 0 [=] I 1 [+] #1] |- I 0 [*] I 2 [=] (I 1 [*] I 2 [+] I 1)) = true. Proof. told. Qed.
Example twice_by_factor : tells ([I 3 [=] I 0 [*] I 1; I 2 [=] I 3 [*] I 1] |- I 2 [=] (I 0 [*] (I 1 [*] I 1))) ([I 3 [=] I 0 [*] I 1; I 2 [=] I 3 [*] I 1] |- I 2 [=] (I 0 [*] (I 0 [*] I 1))) = true. Proof. told. Qed.
Example equation_of_inequalities : tells ([I 0 [<=] I 1; I 1 [<=] I 0; I 0 [*] I 2 [=] I 3] |- I 2 [*] I 1 [=] I 3) ([I 0 [<=] I 1; I 0 [*] I 2 [=] I 3] |- I 2 [*] I 1 [=] I 3) = true. Proof. told. Qed.
Example inequalities : tells ([#0 [<=] I 0; I 0 [<=] #7; I 1 [<=] #7] |- I 0 [*] I 1 [<=] #49) ([I 0 [<=] #7; I 1 [<=] #7] |- I 0 [*] I 1 [<=] #49) = true. Proof. told. Qed.
Example roots : tells ([I 0 [*] I 0 [<=] I 1; I 1 [<] ((I 0 [+] #1) [*] (I 0 [+] #1)); #0 [<=] I 0; #0 [<=] I 2; I 2 [*] I 2 [<=] I 1; I 1 [<] ((I 2 [+] #1) [*] (I 2 [+] #1))] |- I 0 [=] I 2)
  ([I 0 [*] I 0 [<=] I 1; I 1 [<] ((I 0 [+] #1) [*] (I 0 [+] #1)); #0 [<=] I 2; I 2 [*] I 2 [<=] I 1; I 1 [<] ((I 2 [+] #1) [*] (I 2 [+] #1))] |- I 0 [=] I 2) = true. Proof. told. Qed.

(** *** Division *)
Example by_constant : tells ([I 0 [=] (#7 [*] I 1 [+] #3); #0 [<=] I 0] |- rem (I 0) #7 [=] #3) ([I 0 [=] (#7 [*] I 1 [+] #3)] |- rem (I 0) #7 [=] #3) = true. Proof. told. Qed.
Example euclid_by_constant : tells ([I 0 [=] (#7 [*] I 1 [+] #3)] |- emod (I 0) #7 [=] #3) ([I 0 [=] (#7 [*] I 1 [+] #3)] |- emod (I 0) #7 [=] #4) = true. Proof. told. Qed.
Example quotient : tells ([#0 [<=] I 0; #1 [<=] I 1] |- quot (I 0) (I 1) [<=] I 0) ([#1 [<=] I 1] |- quot (I 0) (I 1) [<=] I 0) = true. Proof. told. Qed.
Example euclid : tells ([#1 [<=] I 1] |- FAnd (#0 [<=] emod (I 0) (I 1)) (emod (I 0) (I 1) [<] I 1)) ([#1 [<=] I 1] |- FAnd (#0 [<=] rem (I 0) (I 1)) (rem (I 0) (I 1) [<] I 1)) = true. Proof. told. Qed.
Example sign : tells ([#0 [<=] I 0] |- #0 [<=] rem (I 0) (I 1)) ([#0 [<=] I 1] |- #0 [<=] rem (I 0) (I 1)) = true. Proof. told. Qed.
Example negative : tells ([I 0 [<=] #0] |- FAnd (I 0 [<=] rem (I 0) (I 1)) (rem (I 0) (I 1) [<=] #0)) ([I 0 [<=] #1] |- rem (I 0) (I 1) [<=] #0) = true. Proof. told. Qed.
Example below : tells ([#0 [<] I 1] |- rem (I 0) (I 1) [<] I 1) ([#0 [<=] I 1] |- rem (I 0) (I 1) [<] I 1) = true. Proof. told. Qed.
Example above : tells ([#0 [<] I 1] |- #0 [-] I 1 [<] rem (I 0) (I 1)) ([#0 [<=] I 1] |- #0 [-] I 1 [<] rem (I 0) (I 1)) = true. Proof. told. Qed.
Example below_negative : tells ([I 1 [<] #0] |- I 1 [<] rem (I 0) (I 1)) ([] |- I 1 [<] rem (I 0) (I 1)) = true. Proof. told. Qed.
Example division : tells ([] |- I 0 [=] (I 1 [*] quot (I 0) (I 1) [+] rem (I 0) (I 1))) ([] |- I 0 [=] (I 1 [*] quot (I 0) (I 1))) = true. Proof. told. Qed.
Example euclidean_division : tells ([I 1 [<>] #0] |- I 0 [=] (I 1 [*] ediv (I 0) (I 1) [+] emod (I 0) (I 1))) ([] |- I 0 [=] (I 1 [*] ediv (I 0) (I 1))) = true. Proof. told. Qed.
Example next_multiple : tells ([rem (I 0) (I 1) [=] #0] |- rem (I 0 [+] I 1) (I 1) [=] #0) ([rem (I 0) (I 1) [=] #0] |- rem (I 0 [+] #1) (I 1) [=] #0) = true. Proof. told. Qed.
Example between_multiples : tells ([rem (I 0) (I 1) [=] #0; I 0 [<] I 2; I 2 [<] (I 0 [+] I 1)] |- rem (I 2) (I 1) [<>] #0) ([rem (I 0) (I 1) [=] #0; I 0 [<=] I 2; I 2 [<] (I 0 [+] I 1)] |- rem (I 2) (I 1) [<>] #0) = true. Proof. told. Qed.
Example multiple : tells ([] |- rem (#3 [*] I 0) (I 0) [=] #0) ([] |- rem (#3 [*] I 0) (I 1) [=] #0) = true. Proof. told. Qed.

(** *** Values of functions and operations *)
Example arguments : tells ([I 0 [=] I 1 [+] #1] |- f (I 0 [-] #1) [=] f (I 1)) ([I 0 [=] I 1 [+] #1] |- f (I 0) [=] f (I 1)) = true. Proof. told. Qed.
Example products_as_arguments : tells ([] |- g (I 0 [*] I 1) (I 2) [=] g (I 1 [*] I 0) (I 2)) ([] |- g (I 0 [*] I 1) (I 2) [=] g (I 1 [*] I 0) (I 1)) = true. Proof. told. Qed.
Example minimum : tells ([] |- FAnd (TOp OMin (I 0) (I 1) [<=] I 1) (I 0 [<=] TOp OMax (I 0) (I 1))) ([] |- I 1 [<=] TOp OMin (I 0) (I 1)) = true. Proof. told. Qed.
Example absolute : tells ([] |- I 0 [<=] TOp OAbs (I 0) tt) ([] |- TOp OAbs (I 0) tt [<=] I 0) = true. Proof. told. Qed.
Example choice : tells ([I 0 [<] I 1] |- ite (TOp OLt (I 0) (I 1)) (I 0) (I 1) [=] I 0) ([I 1 [<] I 0] |- ite (TOp OLt (I 0) (I 1)) (I 0) (I 1) [=] I 0) = true. Proof. told. Qed.
Example bits : tells ([] |- same (TOp OLt (I 0) (I 1)) (TOp ONot (TOp OLe (I 1) (I 0)) tt)) ([] |- same (TOp OLt (I 0) (I 1)) (TOp OLe (I 0) (I 1))) = true. Proof. told. Qed.
Example lengths : tells ([] |- #0 [<=] TOp OLength (TV SStr 0) tt) ([] |- #0 [<] TOp OLength (TV SStr 0) tt) = true. Proof. told. Qed.

(** *** Arrays *)
Example written_there : tells ([I 0 [=] I 1] |- sel (sto (R 0) (I 0) (I 2)) (I 1) [=] I 2) ([] |- sel (sto (R 0) (I 0) (I 2)) (I 1) [=] I 2) = true. Proof. told. Qed.
Example written_elsewhere : tells ([I 0 [<>] I 1] |- sel (sto (R 0) (I 0) (I 2)) (I 1) [=] sel (R 0) (I 1)) ([] |- sel (sto (R 0) (I 0) (I 2)) (I 1) [=] sel (R 0) (I 1)) = true. Proof. told. Qed.
Example everywhere : tells ([] |- sel (make (I 0)) (I 1) [=] I 0) ([] |- sel (make (I 0)) (I 1) [=] I 1) = true. Proof. told. Qed.
Example shifted : tells ([] |- sel (TOp OShift (R 0) (I 0)) (I 1) [=] sel (R 0) (I 0 [+] I 1)) ([] |- sel (TOp OShift (R 0) (I 0)) (I 1) [=] sel (R 0) (I 1)) = true. Proof. told. Qed.
Example chosen : tells ([I 0 [<] #0] |- sel (ite (TOp OLt (I 0) #0) (R 0) (R 1)) (I 1) [=] sel (R 0) (I 1)) ([] |- sel (ite (TOp OLt (I 0) #0) (R 0) (R 1)) (I 1) [=] sel (R 0) (I 1)) = true. Proof. told. Qed.
Example the_same_everywhere : tells ([] |- same (sto (make #1) (I 0) #1) (make #1)) ([] |- same (sto (make #1) (I 0) #2) (make #1)) = true. Proof. told. Qed.
Example written_out : tells ([] |- same (sto (sto (make #0) #3 #4) #1 #2) (sto (sto (make #0) #1 #2) #3 #4)) ([] |- same (sto (sto (make #0) #3 #4) #1 #2) (sto (sto (make #0) #1 #4) #3 #2)) = true. Proof. told. Qed.

(** *** Maps with integer keys *)
Example entry_there : tells ([I 0 [=] I 1] |- look (TOp OUpd (M 0) (A (I 0) (I 2))) (I 1) [=] I 2) ([] |- look (TOp OUpd (M 0) (A (I 0) (I 2))) (I 1) [=] I 2) = true. Proof. told. Qed.
Example key_there : tells ([M 0 has (I 1)] |- TOp OUpd (M 0) (A (I 0) (I 2)) has (I 1)) ([] |- TOp OUpd (M 0) (A (I 0) (I 2)) has (I 1)) = true. Proof. told. Qed.
Example entry_kept : tells ([I 0 [<>] I 1] |- look (TOp ORemove (M 0) (I 0)) (I 1) [=] look (M 0) (I 1)) ([] |- look (TOp ORemove (M 0) (I 0)) (I 1) [=] look (M 0) (I 1)) = true. Proof. told. Qed.
Example key_removed : tells ([TOp ORemove (M 0) (I 0) has (I 1)] |- FAnd (I 0 [<>] I 1) (M 0 has (I 1))) ([M 0 has (I 1)] |- TOp ORemove (M 0) (I 0) has (I 1)) = true. Proof. told. Qed.
Example entry_merged : tells ([M 1 has (I 0)] |- look (TOp OMerge (M 0) (M 1)) (I 0) [=] look (M 1) (I 0)) ([] |- look (TOp OMerge (M 0) (M 1)) (I 0) [=] look (M 1) (I 0)) = true. Proof. told. Qed.
Example entry_of_either : tells ([] |- FOr (look (TOp OMerge (M 0) (M 1)) (I 0) [=] look (M 0) (I 0)) (look (TOp OMerge (M 0) (M 1)) (I 0) [=] look (M 1) (I 0)))
  ([] |- look (TOp OMerge (M 0) (M 1)) (I 0) [=] look (M 0) (I 0)) = true. Proof. told. Qed.
Example key_merged : tells ([TOp OMerge (M 0) (M 1) has (I 0)] |- FOr (M 0 has (I 0)) (M 1 has (I 0))) ([TOp OMerge (M 0) (M 1) has (I 0)] |- M 0 has (I 0)) = true. Proof. told. Qed.
Example entry_not_removed : tells ([FNot (M 1 has (I 0))] |- look (TOp ORemoveAll (M 0) (M 1)) (I 0) [=] look (M 0) (I 0)) ([] |- look (TOp ORemoveAll (M 0) (M 1)) (I 0) [=] look (M 0) (I 0)) = true. Proof. told. Qed.
Example key_not_removed : tells ([TOp ORemoveAll (M 0) (M 1) has (I 0)] |- FAnd (M 0 has (I 0)) (FNot (M 1 has (I 0)))) ([M 0 has (I 0)] |- TOp ORemoveAll (M 0) (M 1) has (I 0)) = true. Proof. told. Qed.

(** *** Lists *)
Example size_of_none : tells ([] |- size TNoList [=] #0) ([] |- size (L 0) [=] #0) = true. Proof. told. Qed.
Example sizes : tells ([] |- size (TOp OCat (L 0) (one (I 0))) [=] (size (L 0) [+] #1)) ([] |- size (TOp OCat (L 0) (L 1)) [=] (size (L 0) [+] #1)) = true. Proof. told. Qed.
Example size_of_rest : tells ([#1 [<=] size (L 0)] |- size (TOp OTail (L 0) tt) [=] (size (L 0) [-] #1)) ([] |- size (TOp OTail (L 0) tt) [=] (size (L 0) [-] #1)) = true. Proof. told. Qed.
Example natural : tells ([] |- #0 [<=] size (L 0)) ([] |- #1 [<=] size (L 0)) = true. Proof. told. Qed.
Example empty : tells ([FT (TOp OEmpty (L 0) tt)] |- size (L 0) [=] #0) ([FNot (FT (TOp OEmpty (L 0) tt))] |- size (L 0) [=] #1) = true. Proof. told. Qed.
Example item_of_one : tells ([] |- item (one (I 0)) #0 [=] I 0) ([] |- item (one (I 0)) (I 1) [=] I 0) = true. Proof. told. Qed.
Example item_behind : tells ([] |- item (TOp OCat (L 0) (one (I 0))) (size (L 0)) [=] I 0) ([] |- item (TOp OCat (L 0) (one (I 0))) (I 1) [=] I 0) = true. Proof. told. Qed.
Example item_before : tells ([I 0 [<] size (L 0)] |- item (TOp OCat (L 0) (L 1)) (I 0) [=] item (L 0) (I 0)) ([I 0 [<=] size (L 0)] |- item (TOp OCat (L 0) (L 1)) (I 0) [=] item (L 0) (I 0)) = true. Proof. told. Qed.
Example item_of_rest : tells ([#0 [<=] I 0] |- item (TOp OTail (L 0) tt) (I 0) [=] item (L 0) (I 0 [+] #1)) ([] |- item (TOp OTail (L 0) tt) (I 0) [=] item (L 0) (I 0 [+] #1)) = true. Proof. told. Qed.
