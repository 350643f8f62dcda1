(** * Programs run by the rules of a language, inside Coq.

    What theorems say of a language is said of its rules as they were printed. That the
    printed rules are the language's is seen by running programs with them: [run] does,
    and every step that it makes is a step of the relation that theorems are about. *)
Require Import List ZArith NArith Bool Lia FMapPositive.
Require Import Values Terms Match Rules Normal Successors Reach Checker Sound.
Import ListNotations.

(** All successors of a configuration; [None]: they are not known. What rules of later
    groups want does not matter where one of an earlier group applies; a rule whose
    [r_ens] is false leads nowhere. A rule with existentials leaves open where it leads. *)
Section Run.
Variable M : machine.
Variable ix : index.
Definition decided (x : succ) := no_terms (x_cond x) andalso N.eqb (x_n x) 0 andalso (no_terms (x_ens x) orelse existsb is_false (x_ens x)).
Definition live (l : list succ) := filter (fun x => negb (blocked l x)) l.
Definition nexts (t : term) : option (list term) := match derive M [] 0 (candidates ix t) t with
  | Some l => if (forallb (fun x => N.eqb (x_n x) 0) l orelse below 0 t) andalso forallb decided (live l)
      then Some (map x_t (filter (fun x => no_terms (x_ens x)) (live l))) else None
  | None => None end.

