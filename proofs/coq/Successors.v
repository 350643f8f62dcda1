(** * All successors of a configuration with variables.

    [derive] finds the rules that may apply to a term, with their conditions and what
    they lead to. It gives [None] if it cannot know: where a rule matches in part and
    no condition on that part fails. *)
Require Import List ZArith NArith Bool Lia FMapPositive.
Require Import Values Terms Rules Match Normal.
Import ListNotations.

(** New variables for existentials: the i-th gets number n + i. *)
Fixpoint fresh (n : N) (ex : vars) : subst := match ex with
  | [] => [] | (x, m) :: ex => (x, m, TV x n) :: fresh (N.succ n) ex end.

(** ** Rules by the head of the computation *)
Definition code (h : head) : positive := match h with
  | HSym f => f | HInt => 3 | HBool => 4 | HStr => 5 | HTok _ => 6 | HMap => 7 | HArr => 8 | HList => 9 end%positive.
Fixpoint at_path (path : list bool) (t : term) : option term := match path, t with
  | [], _ => Some t | false :: path, TApp a _ => at_path path a | true :: path, TApp _ b => at_path path b | _, _ => None end.
Definition top_code (path : list bool) (t : term) : option positive := match at_path path t with
  | Some u => option_map code (thead u) | None => None end.

Definition rules := list (N * rule).
Fixpoint number (n : N) (R : list rule) : rules := match R with [] => [] | u :: R => (n, u) :: number (N.succ n) R end.
Definition fit (path : list bool) (c : positive) (u : N * rule) : bool := match top_code path (r_lhs (snd u)) with
  | Some c' => Pos.eqb c c' | None => true end.
Record index := Index { ix_path : list bool; ix_all : rules; ix_map : PositiveMap.t rules }.
Definition build (path : list bool) (R : list rule) : index :=
  let rs := number 0 R in
  Index path rs (fold_left (fun m u => match top_code path (r_lhs (snd u)) with
    | Some c => if PositiveMap.mem c m then m else PositiveMap.add c (filter (fit path c) rs) m
    | None => m end) rs (fold_left (fun m c => PositiveMap.add c (filter (fit path c) rs) m) [3; 4; 5; 6]%positive (PositiveMap.empty rules))).
Definition candidates (ix : index) (t : term) : rules := match top_code (ix_path ix) t with
  | None => ix_all ix
  | Some c => match PositiveMap.find c (ix_map ix) with Some l => l | None => filter (fit (ix_path ix) c) (ix_all ix) end end.

(** ** Successors *)
Record succ := Succ {
  x_rule : N; x_prio : N;
  x_cond : list term; x_ens : list term;       (* those that are not [TBool true] *)
  x_n : N;                                     (* variables are below *)
  x_t : term }.
Definition open_conds (l : list term) := filter (fun b => negb (is_true b)) l.
Definition more (n : N) (ex : vars) := (n + N.of_nat (List.length ex))%N.

