(** * Clauses over linear constraints, contradicted by computation.

    What contradicts what is known by itself is found first. Then, of clauses of which one side does, the other is learned;
    then one clause is split on. All limits are counted: [solve] has so many rounds. *)
Require Import List ZArith NArith Bool Lia.
Require Import Terms Linear.
Import ListNotations.
Open Scope Z_scope.

(** ** Propositions over linear constraints *)
Inductive prop :=
| PTrue | PFalse
| PLe (l : lin)                (* 0 <= l *)
| PEq (l : lin)                (* 0 = l *)
| PAtom (f : form)
| PAnd (p q : prop) | POr (p q : prop) | PImp (p q : prop) | PNot (p : prop).
(** With its sign: [false]: what is to be proved follows from it. *)
Definition signed := (bool * prop)%type.
Fixpoint decidable (p : prop) : bool := match p with
  | PAtom _ => false | PAnd p q | POr p q | PImp p q => decidable p && decidable q | PNot p => decidable p | _ => true end.
Definition less (l : lin) := plus 1 l [-1].              (* l - 1 *)
Definition minus (l : lin) := plus (-1) [-1] l.          (* - l - 1 *)

Record state := St { s_solved : solved; s_les : list lin; s_yes : list form; s_no : list form; s_open : list signed }.
Definition is_in (f : form) (fs : list form) := existsb (feqb f) fs.
Definition known_le (l : lin) (s : state) : option state :=
  let l := tighten (reduce (s_solved s) l) in match constant l with
  | Some c => if c <? 0 then None else Some s
  | None => Some (St (s_solved s) (joined l (s_les s)) (s_yes s) (s_no s) (s_open s)) end.
Definition known_eq (l : lin) (s : state) : option state :=
  let l := reduce (s_solved s) l in match constant l with
  | Some c => if c =? 0 then Some s else None
  | None => match pivot l with
    | Some i => let les := map (fun m => tighten (without i l m)) (s_les s) in
        if existsb absurd_le les then None else
        Some (St (s_solved s ++ [(i, l)]) (filter (fun l => negb (is_constant l)) les) (s_yes s) (s_no s) (s_open s))
    | None => match known_le l s with None => None | Some s => known_le (map (Z.mul (-1)) l) s end end end.
Definition later (x : signed) (s : state) := St (s_solved s) (s_les s) (s_yes s) (s_no s) (s_open s ++ [x]).
(** Learns what is signed; [None]: it contradicts what is known. *)
Fixpoint assume (k : nat) (todo : list signed) (s : state) : option state := match k, todo with
  | O, _ | _, [] => Some s
  | S k, x :: todo => match x with
    | (true, PTrue) | (false, PFalse) => assume k todo s
    | (false, PTrue) | (true, PFalse) => None
    | (true, PLe l) => match known_le l s with None => None | Some s => assume k todo s end
    | (false, PLe l) => match known_le (minus l) s with None => None | Some s => assume k todo s end
    | (true, PEq l) => match known_eq l s with None => None | Some s => assume k todo s end
    | (false, PEq l) => match constant (reduce (s_solved s) l) with
        | Some c => if c =? 0 then None else assume k todo s
        | None => assume k todo (later x s) end
    | (true, PAtom f) => if is_in f (s_no s) then None else assume k todo (St (s_solved s) (s_les s) (f :: s_yes s) (s_no s) (s_open s))
    | (false, PAtom f) => if is_in f (s_yes s) then None else assume k todo (St (s_solved s) (s_les s) (s_yes s) (f :: s_no s) (s_open s))
    | (true, PAnd p q) => assume k ((true, p) :: (true, q) :: todo) s
    | (false, POr p q) => assume k ((false, p) :: (false, q) :: todo) s
    | (false, PImp p q) => if decidable p then assume k ((true, p) :: (false, q) :: todo) s else assume k todo s
    | (true, PNot p) => assume k ((false, p) :: todo) s
    | (false, PNot p) => if decidable p then assume k ((true, p) :: todo) s else assume k todo s
    | (false, PAnd _ _) | (true, POr _ _) | (true, PImp _ _) => assume k todo (later x s) end end.
(** The two sides of what is open. *)
Definition sides (x : signed) : option (signed * signed) := match x with
  | (false, PEq l) => Some ((true, PLe (less l)), (true, PLe (minus l)))
  | (false, PAnd p q) => Some ((false, p), (false, q))
  | (true, POr p q) => Some ((true, p), (true, q))
  | (true, PImp p q) => Some ((false, p), (true, q))
  | _ => None end.