(** Why a run ended: there is no successor; the successors are not known; the steps are made. *)
Inductive ending := Stuck | Unknown | Running.
(** At most [fuel] steps, by the first rule that applies: their number, and where they lead. *)
Fixpoint run_from (fuel : nat) (n : N) (t : term) : N * term * ending := match fuel with
  | O => (n, t, Running)
  | S fuel => match nexts t with
      | None => (n, t, Unknown) | Some [] => (n, t, Stuck) | Some (t' :: _) => run_from fuel (N.succ n) t' end end.
End Run.
Definition run_with (M : machine) (ix : index) (fuel : N) (t : term) : N * term * ending := run_from M ix (N.to_nat fuel) 0 (norm M [] t).
Definition run (L : lang) := run_with (machine_of L) (build (l_top L) (l_rules L)).
(** That a run makes [n] steps, ends as it says, and at this term. Maps may be written in any order. *)
Definition runs_with (M : machine) (ix : index) (fuel : N) (t : term) (n : N) (e : ending) (t' : term) : bool :=
  let '(m, u, e') := run_with M ix fuel t in
  N.eqb m n && match e, e' with Stuck, Stuck | Unknown, Unknown | Running, Running => true | _, _ => false end &&
  match unify [] u (norm M [] t') with Some [] => true | _ => false end.
Definition runs_to (L : lang) := runs_with (machine_of L) (build (l_top L) (l_rules L)).
(** The same of many: the index of the rules is built once. *)
Record recorded := Run { d_fuel : N; d_start : term; d_steps : N; d_ending : ending; d_end : term }.
Definition all_run (L : lang) (rs : list recorded) : bool :=
  let M := machine_of L in let ix := build (l_top L) (l_rules L) in
  forallb (fun r => runs_with M ix (d_fuel r) (d_start r) (d_steps r) (d_ending r) (d_end r)) rs.
Lemma all_run_ok L rs r : all_run L rs = true -> In r rs -> runs_to L (d_fuel r) (d_start r) (d_steps r) (d_ending r) (d_end r) = true.
Proof. unfold all_run. intros H HI. rewrite forallb_forall in H. exact (H r HI). Qed.
Arguments Run d_fuel%N d_start d_steps%N d_ending d_end.

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
  destruct ((forallb (fun x => N.eqb (x_n x) 0) xs orelse below 0 t) andalso forallb decided (live xs)) eqn:HC; [|discriminate].
  intros H. injection H as <-. apply andalso_prop in HC. destruct HC as [HB HC]. rewrite forallb_forall in HC.
  assert (C : forall x, In x (live xs) -> x_cond x = [] /\ x_n x = 0%N /\ (x_ens x = [] \/ existsb is_false (x_ens x) = true)).
  { intros x HI. specialize (HC x HI). unfold decided in HC. bools. split; [|split; [assumption|]].
    - destruct (x_cond x); [reflexivity | discriminate].
    - apply orelse_prop in H0. destruct H0 as [H0|H0]; [left; destruct (x_ens x); [reflexivity | discriminate] | right; exact H0]. }
  pose proof machine_faithful as HM. pose proof (build_ok (l_top L) (l_rules L)) as HX.
  pose proof (candidates_ok (l_rules L) ix HR HX t) as HO.
  assert (D : differs I [] r) by constructor.
  assert (N0 : forallb (fun x => N.eqb (x_n x) 0) xs = true \/ below 0 t = true /\ forall r1, same_below 0 r r1 -> differs I [] r1).
  { apply orelse_prop in HB. destruct HB as [HB|HB]; [left; exact HB | right]. split; [exact HB|]. intros; constructor. }
  assert (LIVE : forall x, In x xs -> blocked xs x = false -> In x (live xs)).
  { intros x HI B. apply filter_In. rewrite B. auto. }
  assert (FIRES : forall x, In x xs -> x_cond x = [] -> exists u, In u (l_rules L) /\ x_prio x = r_prio u /\
    applies I u (eval I r t) /\ (x_ens x = [] -> fires I u (eval I r t) (eval I r (x_t x)))).
  { intros x HI C1.
    destruct (derive_step I M HM [] 0 _ _ _ r x HO HD D HI) as (i & u & HU & HP & HA & HF); [rewrite C1; constructor|].
    exists u. split; [exact (candidates_from _ _ _ _ _ HX HU)|]. split; [exact HP|]. split; [exact HA|].
    intros E. apply HF. rewrite E. constructor. }
  assert (EARLIER : forall x y, In y xs -> x_cond y = [] -> (x_prio y < x_prio x)%N -> blocked xs x = true).
  { intros x y HY CY LT. unfold blocked, earlier. apply existsb_exists. exists y. split; [|rewrite CY; reflexivity].
    apply filter_In. split; [exact HY | apply N.ltb_lt; exact LT]. }
  assert (BLOCK : forall x, blocked xs x = true -> exists y, In y xs /\ x_cond y = [] /\ (x_prio y < x_prio x)%N).
  { intros x B. unfold blocked, earlier in B. apply existsb_exists in B. destruct B as (y & HY & E). apply filter_In in HY.
    destruct HY as [HY LT]. apply N.ltb_lt in LT. exists y. split; [exact HY|]. split; [|exact LT].
    destruct (x_cond y); [reflexivity | discriminate]. }
  intros c'. split.
  - intros (u & HU & HF & HN). pose proof HF as (r' & E & HC' & _).
    destruct (candidates_all _ _ I r r' t u HX HU (eq_sym E)) as [i Hi].
    destruct (derive_fires I M HM [] 0 _ _ _ r i u c' HO HD N0 D Hi HF) as (x & r1 & Hx & HP & _ & HS & _ & HE1 & ->).
    assert (B : blocked xs x = false).
    { destruct (blocked xs x) eqn:B; [|reflexivity]. exfalso. destruct (BLOCK x B) as (y & HY & CY & LT).
      destruct (FIRES y HY CY) as (v & HV & HPv & HAv & _). apply (HN v HV); [lia | exact HAv]. }
    destruct (C x (LIVE x Hx B)) as (C1 & C2 & C3). rewrite (HS C2) in *.
    exists (x_t x). split; [|reflexivity]. apply in_map. apply filter_In. split; [apply LIVE; assumption|].
    destruct C3 as [->|C3]; [reflexivity|]. destruct (no_false I _ _ C3 HE1).
  - intros (t' & HT & ->). apply in_map_iff in HT. destruct HT as (x & <- & HX').
    apply filter_In in HX'. destruct HX' as [HL HE1]. pose proof HL as HL'. apply filter_In in HL'. destruct HL' as [Hx NB].
    destruct (C x HL) as (C1 & C2 & _). destruct (FIRES x Hx C1) as (u & HU & HP & _ & HF).
    exists u. split; [exact HU|]. split; [apply HF; destruct (x_ens x); [reflexivity | discriminate]|].
    intros v HV LT HA. pose proof HA as (r' & E & _).
    destruct (candidates_all _ _ I r r' t v HX HV (eq_sym E)) as [i Hi].
    destruct (derive_applies I M HM [] 0 _ _ _ r i v HO HD D Hi HA) as (y & HY & HPy & _).
    assert (B : blocked xs x = true); [|rewrite B in NB; discriminate].
    destruct (blocked xs y) eqn:BY.
    + destruct (BLOCK y BY) as (z & HZ & CZ & LZ). apply (EARLIER x z HZ CZ). lia.
    + destruct (C y (LIVE y HY BY)) as (CY & _). apply (EARLIER x y HY CY). lia.
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
  unfold runs_to, runs_with. change (run_with M ix fuel t) with (run L fuel t). destruct (run L fuel t) as [[m u] e'] eqn:H. destruct (run_ok _ _ _ _ _ H) as [HS HT]. intros X. bools.
  destruct (unify [] u (norm M [] t')) as [[|]|] eqn:E; try discriminate.
  assert (V : eval I r u = eval I r t').
  { rewrite <- (norm_ok I M machine_faithful [] r t') by constructor.
    refine (unify_ok I r [] _ _ _ [] E _); constructor. }
  subst m. rewrite <- V. split; [exact HS|]. intros ->. apply HT. destruct e'; reflexivity || discriminate.
Qed.
End Right.
