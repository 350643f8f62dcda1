(** * The checker is sound: if the obligations hold, the goals do. *)
Require Import List ZArith NArith String Bool Lia FMapPositive.
Require Import Values Terms Rules Match Normal Successors Reach Total Checker.
Import ListNotations.

(** ** What goals and obligations mean *)
Section Goals.
Variable I : interp.
(** [r] with other values of the existentials. *)
Definition choose (r : env) (ex : vars) (f : sort -> N -> val) : env :=
  Env (fun x n => if has ex x n then f x n else e_var r x n) (e_bound r).
Definition lhsP (g : goal) (r : env) : pred val := fun c => c = eval I r (g_lhs g) /\ sats I r (g_pre g).
Definition rhsP (g : goal) (r : env) : pred val := fun c => exists f,
  c = eval I (choose r (g_ex g) f) (g_rhs g) /\ sats I (choose r (g_ex g) f) (g_post g).
Definition variant_value (r : env) (g : goal) : list Z := map (fun t => asZ (eval I r t)) (g_variant g).
Definition ob_holds (o : ob) : Prop := forall r, sats I r (o_hyps o) -> sat I r (o_goal o).
End Goals.

(** ** Formulas *)
Section Formulas.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Notation T := (i_sorts I).

Lemma conj_ok r l : sat I r (conj l) <-> sats I r l.
Proof.
  unfold sats. induction l as [|f [|g l] IH].
  - split; [constructor | reflexivity].
  - split; [intros; repeat constructor; assumption | intros H; inversion H; assumption].
  - change (sat I r f /\ sat I r (conj (g :: l)) <-> Forall (sat I r) (f :: g :: l)). rewrite IH.
    split; [intros [A B]; constructor; assumption | intros H; inversion H; split; assumption].
Qed.
Lemma disj_ok r l : sat I r (disj l) -> exists f, In f l /\ sat I r f.
Proof.
  induction l as [|f [|g l] IH]; intros H.
  - discriminate H.
  - exists f. split; [left; reflexivity | exact H].
  - destruct H as [H|H]; [exists f; split; [left; reflexivity | exact H]|].
    destruct (IH H) as (h & HI & HH). exists h. split; [right; exact HI | exact HH].
Qed.
Lemma terms_ok r l : sats I r (map FT l) <-> all_hold I r l.
Proof. unfold sats, all_hold. rewrite Forall_map. tauto. Qed.
Lemma among_ok r pc f : sats I r pc -> among f pc = true -> sat I r f.
Proof.
  unfold among, sats. intros S H. apply existsb_exists in H. destruct H as (g & HI & H). apply feqb_eq in H. subst.
  rewrite Forall_forall in S. auto.
Qed.
Lemma add_ok r pc f : sats I r pc -> sat I r f -> sats I r (add pc f).
Proof.
  intros S H. assert (X : sats I r (if among f pc then pc else f :: pc)) by (destruct (among f pc); [exact S | constructor; assumption]).
  destruct f as [[| | |[]| | | | | | | |]| | | | | |]; assumption.
Qed.
Lemma add_all_ok r l : forall pc, sats I r pc -> sats I r l -> sats I r (add_all pc l).
Proof.
  induction l as [|f l IH]; intros pc S H; [exact S|]. inversion H; subst. simpl. apply IH; [apply add_ok|]; assumption.
Qed.
Lemma trivial_ok r pc f : sats I r pc -> trivial pc f = true -> sat I r f.
Proof.
  intros S. induction f; simpl; intros H; try exact (among_ok _ _ _ S H).
  - assert (A : among (FT t) pc = true -> holds I r t) by (intros X; exact (among_ok _ _ _ S X)).
    destruct t as [| | |[]| | | | | | | |]; try (exact (A H)). reflexivity.
  - apply andalso_prop in H. destruct H. auto.
  - apply orelse_prop in H. destruct H; auto.
Qed.

Lemma known_ok r pc : sats I r pc -> differs I (known_of pc) r.
Proof.
  unfold differs, known_of. intros S. apply Forall_forall. intros [a b] H. apply in_flat_map in H. destruct H as (f & HI & H).
  unfold sats in S. rewrite Forall_forall in S. specialize (S f HI). clear HI.
  destruct f as [t| | | | | |]; try solve [destruct H]. destruct t; try solve [destruct H]. destruct o; try solve [destruct H].
  2: { destruct H as [H|[]]. injection H as <- <-. unfold holds in S. cbn [sat] in S. intros E. unfold holds in S. rewrite E in S. discriminate. }
  destruct t1; try solve [destruct H].
  destruct o; try solve [destruct H]; destruct H as [H|[]]; injection H as <- <-; cbn [sat] in S; unfold holds in S; intros E.
  - simpl in S. rewrite E, Z.eqb_refl in S. discriminate.
  - simpl in S. rewrite E in S. injection S as S.
    assert (X : val_eqb (eval I r t1_2) (eval I r t1_2) = true) by (apply val_eqb_eq; reflexivity). rewrite X in S. discriminate.
  - cbn [eval] in E, S. rewrite E in S. discriminate.
Qed.
Lemma differs_nil r : differs I [] r.
Proof. constructor. Qed.
Lemma fnsub_ok s f : forall r D, differs I D r -> (sat I r (fnsub M D s f) <-> sat I r (fsub s f)).
Proof.
  induction f; intros r D H; cbn [fnsub fsub sat];
    try (rewrite (IHf r D) by assumption; tauto); try (rewrite (IHf1 r D), (IHf2 r D) by assumption; tauto).
  - unfold holds. rewrite (nsub_ok I M HM) by exact H. tauto.
  - split; intros X z; apply (IHf (push z r) [] (differs_nil _)), X.
  - split; intros [z X]; exists z; apply (IHf (push z r) [] (differs_nil _)), X.
Qed.
Lemma fnsubs_ok s r D l : differs I D r -> (sats I r (map (fnsub M D s) l) <-> sats I r (map (fsub s) l)).
Proof.
  intros H. unfold sats. rewrite !Forall_map, !Forall_forall. split; intros X f HI; apply (fnsub_ok s f r D H); auto.
