(** * Lemmas: formulas that are proved, and then used as axioms are

    A lemma is proved from the axioms and the lemmas before it, from instances of itself at which a
    measure is smaller and not negative, by a core as obligations have them. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values Terms Rules Normal Successors Reach Total Checker Sound Obligations.
Import ListNotations.

(** [l_form] holds for all values of its variables, which are below [l_n]. *)
Record lemma := Lem { l_n : N; l_form : form; l_measure : term; l_again : list subst; l_core : core }.
Arguments Lem l_n%N l_form l_measure l_again l_core.

(** The lemma under a substitution, if the measure is smaller there. *)
Definition again (l : lemma) (s : subst) : form :=
  let m := tsub s (l_measure l) in
  FImp (FAnd (FT (TOp OLe (TInt 0) m)) (FT (TOp OLt m (l_measure l)))) (fsub s (l_form l)).
Definition lemma_ob (l : lemma) : option ob :=
  if fbelow (l_n l) (l_form l) && below (l_n l) (l_measure l) &&
     forallb (fun s => sorted_subst s && closed_subst s && below_subst (l_n l) s) (l_again l)
  then Some (Ob (l_n l) (rev' (map (again l) (l_again l))) (l_form l)) else None.
(** All that may be used as axioms are, and what is left to prove. *)
Fixpoint prove_lemmas (M : machine) (known : list form) (ls : list lemma) : option (list form * list ob) := match ls with
  | [] => Some (known, [])
  | l :: ls => match lemma_ob l with
      | Some o => match use_core M known (l_core l) o, prove_lemmas M (known ++ [l_form l]) ls with
          | Some o, Some (fs, os) => Some (fs, o :: os) | _, _ => None end
      | None => None end end.
Definition check_lemmas (L : lang) (axioms : list form) (ls : list lemma) : option (list form * list ob) :=
  if forallb eqn_ok (l_eqns L) then prove_lemmas (machine_of L) axioms ls else None.

(** [check], with lemmas: what is left to prove of them, then of the goals. *)
Definition check_with (L : lang) (G : list goal) (axioms : list form) (ls : list lemma) (total : bool) (C : certificate) : option (list ob) :=
  match check_lemmas L axioms ls with
  | Some (fs, os) => match check L G fs total C with Some os' => Some (os ++ os') | None => None end
  | None => None end.

Section Lemmas.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.

(** By induction on the measure. *)
Lemma lemma_ok l o : lemma_ob l = Some o -> ob_holds I o -> forall r, sat I r (l_form l).
Proof.
  unfold lemma_ob. intros H K. match type of H with (if ?b then _ else _) = _ => destruct b eqn:W; [|discriminate] end.
  injection H as <-. bools. rewrite forallb_forall in H0.
  enough (X : forall k r, (asZ (eval I r (l_measure l)) < Z.of_nat k)%Z -> sat I r (l_form l)).
  { intros r. apply (X (S (Z.to_nat (asZ (eval I r (l_measure l)))))). lia. }
  induction k as [|k IH]; intros r L; apply (K r); unfold sats; cbn [o_hyps]; unfold rev'; rewrite <- rev_alt; apply Forall_rev, Forall_forall;
    intros f HI; apply in_map_iff in HI; destruct HI as (s & <- & HI); specialize (H0 s HI); bools;
    cbn [again sat]; unfold holds; cbn [eval eop asZ]; intros [A B]; injection A as A; injection B as B; apply Z.leb_le in A; apply Z.ltb_lt in B; [lia|].
  apply (fsub_all I s (l_form l) ltac:(assumption) r (comp I r s)); [intros; apply ev_comp; assumption | reflexivity|].
  apply IH. rewrite (tsub_below I (l_n l) r (comp I r s) s (l_measure l) (agrees_comp I _ r s ltac:(assumption))) by assumption. lia.
Qed.
Lemma prove_lemmas_ok : forall ls known fs os, prove_lemmas M known ls = Some (fs, os) -> (forall r, sats I r known) -> Forall (ob_holds I) os ->
  forall r, sats I r fs.
Proof.
  induction ls as [|l ls IH]; cbn [prove_lemmas]; intros known fs os H HA F.
  - injection H as <- <-. exact HA.
  - destruct (lemma_ob l) as [o|] eqn:E; [|discriminate]. destruct (use_core M known (l_core l) o) as [o'|] eqn:E1; [|discriminate].
    destruct (prove_lemmas M (known ++ [l_form l]) ls) as [[fs' os']|] eqn:E2; [|discriminate]. injection H as <- <-. inversion F; subst.
    refine (IH _ _ _ E2 _ _); [|assumption]. intros r. apply Forall_app. split; [apply HA|]. constructor; [|constructor].
    apply (lemma_ok l o E). exact (use_core_ok I M HM known HA _ _ _ E1 ltac:(assumption)).
Qed.
End Lemmas.

Theorem plain_lemmas L F axioms ls fs os : let I := Interp (l_sorts L) F in
  check_lemmas L axioms ls = Some (fs, os) -> equations_hold I (l_eqns L) -> Forall (plain_axiom I) axioms -> Forall (plain I) os ->
  Forall (plain_axiom I) fs.
Proof.
  intros I H HE HA HO. unfold check_lemmas in H. destruct (forallb eqn_ok (l_eqns L)) eqn:HQ; [|discriminate].
  assert (HM : faithful I (machine_of L)) by (apply (calls_ok I); assumption).
  assert (X : forall r, sats I r fs).
  { apply (prove_lemmas_ok I (machine_of L) HM _ _ _ _ H); [|exact (plain_all I os HO)].
    intros r. apply Forall_forall. intros f HI. rewrite Forall_forall in HA. apply (plain_axiom_ok I f); auto. }
  apply Forall_forall. intros f HI. apply plain_axiom_ok. intros r. specialize (X r). unfold sats in X. rewrite Forall_forall in X. auto.
Qed.

(** The theorems of Sound.v, with lemmas. *)
Theorem plain_sound_with L F G axioms ls C os : let I := Interp (l_sorts L) F in
  check_with L G axioms ls false C = Some os -> equations_hold I (l_eqns L) -> Forall (plain_axiom I) axioms -> Forall (plain I) os ->
  forall g r, In g G -> reach_paths (kstep I (l_rules L)) (lhsP I g r) (rhsP I g r).
Proof.
  intros I H HE HA HO. unfold check_with in H. destruct (check_lemmas L axioms ls) as [[fs os1]|] eqn:E; [|discriminate].
  destruct (check L G fs false C) as [os2|] eqn:E'; [|discriminate]. injection H as <-. apply Forall_app in HO. destruct HO as [H1 H2].
  exact (plain_sound L F G fs C os2 E' HE (plain_lemmas L F axioms ls fs os1 E HE HA H1) H2).
Qed.
Theorem plain_sound_total_with L F G axioms ls C os : let I := Interp (l_sorts L) F in
  check_with L G axioms ls true C = Some os -> equations_hold I (l_eqns L) -> Forall (plain_axiom I) axioms -> Forall (plain I) os ->
  forall g r, In g G -> forall c, lhsP I g r c -> ends (kstep I (l_rules L)) (rhsP I g r) c.
Proof.
  intros I H HE HA HO. unfold check_with in H. destruct (check_lemmas L axioms ls) as [[fs os1]|] eqn:E; [|discriminate].
  destruct (check L G fs true C) as [os2|] eqn:E'; [|discriminate]. injection H as <-. apply Forall_app in HO. destruct HO as [H1 H2].
  exact (plain_sound_total L F G fs C os2 E' HE (plain_lemmas L F axioms ls fs os1 E HE HA H1) H2).
Qed.
