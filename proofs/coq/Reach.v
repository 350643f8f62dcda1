(** * All-path reachability: what it means, the proof system, and its soundness.

    For any set of configurations and any step relation. The rules are those of figure 5
    of A. Arusoaie, D. Lucanu, V. Rusu, "A Generic Framework for Symbolic Execution"
    (RR-8189). Nothing classical is assumed. *)
Require Import List.
Import ListNotations.
Set Implicit Arguments.

Section Reachability.
Variable cfg : Type.
Variable step : cfg -> cfg -> Prop.
Definition pred := cfg -> Prop.

(** ** What a theorem says *)

(** A path from [c] to [d], with the configurations on it. *)
Inductive path : cfg -> list cfg -> cfg -> Prop :=
| path_one c : path c [c] c
| path_cons c c' l d : step c c' -> path c' l d -> path c (c :: l) d.
Definition stuck (c : cfg) : Prop := forall c', ~ step c c'.
(** Every path from [P] to a configuration without successor meets [Q]. *)
Definition reach_paths (P Q : pred) : Prop := forall c l d, P c -> path c l d -> stuck d -> Exists Q l.

(** ** The proof system *)

(** A set of goals; a goal with free variables is a pair for each valuation. *)
Definition goals := pred -> pred -> Prop.
(** [P] can step, and [D] has all its successors. *)
Definition derivative (P D : pred) : Prop :=
  (forall c, P c -> exists c', step c c') /\ (forall c c', P c -> step c c' -> D c').
Inductive prove (G : goals) : pred -> pred -> Prop :=
| SymbolicStep P D : derivative P D -> prove G P D
| CircularHypothesis P Q : G P Q -> prove G P Q
| CaseAnalysis (A : Type) (P : A -> pred) Q : (forall i, prove G (P i) Q) -> prove G (fun c => exists i, P i c) Q
| Implication (P Q : pred) : (forall c, P c -> Q c) -> prove G P Q
| Transitivity P Q R : prove G P Q -> prove G Q R -> prove G P R.
(** Each goal is proved with all of them as hypotheses, after one step at least. *)
Definition proves_all (G : goals) : Prop := forall P Q, G P Q -> exists D, derivative P D /\ prove G D Q.

(** ** Soundness *)

(** Every execution from [c] is infinite or meets [Q]. *)
CoInductive reaches (Q : pred) (c : cfg) : Prop :=
| reaches_here : Q c -> reaches Q c
| reaches_step : (exists c', step c c') -> (forall c', step c c' -> reaches Q c') -> reaches Q c.
Lemma reaches_paths Q c l d : path c l d -> stuck d -> reaches Q c -> Exists Q l.
Proof.
  induction 1 as [c | c c' l d Hs Hp IH]; intros S R.
  - destruct R as [H | [c' H] _]; [left; exact H | destruct (S _ H)].
  - destruct R as [H | _ H]; [left; exact H | right; auto].
Qed.

(** Where the rules lead: a finite tree with hypotheses as leaves. *)
Inductive leads (G : goals) (Q : pred) (c : cfg) : Prop :=
| leads_here : Q c -> leads G Q c
| leads_step : (exists c', step c c') -> (forall c', step c c' -> leads G Q c') -> leads G Q c
| leads_goal P R : G P R -> P c -> (forall c', R c' -> leads G Q c') -> leads G Q c.
Lemma leads_trans G (Q R : pred) c : leads G Q c -> (forall c', Q c' -> leads G R c') -> leads G R c.
Proof. induction 1; intros; eauto using leads_step, leads_goal. Qed.
Lemma prove_leads G P Q : prove G P Q -> forall c, P c -> leads G Q c.
Proof.
  induction 1 as [P D [H1 H2] | P Q H | A P Q _ IH | P Q H | P Q R _ IH1 _ IH2]; intros c Hc.
  - apply leads_step; [auto | intros; apply leads_here; eauto].
  - eapply leads_goal; [exact H | exact Hc | intros; apply leads_here; assumption].
  - destruct Hc as [i Hi]; eauto.
  - apply leads_here; auto.
  - eapply leads_trans; eauto.
Qed.

Section Circularity.
Variable G : goals.
Hypothesis HG : proves_all G.
Lemma leads_unfold Q c : leads G Q c -> Q c \/ ((exists c', step c c') /\ forall c', step c c' -> leads G Q c').
Proof.
  induction 1 as [c H | c H1 H2 _ | c P R HPR Hc Hk _]; auto.
  right. destruct (HG HPR) as [D [[Hp Hcov] HD]]. split; [auto|].
  intros c' Hs. eapply leads_trans; [eapply prove_leads; [exact HD | eauto] | exact Hk].
Qed.
CoFixpoint leads_reaches Q c (H : leads G Q c) : reaches Q c := match leads_unfold H with
  | or_introl q => reaches_here Q c q
  | or_intror (conj p s) => reaches_step p (fun c' Hs => leads_reaches (s c' Hs)) end.
(** The circularity principle. *)
Theorem soundness P Q : G P Q -> reach_paths P Q.
Proof.
  intros HPQ c l d Hc Hp Hs. eapply reaches_paths; [exact Hp | exact Hs|]. apply leads_reaches.
  eapply leads_goal; [exact HPQ | exact Hc | intros; apply leads_here; assumption].
Qed.
End Circularity.
End Reachability.
