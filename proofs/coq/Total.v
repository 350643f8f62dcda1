(** * Total correctness: executions that end, and hypotheses with a measure.

    The rules of Reach.v, but a hypothesis may be used at a smaller measure only. Then
    no step has to be made before. A measure is the rank of a goal and its variant. *)
Require Import List ZArith NArith Lia Wellfounded.
Require Import Reach.
Import ListNotations.
Set Implicit Arguments.

Section Total.
Variable cfg : Type.
Variable step : cfg -> cfg -> Prop.
Variable A : Type.
Variable smaller : A -> A -> Prop.
Hypothesis smaller_wf : well_founded smaller.

(** Whatever steps are taken, after finitely many [Q] is met; until then there is a step. *)
Inductive ends (Q : pred cfg) (c : cfg) : Prop :=
| ends_here : Q c -> ends Q c
| ends_step : (exists c', step c c') -> (forall c', step c c' -> ends Q c') -> ends Q c.

Variable G : pred cfg -> pred cfg -> A -> Prop.
Inductive prove_total (a : A) : pred cfg -> pred cfg -> Prop :=
| TotalStep P D : derivative step P D -> prove_total a P D
| TotalHypothesis P Q b : G P Q b -> smaller b a -> prove_total a P Q
| TotalCase (B : Type) (P : B -> pred cfg) Q : (forall i, prove_total a (P i) Q) -> prove_total a (fun c => exists i, P i c) Q
| TotalImplication (P Q : pred cfg) : (forall c, P c -> Q c) -> prove_total a P Q
| TotalTransitivity P Q R : prove_total a P Q -> prove_total a Q R -> prove_total a P R.

Lemma ends_trans (Q R : pred cfg) c : ends Q c -> (forall c', Q c' -> ends R c') -> ends R c.
Proof. induction 1; intros; eauto using ends_step. Qed.
Theorem total_soundness : (forall P Q a, G P Q a -> prove_total a P Q) -> forall a P Q, G P Q a -> forall c, P c -> ends Q c.
Proof.
  intros H a. induction a as [a IH] using (well_founded_ind smaller_wf). intros P Q HG.
  assert (K : forall P Q, prove_total a P Q -> forall c, P c -> ends Q c).
  { induction 1 as [P' D [H1 H2] | P' Q' b HG' L | B P' Q' _ IH' | P' Q' H' | P' Q' R' _ IH1 _ IH2]; intros c Hc.
    - apply ends_step; [auto | intros; apply ends_here; eauto].
    - exact (IH b L _ _ HG' c Hc).
    - destruct Hc as [i Hi]; eauto.
    - apply ends_here; auto.
    - eapply ends_trans; eauto. }
  eauto.
Qed.
End Total.

(** ** Measures *)

(** The order of variants of one length: the first that differs becomes smaller, and was not negative. *)
Fixpoint lexical (a b : list Z) : Prop := match a, b with
  | x :: a, y :: b => (0 <= y /\ x < y)%Z \/ x = y /\ lexical a b | _, _ => False end.
(** A rank and a variant. *)
Definition smaller_measure (a b : N * list Z) : Prop := (fst a < fst b)%N \/
  fst a = fst b /\ List.length (snd a) = List.length (snd b) /\ lexical (snd a) (snd b).
Definition lexical_same (a b : list Z) := List.length a = List.length b /\ lexical a b.
Lemma lexical_acc : forall n b, List.length b = n -> Acc lexical_same b.
Proof.
  induction n as [|n IH]; intros [|y b] H; try discriminate H.
  - constructor. intros [|x a] [HL HX]; [destruct HX | discriminate].
  - injection H as H.
    (* a negative first component stays *)
    assert (NEG : forall y, (y < 0)%Z -> forall b, Acc lexical_same b -> Acc lexical_same (y :: b)).
    { clear. intros y Hy b HA. induction HA as [b _ IHb]. constructor. intros [|x a] [HL HX]; [destruct HX|].
      simpl in HL, HX. destruct HX as [HX|[-> HX]]; [lia|]. apply IHb. split; [lia | exact HX]. }
    destruct (Z_lt_le_dec y 0) as [Hy|Hy]; [apply NEG; auto|].
    revert b H. revert y Hy. refine (Z_lt_induction (fun y => forall b, List.length b = n -> Acc lexical_same (y :: b)) _).
    intros y IHy b H. pose proof (IH b H) as HA. induction HA as [b _ IHb]. constructor. intros [|x a] [HL HX]; [destruct HX|].
    simpl in HL, HX. destruct HX as [[H0 HX]|[-> HX]].
    + destruct (Z_lt_le_dec x 0) as [Hx|Hx]; [apply NEG; [exact Hx | apply IH; lia] | apply IHy; lia].
    + apply IHb; [split; [lia | exact HX] | lia].
Qed.
Lemma smaller_wf : well_founded smaller_measure.
Proof.
  intros [r v]. revert v. induction r as [r IHr] using (well_founded_ind N.lt_wf_0). intros v.
  pose proof (@lexical_acc _ v eq_refl) as HA. induction HA as [v _ IHv]. constructor. intros [r' v'] [H|(H & HL & HX)]; simpl in *.
  - apply IHr. exact H.
  - subst. apply IHv. split; assumption.
Qed.