Section Derive.
Variable M : machine.
Variable D : known.
Variable n : N.
Fixpoint derive (R : rules) (t : term) : option (list succ) := match R with
  | [] => Some []
  | (i, u) :: R => match mtch (foreign (m_sorts M) D) (r_lhs u) t (true, []) with
      | None => derive R t
      | Some (false, s) => if refuted M D s (r_cond u) then derive R t else None
      | Some (true, s) =>
          let conds := map (nsub M D s) (r_cond u) in
          if existsb is_false conds then derive R t else
          let s' := fresh n (r_ex u) ++ s in
          match derive R t with
          | None => None
          | Some l => Some (Succ i (r_prio u) (open_conds conds) (open_conds (map (nsub M D s') (r_ens u)))
                              (more n (r_ex u)) (nsub M D s' (r_rhs u)) :: l) end end end.
End Derive.

Definition rule_ok (u : rule) : bool :=
  let l := pvars (r_lhs u) [] in
  is_pattern (r_lhs u) && distinct l && forallb (fun '(x, n) => negb (has l x n)) (r_ex u) &&
  forallb (within_vars l) (r_cond u) && forallb (within_vars (r_ex u ++ l)) (r_ens u) && within_vars (r_ex u ++ l) (r_rhs u).
Definition rules_ok (R : list rule) := forallb rule_ok R.

(** ** It is right *)
(** *** New variables *)
Definition set (r : env) (x : sort) (n : N) (v : val) : env :=
  Env (fun y m => if is_var y m x n then v else e_var r y m) (e_bound r).
(** [r], with the values that [f] gives the existentials for the new variables. *)
Fixpoint extend (r : env) (n : N) (ex : vars) (f : sort -> N -> val) : env := match ex with
  | [] => r | (x, m) :: ex => extend (set r x n (f x m)) (N.succ n) ex f end.
Lemma set_same r x n v : same_below n r (set r x n v).
Proof.
  split; [|reflexivity]. intros y m L. unfold ev, set. simpl. destruct (is_var y m x n) eqn:E; [|reflexivity].
  apply is_var_eq in E. destruct E; subst. destruct (N.lt_irrefl _ L).
Qed.
Lemma extend_same ex : forall r n f, same_below n r (extend r n ex f).
Proof.
  induction ex as [|[x m] ex IH]; simpl; intros r n f; [apply same_refl|].
  eapply same_trans; [apply set_same|]. eapply same_less; [|apply IH]. lia.
Qed.
Lemma fresh_in I s ex : forall r n f x m, In (x, m) ex ->
  eval I (extend r n ex f) (get (fresh n ex ++ s) x m) = coerce x (f x m).
Proof.
  induction ex as [|[y k] ex IH]; simpl; intros r n f x m H; [destruct H|].
  destruct (is_var x m y k) eqn:E.
  - apply is_var_eq in E. destruct E; subst. cbn [eval].
    destruct (extend_same ex (set r y n (f y k)) (N.succ n) f) as [V _]. rewrite <- V by lia.
    unfold ev, set. simpl. assert (E : is_var y n y n = true) by (apply is_var_eq; auto). rewrite E. reflexivity.
  - apply IH. destruct H as [H|H]; [|exact H]. injection H as -> ->.
    assert (is_var x m x m = true) by (apply is_var_eq; auto). congruence.
Qed.
Lemma fresh_dom ex : forall n, dom (fresh n ex) = ex.
Proof. induction ex as [|[x m] ex IH]; simpl; intros n; [reflexivity | f_equal; apply IH]. Qed.
Lemma fresh_sorted ex : forall n, sorted_subst (fresh n ex) = true.
Proof. induction ex as [|[x m] ex IH]; simpl; intros n; [reflexivity|]. rewrite IH. destruct x; simpl; rewrite ?Pos.eqb_refl; reflexivity. Qed.
Lemma fresh_closed ex : forall n, closed_subst (fresh n ex) = true.
Proof. induction ex as [|[x m] ex IH]; simpl; intros n; [reflexivity | apply IH]. Qed.

(** *** The index has every rule that may match *)
Fixpoint at_value (path : list bool) (v : val) : option val := match path, v with
  | [], _ => Some v | false :: path, VApp a _ => at_value path a | true :: path, VApp _ b => at_value path b | _, _ => None end.
Lemma top_code_ok I r path : forall t c, top_code path t = Some c -> option_map (fun v => code (vhead v)) (at_value path (eval I r t)) = Some c.
Proof.
  unfold top_code. induction path as [|d path IH]; intros t c H.
  - simpl in H. destruct (thead t) eqn:E; [|discriminate]. simpl in *. rewrite (thead_ok _ _ _ _ E). exact H.
  - destruct d, t; try discriminate; simpl in *; apply IH; exact H.
Qed.
Lemma fit_ok I r r' path t c i u : top_code path t = Some c -> eval I r' (r_lhs u) = eval I r t -> fit path c (i, u) = true.
Proof.
  unfold fit. simpl. intros H E. destruct (top_code path (r_lhs u)) eqn:F; [|reflexivity].
  apply top_code_ok with (I := I) (r := r) in H. apply top_code_ok with (I := I) (r := r') in F. rewrite E, H in F.
  injection F as ->. apply Pos.eqb_refl.
Qed.
Definition index_ok (R : list rule) (ix : index) := ix_all ix = number 0 R /\
  forall c l, PositiveMap.find c (ix_map ix) = Some l -> l = filter (fit (ix_path ix) c) (ix_all ix).
Lemma build_ok path R : index_ok R (build path R).
Proof.
  split; [reflexivity|]. unfold build. cbn [ix_map ix_path ix_all]. set (rs := number 0 R).
  assert (A : forall c m, (forall d l, PositiveMap.find d m = Some l -> l = filter (fit path d) rs) ->
      forall d l, PositiveMap.find d (PositiveMap.add c (filter (fit path c) rs) m) = Some l -> l = filter (fit path d) rs).
  { intros c m H d l. destruct (Pos.eq_dec d c) as [->|N].
    - rewrite PositiveMap.gss. congruence.
    - rewrite PositiveMap.gso by exact N. apply H. }
  assert (B : forall (us : rules) m, (forall d l, PositiveMap.find d m = Some l -> l = filter (fit path d) rs) ->
      forall d l, PositiveMap.find d (fold_left (fun m u => match top_code path (r_lhs (snd u)) with
        | Some c => if PositiveMap.mem c m then m else PositiveMap.add c (filter (fit path c) rs) m | None => m end) us m) = Some l -> l = filter (fit path d) rs).
  { induction us as [|u us IH]; intros m H; [exact H|]. simpl. apply IH.
    destruct (top_code path (r_lhs (snd u))); [|exact H]. destruct (PositiveMap.mem p m); [exact H | apply A; exact H]. }
  apply B. unfold fold_left at 1. do 4 apply A. intros d l. rewrite PositiveMap.gempty. discriminate.
Qed.
Lemma number_in R : forall n u, In u R -> exists i, In (i, u) (number n R).
Proof. induction R as [|v R IH]; simpl; intros n u H; [destruct H|]. destruct H as [->|H]; [eauto|]. destruct (IH (N.succ n) u H) as [i Hi]; eauto. Qed.
Lemma number_from R : forall n i u, In (i, u) (number n R) -> In u R.
Proof. induction R as [|v R IH]; simpl; intros n i u H; [destruct H|]. destruct H as [H|H]; [injection H; auto | eauto]. Qed.
Lemma candidates_all R ix I r r' t u : index_ok R ix -> In u R -> eval I r' (r_lhs u) = eval I r t -> exists i, In (i, u) (candidates ix t).
Proof.
  intros [HA HM] HI E. destruct (number_in R 0 u HI) as [i Hi]. exists i. unfold candidates.
  destruct (top_code (ix_path ix) t) eqn:F; [|rewrite HA; exact Hi].
  assert (X : In (i, u) (filter (fit (ix_path ix) p) (ix_all ix))).
  { apply filter_In. rewrite HA. split; [exact Hi | eapply fit_ok; eassumption]. }
  destruct (PositiveMap.find p (ix_map ix)) eqn:G; [rewrite (HM _ _ G)|]; exact X.
Qed.
Lemma candidates_from R ix t i u : index_ok R ix -> In (i, u) (candidates ix t) -> In u R.
Proof.
  intros [HA HM] H. apply (number_from R 0 i). rewrite <- HA. unfold candidates in H.
  destruct (top_code (ix_path ix) t); [|exact H]. destruct (PositiveMap.find p (ix_map ix)) eqn:G; [rewrite (HM _ _ G) in H|];
    apply filter_In in H; tauto.
Qed.

(** *** Successors *)
Section DeriveProofs.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Variable D : known.
Variable n : N.

Lemma open_conds_ok r l : all_hold I r (open_conds l) <-> all_hold I r l.
Proof.
  unfold all_hold, open_conds. rewrite !Forall_forall. split; intros H x HI; [|apply filter_In in HI; apply H; tauto].
  destruct (is_true x) eqn:E; [destruct x as [| | |[]| | | | | | | |]; try discriminate; reflexivity|].
  apply H. apply filter_In. rewrite E. auto.
Qed.
(** What [rule_ok] says. *)
Lemma rule_ok_ok u : rule_ok u = true -> let l := pvars (r_lhs u) [] in
  distinct l = true /\ (forall x m, In (x, m) (r_ex u) -> ~ In (x, m) l) /\ forallb (within_vars l) (r_cond u) = true /\
  forallb (within_vars (r_ex u ++ l)) (r_ens u) = true /\ within_vars (r_ex u ++ l) (r_rhs u) = true.
Proof.
  unfold rule_ok. cbv zeta. intros H. bools. split; [assumption|]. split; [|auto].
  intros x m HI HL. rewrite forallb_forall in H3. specialize (H3 _ HI). simpl in H3.
  apply negb_true_iff in H3. apply has_in in HL. congruence.
Qed.

(** Each rule that applies is in the list; each step by it is one of the successors. *)
Lemma derive_applies R t l r i u : forallb (fun x => rule_ok (snd x)) R = true -> derive M D n R t = Some l -> differs I D r ->
  In (i, u) R -> applies I u (eval I r t) -> exists x, In x l /\ x_prio x = r_prio u /\ all_hold I r (x_cond x).
Proof.
  revert l. induction R as [|[j v] R IH]; intros l W H HD HI HA; [destruct HI|]. simpl in W. bools.
  assert (Hin : In (i, u) R -> forall l', derive M D n R t = Some l' -> exists x, In x l' /\ x_prio x = r_prio u /\ all_hold I r (x_cond x)) by eauto.
  cbn [derive] in H. destruct HI as [HI|HI].
  - injection HI as -> ->. destruct HA as (r' & HE & HC). symmetry in HE.
    destruct (mtch_sound I r r' _ (fun p t => foreign_ok I M HM D r r' p t HD) _ _ (true, []) HE (Forall_nil _)) as (b & s & HMa & HB). rewrite HMa in H.
    destruct b; [|destruct (refuted M D s (r_cond u)) eqn:E; [|discriminate]; destruct (refuted_ok I M HM D _ _ _ _ HD HB E HC)].
    destruct (rule_ok_ok u H0) as (_ & _ & WC & _ & _). rewrite <- (whole_dom _ _ _ _ HMa) in WC.
    apply (conds_ok I M HM D r r' (dom s) s _ HD (fun x m => get_bound I r r' s x m HB) WC) in HC.
    destruct (existsb is_false _) eqn:E; [destruct (no_false I _ _ E HC)|].
    destruct (derive M D n R t) as [l'|]; [|discriminate]. injection H as <-.
    eexists. split; [left; reflexivity|]. split; [reflexivity|]. apply open_conds_ok. exact HC.
  - destruct (mtch (foreign (m_sorts M) D) (r_lhs v) t (true, [])) as [[[] s]|]; [| |eauto].
    + destruct (existsb is_false _); [eauto|]. destruct (derive M D n R t) as [l'|]; [|discriminate]. injection H as <-.
      destruct (Hin HI _ eq_refl) as (x & ? & ?). exists x. simpl. tauto.
    + destruct (refuted M D s (r_cond v)); [eauto | discriminate].
Qed.
(** The valuation [r1] is [r] where a rule has no existentials, and where it has, the term must be below [n]. *)
Lemma derive_fires R t l r i u c' : forallb (fun x => rule_ok (snd x)) R = true -> derive M D n R t = Some l ->
  (forallb (fun x => N.eqb (x_n x) n) l = true \/ below n t = true /\ forall r1, same_below n r r1 -> differs I D r1) -> differs I D r ->
  In (i, u) R -> fires I u (eval I r t) c' -> exists x r1, In x l /\ x_prio x = r_prio u /\ same_below n r r1 /\
    (x_n x = n -> r1 = r) /\ all_hold I r1 (x_cond x) /\ all_hold I r1 (x_ens x) /\ c' = eval I r1 (x_t x).
Proof.
  revert l. induction R as [|[j v] R IH]; intros l W H HB HD HI HA; [destruct HI|]. simpl in W. bools.
  cbn [derive] in H. destruct HI as [HI|HI].
  - injection HI as -> ->. destruct HA as (r' & HE & HC & HN & ->). symmetry in HE.
    destruct (mtch_sound I r r' _ (fun p t => foreign_ok I M HM D r r' p t HD) _ _ (true, []) HE (Forall_nil _)) as (b & s & HMa & HS). rewrite HMa in H.
    destruct b; [|destruct (refuted M D s (r_cond u)) eqn:E; [|discriminate]; destruct (refuted_ok I M HM D _ _ _ _ HD HS E HC)].
    destruct (rule_ok_ok u H0) as (_ & WX & WC & WN & WR). rewrite <- (whole_dom _ _ _ _ HMa) in *.
    pose proof (proj1 (conds_ok I M HM D r r' (dom s) s _ HD (fun x m => get_bound I r r' s x m HS) WC) HC) as HC'.
    destruct (existsb is_false _) eqn:E; [destruct (no_false I _ _ E HC')|].
    destruct (derive M D n R t) as [l'|]; [|discriminate]. injection H as <-.
    set (r1 := extend r n (r_ex u) (e_var r')).
    assert (S1 : same_below n r r1) by apply extend_same.
    assert (X : r_ex u = [] \/ below n t = true /\ forall r1, same_below n r r1 -> differs I D r1).
    { destruct HB as [HB|HB]; [left | right; exact HB]. simpl in HB. bools. unfold more in H.
      destruct (r_ex u); [reflexivity|]. simpl in H. exfalso. lia. }
    assert (HE1 : eval I r' (r_lhs u) = eval I r1 t /\ differs I D r1).
    { destruct X as [X|X]; [unfold r1; rewrite X; split; assumption|]. destruct X as [X HD1].
      split; [|exact (HD1 _ S1)]. rewrite HE. exact (below_eval I n r r1 t S1 X). }
    destruct HE1 as [HE1 HD'].
    destruct (mtch_sound I r1 r' _ (fun p t => foreign_ok I M HM D r1 r' p t HD') _ _ (true, []) HE1 (Forall_nil _)) as (b & s2 & HM2 & HS1).
    rewrite HMa in HM2. injection HM2 as <- <-.
    assert (HG : forall x m, In (x, m) (r_ex u ++ dom s) -> ev r' x m = eval I r1 (get (fresh n (r_ex u) ++ s) x m)).
    { intros x m HI. apply in_app_or in HI. destruct HI as [HI|HI].
      - unfold r1. rewrite fresh_in by exact HI. reflexivity.
      - rewrite get_out; [apply get_bound; assumption|]. rewrite fresh_dom. intros HX. exact (WX _ _ HX HI). }
    eexists. exists r1. split; [left; reflexivity|]. cbn [x_prio x_n x_cond x_ens x_t].
    repeat split; try exact (proj1 S1); try exact (proj2 S1).
    + intros EN. destruct X as [X|X]; [unfold r1; rewrite X; reflexivity|].
      unfold more in EN. unfold r1. destruct (r_ex u); [reflexivity|]. simpl in EN. exfalso. lia.
    + apply open_conds_ok. apply (conds_ok I M HM D r1 r' (dom s) s _ HD' (fun x m => get_bound I r1 r' s x m HS1) WC). exact HC.
    + apply open_conds_ok. apply (conds_ok I M HM D r1 r' _ _ _ HD' HG WN). exact HN.
    + rewrite (nsub_ok I M HM) by exact HD'. eapply within_sub; [exact HG | exact WR].
  - assert (Hin : forall l', derive M D n R t = Some l' -> (forallb (fun x => N.eqb (x_n x) n) l' = true \/ below n t = true /\ forall r1, same_below n r r1 -> differs I D r1) ->
      exists x r1, In x l' /\ x_prio x = r_prio u /\ same_below n r r1 /\
    (x_n x = n -> r1 = r) /\ all_hold I r1 (x_cond x) /\ all_hold I r1 (x_ens x) /\ c' = eval I r1 (x_t x)) by eauto.
    destruct (mtch (foreign (m_sorts M) D) (r_lhs v) t (true, [])) as [[[] s]|]; [| |eauto].
    + destruct (existsb is_false _); [eauto|]. destruct (derive M D n R t) as [l'|]; [|discriminate]. injection H as <-.
      destruct (Hin _ eq_refl) as (x & r1 & ? & ?); [|exists x, r1; simpl; tauto].
      simpl in HB. destruct HB as [HB|HB]; [bools|]; auto.
    + destruct (refuted M D s (r_cond v)); [eauto | discriminate].
Qed.
(** A successor whose conditions hold is one by its rule, which fires. *)
Lemma derive_step R t l r x : forallb (fun x => rule_ok (snd x)) R = true -> derive M D n R t = Some l -> differs I D r ->
  In x l -> all_hold I r (x_cond x) -> exists i u, In (i, u) R /\ x_prio x = r_prio u /\ applies I u (eval I r t) /\
    (all_hold I r (x_ens x) -> fires I u (eval I r t) (eval I r (x_t x))).
Proof.
  revert l. induction R as [|[j v] R IH]; intros l W H HD HI HC; [injection H as <-; destruct HI|]. simpl in W. bools.
  assert (Hin : forall l', derive M D n R t = Some l' -> In x l' -> exists i u, In (i, u) ((j, v) :: R) /\ x_prio x = r_prio u /\
    applies I u (eval I r t) /\ (all_hold I r (x_ens x) -> fires I u (eval I r t) (eval I r (x_t x)))).
  { intros l' HL HX. destruct (IH _ H1 HL HD HX HC) as (i & u & ? & ?). exists i, u. simpl. tauto. }
  cbn [derive] in H. destruct (mtch (foreign (m_sorts M) D) (r_lhs v) t (true, [])) as [[[] s]|] eqn:HMa; [| |eauto].
  - destruct (existsb is_false _); [eauto|]. destruct (derive M D n R t) as [l'|]; [|discriminate]. injection H as <-.
    destruct HI as [HI|HI]; [|eauto]. subst x. cbn [x_cond x_ens x_t x_prio] in *.
    destruct (rule_ok_ok v H0) as (WD & WX & WC & WN & WR). rewrite <- (whole_dom _ _ _ _ HMa) in *.
    set (s' := fresh n (r_ex v) ++ s) in *. set (r' := comp I r s').
    destruct (mtch_whole I r r' _ _ _ _ _ HMa) as (s0 & HS & _ & _ & HSS & HE). simpl in HS. rewrite app_nil_r in HS. subst s0.
    assert (SS : sorted_subst s' = true).
    { unfold s', sorted_subst. rewrite forallb_app. apply andb_true_iff. split; [apply fresh_sorted | exact HSS]. }
    assert (HG : forall x m, ev r' x m = eval I r (get s' x m)) by (intros; apply ev_comp; exact SS).
    assert (HG' : forall x m, In (x, m) (dom s) -> ev r' x m = eval I r (get s x m)).
    { intros x m HI. rewrite HG. unfold s'. rewrite get_out; [reflexivity|]. rewrite fresh_dom. intros HX. exact (WX _ _ HX HI). }
    assert (HEq : eval I r' (r_lhs v) = eval I r t).
    { apply HE. apply Forall_forall. intros [[x m] w] HI. simpl. rewrite HG'.
      - rewrite (get_in s x m w WD HI). reflexivity.
      - change (x, m) with (fst (x, m, w)). apply in_map. exact HI. }
    assert (HCv : all_hold I r' (r_cond v)).
    { apply (conds_ok I M HM D r r' (dom s) s _ HD HG' WC). apply open_conds_ok. exact HC. }
    exists j, v. split; [left; reflexivity|]. split; [reflexivity|]. split; [exists r'; auto|].
    intros HN. exists r'. repeat split; auto.
    + apply (conds_ok I M HM D r r' _ s' _ HD (fun x m _ => HG x m) WN). apply open_conds_ok. exact HN.
    + rewrite (nsub_ok I M HM) by exact HD. symmetry. eapply within_sub; [intros; apply HG | exact WR].
  - destruct (refuted M D s (r_cond v)); [eauto | discriminate].
Qed.
End DeriveProofs.
