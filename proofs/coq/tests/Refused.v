(** * Certificates that must not pass.

    Each is Counter.v's with one thing wrong. Either the check refuses it, or it leaves an
    obligation that is false: then values of the variables are given. *)
Require Import List ZArith NArith String Bool.
From Rlv Require Import Values Terms Rules Match Normal Successors Checker Sound.
From Rlv.tests Require Import Counter.
Import ListNotations.
Open Scope string_scope.

Definition refused (L : lang) (G : list goal) (total : bool) (C : certificate) := check L G [] total C = None.

(** Whether a formula without quantifiers is true. *)
Fixpoint true_in I r f : bool := match f with
  | FT t => val_eqb (eval I r t) (VBool true) | FNot f => negb (true_in I r f) | FAnd f g => true_in I r f && true_in I r g
  | FOr f g => true_in I r f || true_in I r g | FImp f g => implb (true_in I r f) (true_in I r g) | _ => false end.
Fixpoint plain f : bool := match f with FT _ => true | FNot f => plain f | FAnd f g | FOr f g | FImp f g => plain f && plain g | _ => false end.
Lemma true_in_iff I r f : plain f = true -> (true_in I r f = true <-> sat I r f).
Proof.
  induction f; cbn [plain true_in sat]; intros P; bools; try discriminate.
  - unfold holds. apply val_eqb_eq.
  - rewrite <- IHf, negb_true_iff, not_true_iff_false by assumption. reflexivity.
  - rewrite <- IHf1, <- IHf2, andb_true_iff by assumption. reflexivity.
  - rewrite <- IHf1, <- IHf2, orb_true_iff by assumption. reflexivity.
  - rewrite <- IHf1, <- IHf2, implb_true_iff by assumption. reflexivity.
Qed.
Definition fails I r (o : ob) := forallb (fun f => plain f && true_in I r f) (o_hyps o) && plain (o_goal o) && negb (true_in I r (o_goal o)).
(** The certificate leaves an obligation that is false for these integers (from number 0 on). *)
Definition no_functions (L : lang) := Interp (l_sorts L) (fun _ v => v).
Definition values (l : list Z) : env := Env (fun _ n => VInt (nth (N.to_nat n) l 0%Z)) [].
Definition leaves_false (L : lang) (G : list goal) (total : bool) (C : certificate) (l : list Z) :=
  match check L G [] total C with Some os => existsb (fails (no_functions L) (values l)) os | None => false end = true.
Lemma false_is_false L G total C l : leaves_false L G total C l ->
  exists os, check L G [] total C = Some os /\ ~ Forall (ob_holds (no_functions L)) os.
Proof.
  unfold leaves_false. destruct (check L G [] total C) as [os|]; [|discriminate]. intros H. exists os. split; [reflexivity|].
  intros F. apply existsb_exists in H. destruct H as (o & HI & H). unfold fails in H. bools. rewrite Forall_forall in F.
  apply negb_true_iff in H0. specialize (F o HI (values l)). rewrite <- true_in_iff in F by assumption. rewrite F in H0; [discriminate|].
  apply Forall_forall. intros f Hf. rewrite forallb_forall in H. specialize (H f Hf). bools. apply true_in_iff; assumption.
Qed.

Ltac check := vm_compute; reflexivity.
Notation loop_only p := [p; program_proof].
Notation program_only p := [loop_proof; p].
Definition with_post (post : list form) : list goal :=
  [Goal 8 (g_lhs loop_goal) (g_pre loop_goal) (g_ex loop_goal) (g_rhs loop_goal) post 0 (g_variant loop_goal); program_goal].

(* a wrong postcondition: 2s' = 2s + n * n; where the loop ends it is right, in its body it is not *)
Example wrong_post : leaves_false language (with_post [eq (mul (TInt 2) (Z' 3)) (add (mul (TInt 2) (Z' 2)) (mul (Z' 1) (Z' 1)))])
  false proofs [0; 1; 0; 0; 0; 0; 0; 0; 1]%Z.
