(** * Linear constraints over the integers, refuted by computation.

    Equations are solved for a variable, inequalities by Fourier's and Motzkin's elimination with rounding.
    All limits are counted, so what is refuted does not depend on the machine. Only "refuted" is an answer. *)
Require Import List ZArith Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** The coefficient of 1, then those of variables. *)
Definition lin := list Z.
Fixpoint dot (l e : list Z) : Z := match l, e with a :: l, x :: e => a * x + dot l e | _, _ => 0 end.
(** [l + k * m] *)
Fixpoint plus (k : Z) (l m : lin) : lin := match l, m with
  | [], _ => map (Z.mul k) m | _, [] => l | a :: l, b :: m => (a + k * b) :: plus k l m end.
Definition unit_of (i : nat) : lin := repeat 0 i ++ [1].
(** The value of what has no variable. *)
Definition constant (l : lin) : option Z := if forallb (Z.eqb 0) (tl l) then Some (hd 0 l) else None.
(** Solved equations: with the variable that each is solved for, the oldest first. *)
Definition solved := list (nat * lin).
Definition without (i : nat) (e l : lin) : lin := let c := nth i l 0 in if c =? 0 then l else plus (- c * nth i e 0) l e.
Definition reduce (es : solved) (l : lin) : lin := fold_left (fun l x => without (fst x) (snd x) l) es l.
(** The last variable with the coefficient 1 or -1: products are the last. *)
Definition pivot (l : lin) : option nat :=
  (fix at_ (i : nat) (l : lin) (found : option nat) := match l with [] => found | a :: l => at_ (S i) l (if Z.abs a =? 1 then Some i else found) end) 1%nat (tl l) None.
Fixpoint same (l m : lin) : bool := match l, m with [], [] => true | a :: l, b :: m => (a =? b) && same l m | _, _ => false end.
(** [0 <= l], divided by what divides all coefficients but the first. *)
Definition tighten (l : lin) : lin := match l with [] => l | c :: t =>
  let g := fold_left Z.gcd t 0 in if g <=? 1 then l else
  let t' := map (fun x => x / g) t in if same (map (Z.mul g) t') t then c / g :: t' else l end.
Definition absurd_le (l : lin) : bool := match constant l with Some c => c <? 0 | None => false end.
Definition is_constant (l : lin) : bool := match constant l with Some _ => true | None => false end.

Definition combine (i : nat) (a b : lin) : lin := tighten (plus (Z.abs (nth i a 0)) (map (Z.mul (Z.abs (nth i b 0))) a) b).
(** How much is left without a variable, and more where rounding would come too early: where its coefficients are not all 1 or -1. *)
Definition cost (les : list lin) (i : nat) : option N :=
  let '(p, n, units) := fold_left (fun '(p, n, units) l => let c := nth i l 0 in let units := units && (Z.abs c <=? 1) in
    if 0 <? c then (N.succ p, n, units) else if c <? 0 then (p, N.succ n, units) else (p, n, units)) les (0%N, 0%N, true) in
  if (p + n =? 0)%N then None else Some (p * n + 1000 - (p + n) + (if units || (p * n =? 0)%N then 0 else 2000))%N.
Definition cheapest (les : list lin) : option nat :=
  let size := fold_left (fun m l => Nat.max m (length l)) les 0%nat in
  match fold_left (fun best i => match cost les i, best with
    | None, _ => best | Some c, None => Some (c, i) | Some c, Some (c', _) => if (c <? c')%N then Some (c, i) else best end) (seq 1 (size - 1)) None
  with Some (_, i) => Some i | None => None end.
(** Of inequalities with the same variables the sharper one. *)
Fixpoint joined (l : lin) (ms : list lin) : list lin := match ms with
  | [] => [l]
  | m :: ms => if same (tl l) (tl m) then (if hd 0 l <? hd 0 m then l else m) :: ms else m :: joined l ms end.
Definition eliminated (i : nat) (les : list lin) : list lin :=
  let up := filter (fun l => 0 <? nth i l 0) les in
  let down := filter (fun l => nth i l 0 <? 0) les in
  fold_left (fun ms l => joined l ms) (flat_map (fun a => map (combine i a) down) up) (filter (fun l => nth i l 0 =? 0) les).
(** How many variables are eliminated, and how many inequalities there may be then. *)
Definition most := 200%nat.
Fixpoint refuted (k : nat) (les : list lin) : bool := existsb absurd_le les || match k with
  | O => false
  | S k => let les := filter (fun l => negb (is_constant l)) les in
      match cheapest les with None => false | Some i =>
        let next := eliminated i les in if Nat.ltb most (length next) then existsb absurd_le next else refuted k next end end.

(** ** It is right *)
Section Proofs.
Variable e : list Z. (* the values of the variables, after 1 *)
Hypothesis one : hd 0 e = 1.
Lemma dot_nil l : dot l [] = 0. Proof. destruct l; reflexivity. Qed.
Lemma dot_scale k : forall l e, dot (map (Z.mul k) l) e = k * dot l e.
Proof. induction l; destruct e0; simpl; try lia. rewrite IHl. ring. Qed.
Lemma dot_plus k : forall l m e, dot (plus k l m) e = dot l e + k * dot m e.
Proof.
  induction l as [|a l IH]; intros m e0; [simpl; rewrite dot_scale; destruct e0; simpl; lia|].
  destruct m as [|b m]; [simpl; lia|]. destruct e0 as [|x e0]; simpl; [lia|]. rewrite IH. ring.