Qed.
Lemma fsubs_below n s r r' l : closed_subst s = true -> agrees I (under n) r r' s -> forallb (fbelow n) l = true ->
  (sats I r' l <-> sats I r (map (fsub s) l)).
Proof.
  intros C A B. unfold sats. rewrite Forall_map, !Forall_forall. rewrite forallb_forall in B.
  split; intros X f HI; apply (fsub_below I n s f C r r' A (B f HI)); auto.
Qed.
Lemma belows_sat n r r' l : same_below n r r' -> forallb (fbelow n) l = true -> (sats I r l <-> sats I r' l).
Proof.
  intros S B. unfold sats. rewrite !Forall_forall. rewrite forallb_forall in B.
  split; intros X f HI; apply (below_sat I n f r r' S (B f HI)); auto.
Qed.
(** A substitution in formulas without a bound on their variables. *)
Lemma fsub_all s f : closed_subst s = true -> forall r r', (forall x n, ev r' x n = eval I r (get s x n)) -> e_bound r' = e_bound r ->
  (sat I r' f <-> sat I r (fsub s f)).
Proof.
  intros C. induction f; intros r r' V E; cbn [sat fsub];
    try (rewrite (IHf r r') by assumption; tauto); try (rewrite (IHf1 r r'), (IHf2 r r') by assumption; tauto).
  - unfold holds. assert (X : eval I r' t = eval I r (tsub s t)); [|rewrite X; tauto].
    induction t; cbn [eval tsub]; try reflexivity; congruence.
  - assert (P : forall z x n, ev (push z r') x n = eval I (push z r) (get s x n)).
    { intros. rewrite closed_push; [apply V | apply (get_all closed); [exact C | reflexivity]]. }
    split; intros H z; apply (IHf (push z r) (push z r') (P z)); simpl; auto; f_equal; exact E.
  - assert (P : forall z x n, ev (push z r') x n = eval I (push z r) (get s x n)).
    { intros. rewrite closed_push; [apply V | apply (get_all closed); [exact C | reflexivity]]. }
    split; intros [z H]; exists z; apply (IHf (push z r) (push z r') (P z)); simpl; auto; f_equal; exact E.
Qed.
Lemma fsub_nil f : fsub [] f = f.
Proof.
  assert (A : forall t, tsub [] t = t) by (induction t; simpl; congruence).
  induction f; simpl; rewrite ?A; congruence.
Qed.

(** ** What makes two terms equal *)
Section Unify.
Variable r : env.
Variable D : known.
Hypothesis HD : differs I D r.
Lemma equation_ok a b l : equation D a b = Some l -> sats I r l -> eval I r a = eval I r b.
Proof.
  unfold equation. destruct (teqb a b) eqn:E; [apply teqb_eq in E; subst; reflexivity|].
  destruct (differ D a b); [discriminate|]. intros H S. injection H as <-. inversion S; subst. simpl in H1. unfold holds in H1.
  rewrite nkeq_ok in H1 by exact HD. simpl in H1. injection H1 as H1. apply val_eqb_eq. exact H1.
Qed.
Lemma take_ok k : forall m v rest, take D m k = Some (v, rest) ->
  eval I r m = eop T OUpd (eval I r rest) (VApp (eval I r k) (eval I r v)).
Proof.
  induction m as [| | | | | | | | | |o m1 IH m2 _|]; intros v rest H; try discriminate. destruct o; try discriminate. destruct m2; try discriminate.
  cbn [take] in H. destruct (teqb k m2_1) eqn:E.
  - apply teqb_eq in E. subst. injection H as <- <-. reflexivity.
  - destruct (differ D k m2_1) eqn:F; [|discriminate]. destruct (take D m1 k) as [[v' m']|] eqn:G; [|discriminate].
    injection H as <- <-. cbn [eval]. rewrite (IH _ _ eq_refl). unfold eop.
    destruct (vkey (eval I r k)) eqn:K, (vkey (eval I r m2_1)) eqn:K'; rewrite ?asM_asM, ?asM_insert; try reflexivity.
    f_equal. symmetry. apply insert_swap; try first [apply asM_sorted | apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans].
    exact (keys_differ I r D HD _ _ _ _ F K K').
Qed.
Lemma unify_ok : forall b a l, unify D a b = Some l -> sats I r l -> eval I r a = eval I r b.
Proof.
  fix IH 1. intros b a l H S. destruct b; try exact (equation_ok _ _ _ H S).
  - cbn [unify] in H. destruct a; try exact (equation_ok _ _ _ H S).
    destruct (unify D a1 b1) as [l1|] eqn:E1; [|discriminate]. destruct (unify D a2 b2) as [l2|] eqn:E2; [|discriminate].
    injection H as <-. apply Forall_app in S. destruct S as [S1 S2]. cbn [eval]. rewrite (IH _ _ _ E1 S1), (IH _ _ _ E2 S2). reflexivity.
  - assert (P : forall l, match a with
        | TOp o' x y => if op_eqb o o' andalso by_parts o then match unify D x b1, unify D y b2 with
            | Some l, Some m => Some (l ++ m) | _, _ => equation D a (TOp o b1 b2) end else equation D a (TOp o b1 b2)
        | _ => equation D a (TOp o b1 b2) end = Some l -> sats I r l -> eval I r a = eval I r (TOp o b1 b2)).
    { clear H S l. intros l H S. destruct a as [| | | | | | | | | |o' x y|]; try exact (equation_ok _ _ _ H S).
      destruct (op_eqb o o' andalso by_parts o) eqn:E; [|exact (equation_ok _ _ _ H S)]. bools. subst o'.
      destruct (unify D x b1) as [l1|] eqn:E1; [|exact (equation_ok _ _ _ H S)].
      destruct (unify D y b2) as [l2|] eqn:E2; [|exact (equation_ok _ _ _ H S)].
      injection H as <-. apply Forall_app in S. destruct S as [S1 S2]. cbn [eval]. rewrite (IH _ _ _ E1 S1), (IH _ _ _ E2 S2). reflexivity. }
    cbn [unify] in H. destruct o; try exact (P _ H S). destruct b2 as [| | | | | | |k v| | | |]; try exact (P _ H S).
    destruct (take D a k) as [[v' m']|] eqn:E; [|exact (P _ H S)].
    destruct (unify D v' v) as [l1|] eqn:E1; [|discriminate]. destruct (unify D m' b1) as [l2|] eqn:E2; [|discriminate].
    injection H as <-. apply Forall_app in S. destruct S as [S1 S2].
    rewrite (take_ok _ _ _ _ E). cbn [eval]. rewrite (IH _ _ _ E1 S1), (IH _ _ _ E2 S2). reflexivity.
Qed.
End Unify.
End Formulas.

(** ** Instructions *)
Section Exec.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Variable R : list rule.
Variable ix : index.
Hypothesis HR : rules_ok R = true.
Hypothesis HX : index_ok R ix.
Notation step := (kstep I R).

Lemma candidates_ok t : forallb (fun x => rule_ok (snd x)) (candidates ix t) = true.
Proof.
  apply forallb_forall. intros [i u] H. apply (candidates_from R ix _ _ _ HX) in H. unfold rules_ok in HR.
  rewrite forallb_forall in HR. exact (HR u H).
Qed.

(** Of the successors whose conditions hold, one is of the first group. *)
Definition holdsb r (t : term) := val_eqb (eval I r t) (VBool true).
Lemma all_holdb r l : forallb (holdsb r) l = true <-> all_hold I r l.
Proof. unfold all_hold. rewrite forallb_forall, Forall_forall. split; intros H x HI; apply val_eqb_eq, H, HI. Qed.
Lemma first_group (p : succ -> bool) l x : In x l -> p x = true ->
  exists y, In y l /\ p y = true /\ (x_prio y <= x_prio x)%N /\ (x_prio y = x_prio x -> y = x) /\
    forall z, In z l -> p z = true -> (x_prio y <= x_prio z)%N.
Proof.
  intros HI HP. enough (A : forall m, (forall z, In z m -> In z l) -> exists y, In y l /\ p y = true /\ (x_prio y <= x_prio x)%N /\
    (x_prio y = x_prio x -> y = x) /\ forall z, In z m -> p z = true -> (x_prio y <= x_prio z)%N) by (apply A; auto).
  induction m as [|a m IH]; intros Hsub.
  - exists x. repeat split; auto; [lia | intros z []].
  - destruct (IH (fun z Hz => Hsub z (or_intror Hz))) as (y & HY & PY & LY & EY & MY).
    destruct (p a) eqn:PA; [destruct (N.ltb (x_prio a) (x_prio y)) eqn:LA|].
    + apply N.ltb_lt in LA. exists a. repeat split; auto; [apply Hsub; left; reflexivity | lia | lia |].
      intros z [<-|Hz] PZ; [lia | specialize (MY z Hz PZ); lia].
    + apply N.ltb_ge in LA. exists y. repeat split; auto. intros z [<-|Hz] PZ; auto.
    + exists y. repeat split; auto. intros z [<-|Hz] PZ; [congruence | auto].
Qed.

(** [SymbolicStep]: a configuration of the state steps, and each successor is in one of the states. *)
Lemma do_step_ok ks w s ss os r : do_step M ix ks w s = Some (ss, os) -> Forall (ob_holds I) os -> sats I r (s_pc s) ->
  (exists c', step (eval I r (s_t s)) c') /\
  (forall c', step (eval I r (s_t s)) c' -> exists s' r', In s' ss /\ (s_n s <= s_n s')%N /\ same_below (s_n s) r r' /\
     sats I r' (s_pc s') /\ c' = eval I r' (s_t s')).
Proof.
  unfold do_step. set (n := s_n s). set (pc := s_pc s). set (t := s_t s). set (D := known_of pc). intros H F S.
  pose proof (candidates_ok t) as HC. set (C := candidates ix t) in *.
  destruct (derive M D n C t) as [l|] eqn:HL; [|discriminate].
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:HB; [|discriminate] end.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:HW; [|discriminate] end.
  set (live := filter (fun x => negb (blocked l x)) l) in *.
  injection H as <- <-. apply Forall_app in F. destruct F as [FO FG]. inversion FG as [|? ? FG' _]; subst. clear FG.
  (* a rule that applies has its successor in the list, and the other way round *)
  assert (APP : forall r1 u, differs I D r1 -> In u R -> applies I u (eval I r1 t) ->
      exists x, In x l /\ x_prio x = r_prio u /\ all_hold I r1 (x_cond x)).
  { intros r1 u Hd HI HA. pose proof HA as HA'. destruct HA' as (r' & HE & _).
    destruct (candidates_all R ix I r1 r' t u HX HI (eq_sym HE)) as [i Hi].
    exact (derive_applies I M HM D n C t l r1 i u HC HL Hd Hi HA). }
  assert (FIRE : forall r1 x, differs I D r1 -> In x l -> all_hold I r1 (x_cond x) -> exists u, In u R /\ x_prio x = r_prio u /\
      applies I u (eval I r1 t) /\ (all_hold I r1 (x_ens x) -> fires I u (eval I r1 t) (eval I r1 (x_t x)))).
  { intros r1 x Hd HI HA. destruct (derive_step I M HM D n C t l r1 x HC HL Hd HI HA) as (i & u & HU & HP).
    exists u. split; [exact (candidates_from R ix _ _ _ HX HU) | exact HP]. }
  split.
  - (* progress *)
    assert (W : exists r2, eval I r2 t = eval I r t /\ sats I r2 pc /\
        forall f, sat I r (fsub w f) -> sat I r2 f).
    { destruct w as [|e w]; [exists r; repeat split; auto; intros f; rewrite fsub_nil; auto|].
      set (w' := e :: w) in *. bools. exists (comp I r w').
      assert (SB : same_below n r (comp I r w')).
      { split; [|reflexivity]. intros x m L. rewrite ev_comp by assumption. replace (get w' x m) with (TV x m); [reflexivity|].
        symmetry. rewrite <- (app_nil_r w') at 1. rewrite get_out; [reflexivity|]. intros HI. unfold dom in HI. apply in_map_iff in HI.
        destruct HI as ([[y k] u] & HE & HI). simpl in HE. injection HE as -> ->. rewrite forallb_forall in H0.
        specialize (H0 _ HI). simpl in H0. apply N.leb_le in H0. lia. }
      split; [symmetry; apply (below_eval I n); assumption|]. split; [apply (belows_sat I n r); assumption|].
      intros f. apply fsub_all; [assumption | intros; apply ev_comp; assumption | reflexivity]. }
    destruct W as (r2 & ET & S2 & SUB). pose proof (known_ok I r2 pc S2) as D2. fold D in D2.
    specialize (FG' r S). cbn [o_goal] in FG'. apply disj_ok in FG'. destruct FG' as (f & HI & HS).
    apply in_map_iff in HI. destruct HI as (x & <- & HI). apply SUB in HS. apply conj_ok, terms_ok in HS.
    unfold all_hold in HS. apply Forall_app in HS. destruct HS as [HCx HEx].
    apply filter_In in HI. destruct HI as [HI HK]. apply filter_In in HI. destruct HI as [HI _]. apply filter_In in HI. destruct HI as [HI _].
    destruct (first_group (fun y => forallb (holdsb r2) (x_cond y)) l x HI) as (y & HY & PY & LY & EY & MY); [apply all_holdb; exact HCx|].
    apply all_holdb in PY. destruct (FIRE r2 y D2 HY PY) as (u & HU & EU & _ & HF). rewrite ET in HF.
    assert (HEy : all_hold I r2 (x_ens y)).
    { destruct (N.eq_dec (x_prio y) (x_prio x)) as [E|NE]; [rewrite (EY E); exact HEx|].
      unfold counts in HK. rewrite forallb_forall in HK. specialize (HK y).
      destruct (x_ens y); [constructor|]. discriminate HK. apply filter_In. split; [exact HY | apply N.ltb_lt; lia]. }
    exists (eval I r2 (x_t y)), u. split; [exact HU|]. split; [exact (HF HEy)|].
    intros u' HU' LT HA. rewrite <- ET in HA. destruct (APP r2 u' D2 HU' HA) as (z & HZ & EZ & PZ).
    specialize (MY z HZ (proj2 (all_holdb _ _) PZ)). lia.
  - (* all successors *)
    pose proof (known_ok I r pc S) as D1. fold D in D1. intros c' (u & HU & HF & HN).
    assert (HB' : forallb (fun x => N.eqb (x_n x) n) l = true \/ below n t = true /\ forall r1, same_below n r r1 -> differs I D r1).
    { apply orelse_prop in HB. destruct HB as [HB|HB]; [left; exact HB | right]. bools. split; [assumption|].
      intros r1 SB. apply known_ok. apply (belows_sat I n r); assumption. }
    pose proof HF as (r' & HE & _). destruct (candidates_all R ix I r r' t u HX HU (eq_sym HE)) as [i Hi].
    destruct (derive_fires I M HM D n C t l r i u c' HC HL HB' D1 Hi HF) as (x & r1 & HI & EP & SB & EN & HCx & HEx & ->).
    assert (Q : sats I r1 pc /\ differs I D r1 /\ eval I r1 t = eval I r t).
    { apply orelse_prop in HB. destruct HB as [HB|HB].
      - rewrite forallb_forall in HB. specialize (HB x HI). apply N.eqb_eq in HB. rewrite (EN HB). auto.
      - bools. assert (S1 : sats I r1 pc) by (apply (belows_sat I n r); assumption).
        split; [exact S1|]. split; [exact (known_ok I r1 pc S1) | symmetry; apply (below_eval I n); assumption]. }
    destruct Q as (S1 & D1' & ET).
    assert (NO : forall y, In y (earlier x l) -> ~ all_hold I r1 (x_cond y)).
    { intros y HY HA. apply filter_In in HY. destruct HY as [HY LT]. apply N.ltb_lt in LT.
      destruct (FIRE r1 y D1' HY HA) as (u' & HU' & EU' & HA' & _). rewrite ET in HA'. apply (HN u' HU'); [congruence || lia | exact HA']. }
    assert (SC : sats I r1 (add_all pc (condition l x))).
    { apply add_all_ok; [exact S1|]. unfold condition. apply Forall_app. split.
      - apply terms_ok. unfold all_hold. apply Forall_app. auto.
      - rewrite Forall_map. apply Forall_forall. intros y HY. cbn [sat]. rewrite conj_ok, terms_ok. exact (NO y HY). }
    assert (LV : In x live).
    { apply filter_In. split; [exact HI|]. apply negb_true_iff. destruct (blocked l x) eqn:B; [exfalso | reflexivity].
      apply existsb_exists in B. destruct B as (y & HY & HZ). apply (NO y HY). destruct (x_cond y); [constructor | discriminate]. }
    assert (MORE : (n <= x_n x)%N).
    { clear - HL HI. revert l HL HI. generalize C. induction C0 as [|[j v] C0 IH]; intros l HL HI; cbn [derive] in HL; [injection HL as <-; destruct HI|].
      destruct (mtch (foreign (m_sorts M) D) (r_lhs v) t (true, [])) as [[[] s0]|]; [| |eauto].
      - destruct (existsb is_false _); [eauto|]. destruct (derive M D n C0 t) as [l'|]; [|discriminate]. injection HL as <-.
        destruct HI as [<-|HI]; [cbn [x_n]; unfold more; lia | eauto].
      - destruct (refuted M D s0 (r_cond v)); [eauto | discriminate]. }
    destruct (kept ks x) eqn:K.
    + exists (lead l pc x), r1. split; [apply in_map; apply filter_In; auto|]. auto.
    + exfalso. rewrite Forall_forall in FO. specialize (FO (Ob (x_n x) (add_all pc (condition l x)) falsity)).
      assert (X : sat I r1 falsity); [|discriminate X]. apply (fun H => FO H r1 SC).
      apply in_map_iff. exists x. split; [reflexivity|]. apply filter_In. rewrite K. auto.
Qed.

Lemma goal_parts g : goal_ok g = true -> below (g_n g) (g_lhs g) = true /\ forallb (fbelow (g_n g)) (g_pre g) = true /\
  below (g_n g) (g_rhs g) = true /\ forallb (fbelow (g_n g)) (g_post g) = true /\ forallb (below (g_n g)) (g_variant g) = true.
Proof. unfold goal_ok. cbv zeta. intros H. bools. auto. Qed.

(** ** All instructions

    For partial and for total correctness alike: what is shown is kept by any relation
    [PV] that has the rules, and each hypothesis where its measure allows it. *)
Variable G : list goal.
Variable total : bool.
Hypothesis HG : forallb goal_ok G = true.
Variable cur : goal.
Hypothesis Hcur : goal_ok cur = true.
Variable r0 : env.
Variable PV : pred val -> pred val -> Prop.
Hypothesis PV_step : forall P D, derivative step P D -> PV P D.
Hypothesis PV_case : forall (A : Type) (P : A -> pred val) Q, (forall i, PV (P i) Q) -> PV (fun c => exists i, P i c) Q.
Hypothesis PV_imp : forall P Q : pred val, (forall c, P c -> Q c) -> PV P Q.
Hypothesis PV_trans : forall P Q S, PV P Q -> PV Q S -> PV P S.
(** Of the measures: [g] under [r] is smaller than the goal at hand. *)
Definition less (g : goal) (r : env) : Prop := (g_rank g < g_rank cur)%N \/
  g_rank g = g_rank cur /\ List.length (g_variant g) = List.length (g_variant cur) /\
  lexical (variant_value I r g) (variant_value I r0 cur).
Hypothesis PV_goal : forall g r, In g G -> (total = true -> less g r) -> PV (lhsP I g r) (rhsP I g r).

(** What is left to prove of a state. *)
Definition good (s : state) : Prop := (g_n cur <= s_n s)%N -> forall r, same_below (g_n cur) r r0 -> sats I r (s_pc s) ->
  PV (eq (eval I r (s_t s))) (rhsP I cur r0).

Lemma PV_cases (P Q : pred val) : (forall c, P c -> PV (eq c) Q) -> PV P Q.
Proof.
  intros H. apply PV_trans with (Q := fun c => exists i : {c | P c}, eq (proj1_sig i) c).
  - apply PV_imp. intros c Hc. exists (exist _ c Hc). reflexivity.
  - apply PV_case. intros [c Hc]. exact (H c Hc).
Qed.
Lemma step_good ks w s ss os : do_step M ix ks w s = Some (ss, os) -> Forall (ob_holds I) os ->
  (forall s', In s' ss -> good s') -> good s.
Proof.
  intros H F HS Hn r Ha S. destruct (do_step_ok _ _ _ _ _ r H F S) as [Hp Hc].
  apply PV_trans with (Q := fun c' => step (eval I r (s_t s)) c').
  - apply PV_step. split; intros c; intros; subst; auto.
  - apply PV_cases. intros c' K. destruct (Hc c' K) as (s' & r' & HI & Hm & SB & S' & ->).
    apply (HS s' HI); [lia | | exact S']. eapply same_trans; [|exact Ha]. apply same_sym. eapply same_less; [exact Hn | exact SB].
Qed.
Lemma steps_good : forall k s acc s' os, do_steps M ix k s acc = Some (s', os) -> Forall (ob_holds I) os ->
  Forall (ob_holds I) acc /\ (good s' -> good s).
Proof.
  induction k as [|k IH]; simpl; intros s acc s' os H F; [injection H as <- <-; auto|].
  destruct (do_step M ix None [] s) as [[[|s1 [|]] os1]|] eqn:E; try discriminate.
  destruct (IH _ _ _ _ H F) as [FA HS]. rewrite rev_append_rev in FA. apply Forall_app in FA. destruct FA as [F1 FA].
  split; [exact FA|]. intros Hs. eapply step_good; [exact E | |].
  - apply Forall_rev in F1. rewrite rev_involutive in F1. exact F1.
  - intros x [<-|[]]. auto.
Qed.
Lemma obs_ok r s l : sats I r (s_pc s) -> Forall (ob_holds I) (obs_of s l) -> sats I r l.
Proof.
  intros S F. unfold obs_of in F. rewrite Forall_map in F. eapply Forall_impl; [|exact F]. intros f H. exact (H r S).
Qed.
Lemma beyond_ok r hs l : sats I r hs -> sats I r (beyond hs l) -> sats I r l.
Proof.
  unfold sats. revert l. induction hs as [|h hs IH]; simpl; intros l S F; [exact F|]. destruct l as [|f l]; [exact F|].
  destruct (feqb h f) eqn:E; [|exact F]. apply feqb_eq in E. subst f. inversion S; subst. auto.
Qed.
Lemma get_below n s x m : below_subst n s = true -> (m < n)%N -> below n (get s x m) = true.
Proof. intros B L. apply (get_all (below n)); [exact B | apply N.ltb_lt; exact L]. Qed.

Lemma smaller_ok r : forall a b, sat I r (smaller a b) ->
  lexical
    (map (fun t => asZ (eval I r t)) a) (map (fun t => asZ (eval I r t)) b).
Proof.
  induction a as [|x a IH]; intros [|y b] H; try discriminate H. cbn [smaller sat] in H. unfold holds in H. simpl in H. simpl.
  destruct H as [[H1 H2]|[H1 H2]]; injection H1 as H1.
  - injection H2 as H2. left. lia.
  - right. split; [lia | apply IH; exact H2].
Qed.
Lemma decrease_ok g sg r l : same_below (g_n cur) r r0 -> decrease M total cur g sg = Some l -> sats I r l ->
  sorted_subst sg = true -> forallb (below (g_n g)) (g_variant g) = true -> total = true -> less g (comp I r sg).
Proof.
  unfold decrease, less. intros SB H S SS BV HT. rewrite HT in H. destruct (N.compare_spec (g_rank g) (g_rank cur)); [|left; assumption|discriminate].
  destruct (Nat.eqb _ _) eqn:HL; [|discriminate]. apply Nat.eqb_eq in HL.
  right. split; [assumption|]. split; [exact HL|]. injection H as <-. inversion S as [|? ? S1 _]; subst. apply smaller_ok in S1. rewrite map_map in S1.
  unfold variant_value. destruct (goal_parts _ Hcur) as (_ & _ & _ & _ & BC).
  match type of S1 with lexical ?c ?d => match goal with |- lexical ?a ?b => replace a with c; [replace b with d; [exact S1|]|] end end.
  - apply map_ext_in. intros t HI. f_equal. apply (below_eval I (g_n cur)); [exact SB|].
    rewrite forallb_forall in BC. apply BC. exact HI.
  - apply map_ext_in. intros t HI. f_equal. rewrite (nsub_ok I M HM) by constructor. symmetry. apply (tsub_below I (g_n g)).
    + apply agrees_comp. exact SS.
    + rewrite forallb_forall in BV. apply BV. exact HI.
Qed.

Lemma circ_good k sg nodes s ss os : exec M ix G total cur nodes (ICirc k sg) s = Some (ss, os) -> Forall (ob_holds I) os ->
  (forall s', In s' ss -> good s') -> good s.
Proof.
  cbn [exec]. intros H F HS Hn r Ha S. set (n := s_n s) in *. set (D := known_of (s_pc s)) in *.
  assert (HD : differs I D r) by (apply known_ok; exact S).
  destruct (nth_error G (N.to_nat k)) as [g|] eqn:Eg; [|discriminate]. apply nth_error_In in Eg.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:W; [|discriminate] end.
  destruct (unify D (s_t s) (nsub M D sg (g_lhs g))) as [eqs|] eqn:Et; [|discriminate].
  destruct (decrease M total cur g sg) as [lessf|] eqn:Ed; [|discriminate]. injection H as <- <-.
  unfold subst_ok in W. bools. apply N.leb_le in H1. rename H into SS, H3 into CS, H2 into BS, H0 into BP.
  assert (WG : goal_ok g = true) by (rewrite forallb_forall in HG; apply HG; exact Eg).
  destruct (goal_parts _ WG) as (BL & BPre & BR & BPost & BV).
  pose proof (obs_ok r _ _ S F) as FO. apply Forall_app in FO. destruct FO as [FE FO]. apply Forall_app in FO. destruct FO as [FP FL].
  pose proof (unify_ok I r D HD _ _ _ Et FE) as HE. rewrite (nsub_ok I M HM) in HE by exact HD.
  set (rg := comp I r sg).
  assert (AG : agrees I (under (g_n g)) r rg sg) by (apply agrees_comp; exact SS).
  apply PV_trans with (Q := lhsP I g rg).
  { apply PV_imp. intros c <-. split.
    - rewrite HE. symmetry. apply (tsub_below I (g_n g)); assumption.
    - apply (fsubs_below I (g_n g) sg r rg); try assumption. apply (fnsubs_ok I M HM sg r D); assumption. }
  apply PV_trans with (Q := rhsP I g rg).
  { apply PV_goal; [exact Eg|]. apply (decrease_ok g sg r lessf); assumption. }
  apply PV_cases. intros c (f & -> & HP).
  set (ex := g_ex g) in *. set (r1 := extend r n ex f).
  assert (S1 : same_below n r r1) by apply extend_same.
  set (sg' := fresh n ex ++ sg) in *.
  assert (AG1 : agrees I (under (g_n g)) r1 (choose rg ex f) sg').
  { split.
    - intros x m L. unfold sg'. destruct (has ex x m) eqn:E.
      + unfold r1. rewrite fresh_in by (apply has_in; exact E). unfold ev, choose. simpl. rewrite E. reflexivity.
      + rewrite get_out by (rewrite fresh_dom, <- has_in, E; discriminate).
        rewrite <- (below_eval I n r r1) by (assumption || (apply get_below; [exact BS | unfold under in L; lia])).
        rewrite <- (proj1 AG x m L). unfold ev, choose. simpl. rewrite E. reflexivity.
    - unfold r1. rewrite <- (proj2 (extend_same ex r n f)). reflexivity. }
  assert (CS' : closed_subst sg' = true).
  { unfold sg', closed_subst. rewrite forallb_app. apply andb_true_iff. split; [apply fresh_closed | exact CS]. }
  assert (SP1 : sats I r1 (s_pc s)) by (apply (belows_sat I n r); assumption).
  assert (HD1 : differs I D r1) by (apply known_ok; exact SP1).
  rewrite (tsub_below I (g_n g) r1 (choose rg ex f) sg') by assumption. rewrite <- (nsub_ok I M HM D) by exact HD1.
  refine (HS _ (or_introl eq_refl) _ r1 _ _); cbn [s_n s_pc s_t].
  - unfold more. lia.
  - eapply same_trans; [|exact Ha]. apply same_sym. eapply same_less; [exact Hn | exact S1].
  - apply add_all_ok; [exact SP1|]. apply (fnsubs_ok I M HM sg' r1 D); [exact HD1|]. apply (fsubs_below I (g_n g) sg' r1 (choose rg ex f)); assumption.
Qed.

Lemma done_good sg nodes s ss os : exec M ix G total cur nodes (IDone sg) s = Some (ss, os) -> Forall (ob_holds I) os -> good s.
Proof.
  cbn [exec]. intros H F Hn r Ha S. set (D := known_of (s_pc s)) in *.
  assert (HD : differs I D r) by (apply known_ok; exact S).
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:W; [|discriminate] end.
  destruct (unify D (s_t s) (nsub M D sg (g_rhs cur))) as [eqs|] eqn:Et; [|discriminate]. injection H as <- <-.
  bools. rename H into SS, H1 into CS, H0 into DS. destruct (goal_parts _ Hcur) as (_ & _ & BR & BPost & _).
  pose proof (obs_ok r _ _ S F) as FO. apply Forall_app in FO. destruct FO as [FE FP].
  pose proof (unify_ok I r D HD _ _ _ Et FE) as HE. rewrite (nsub_ok I M HM) in HE by exact HD.
  set (f := fun x m => eval I r (get sg x m)).
  assert (AG : agrees I (under (g_n cur)) r (choose r0 (g_ex cur) f) sg).
  { split; [|symmetry; apply (proj2 Ha)]. intros x m L. unfold ev, choose. simpl. destruct (has (g_ex cur) x m) eqn:E.
    - exact (ev_comp I r sg x m SS).
    - replace (get sg x m) with (TV x m); [symmetry; apply (proj1 Ha); exact L|].
      rewrite <- (app_nil_r sg), get_out; [reflexivity|]. intros HI. rewrite forallb_forall in DS. specialize (DS _ HI). simpl in DS. congruence. }
  apply PV_imp. intros c <-. exists f. split.
  - rewrite HE. symmetry. apply (tsub_below I (g_n cur)); assumption.
  - apply (fsubs_below I (g_n cur) sg r); try assumption. apply (fnsubs_ok I M HM sg r D); assumption.
Qed.

Definition nodes_good (nodes : PositiveMap.t node) := forall j d, PositiveMap.find j nodes = Some d ->
  node_ok cur d = true /\ good (St (n_n d) (add_all [] (n_pc d)) (n_t d)).
Lemma use_good nodes j sg s ss os : nodes_good nodes -> exec M ix G total cur nodes (IUse j sg) s = Some (ss, os) ->
  Forall (ob_holds I) os -> good s.
Proof.
  cbn [exec]. intros HNs H F Hn r Ha S. set (D := known_of (s_pc s)) in *.
  assert (HD : differs I D r) by (apply known_ok; exact S).
  destruct (PositiveMap.find (N.succ_pos j) nodes) as [d|] eqn:Ed; [|discriminate]. destruct (HNs _ _ Ed) as [OK GD].
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:W; [|discriminate] end.
  destruct (unify D (s_t s) (nsub M D sg (n_t d))) as [eqs|] eqn:Et; [|discriminate]. injection H as <- <-.
  unfold subst_ok in W. bools. rename H into SS, H2 into CS, H1 into BS, H0 into AB. unfold node_ok in OK. bools. apply N.leb_le in H.
  pose proof (obs_ok r _ _ S F) as FO. apply Forall_app in FO. destruct FO as [FE FP].
  apply beyond_ok in FP; [|unfold sats, rev'; rewrite <- rev_alt; apply Forall_rev; exact S].
  pose proof (unify_ok I r D HD _ _ _ Et FE) as HE. rewrite (nsub_ok I M HM) in HE by exact HD.
  set (rd := comp I r sg). assert (AG : agrees I (under (n_n d)) r rd sg) by (apply agrees_comp; exact SS).
  apply PV_trans with (Q := eq (eval I rd (n_t d))).
  { apply PV_imp. intros c <-. rewrite HE. apply (tsub_below I (n_n d)); assumption. }
  refine (GD _ rd _ _); cbn [s_n s_pc s_t]; [assumption | |].
  - eapply same_trans; [|exact Ha]. split; [|reflexivity]. intros x m L. unfold rd. rewrite ev_comp by exact SS.
    rewrite <- (app_nil_r sg), get_out; [reflexivity|]. intros HI. unfold dom in HI. apply in_map_iff in HI.
    destruct HI as ([[y k] u] & HE' & HI). simpl in HE'. injection HE' as -> ->. unfold is_above in AB. rewrite forallb_forall in AB.
    specialize (AB _ HI). simpl in AB. apply N.leb_le in AB. lia.
  - apply add_all_ok; [constructor|]. apply (fsubs_below I (n_n d) sg r rd); try assumption. apply (fnsubs_ok I M HM sg r D); assumption.
Qed.

Lemma exec_good nodes i s ss os : nodes_good nodes -> exec M ix G total cur nodes i s = Some (ss, os) -> Forall (ob_holds I) os ->
  (forall s', In s' ss -> good s') -> good s.
Proof.
  intros HNs H F HS. destruct i.
  - eapply step_good; eauto.
  - simpl in H. destruct (do_steps M ix (N.to_nat k) s []) as [[s' os']|] eqn:E; [|discriminate]. injection H as <- <-.
    unfold rev' in F. rewrite <- rev_alt in F. apply Forall_rev in F. rewrite rev_involutive in F.
    apply (proj2 (steps_good _ _ _ _ _ E F)). apply HS. left. reflexivity.
  - simpl in H. injection H as <- <-. intros Hn r Ha S. inversion F as [|? ? Fo _]; subst.
    refine (HS _ (or_introl eq_refl) Hn r Ha _). apply add_ok; [exact S | exact (Fo r S)].
  - cbn [exec] in H. destruct (is_bool t) eqn:B; [|discriminate]. injection H as <- <-. intros Hn r Ha S.
    pose proof (is_bool_ok I r t B) as E. destruct (asB (eval I r t)) eqn:V.
    + apply (HS (St (s_n s) (add (s_pc s) (FT t)) (s_t s)) (or_introl eq_refl) Hn r Ha). apply add_ok; [exact S | exact E].
    + apply (HS (St (s_n s) (add (s_pc s) (FT (nnot t unit_term))) (s_t s)) (or_intror (or_introl eq_refl)) Hn r Ha).
      apply add_ok; [exact S|]. cbn [sat]. unfold holds.
      rewrite nnot_ok by constructor. simpl. rewrite V. reflexivity.
  - simpl in H. injection H as <- <-. intros Hn r Ha S. inversion F as [|? ? Fo _]; subst. discriminate (Fo r S).
  - eapply use_good; eauto.
  - eapply circ_good; eauto.
  - eapply done_good; eauto.
Qed.
Lemma run_good nodes : nodes_good nodes -> forall is stk acc os, run M ix G total cur nodes is stk acc = Some os ->
  Forall (ob_holds I) os -> Forall (ob_holds I) acc /\ forall s, In s stk -> good s.
Proof.
  intros HNs. induction is as [|i is IH]; simpl; intros stk acc os H F.
  - destruct stk; [|discriminate]. injection H as <-. split; [exact F | intros ? []].
  - destruct stk as [|s stk]; [discriminate|]. destruct (exec M ix G total cur nodes i s) as [[ss os1]|] eqn:E; [|discriminate].
    destruct (IH _ _ _ H F) as [FA HS]. rewrite rev_append_rev in FA. apply Forall_app in FA. destruct FA as [F1 FA].
    apply Forall_rev in F1. rewrite rev_involutive in F1. split; [exact FA|].
    intros s' [<-|HI]; [|apply HS; apply in_or_app; auto].
    eapply exec_good; eauto. intros x HIx. apply HS. apply in_or_app; auto.
Qed.
Lemma check_nodes_good : forall todo j nodes acc nodes' acc', check_nodes M ix G total cur j todo nodes acc = Some (nodes', acc') ->
  Forall (ob_holds I) acc' -> Forall (ob_holds I) acc /\ (nodes_good nodes -> nodes_good nodes').
Proof.
  induction todo as [|d todo IH]; simpl; intros j nodes acc nodes' acc' H F; [injection H as <- <-; auto|].
  destruct (node_ok cur d) eqn:OK; [|discriminate].
  destruct (run M ix G total cur nodes (n_proof d) _ acc) as [acc1|] eqn:E; [|discriminate].
  destruct (IH _ _ _ _ _ H F) as [F1 HS]. split.
  - revert E F1. clear. revert acc acc1. generalize [St (n_n d) (add_all [] (n_pc d)) (n_t d)]. induction (n_proof d) as [|i is IH]; simpl; intros stk acc acc1 E F.
    + destruct stk; [|discriminate]. injection E as <-. exact F.
    + destruct stk as [|s stk]; [discriminate|]. destruct (exec M ix G total cur nodes i s) as [[ss os1]|]; [|discriminate].
      specialize (IH _ _ _ E F). rewrite rev_append_rev in IH. apply Forall_app in IH. tauto.
  - intros HNs. apply HS. intros k e HF. destruct (Pos.eq_dec k (N.succ_pos j)) as [->|NE].
    + rewrite PositiveMap.gss in HF. injection HF as <-. split; [exact OK|].
      apply (proj2 (run_good nodes HNs _ _ _ _ E F1)). left. reflexivity.
    + rewrite PositiveMap.gso in HF by exact NE. exact (HNs _ _ HF).
Qed.
Lemma obligations_good p os : obligations_of M ix G total cur p = Some os -> Forall (ob_holds I) os ->
  exists ks w ss os1, do_step M ix (Some ks) w (St (g_n cur) (add_all [] (g_pre cur)) (g_lhs cur)) = Some (ss, os1) /\
    Forall (ob_holds I) os1 /\ forall s, In s ss -> good s.
Proof.
  unfold obligations_of. intros H F. rewrite Hcur in H. destruct (p_goal p) as [|[ks w| | | | | | |] is]; try discriminate.
  destruct (check_nodes M ix G total cur 0 (p_nodes p) _ []) as [[nodes acc]|] eqn:EN; [|discriminate].
  destruct (run M ix G total cur nodes _ _ acc) as [acc'|] eqn:ER; [|discriminate]. injection H as <-.
  unfold rev' in F. rewrite <- rev_alt in F. apply Forall_rev in F. rewrite rev_involutive in F.
  simpl in ER. destruct (do_step M ix (Some ks) w _) as [[ss os1]|] eqn:ES; [|discriminate].
  assert (FA : Forall (ob_holds I) acc).
  { enough (X : forall is stk a b, run M ix G total cur nodes is stk a = Some b -> Forall (ob_holds I) b -> Forall (ob_holds I) a).
    { specialize (X _ _ _ _ ER F). rewrite rev_append_rev in X. apply Forall_app in X. tauto. }
    clear. induction is as [|i is IH]; simpl; intros stk a b E F.
    + destruct stk; [|discriminate]. injection E as <-. exact F.
    + destruct stk as [|s stk]; [discriminate|]. destruct (exec M ix G total cur nodes i s) as [[ss os1]|]; [|discriminate].
      specialize (IH _ _ _ E F). rewrite rev_append_rev in IH. apply Forall_app in IH. tauto. }
  destruct (check_nodes_good _ _ _ _ _ _ EN FA) as [_ HNs].
  assert (NG : nodes_good nodes) by (apply HNs; intros j d HF; rewrite PositiveMap.gempty in HF; discriminate).
  destruct (run_good nodes NG _ _ _ _ ER F) as [FR HS]. rewrite rev_append_rev in FR. apply Forall_app in FR. destruct FR as [FR _].
  apply Forall_rev in FR. rewrite rev_involutive in FR. exists ks, w, ss, os1. repeat split; try assumption.
  intros s HI. apply HS. rewrite app_nil_r. exact HI.
Qed.
(** The goal at hand: a step, and then what the instructions prove. *)
Lemma goal_good p os : obligations_of M ix G total cur p = Some os -> Forall (ob_holds I) os ->
  exists D, derivative step (lhsP I cur r0) D /\ PV D (rhsP I cur r0).
Proof.
  intros H F. destruct (obligations_good p os H F) as (ks & w & ss & os1 & E & F1 & HS).
  set (s := St (g_n cur) (add_all [] (g_pre cur)) (g_lhs cur)) in *.
  assert (X : forall c, lhsP I cur r0 c -> c = eval I r0 (s_t s) /\ sats I r0 (s_pc s)).
  { intros c [-> S]. split; [reflexivity|]. apply add_all_ok; [constructor | exact S]. }
  exists (fun c' => exists c, lhsP I cur r0 c /\ step c c'). split; [split|].
  - intros c Hc. destruct (X c Hc) as [-> S]. exact (proj1 (do_step_ok _ _ _ _ _ r0 E F1 S)).
  - intros c c' Hc HK. exists c. auto.
  - apply PV_cases. intros c' (c & Hc & HK). destruct (X c Hc) as [-> S].
    destruct (proj2 (do_step_ok _ _ _ _ _ r0 E F1 S) c' HK) as (s' & r' & HI & Hm & SB & S' & ->).
    apply (HS s' HI); [exact Hm | apply same_sym; exact SB | exact S'].
Qed.
End Exec.

(** ** Cores *)
Section Cores.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Variable axioms : list form.
Hypothesis HA : forall r, sats I r axioms.
Lemma nth_sat r l i f : nth_form l i = Some f -> sats I r l -> sat I r f.
Proof. unfold nth_form, sats. intros H S. apply nth_error_In in H. rewrite Forall_forall in S. auto. Qed.
Lemma new_var n r z f : fbelow n f = true ->
  (sat I (set r SInt n (VInt z)) (finst 0 (TV SInt n) f) <-> sat I (push z r) f).
Proof.
  intros B. rewrite inst_ok by reflexivity. cbn [eval]. unfold ev, set at 1. simpl e_var.
  assert (E : is_var SInt n SInt n = true) by (apply is_var_eq; auto). rewrite E. simpl asZ.
  apply below_sat with (n := n); [|exact B]. apply same_push. apply same_sym. apply set_same.
Qed.
(** *** What is true or not, and what follows from its double negation *)
Lemma decidable_ok f : decidable f = true -> forall r, sat I r f \/ ~ sat I r f.
Proof.
  induction f; cbn [decidable sat]; intros D r; bools; try discriminate;
    try (destruct (IHf D r); tauto); try (destruct (IHf1 ltac:(assumption) r), (IHf2 ltac:(assumption) r); tauto).
  unfold holds. destruct (val_eqb (eval I r t) (VBool true)) eqn:E.
  - left. apply val_eqb_eq. exact E.
  - right. intros X. apply val_eqb_eq in X. congruence.
Qed.
Lemma stable_ok f : stable f = true -> forall r, ~ ~ sat I r f -> sat I r f.
Proof.
  induction f; cbn [stable sat]; intros D r N; bools.
  - destruct (decidable_ok (FT t) eq_refl r) as [X|X]; [exact X | destruct (N X)].
  - tauto.
  - split; [apply IHf1 | apply IHf2]; tauto.
  - apply orb_true_iff in D. destruct D as [D|D]; bools.
    + destruct (decidable_ok f1 ltac:(assumption) r); [tauto|]. right. apply IHf2; tauto.
    + destruct (decidable_ok f2 ltac:(assumption) r); [tauto|]. left. apply IHf1; tauto.
  - intros X. apply IHf2; tauto.
  - intros z. apply IHf; [assumption|]. intros X. apply N. intros Y. exact (X (Y z)).
  - discriminate.
Qed.
(** In a proof of what is stable any f is true or not. *)
Lemma classical g r f : stable g = true -> (sat I r f \/ ~ sat I r f -> sat I r g) -> sat I r g.
Proof. intros S H. apply stable_ok; [exact S | tauto]. Qed.

(** *** Quantified formulas under premises *)
Lemma inst_under_ok t f : closed t = true -> is_int t = true -> forall g r, inst_under t f = Some g -> sat I r f -> sat I r g.
Proof.
  intros C K. induction f; intros g r H S; try discriminate H; cbn [inst_under] in H.
  - destruct (inst_under t f2) as [g2|] eqn:E; [|discriminate]. injection H as <-. intros X. exact (IHf2 _ _ eq_refl (S X)).
  - injection H as <-. apply inst_ok; [assumption | assumption | apply S].
Qed.
Lemma open_under_ok n f : fbelow n f = true -> forall g r, open_under (TV SInt n) f = Some g -> sat I r f ->
  exists z, sat I (set r SInt n (VInt z)) g.
Proof.
  induction f; intros B g r H S; try discriminate H; cbn [open_under fbelow] in *.
  - bools. destruct (decidable f1) eqn:D; [|discriminate]. destruct (open_under (TV SInt n) f2) as [g2|] eqn:E; [|discriminate]. injection H as <-.
    destruct (decidable_ok f1 D r) as [X|X].
    + destruct (IHf2 ltac:(assumption) _ r eq_refl (S X)) as [z Z]. exists z. intros _. exact Z.
    + exists 0%Z. intros Y. destruct X. apply (below_sat I n f1 r (set r SInt n (VInt 0))); [apply set_same | assumption | exact Y].
  - injection H as <-. destruct S as [z Z]. exists z. apply new_var; assumption.
Qed.
Lemma with_new n hs g r r' h : same_below n r r' -> forallb (fbelow n) hs = true -> fbelow n g = true -> sats I r hs -> sat I r' h ->
  (forall r, sats I r (hs ++ [h]) -> sat I r g) -> sat I r g.
Proof.
  intros SB BH BG S H K. apply (below_sat I n g r r' SB BG), K. apply Forall_app. split.
  - apply (belows_sat I n r); assumption.
  - constructor; [exact H | constructor].
Qed.
Lemma within_sort_ok i j v : within_sort M i j = true -> is_sort (i_sorts I) i v = true -> is_sort (i_sorts I) j v = true.
Proof.
  unfold within_sort, is_sort. rewrite (proj1 HM). intros W H. bools. rewrite forallb_forall in *.
  apply existsb_exists in H. destruct H as (x & HI & HP). match goal with X : forall x, In x _ -> existsb _ _ = true |- _ => specialize (X _ HI); apply existsb_exists in X; destruct X as (y & HJ & HE) end.
  apply existsb_exists. exists y. split; [exact HJ|]. unfold test_eqb in HE. bools. destruct (list_eq_dec N.eq_dec (t_args x) (t_args y)) as [E|]; [|discriminate].
  match goal with X : head_eqb _ _ = true |- _ => apply head_eqb_eq in X; congruence end.
Qed.

Lemma do_act_ok a o o' : do_act M axioms a o = Some o' -> ob_holds I o' -> ob_holds I o.
Proof.
  destruct o as [n hs g]. unfold do_act, ob_holds. cbn [o_n o_hyps o_goal]. intros H K r S.
  destruct a as [i t|i s|i| |t|f t|f|i|i j t].
  - destruct (nth_form hs i) as [f|] eqn:E; [|discriminate]. destruct (closed t && is_int t) eqn:C; [|discriminate].
    destruct (inst_under t f) as [h|] eqn:U; [|discriminate].
    injection H as <-. bools. apply (K r). apply Forall_app. split; [exact S|]. constructor; [|constructor].
    eapply inst_under_ok; [| | exact U | exact (nth_sat r _ _ _ E S)]; assumption.
  - destruct (nth_form axioms i) as [f|] eqn:E; [|discriminate]. destruct (sorted_subst s && closed_subst s) eqn:C; [|discriminate].
    injection H as <-. bools. apply (K r). apply Forall_app. split; [exact S|]. constructor; [|constructor].
    apply (fsub_all I s f H0 r (comp I r s)); [intros; apply ev_comp; assumption | reflexivity | exact (nth_sat _ _ _ _ E (HA _))].
  - destruct (nth_form hs i) as [f|] eqn:E; [|discriminate].
    destruct (forallb (fbelow n) hs && fbelow n g) eqn:B; [|discriminate]. destruct (open_under (TV SInt n) f) as [h|] eqn:U; [|discriminate].
    injection H as <-. bools.
    assert (BF : fbelow n f = true).
    { rewrite forallb_forall in H. apply H. unfold nth_form in E. eapply nth_error_In; exact E. }
    destruct (open_under_ok n f BF h r U (nth_sat r _ _ _ E S)) as [z Z].
    eapply (with_new n); [apply set_same | eassumption | eassumption | exact S | exact Z | exact K].
  - destruct g as [| | | |f g|f|]; try discriminate.
    + injection H as <-. intros X. apply (K r). apply Forall_app. split; [exact S | constructor; [exact X | constructor]].
    + destruct (forallb (fbelow n) hs && fbelow n (FAll f)) eqn:B; [|discriminate]. injection H as <-. bools. intros z.
      apply (new_var n r z f H0). apply (K (set r SInt n (VInt z))). apply (belows_sat I n r); [apply set_same | assumption | exact S].
  - destruct g as [| | | | | |f]; try discriminate. destruct (closed t && is_int t) eqn:C; [|discriminate]. injection H as <-. bools.
    exists (asZ (eval I r t)). apply inst_ok; [assumption | assumption | exact (K r S)].
  - destruct (closed t && is_int t) eqn:C; [|discriminate]. bools. destruct f as [| | | | |f|f]; try discriminate; injection H as <-;
      apply (K r); (apply Forall_app; split; [exact S|]); (constructor; [|constructor]); intros X.
    + apply inst_ok; [assumption | assumption | apply X].
    + exists (asZ (eval I r t)). revert X. apply inst_ok; assumption.
  - match type of H with (if ?b then _ else _) = _ => destruct b eqn:W; [|discriminate] end. bools.
    destruct f as [| | | | |f|f]; try discriminate.
    + destruct (stable f) eqn:SF; [|discriminate]. injection H as <-.
      apply (classical g r (FEx (FNot f))); [assumption|]. intros [[z Z]|Z].
      * eapply (with_new n) with (r' := set r SInt n (VInt z)); [apply set_same | eassumption | eassumption | exact S | | exact K].
        intros X. destruct Z. apply (new_var n r z f); assumption.
      * eapply (with_new n) with (r' := r); [apply same_refl | eassumption | eassumption | exact S | | exact K].
        intros _ z. apply stable_ok; [exact SF|]. intros X. apply Z. exists z. exact X.
    + injection H as <-. apply (classical g r (FEx f)); [assumption|]. intros [[z Z]|Z].
      * eapply (with_new n) with (r' := set r SInt n (VInt z)); [apply set_same | eassumption | eassumption | exact S | | exact K].
        intros _. apply new_var; assumption.
      * eapply (with_new n) with (r' := r); [apply same_refl | eassumption | eassumption | exact S | | exact K].
        intros X. destruct (Z X).
  - destruct (nth_form hs i) as [[| | | |f h| |]|] eqn:E; try discriminate. destruct (feqb h g) eqn:F; [|discriminate]. injection H as <-.
    apply feqb_eq in F. subst h. apply (nth_sat r _ _ _ E S). exact (K r S).
  - destruct (within_sort M i j) eqn:W; [|discriminate]. injection H as <-. apply (K r). apply Forall_app. split; [exact S|].
    constructor; [|constructor]. cbn [sat]. unfold holds. cbn [eval eop]. intros X. injection X as X. rewrite (within_sort_ok i j _ W X). reflexivity.
Qed.
Lemma select_ok hs r : sats I r hs -> forall l fs, select hs l = Some fs -> sats I r fs.
Proof.
  intros S. induction l as [|i l IH]; simpl; intros fs H; [injection H as <-; constructor|].
  destruct (nth_form hs i) eqn:E; [|discriminate]. destruct (select hs l); [|discriminate]. injection H as <-.
  constructor; [exact (nth_sat r _ _ _ E S) | apply IH; reflexivity].
Qed.
Lemma use_core_ok c o o' : use_core M axioms c o = Some o' -> ob_holds I o' -> ob_holds I o.
Proof.
  unfold use_core. destruct (do_acts M axioms (c_acts c) _) as [o1|] eqn:E; [|discriminate].
  destruct (select (o_hyps o1) (c_keep c)) as [hs|] eqn:ES; [|discriminate]. intros H K. injection H as <-.
  assert (K1 : ob_holds I o1).
  { intros r S. apply (K r). exact (select_ok _ r S _ _ ES). }
  enough (X : ob_holds I (Ob (o_n o) (rev' (o_hyps o)) (o_goal o))).
  { intros r S. apply (X r). cbn [o_hyps]. unfold rev', sats in *. rewrite <- rev_alt. apply Forall_rev. exact S. }
  revert E K1. generalize (Ob (o_n o) (rev' (o_hyps o)) (o_goal o)). clear - HA HM. induction (c_acts c) as [|a l IH]; simpl; intros o E K1.
  - injection E as ->. exact K1.
  - destruct (do_act M axioms a o) eqn:EA; [|discriminate]. eapply do_act_ok; [exact EA | eauto].
Qed.
Lemma use_cores_ok : forall os cs os', use_cores M axioms os cs = Some os' -> Forall (ob_holds I) os' -> Forall (ob_holds I) os.
Proof.
  induction os as [|o os IH]; simpl; intros cs os' H F; [constructor|].
  destruct (trivial (o_hyps o) (o_goal o)) eqn:T.
  - constructor; [intros r S; exact (trivial_ok I r _ _ S T) | eauto].
  - destruct cs as [|c cs]; [discriminate|]. destruct (use_core M axioms c o) eqn:E; [|discriminate].
    destruct (use_cores M axioms os cs) eqn:E'; [|discriminate]. injection H as <-. inversion F; subst.
    constructor; [eapply use_core_ok; eassumption | eauto].
Qed.
End Cores.

(** ** The theorems *)
Section Theorems.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Variable R : list rule.
Variable path : list bool.
Variable G : list goal.
Variable axioms : list form.
Variable total : bool.
Hypothesis HA : forall r, sats I r axioms.
Hypothesis HR : rules_ok R = true.
Notation ix := (build path R).
Lemma check_goals_in : forall gs ps os, check_goals M ix G axioms total gs ps = Some os -> Forall (ob_holds I) os ->
  forall g, In g gs -> exists p os', obligations_of M ix G total g p = Some os' /\ Forall (ob_holds I) os'.
Proof.
  induction gs as [|g gs IH]; intros ps os H F g' HI; [destruct HI|]. destruct ps as [|p ps]; [discriminate|]. simpl in H.
  destruct (check_goal M ix G axioms total g p) as [a|] eqn:E1; [|discriminate].
  destruct (check_goals M ix G axioms total gs ps) as [b|] eqn:E2; [|discriminate]. injection H as <-.
  apply Forall_app in F. destruct F as [F1 F2]. destruct HI as [<-|HI]; [|eapply IH; eauto].
  unfold check_goal in E1. destruct (obligations_of M ix G total g p) as [os'|] eqn:E; [|discriminate].
  exists p, os'. split; [exact E | exact (use_cores_ok I M HM axioms HA _ _ _ E1 F1)].
Qed.
Lemma check_goals_ok ps os : check_goals M ix G axioms total G ps = Some os -> Forall (ob_holds I) os -> forallb goal_ok G = true.
Proof.
  intros H F. apply forallb_forall. intros g HI. destruct (check_goals_in G ps os H F g HI) as (p & os' & E & _).
  unfold obligations_of in E. destruct (goal_ok g); [reflexivity | discriminate].
Qed.
Definition goals_of : goals val := fun P Q => exists g r, In g G /\ P = lhsP I g r /\ Q = rhsP I g r.
End Theorems.

(** If a certificate checks, its axioms are true and the obligations that are left hold, then for
    all values of its variables every path from a goal's left side to its end meets the right side. *)
Theorem check_sound L F G axioms C os : let I := Interp (l_sorts L) F in
  check L G axioms false C = Some os -> equations_hold I (l_eqns L) -> (forall r, sats I r axioms) -> Forall (ob_holds I) os ->
  forall g r, In g G -> reach_paths (kstep I (l_rules L)) (lhsP I g r) (rhsP I g r).
Proof.
  intros I H HE HA FO g r HI. unfold check in H. destruct (_ && _) eqn:HR; [|discriminate]. bools. rename H0 into HR, H1 into HQ.
  assert (HM : faithful I (machine_of L)) by (apply (calls_ok I); assumption).
  apply (soundness (G := goals_of I G)); [|exists g, r; auto].
  clear g r HI. intros P Q (g & r & HI & -> & ->).
  pose proof (check_goals_ok I _ HM _ _ _ _ _ HA _ _ H FO) as HG.
  assert (Hg : goal_ok g = true) by (rewrite forallb_forall in HG; auto).
  destruct (check_goals_in I _ HM _ _ _ _ _ HA _ _ _ H FO g HI) as (p & os' & E & F').
  refine (goal_good I _ HM (l_rules L) _ HR (build_ok _ _) G false HG g Hg r (prove (kstep I (l_rules L)) (goals_of I G)) _ _ _ _ _ p os' E F').
  - apply SymbolicStep.
  - apply CaseAnalysis.
  - apply Implication.
  - apply Transitivity.
  - intros g' r' HI' _. apply CircularHypothesis. exists g', r'. auto.
Qed.

(** With measures: every execution meets the right side after finitely many steps. *)
Theorem check_sound_total L F G axioms C os : let I := Interp (l_sorts L) F in
  check L G axioms true C = Some os -> equations_hold I (l_eqns L) -> (forall r, sats I r axioms) -> Forall (ob_holds I) os ->
  forall g r, In g G -> forall c, lhsP I g r c -> ends (kstep I (l_rules L)) (rhsP I g r) c.
Proof.
  intros I H HE HA FO g r HI. unfold check in H. destruct (_ && _) eqn:HR; [|discriminate]. bools. rename H0 into HR, H1 into HQ.
  assert (HM : faithful I (machine_of L)) by (apply (calls_ok I); assumption).
  pose proof (check_goals_ok I _ HM _ _ _ _ _ HA _ _ H FO) as HG.
  apply (total_soundness smaller_wf (G := fun P Q a => exists g r, In g G /\ P = lhsP I g r /\ Q = rhsP I g r /\ a = (g_rank g, variant_value I r g)))
    with (a := (g_rank g, variant_value I r g)); [|exists g, r; auto].
  clear g r HI. intros P Q a (g & r & HI & -> & -> & ->).
  assert (Hg : goal_ok g = true) by (rewrite forallb_forall in HG; auto).
  destruct (check_goals_in I _ HM _ _ _ _ _ HA _ _ _ H FO g HI) as (p & os' & E & F').
  match goal with |- prove_total ?st ?lt ?GG ?a ?P ?Q => assert (X : exists D, derivative st P D /\ prove_total st lt GG a D Q) end.
  { refine (goal_good I _ HM (l_rules L) (build (l_top L) (l_rules L)) HR (build_ok _ _) G true HG g Hg r _ _ _ _ _ _ p os' E F').
    - intros; apply TotalStep; assumption.
    - intros; apply TotalCase; assumption.
    - intros; apply TotalImplication; assumption.
    - intros; eapply TotalTransitivity; eassumption.
    - intros g' r' HI' HL. apply TotalHypothesis with (b := (g_rank g', variant_value I r' g')); [exists g', r'; auto|].
      destruct (HL eq_refl) as [L1|(L1 & L2 & L3)]; [left; exact L1 | right]. split; [exact L1|]. split; [|exact L3].
      unfold variant_value. cbn [snd]. rewrite !map_length. exact L2. }
  destruct X as (D & HD & HP). eapply TotalTransitivity; [apply TotalStep; exact HD | exact HP].
Qed.