Definition opposite (x : signed) : list signed := let (b, p) := x in if b then [(false, p)] else if decidable p then [(true, p)] else [].
Definition enough := 1000%nat.
Definition forget (s : state) := St (s_solved s) (s_les s) (s_yes s) (s_no s) [].
(** Contradicts what is known; [full]: by elimination, and for both sides. *)
Fixpoint closes (k : nat) (full : bool) (x : signed) (s : state) : bool := match assume enough [x] (forget s) with
  | None => true
  | Some s' => match k with O => false | S k => if full then
      (if refuted most (s_les s') then true else match sides x with
       | Some (a, b) => if closes k full a s then closes k full b s else false | None => false end) else false end end.
(** Decides clauses of which one side is closed. *)
Fixpoint sweep (full : bool) (xs : list signed) (s : state) (changed : bool) : option (state * bool) := match xs with
  | [] => Some (s, changed)
  | x :: xs => match sides x with None => sweep full xs s changed | Some (a, b) =>
      if closes 6 full a s then match assume enough (b :: opposite a) s with None => None | Some s => sweep full xs s true end else
      if closes 6 full b s then match assume enough [a] s with None => None | Some s => sweep full xs s true end else
      sweep full xs (later x s) changed end end.
Section Solve.
(** What else follows from what is known, when nothing is decided any more. *)
Variable more : state -> list signed.
(** How many of [n] rounds are left when everything is closed. *)
Fixpoint solve (k : nat) (n : N) (s : state) : option N := match k, n with
  | O, _ | _, N0 => None
  | S k, _ => let n := N.pred n in
    match sweep false (s_open s) (forget s) false with
    | None => Some n
    | Some (s, true) => solve k n s
    | Some (s, false) => if refuted most (s_les s) then Some n else
      match assume enough (more s) s with
      | None => Some n
      | Some s => if refuted most (s_les s) then Some n else
        match sweep true (s_open s) (forget s) false with
        | None => Some n
        | Some (s, true) => solve k n s
        | Some (s, false) => match s_open s with
          | [] => None
          | x :: xs => match sides x with None => None | Some (a, b) =>
            let s := St (s_solved s) (s_les s) (s_yes s) (s_no s) xs in
            let second n := match assume enough (b :: opposite a) s with None => Some n | Some s => solve k n s end in
            match assume enough [a] s with
            | None => second n
            | Some s' => match solve k n s' with None => None | Some n => second n end end end end end end end end.
(** What is signed contradicts itself. *)
Definition rounds := 3000%N.
Definition refute (todo : list signed) : bool := match assume (enough * 10) todo (St [] [] [] [] []) with
  | None => true
  | Some s => match solve 1000 rounds s with Some _ => true | None => false end end.
End Solve.

Section Solved.
Variable I : interp.
Variable r : env.
Variable e : list Z.
Hypothesis one : hd 0 e = 1.
Variable G : Prop.
Fixpoint means_p (p : prop) : Prop := match p with
  | PTrue => True | PFalse => False | PLe l => 0 <= dot l e | PEq l => dot l e = 0 | PAtom f => sat I r f
  | PAnd p q => means_p p /\ means_p q | POr p q => means_p p \/ means_p q | PImp p q => means_p p -> means_p q | PNot p => ~ means_p p end.
Definition given (x : signed) : Prop := if fst x then means_p (snd x) else means_p (snd x) -> G.
Record valid (s : state) : Prop := Valid {
  v_solved : Forall (fun x : nat * lin => dot (snd x) e = 0) (s_solved s);
  v_les : Forall (fun l => 0 <= dot l e) (s_les s);
  v_yes : Forall (sat I r) (s_yes s);
  v_no : Forall (fun f => sat I r f -> G) (s_no s);
  v_open : Forall given (s_open s) }.
Lemma decidable_ok p : decidable p = true -> means_p p \/ ~ means_p p.
Proof. induction p; simpl; intros H; try discriminate; try lia; try (apply andb_prop in H; destruct H); tauto. Qed.
Lemma constant_dot c : dot [c] e = c.
Proof. clear G. revert one. destruct e as [|x v]; simpl; intros H; [discriminate|]. subst. destruct v; simpl; lia. Qed.
Lemma less_ok l : dot (less l) e = dot l e - 1.
Proof. unfold less. rewrite dot_plus, constant_dot. lia. Qed.
Lemma minus_ok l : dot (minus l) e = - dot l e - 1.
Proof. unfold minus. rewrite dot_plus, constant_dot. lia. Qed.
Lemma is_in_ok f fs : is_in f fs = true -> In f fs.
Proof. intros H. apply existsb_exists in H. destruct H as (g & HI & H). apply feqb_eq in H. congruence. Qed.
Lemma forget_ok s : valid s -> valid (forget s).
Proof. intros []. constructor; auto. constructor. Qed.
Lemma later_ok x s : valid s -> given x -> valid (later x s).
Proof. intros [] H. constructor; auto. apply Forall_app. auto. Qed.
Lemma known_le_ok l s : valid s -> 0 <= dot l e -> match known_le l s with None => False | Some s' => valid s' end.
Proof.
  intros V H. unfold known_le. cbv zeta. assert (H' : 0 <= dot (tighten (reduce (s_solved s) l)) e).
  { apply tighten_ok; [exact one|]. rewrite reduce_ok; [exact H | apply (v_solved s V)]. }
  destruct (constant _) eqn:C.
  - apply (constant_ok e one) in C. destruct (z <? 0) eqn:L; [apply Z.ltb_lt in L; lia | exact V].
  - destruct V. constructor; auto. apply joined_ok; assumption.
Qed.
Lemma known_eq_ok l s : valid s -> dot l e = 0 -> match known_eq l s with None => False | Some s' => valid s' end.
Proof.
  intros V H. unfold known_eq. cbv zeta. assert (H' : dot (reduce (s_solved s) l) e = 0) by (rewrite reduce_ok; [exact H | apply (v_solved s V)]).
  destruct (constant _) eqn:C.
  - apply (constant_ok e one) in C. destruct (z =? 0) eqn:L; [exact V | apply Z.eqb_neq in L; lia].
  - destruct (pivot _) as [i|].
    + assert (L : Forall (fun l => 0 <= dot l e) (map (fun m => tighten (without i (reduce (s_solved s) l) m)) (s_les s))).
      { apply Forall_forall. intros m HI. apply in_map_iff in HI. destruct HI as (m' & <- & HI). apply tighten_ok; [exact one|].
        rewrite without_ok by exact H'. pose proof (v_les s V) as F. rewrite Forall_forall in F. auto. }
      destruct (existsb _ _) eqn:A; [exact (absurd_ok e one _ A L)|]. destruct V. constructor; cbn; auto.
      * apply Forall_app. auto.
      * apply filter_all, L.
    + pose proof (known_le_ok (reduce (s_solved s) l) s V ltac:(lia)) as K. destruct (known_le _ _); [|exact K].
      apply known_le_ok; [exact K|]. rewrite dot_scale. lia.
Qed.
Lemma assume_ok : forall k todo s, valid s -> Forall given todo ->
  match assume k todo s with None => G | Some s' => (valid s' -> G) -> G end.
Proof.
  induction k as [|k IH]; [simpl; auto|]. intros [|x todo] s V F; [simpl; auto|]. inversion F as [|? ? X F']; subst. clear F.
  assert (N : forall x, given x -> match assume k (x :: todo) s with None => G | Some s' => (valid s' -> G) -> G end) by (intros; apply IH; auto).
  destruct x as [[] p]; unfold given in X; cbn [fst snd] in X; destruct p; cbn [assume]; cbn [means_p] in X.
  - exact (IH todo s V F').
  - destruct X.
  - pose proof (known_le_ok l s V X) as K. destruct (known_le l s); [exact (IH todo _ K F') | destruct K].
  - pose proof (known_eq_ok l s V X) as K. destruct (known_eq l s); [exact (IH todo _ K F') | destruct K].
  - destruct (is_in f (s_no s)) eqn:E.
    + apply is_in_ok in E. pose proof (v_no s V) as W. rewrite Forall_forall in W. exact (W f E X).
    + apply IH; [destruct V; constructor; cbn; auto | exact F'].
  - apply IH; auto. destruct X. constructor; [|constructor]; auto.
  - apply IH; auto. apply later_ok; auto.
  - apply IH; auto. apply later_ok; auto.
  - apply N. unfold given. cbn. intros H. destruct (X H).
  - apply X. exact Logic.I.
  - exact (IH todo s V F').
  - assert (D : 0 <= dot l e \/ 0 <= dot (minus l) e) by (rewrite minus_ok; lia). destruct D as [D|D].
    + specialize (X D). destruct (known_le _ s); [destruct (assume _ _ _)|]; auto.
    + pose proof (known_le_ok _ s V D) as K. destruct (known_le _ s); [exact (IH todo _ K F') | destruct K].
  - destruct (constant (reduce (s_solved s) l)) eqn:C.
    + destruct (z =? 0) eqn:E; [|exact (IH todo s V F')]. apply X. apply (constant_ok e one) in C. rewrite reduce_ok in C by apply (v_solved s V). apply Z.eqb_eq in E. lia.
    + apply IH; auto. apply later_ok; auto.
  - destruct (is_in f (s_yes s)) eqn:E.
    + apply is_in_ok in E. pose proof (v_yes s V) as W. rewrite Forall_forall in W. exact (X (W f E)).
    + apply IH; [destruct V; constructor; cbn; auto | exact F'].
  - apply IH; auto. apply later_ok; auto.
  - apply IH; auto. constructor; [|constructor]; auto; intros H; apply X; auto.
  - destruct (decidable p1) eqn:D; [|exact (IH todo s V F')]. destruct (decidable_ok p1 D) as [Y|Y].
    + apply IH; auto. constructor; [|constructor]; auto. intros H. apply X. auto.
    + assert (g : G) by (apply X; intros Z; destruct (Y Z)). destruct (assume _ _ _); auto.
  - destruct (decidable p) eqn:D; [|exact (IH todo s V F')]. destruct (decidable_ok p D) as [Y|Y]; [apply N; exact Y|].
    specialize (X Y). destruct (assume _ _ _); auto.
Qed.
Lemma sides_ok x a b : sides x = Some (a, b) -> given x -> (given a -> G) -> (given b -> G) -> G.
Proof.
  destruct x as [[] []]; cbn [sides]; intros H X HA HB; try discriminate; injection H as <- <-; unfold given in *; cbn [fst snd means_p] in *.
  - destruct X; auto.
  - apply HA. intros H. auto.
  - rewrite less_ok in HA. rewrite minus_ok in HB. destruct (Z.eq_dec (dot l e) 0); [auto|]. destruct (Z_lt_le_dec 0 (dot l e)); [apply HA | apply HB]; lia.
  - apply HA. intros H. apply HB. auto.
Qed.
Lemma opposite_ok a : (given a -> G) -> (Forall given (opposite a) -> G) -> G.
Proof.
  destruct a as [[] p]; simpl; intros HA H.
  - apply H. constructor; [exact HA | constructor].
  - destruct (decidable p) eqn:D; [|apply H; constructor]. destruct (decidable_ok p D) as [Y|Y]; [apply H; constructor; [exact Y | constructor]|].
    apply HA. intros Z. destruct (Y Z).
Qed.
Lemma closes_ok full : forall k x s, closes k full x s = true -> valid s -> given x -> G.
Proof.
  induction k as [|k IH]; intros x s; cbn [closes]; intros H V X;
    pose proof (assume_ok enough [x] (forget s) (forget_ok s V) (Forall_cons _ X (Forall_nil _))) as A;
    destruct (assume enough [x] (forget s)) as [s'|]; try exact A; try discriminate.
  destruct full; [|discriminate]. apply A. intros V'. destruct (refuted most (s_les s')) eqn:R; [destruct (refuted_ok e one _ _ R (v_les s' V'))|].
  destruct (sides x) as [[a b]|] eqn:S; [|discriminate]. destruct (closes k true a s) eqn:CA; [|discriminate]. 
  exact (sides_ok x a b S X (IH a s CA V) (IH b s H V)).
Qed.
Lemma sweep_ok full : forall xs s c, valid s -> Forall given xs ->
  match sweep full xs s c with None => G | Some (s', _) => (valid s' -> G) -> G end.
Proof.
  induction xs as [|x xs IH]; cbn [sweep]; intros s c V F; [auto|]. inversion F as [|? ? X F']; subst.
  destruct (sides x) as [[a b]|] eqn:S; [|exact (IH s c V F')]. destruct (closes 6 full a s) eqn:CA; [|destruct (closes 6 full b s) eqn:CB].
  - pose proof (closes_ok full _ _ _ CA V) as NA.
    assert (Y : (Forall given (b :: opposite a) -> G) -> G).
    { intros H. apply (opposite_ok a NA). intros O. apply (sides_ok x a b S X NA). intros B. apply H. constructor; auto. }
    destruct (assume enough (b :: opposite a) s) as [s'|] eqn:A.
    + destruct (sweep full xs s' true) as [[s2 c2]|] eqn:W.
      * intros H. apply Y. intros O. pose proof (assume_ok enough _ s V O) as Q. rewrite A in Q. apply Q. intros V'.
        specialize (IH s' true V' F'). rewrite W in IH. auto.
      * apply Y. intros O. pose proof (assume_ok enough _ s V O) as Q. rewrite A in Q. apply Q. intros V'. specialize (IH s' true V' F'). rewrite W in IH. exact IH.
    + apply Y. intros O. pose proof (assume_ok enough _ s V O) as Q. rewrite A in Q. exact Q.
  - pose proof (closes_ok full _ _ _ CB V) as NB. destruct (assume enough [a] s) as [s'|] eqn:A.
    + destruct (sweep full xs s' true) as [[s2 c2]|] eqn:W; [intros H|];
        (refine (sides_ok x a b S X _ NB); intros XA; pose proof (assume_ok enough [a] s V (Forall_cons _ XA (Forall_nil _))) as Q; rewrite A in Q; apply Q; intros V';
         specialize (IH s' true V' F'); rewrite W in IH; auto).
    + refine (sides_ok x a b S X _ NB). intros XA. pose proof (assume_ok enough [a] s V (Forall_cons _ XA (Forall_nil _))) as Q. rewrite A in Q. exact Q.
  - apply IH; auto. apply later_ok; auto.
Qed.
Variable more : state -> list signed.
Hypothesis more_ok : forall s, valid s -> Forall given (more s).
Lemma solve_ok : forall k n s m, solve more k n s = Some m -> valid s -> G.
Proof.
  induction k as [|k IH]; [discriminate|]. intros [|n] s m H V; [discriminate|]. cbn [solve] in H. cbv zeta in H.
  pose proof (sweep_ok false (s_open s) (forget s) false (forget_ok s V) (v_open s V)) as W.
  destruct (sweep false (s_open s) (forget s) false) as [[s1 []]|]; [apply W; intros V1; exact (IH _ _ _ H V1)| |exact W].
  apply W. clear W. intros V1. destruct (refuted most (s_les s1)) eqn:R; [destruct (refuted_ok e one _ _ R (v_les s1 V1))|].
  pose proof (assume_ok enough (more s1) s1 V1 (more_ok s1 V1)) as Q. destruct (assume enough (more s1) s1) as [s0|]; [|exact Q].
  apply Q. clear Q s1 V1 R. intros V1. destruct (refuted most (s_les s0)) eqn:R; [destruct (refuted_ok e one _ _ R (v_les s0 V1))|].
  pose proof (sweep_ok true (s_open s0) (forget s0) false (forget_ok s0 V1) (v_open s0 V1)) as W.
  destruct (sweep true (s_open s0) (forget s0) false) as [[s2 []]|]; [apply W; intros V2; exact (IH _ _ _ H V2)| |exact W].
  apply W. clear W. intros V2. destruct (s_open s2) as [|x xs] eqn:O; [discriminate|]. destruct (sides x) as [[a b]|] eqn:S; [|discriminate].
  set (s3 := St _ _ _ _ xs) in *. pose proof (v_open s2 V2) as F. rewrite O in F. inversion F as [|? ? X F']; subst.
  assert (V3 : valid s3) by (destruct V2; constructor; assumption).
  assert (Second : forall n, match assume enough (b :: opposite a) s3 with None => Some n | Some s => solve more k n s end = Some m -> (given a -> G) -> G).
  { intros n' H' NA. apply (opposite_ok a NA). intros OA. apply (sides_ok x a b S X NA). intros B.
    pose proof (assume_ok enough (b :: opposite a) s3 V3 (Forall_cons _ B OA)) as Q.
    destruct (assume enough (b :: opposite a) s3); [|exact Q]. apply Q. intros V4. exact (IH _ _ _ H' V4). }
  destruct (assume enough [a] s3) as [s4|] eqn:A.
  - destruct (solve more k (N.pred (N.pos n)) s4) as [n'|] eqn:S4; [|discriminate]. apply (Second n' H). intros XA.
    pose proof (assume_ok enough [a] s3 V3 (Forall_cons _ XA (Forall_nil _))) as Q. rewrite A in Q. apply Q. intros V4. exact (IH _ _ _ S4 V4).
  - apply (Second _ H). intros XA. pose proof (assume_ok enough [a] s3 V3 (Forall_cons _ XA (Forall_nil _))) as Q. rewrite A in Q. exact Q.
Qed.
Lemma refute_ok todo : refute more todo = true -> Forall given todo -> G.
Proof.
  unfold refute. intros H F. set (s0 := St [] [] [] [] []) in H. assert (V : valid s0) by (constructor; constructor).
  pose proof (assume_ok (enough * 10) todo s0 V F) as Q. destruct (assume (enough * 10) todo s0) as [s|]; [|exact Q].
  destruct (solve more 1000 rounds s) as [m|] eqn:E; [|discriminate]. apply Q. intros V'. exact (solve_ok _ _ _ _ E V').
Qed.
End Solved.