Qed.
Lemma dot_zeros : forall l e, forallb (Z.eqb 0) l = true -> dot l e = 0.
Proof.
  induction l; destruct e0; simpl; intros H; try reflexivity. apply andb_prop in H. destruct H as [H H']. replace a with 0 by (destruct a; congruence). rewrite IHl; auto.
Qed.
Lemma constant_ok l c : constant l = Some c -> dot l e = c.
Proof.
  unfold constant. destruct (forallb (Z.eqb 0) (tl l)) eqn:E; intros H; [|discriminate]. injection H as <-.
  destruct l, e; simpl in *; try lia; try discriminate. rewrite dot_zeros by exact E. lia.
Qed.
Lemma dot_unit : forall i e, dot (unit_of i) e = nth i e 0.
Proof. unfold unit_of. induction i; destruct e0 as [|x v]; try reflexivity; cbn [repeat app dot nth]; [destruct v; lia | apply IHi]. Qed.
Lemma without_ok i m l : dot m e = 0 -> dot (without i m l) e = dot l e.
Proof. intros H. unfold without. cbv zeta. destruct (nth i l 0 =? 0); [reflexivity|]. rewrite dot_plus, H. lia. Qed.
Lemma reduce_ok : forall es l, Forall (fun x : nat * lin => dot (snd x) e = 0) es -> dot (reduce es l) e = dot l e.
Proof.
  unfold reduce. induction es as [|[i m] es IH]; simpl; intros l H; [reflexivity|]. inversion H; subst.
  rewrite IH by assumption. apply without_ok. assumption.
Qed.
Lemma same_ok : forall l m, same l m = true -> l = m.
Proof. induction l; destruct m; simpl; intros H; try discriminate; [reflexivity|]. apply andb_prop in H. destruct H as [H H']. apply Z.eqb_eq in H. f_equal; auto. Qed.
Lemma tighten_ok l : 0 <= dot l e -> 0 <= dot (tighten l) e.
Proof.
  destruct l as [|c t]; [auto|]. unfold tighten. cbv zeta. destruct (fold_left Z.gcd t 0 <=? 1) eqn:E; [auto|]. apply Z.leb_gt in E.
  set (g := fold_left Z.gcd t 0) in *. set (t' := map (fun x => x / g) t). destruct (same (map (Z.mul g) t') t) eqn:S; [|auto].
  apply same_ok in S. destruct e as [|x v]; [auto|]. simpl in one. subst x. cbn [dot]. rewrite <- S, dot_scale. intros H.
  assert (- dot t' v <= c / g); [|lia]. apply Z.div_le_lower_bound; lia.
Qed.
Notation le l := (0 <= dot l e).
Lemma absurd_ok les : existsb absurd_le les = true -> Forall (fun l => le l) les -> False.
Proof.
  intros H F. apply existsb_exists in H. destruct H as (l & HI & H). rewrite Forall_forall in F. specialize (F l HI).
  unfold absurd_le in H. destruct (constant l) eqn:C; [|discriminate]. apply constant_ok in C. apply Z.ltb_lt in H. lia.
Qed.
Lemma joined_ok l : forall ms, le l -> Forall (fun l => le l) ms -> Forall (fun l => le l) (joined l ms).
Proof.
  induction ms as [|m ms IH]; simpl; intros H F; [auto|]. inversion F; subst. destruct (same (tl l) (tl m)); [|constructor; auto].
  constructor; [|assumption]. destruct (hd 0 l <? hd 0 m); assumption.
Qed.
Lemma filter_all {A} (P : A -> Prop) f (l : list A) : Forall P l -> Forall P (filter f l).
Proof. intros F. apply Forall_forall. intros x H. apply filter_In in H. rewrite Forall_forall in F. apply F. tauto. Qed.
Lemma eliminated_ok i les : Forall (fun l => le l) les -> Forall (fun l => le l) (eliminated i les).
Proof.
  intros F. unfold eliminated. cbv zeta.
  assert (C : Forall (fun l => le l) (flat_map (fun a => map (combine i a) (filter (fun l => nth i l 0 <? 0) les)) (filter (fun l => 0 <? nth i l 0) les))).
  { apply Forall_forall. intros l H. apply in_flat_map in H. destruct H as (a & HA & H). apply in_map_iff in H. destruct H as (b & <- & HB).
    apply filter_In in HA, HB. rewrite Forall_forall in F. pose proof (F a (proj1 HA)). pose proof (F b (proj1 HB)).
    unfold combine. apply tighten_ok. rewrite dot_plus, dot_scale. nia. }
  assert (Z : Forall (fun l => le l) (filter (fun l => nth i l 0 =? 0) les)) by (apply filter_all, F).
  revert C Z. generalize (filter (fun l => nth i l 0 =? 0) les).
  induction (flat_map (fun a => map (combine i a) (filter (fun l => nth i l 0 <? 0) les)) (filter (fun l => 0 <? nth i l 0) les)) as [|l ls IH];
    simpl; intros ms C Z; [exact Z|]. inversion C; subst. apply IH; [assumption|]. apply joined_ok; assumption.
Qed.
Theorem refuted_ok : forall k les, refuted k les = true -> Forall (fun l => le l) les -> False.
Proof.
  induction k as [|k IH]; cbn [refuted]; intros les H F; apply orb_prop in H; destruct H as [H|H]; try discriminate; try (exact (absurd_ok les H F)).
  cbv zeta in H. pose proof (filter_all _ (fun l => negb (is_constant l)) les F) as F'.
  destruct (cheapest (filter (fun l => negb (is_constant l)) les)) as [i|]; [|discriminate]. pose proof (eliminated_ok i _ F') as G.
  destruct (Nat.ltb most _); [exact (absurd_ok _ H G) | exact (IH _ H G)].
Qed.
End Proofs.
