(** * Programs run by the rules of a language, inside Coq.

    What theorems say of a language is said of its rules as they were printed. That the
    printed rules are the language's is seen by running programs with them: [run] does,
    and every step that it makes is a step of the relation that theorems are about. *)
Require Import List ZArith NArith Bool Lia FMapPositive.
Require Import Values Terms Match Rules Normal Successors Reach Checker Sound.
Import ListNotations.

(** All successors of a configuration; [None]: a condition cannot be computed, or a rule
    has existentials. *)
Section Run.
Variable M : machine.
Variable ix : index.
Definition computed (x : succ) := no_terms (x_cond x) && no_terms (x_ens x) && N.eqb (x_n x) 0.
Definition nexts (t : term) : option (list term) := match derive M [] 0 (candidates ix t) t with
  | Some l => if forallb computed l then Some (map x_t (filter (fun x => negb (blocked l x)) l)) else None
  | None => None end.

(** Why a run ended: there is no successor; the successors are not known; the steps are made. *)
Inductive ending := Stuck | Unknown | Running.
(** At most [fuel] steps, by the first rule that applies: their number, and where they lead. *)
Fixpoint run_from (fuel : nat) (n : N) (t : term) : N * term * ending := match fuel with
  | O => (n, t, Running)
  | S fuel => match nexts t with
      | None => (n, t, Unknown) | Some [] => (n, t, Stuck) | Some (t' :: _) => run_from fuel (N.succ n) t' end end.
End Run.
Definition run (L : lang) (fuel : N) (t : term) : N * term * ending :=
  run_from (machine_of L) (build (l_top L) (l_rules L)) (N.to_nat fuel) 0 (norm (machine_of L) [] t).
(** That a run makes [n] steps, ends as it says, and at this term. Maps may be written in any order. *)
Definition runs_to (L : lang) (fuel : N) (t : term) (n : N) (e : ending) (t' : term) : bool :=
  let '(m, u, e') := run L fuel t in
  N.eqb m n && match e, e' with Stuck, Stuck | Unknown, Unknown | Running, Running => true | _, _ => false end &&
  match unify [] u (norm (machine_of L) [] t') with Some [] => true | _ => false end.

(** ** It follows the relation *)
Section Right.
Variable L : lang.
Variable F : sym -> val -> val.
Notation I := (Interp (l_sorts L) F).
Notation M := (machine_of L).
Notation ix := (build (l_top L) (l_rules L)).
Notation step := (kstep I (l_rules L)).
Hypothesis HR : rules_ok (l_rules L) = true.
Hypothesis HQ : forallb eqn_ok (l_eqns L) = true.
Hypothesis HE : equations_hold I (l_eqns L).
Variable r : env.

Lemma machine_faithful : faithful I M.
Proof. apply (calls_ok I); assumption. Qed.
Lemma nexts_ok t l : nexts M ix t = Some l -> forall c', step (eval I r t) c' <-> exists t', In t' l /\ c' = eval I r t'.
Proof.
  unfold nexts. destruct (derive M [] 0 (candidates ix t) t) as [xs|] eqn:HD; [|discriminate].
  destruct (forallb computed xs) eqn:HC; [|discriminate]. intros H. injection H as <-. rewrite forallb_forall in HC.
  assert (C : forall x, In x xs -> x_cond x = [] /\ x_ens x = [] /\ x_n x = 0%N).
  { intros x HI. specialize (HC x HI). unfold computed in HC. bools.
    destruct (x_cond x), (x_ens x); try discriminate. auto. }
  pose proof machine_faithful as HM. pose proof (build_ok (l_top L) (l_rules L)) as HX.
  pose proof (candidates_ok (l_rules L) ix HR HX t) as HO.
  assert (N0 : forallb (fun x => N.eqb (x_n x) 0) xs = true).
  { apply forallb_forall. intros x HI. destruct (C x HI) as (_ & _ & ->). reflexivity. }
  assert (D : differs I [] r) by constructor.
  assert (FIRES : forall x, In x xs -> exists u, In u (l_rules L) /\ x_prio x = r_prio u /\ applies I u (eval I r t) /\ fires I u (eval I r t) (eval I r (x_t x))).
  { intros x HI. destruct (C x HI) as (C1 & C2 & _).
    destruct (derive_step I M HM [] 0 _ _ _ r x HO HD D HI) as (i & u & HU & HP & HA & HF); [rewrite C1; constructor|].
    exists u. split; [exact (candidates_from _ _ _ _ _ HX HU)|]. split; [exact HP|]. split; [exact HA|]. apply HF. rewrite C2. constructor. }
  assert (APPLIES : forall u, In u (l_rules L) -> applies I u (eval I r t) -> exists x, In x xs /\ x_prio x = r_prio u).
  { intros u HI HA. pose proof HA as (r' & E & _).
    destruct (candidates_all _ _ I r r' t u HX HI (eq_sym E)) as [i Hi].
    destruct (derive_applies I M HM [] 0 _ _ _ r i u HO HD D Hi HA) as (x & Hx & HP & _). eauto. }
  intros c'. split.
  - intros (u & HU & HF & HB). pose proof HF as (r' & E & HC' & _).
    destruct (candidates_all _ _ I r r' t u HX HU (eq_sym E)) as [i Hi].
    destruct (derive_fires I M HM [] 0 _ _ _ r i u c' HO HD (or_introl N0) D Hi HF) as (x & r1 & Hx & HP & _ & HS & _ & _ & ->).
    rewrite (HS (proj2 (proj2 (C x Hx)))). exists (x_t x). split; [|reflexivity].
    apply in_map. apply filter_In. split; [exact Hx|]. apply negb_true_iff. destruct (blocked xs x) eqn:B; [|reflexivity]. exfalso.
    unfold blocked, earlier in B. apply existsb_exists in B. destruct B as (y & HY & _). apply filter_In in HY. destruct HY as [HY LT].
    destruct (FIRES y HY) as (v & HV & HPv & HAv & _). apply N.ltb_lt in LT. apply (HB v HV); [lia | exact HAv].
  - intros (t' & HT & ->). apply in_map_iff in HT. destruct HT as (x & <- & HX'). apply filter_In in HX'. destruct HX' as [Hx NB].
    destruct (FIRES x Hx) as (u & HU & HP & _ & HF). exists u. split; [exact HU|]. split; [exact HF|].
    intros v HV LT HA. destruct (APPLIES v HV HA) as (y & HY & HPy). apply negb_true_iff in NB.
    assert (B : blocked xs x = true); [|congruence]. unfold blocked, earlier. apply existsb_exists. exists y. split.
    + apply filter_In. split; [exact HY|]. apply N.ltb_lt. lia.
    + destruct (C y HY) as (-> & _). reflexivity.
Qed.

(** [n] steps, one after the other. *)
Inductive steps : N -> val -> val -> Prop :=
| steps_none c : steps 0 c c
| steps_more n c c' c'' : step c c' -> steps n c' c'' -> steps (N.succ n) c c''.
Lemma run_from_ok : forall fuel n t m t' e, run_from M ix fuel n t = (m, t', e) ->
  exists k, m = (n + k)%N /\ steps k (eval I r t) (eval I r t') /\ (e = Stuck -> stuck step (eval I r t')).
Proof.
  induction fuel as [|fuel IH]; cbn [run_from]; intros n t m t' e H.
  - injection H as <- <- <-. exists 0%N. split; [lia|]. split; [constructor | discriminate].
  - destruct (nexts M ix t) as [[|t1 l]|] eqn:E; [| |injection H as <- <- <-; exists 0%N; split; [lia|]; split; [constructor | discriminate]].
    + injection H as <- <- <-. exists 0%N. split; [lia|]. split; [constructor|]. intros _ c' HS.
      apply (nexts_ok _ _ E) in HS. destruct HS as (t' & [] & _).
    + destruct (IH _ _ _ _ _ H) as (k & -> & HS & HT). exists (N.succ k). split; [lia|]. split; [|exact HT].
      econstructor; [|exact HS]. apply (nexts_ok _ _ E). exists t1. split; [left; reflexivity | reflexivity].
Qed.
(** Each step of a run is one of the relation, and a stuck one has no successor. *)
Theorem run_ok fuel t n t' e : run L fuel t = (n, t', e) ->
  steps n (eval I r t) (eval I r t') /\ (e = Stuck -> stuck step (eval I r t')).
Proof.
  intros H. destruct (run_from_ok _ _ _ _ _ _ H) as (k & -> & HS & HT). rewrite N.add_0_l.
  rewrite (norm_ok I M machine_faithful [] r) in HS by constructor. auto.
Qed.
Theorem runs_to_ok fuel t n e t' : runs_to L fuel t n e t' = true ->
  steps n (eval I r t) (eval I r t') /\ (e = Stuck -> stuck step (eval I r t')).
Proof.
  unfold runs_to. destruct (run L fuel t) as [[m u] e'] eqn:H. destruct (run_ok _ _ _ _ _ H) as [HS HT]. intros X. bools.
  destruct (unify [] u (norm M [] t')) as [[|]|] eqn:E; try discriminate.
  assert (V : eval I r u = eval I r t').
  { rewrite <- (norm_ok I M machine_faithful [] r t') by constructor.
    refine (unify_ok I r [] _ _ _ [] E _); constructor. }
  subst m. rewrite <- V. split; [exact HS|]. intros ->. apply HT. destruct e'; reflexivity || discriminate.
Qed.
End Right.
