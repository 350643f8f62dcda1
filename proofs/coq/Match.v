(** * Matching of patterns. Its cost is that of the pattern, not of the term. *)
Require Import List ZArith NArith Bool Lia.
Require Import Values Terms.
Import ListNotations.

(** [None]: no instance of the pattern is an instance of the term. [Some (true, s)]: the
    term is the pattern under [s]. [Some (false, s)]: it may be, and if so then as [s] says.
    [none p t]: it is seen without the parts that no instance of [p] is one of [t]. *)
Fixpoint mtch (none : term -> term -> bool) (p t : term) (a : bool * subst) : option (bool * subst) :=
  let part := if none p t then None else Some (false, snd a) in
  match p with
  | TV x n => if within (tkind t) x then Some (fst a, (x, n, t) :: snd a) else part
  | TSym f => match t with TSym g => if Pos.eqb f g then Some a else None | _ => part end
  | TApp p q => match t with
      | TApp t u => match mtch none p t a with Some a => mtch none q u a | None => None end
      | _ => part end
  | _ => Some (false, snd a) end.

Definition vars := list (sort * N).
Definition has (l : vars) (x : sort) (n : N) := existsb (fun '(y, m) => is_var x n y m) l.
Fixpoint pvars (p : term) (l : vars) : vars := match p with
  | TV x n => (x, n) :: l | TApp p q => pvars q (pvars p l) | _ => l end.
Fixpoint distinct (l : vars) := match l with [] => true | (x, n) :: l => negb (has l x n) && distinct l end.
Fixpoint within_vars (l : vars) (t : term) : bool := match t with
  | TV x n => has l x n | TB _ => false | TApp a b | TOp _ a b => within_vars l a && within_vars l b
  | TFun _ _ a => within_vars l a | _ => true end.
Definition dom (s : subst) : vars := map fst s.

(** What may stand on a left side. *)
Fixpoint is_pattern (p : term) := match p with TV _ _ | TSym _ => true | TApp p q => is_pattern p && is_pattern q | _ => false end.

(** ** It is right *)
Lemma has_in l x n : has l x n = true <-> In (x, n) l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros ([y m] & HI & H). apply is_var_eq in H. destruct H; subst; exact HI.
  - intros HI. exists (x, n). split; [exact HI|]. apply is_var_eq; auto.
Qed.
Lemma pvars_in p : forall l x n, In (x, n) l -> In (x, n) (pvars p l).
Proof. induction p; simpl; intros l x m H; auto. Qed.

Section MatchProofs.
Variable I : interp.
Variables r r' : env.           (* of the term, and of the pattern *)
Definition bound (e : sort * N * term) : Prop := let '(x, n, t) := e in ev r' x n = eval I r t.

(** If an instance of the pattern is the term's, then matching does not fail, and binds as it says. *)
Lemma mtch_sound none : (forall p t, none p t = true -> eval I r' p <> eval I r t) ->
  forall p t a, eval I r' p = eval I r t -> Forall bound (snd a) ->
  exists b s, mtch none p t a = Some (b, s) /\ Forall bound s.
Proof.
  intros HN. induction p; intros t a E B; try (exists false, (snd a); split; [reflexivity | exact B]);
    match type of E with eval _ _ ?p = _ => destruct (none p t) eqn:N; [destruct (HN _ _ N E)|] end; cbn [mtch]; rewrite N.
  - destruct (within (tkind t) s) eqn:W; [|eauto].
    do 2 eexists. split; [reflexivity|]. constructor; [exact E | exact B].
  - destruct t; eauto. simpl in E. injection E as ->. rewrite Pos.eqb_refl. destruct a; eauto.
  - destruct t; eauto. simpl in E. injection E as E1 E2.
    destruct (IHp1 _ _ E1 B) as (b & s & -> & B'). exact (IHp2 _ (b, s) E2 B').
Qed.
(** A whole match binds the variables of the pattern, each to a term of its sort, and is right. *)
Lemma mtch_whole none : forall p t a s, mtch none p t a = Some (true, s) -> exists s0, s = s0 ++ snd a /\ fst a = true /\
  dom s = pvars p (dom (snd a)) /\ sorted_subst s0 = true /\ (Forall bound s0 -> eval I r' p = eval I r t).
Proof.
  induction p; intros t a s0 H; simpl in H; try discriminate.
  - destruct (within (tkind t) s) eqn:W; [|destruct (none _ _); discriminate]. injection H as Ha <-.
    exists [(s, n, t)]. repeat split; try assumption; simpl; [rewrite W; reflexivity | intros F; inversion F; assumption].
  - destruct t; try (destruct (none _ _); discriminate). destruct (Pos.eqb f f0) eqn:E; [|discriminate].
    injection H as ->. apply Pos.eqb_eq in E; subst. exists []. repeat split; reflexivity.
  - destruct t; try (destruct (none _ _); discriminate). destruct (mtch none p1 t1 a) as [[b1 s1]|] eqn:E1; [|discriminate].
    destruct (IHp2 _ _ _ H) as (s2 & -> & Hb & Hd & Hs & He). simpl in *. subst b1.
    destruct (IHp1 _ _ _ E1) as (s3 & -> & Hb' & Hd' & Hs' & He'). exists (s2 ++ s3). repeat split.
    + rewrite app_assoc. reflexivity.
    + exact Hb'.
    + rewrite Hd, Hd'. reflexivity.
    + unfold sorted_subst. rewrite forallb_app. apply andb_true_iff; split; assumption.
    + intros F. apply Forall_app in F. destruct F. f_equal; auto.
Qed.
Lemma get_bound s x n : Forall bound s -> In (x, n) (dom s) -> ev r' x n = eval I r (get s x n).
Proof.
  induction s as [|[[y m] t] s IH]; simpl; intros F H; [destruct H|]. inversion F; subst.
  destruct (is_var x n y m) eqn:E; [apply is_var_eq in E; destruct E; subst; assumption|].
  apply IH; [assumption|]. destruct H as [H|H]; [|exact H]. injection H as -> ->.
  assert (is_var x n x n = true) by (apply is_var_eq; auto). congruence.
Qed.
End MatchProofs.

Lemma get_out s x n : ~ In (x, n) (dom s) -> forall s', get (s ++ s') x n = get s' x n.
Proof.
  induction s as [|[[y m] t] s IH]; simpl; intros H s'; [reflexivity|].
  destruct (is_var x n y m) eqn:E; [apply is_var_eq in E; destruct E; subst; tauto | auto].
Qed.
Lemma get_in s x n t : distinct (dom s) = true -> In (x, n, t) s -> get s x n = t.
Proof.
  induction s as [|[[y m] u] s IH]; simpl; intros Hd H; [destruct H|]. bools. apply negb_true_iff in H0.
  destruct H as [H|H].
  - injection H as -> -> ->. assert (E : is_var x n x n = true) by (apply is_var_eq; auto). rewrite E. reflexivity.
  - destruct (is_var x n y m) eqn:E; [|auto]. apply is_var_eq in E; destruct E; subst. exfalso.
    enough (has (dom s) y m = true) by congruence. apply has_in. change (y, m) with (fst (y, m, t)). apply in_map. exact H.
Qed.
Lemma within_sub I l r r' s : (forall x n, In (x, n) l -> ev r' x n = eval I r (get s x n)) ->
  forall t, within_vars l t = true -> eval I r' t = eval I r (tsub s t).
Proof.
  intros H. induction t; cbn [within_vars eval tsub]; intros W; try reflexivity; try discriminate; bools.
  - apply H. apply has_in. exact W.
  - f_equal; auto.
  - f_equal; auto.
  - f_equal. f_equal. auto.
Qed.
Lemma whole_dom none p t s : mtch none p t (true, []) = Some (true, s) -> dom s = pvars p [].
Proof. intros H. destruct (mtch_whole (Interp [] (fun _ v => v)) (Env (fun _ _ => undef) []) (Env (fun _ _ => undef) []) _ _ _ _ _ H) as (s0 & _ & _ & E & _). exact E. Qed.