Proof. check. Qed.
(* a step that is missing *)
Example missing_step : refused language goals false (loop_only (Proof [] [IStep [0; 1]%N []; ICirc 0 []; IDone []; IDone []] (p_cores loop_proof))).
Proof. check. Qed.
(* a branch that is missing: rule 1 is said not to apply *)
Example missing_branch : leaves_false language goals false
  (loop_only (Proof [] [IStep [0]%N []; ISteps 1; ICirc 0 [(SInt, 1%N, sub (Z' 1) (TInt 1)); (SInt, 2%N, add (Z' 2) (Z' 1))]; IDone [(SInt, 3%N, Z' 8)]]
    [Core [] [0; 1]; Core [] [0]; Core [] [1]; Core [] [2]]%N)) [0; 0]%Z.
Proof. check. Qed.
(* a state that is left open, and an instruction too many *)
Example left_open : refused language goals false (loop_only (Proof [] (removelast (p_goal loop_proof)) (p_cores loop_proof))).
Proof. check. Qed.
Example too_many : refused language goals false (loop_only (Proof [] (p_goal loop_proof ++ [IInf]) (p_cores loop_proof))).
Proof. check. Qed.
(* a hypothesis, or a shared node that uses one, before the first step *)
Example no_step : refused language goals false (loop_only (Proof [] [ICirc 0 []; IDone [(SInt, 3%N, Z' 8)]] [Core [] [0]; Core [] [1]]%N)).
Proof. check. Qed.
Example no_step_by_node : refused language goals false
  (loop_only (Proof [Node 8 (g_pre loop_goal) (g_lhs loop_goal) [ICirc 0 []; IDone [(SInt, 3%N, Z' 8)]]] [IUse 0 []] [Core [] [0]; Core [] [1]; Core [] [0]]%N)).
Proof. check. Qed.
(* shared nodes in a circle: a node uses itself; two nodes use each other *)
Definition node_of p i := nth i (p_nodes p) (Node 0 [] TNoMap []).
Definition the_node := node_of program_proof 0.
Definition circle l := Node (n_n the_node) (n_pc the_node) (n_t the_node) l.
Example own_node : refused language goals false (program_only (Proof [circle [IUse 0 []]] (p_goal program_proof) [])).
Proof. check. Qed.
Example two_nodes : refused language goals false (program_only (Proof [circle [IUse 1 []]; circle [IUse 0 []]] (p_goal program_proof) [])).
Proof. check. Qed.
(* a node stands for one of its values only if the substitution leaves the goal's variables alone *)
Example goal_variable : refused language goals false (program_only (Proof (p_nodes program_proof)
  [IStep [4; 5]%N []; IUse 0 [(SInt, 8%N, Z' 5); (SInt, 5%N, TInt 1)]; IUse 0 [(SInt, 8%N, Z' 5)]] (p_cores program_proof))).
Proof. check. Qed.
(* a core that leaves out what is needed, one that is missing, one that names what is not there *)
Example weak_core : leaves_false language goals false
  (loop_only (Proof [] (p_goal loop_proof) [Core [] []; Core [] [0]; Core [] [2]; Core [] [0; 1]; Core [] [0; 1]]%N)) [0; 0]%Z.
Proof. check. Qed.
Example no_core : refused language goals false (loop_only (Proof [] (p_goal loop_proof) (tl (p_cores loop_proof)))).
Proof. check. Qed.
Example no_hypothesis : refused language goals false (loop_only (Proof [] (p_goal loop_proof) (Core [] [7]%N :: tl (p_cores loop_proof)))).
Proof. check. Qed.
(* a wrong witness for an existential of the goal; for one of a rule; of another sort *)
Example wrong_witness : leaves_false language goals false
  (loop_only (Proof [] (removelast (p_goal loop_proof) ++ [IDone [(SInt, 3%N, TInt 0)]]) (p_cores loop_proof ++ [Core [] []]))) [0; 0; 1]%Z.
Proof. check. Qed.
Example wrong_new_value : leaves_false language goals false (program_only
  (Proof [circle (IStep [3%N] [(SInt, 9%N, TInt (-1))] :: tl (n_proof the_node))] (p_goal program_proof) (p_cores program_proof))) [].
Proof. check. Qed.
Example witness_of_other_sort : refused language goals false
  (loop_only (Proof [] (removelast (p_goal loop_proof) ++ [IDone [(SInt, 3%N, K 0)]]) (p_cores loop_proof))).
Proof. check. Qed.
Example witness_for_variable : refused language goals false
  (loop_only (Proof [] (removelast (p_goal loop_proof) ++ [IDone [(SInt, 3%N, Z' 2); (SInt, 1%N, TInt 0)]]) (p_cores loop_proof))).
Proof. check. Qed.
(* a map with another key *)
Example other_key : refused language [Goal 8 (g_lhs loop_goal) (g_pre loop_goal) (g_ex loop_goal)
  (conf (K 0) (upd (upd TNoMap n (TInt 0)) (TTok 40 "t") (Z' 3))) (g_post loop_goal) 0 []; program_goal] false
  (loop_only (Proof [] (p_goal loop_proof) (p_cores loop_proof ++ [Core [] []; Core [] []; Core [] []; Core [] []]))).
Proof. check. Qed.
(* a variable of a hypothesis stands for what is not of its sort; names a variable that is not there *)
Example other_sort : refused language goals false (loop_only (Proof []
  [IStep [0; 1]%N []; ISteps 1; ICirc 0 [(SInt, 1%N, TBool true)]; IDone [(SInt, 3%N, Z' 8)]; IDone [(SInt, 3%N, Z' 2)]] (p_cores loop_proof))).
Proof. check. Qed.
Example unknown_variable : refused language goals false (loop_only (Proof []
  [IStep [0; 1]%N []; ISteps 1; ICirc 0 [(SInt, 1%N, sub (Z' 1) (TInt 1)); (SInt, 2%N, Z' 9)]; IDone [(SInt, 3%N, Z' 8)]; IDone [(SInt, 3%N, Z' 2)]] (p_cores loop_proof))).
Proof. check. Qed.
(* rules that are altered: the loop ends at 1; a rule that is not there; a left side with a variable twice; a condition on a variable that is not matched *)
Definition altered (i : nat) (f : rule -> rule) : lang := Lang (l_sorts language) (l_top language) []
  (firstn i (l_rules language) ++ map f (firstn 1 (skipn i (l_rules language))) ++ skipn (Datatypes.S i) (l_rules language)).
Example altered_condition : leaves_false
  (altered 1 (fun r => Rule 50 (r_lhs r) (r_rhs r) [TOp OIn (M 0) (X 0); TOp (OIs 0) (look (M 0) (X 0)) u; TOp OLe (look (M 0) (X 0)) (TInt 1)] [] []))
  goals false proofs [0; 1]%Z.
Proof. check. Qed.
Example altered_right_side : refused (altered 2 (fun r => Rule 50 (r_lhs r)
    (conf (K 1) (upd (upd (M 0) (X 1) (TOp OAdd (look (M 0) (X 1)) (look (M 0) (X 0)))) (X 0) (TOp OSub (look (M 0) (X 0)) (TInt 2)))) (r_cond r) [] []))
  goals false proofs.
Proof. check. Qed.
Example twice : refused (altered 2 (fun r => Rule 50 (conf (A (A move (X 0)) (X 0) ;; K 1) (M 0)) (conf (K 1) (M 0)) [] [] [])) goals false proofs.
Proof. check. Qed.
Example unbound : refused (altered 2 (fun r => Rule 50 (r_lhs r) (r_rhs r) [TOp OLt (Z' 7) (TInt 0)] [] [])) goals false proofs.
Proof. check. Qed.
(* a rule of an earlier group takes the place of the step *)
Example earlier_group : refused (altered 0 (fun r => Rule 40 (r_lhs r) (r_rhs r) [] [] [])) goals false proofs.
Proof. check. Qed.
(* total correctness: a variant that does not become smaller, one that may become negative, a hypothesis of the same measure *)
Definition with_variant v := [Goal 8 (g_lhs loop_goal) (g_pre loop_goal) (g_ex loop_goal) (g_rhs loop_goal) (g_post loop_goal) 0 v; program_goal].
Example variant_stays : leaves_false language (with_variant [TInt 1]) true total_proofs [0; 1]%Z.
Proof. check. Qed.
Example variant_negative : leaves_false language (with_variant [sub (Z' 1) (TInt 9)]) true total_proofs [0; 1]%Z.
Proof. check. Qed.
Example no_variant : leaves_false language (with_variant []) true total_proofs [0; 1]%Z.
Proof. check. Qed.
Example greater_rank : refused language [Goal 8 (g_lhs loop_goal) (g_pre loop_goal) (g_ex loop_goal) (g_rhs loop_goal) (g_post loop_goal) 2 []; program_goal]
  true total_proofs.
Proof. check. Qed.
