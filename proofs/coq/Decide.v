(** * Obligations decided by computation.

    An obligation becomes clauses over integers: linear in its terms that are no sums ([atoms]). What is known of these
    terms is added: that equal arguments give equal values, what an array has after a write, what remainders are.
    Formulas with quantifiers are taken as they are. [decide] is true only of what holds; its limits are counted. *)
Require Import List ZArith NArith Bool Lia.
Require Import Values Terms Rules Normal Reach Total Checker Sound Obligations Linear Clauses.
Import ListNotations.
Open Scope Z_scope.

(** ** Terms as integers *)
(** True is 1. *)
Definition num (v : val) : Z := match v with VBool b => if b then 1 else 0 | _ => asZ v end.
(** The integer, and the truth value, that a term is read as. *)
Definition as_int t := if is_int t then t else TOp OAdd t (TInt 0).
Definition as_bool t := if is_bool t then t else TOp OAnd t (TBool true).
Fixpoint index (t : term) (ts : list term) (i : nat) : option nat := match ts with
  | [] => None | u :: ts => if teqb u t then Some i else index t ts (S i) end.

Section Read.
Variable atoms : list term.
Definition variable t : option lin := match index t atoms 1 with Some i => Some (unit_of i) | None => None end.
Fixpoint lin_of (t : term) : option lin := match t with
  | TInt z => Some [z]
  | TOp o a b => match o with
    | OAdd | OSub | OMul => match lin_of a, lin_of b with
      | Some x, Some y => match o with
        | OAdd => Some (plus 1 x y) | OSub => Some (plus (-1) x y)
        | _ => match constant x, constant y with
            | Some c, _ => Some (map (Z.mul c) y) | _, Some c => Some (map (Z.mul c) x) | _, _ => variable t end end
      | _, _ => variable (as_int t) end
    | _ => variable (as_int t) end
  | _ => variable (as_int t) end.
Definition with2 {A B C} (f : A -> B -> C) (x : option A) (y : option B) : option C := match x, y with Some x, Some y => Some (f x y) | _, _ => None end.
Definition iff_p p q := PAnd (PImp p q) (PImp q p).
Definition eq_p (x y : lin) := PEq (plus (-1) x y).
Definition le_p (x y : lin) := PLe (plus (-1) y x).
Definition is_true_p (t : term) : option prop := match variable (as_bool t) with Some x => Some (PEq (plus (-1) x [1])) | None => None end.
Fixpoint bool_prop (t : term) : option prop := match t with
  | TBool b => Some (if b then PTrue else PFalse)
  | TOp o a b => match o with
    | OLt => with2 (fun x y => le_p (plus 1 x [1]) y) (lin_of a) (lin_of b)
    | OLe => with2 le_p (lin_of a) (lin_of b)
    | OEq => with2 eq_p (lin_of a) (lin_of b)
    | OAnd => with2 PAnd (bool_prop a) (bool_prop b) | OOr => with2 POr (bool_prop a) (bool_prop b)
    | OImp => with2 PImp (bool_prop a) (bool_prop b) | OBEq => with2 iff_p (bool_prop a) (bool_prop b)
    | ONot => match bool_prop a with Some p => Some (PNot p) | None => None end
    | OKEq => if is_int a andalso is_int b then with2 eq_p (lin_of a) (lin_of b) else
              if is_bool a andalso is_bool b then with2 iff_p (bool_prop a) (bool_prop b) else is_true_p t
    | OIte => match b with
      | TApp x y => match bool_prop a with
        | Some p => with2 (fun q s => PAnd (PImp p q) (PImp (PNot p) s)) (bool_prop x) (bool_prop y) | None => None end
      | _ => is_true_p t end
    | _ => is_true_p t end
  | _ => is_true_p t end.
Fixpoint form_prop (f : form) : prop := match f with
  | FT t => if is_bool t then match bool_prop t with Some p => p | None => PAtom f end else PAtom f
  | FNot f => PNot (form_prop f) | FAnd f g => PAnd (form_prop f) (form_prop g) | FOr f g => POr (form_prop f) (form_prop g)
  | FImp f g => PImp (form_prop f) (form_prop g) | _ => PAtom f end.

(** ** What is known of terms *)
(** What makes two terms equal. *)
Definition and_p p q := match p, q with PTrue, _ => q | _, PTrue => p | _, _ => PAnd p q end.
Fixpoint equal_p (a b : term) : option prop := if teqb a b then Some PTrue else
  if is_int a andalso is_int b then with2 eq_p (lin_of a) (lin_of b) else match a, b with
  | TApp a c, TApp b d => with2 and_p (equal_p a b) (equal_p c d)
  | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p a b) (equal_p c d) else None
  | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p a b else None
  | _, _ => None end.
(** Equal arguments give equal values. *)
Definition equal_arguments (t u : term) : option prop := match t, u with
  | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p a b else None
  | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p a b) (equal_p c d) else None
  | _, _ => None end.
Definition congruent (t u : term) : list prop := match equal_arguments t u, variable t, variable u with Some p, Some x, Some y => [PImp p (eq_p x y)] | _, _, _ => [] end.
Fixpoint congruences (ts : list term) : list prop := match ts with [] => [] | t :: ts => flat_map (congruent t) ts ++ congruences ts end.
(** The value of [t] is that of [y], or of [z]. *)
Definition cases (p : option prop) (t y z : term) : list prop := match p, lin_of t, lin_of y, lin_of z with
  | Some p, Some x, Some y, Some z => [PImp p (eq_p x y); PImp (PNot p) (eq_p x z)] | _, _, _, _ => [] end.
Definition unwrapped (t : term) := match t with TOp OAdd u (TInt 0) => u | _ => t end.
(** The truth of [t] is that of [p]. *)
Definition truth (t : term) (p : option prop) : list prop := match variable t, p with
  | Some x, Some p => [iff_p (PEq (plus (-1) x [1])) p] | _, _ => [] end.
(** Quotient and remainder. *)
Definition division (euclid : bool) (a b q m : term) : list prop := match lin_of a, lin_of b, lin_of q, lin_of m with
  | Some x, Some y, Some q, Some m =>
      let natural := PAnd (PLe x) (le_p [1] y) in let below := PAnd (PLe m) (le_p (plus 1 m [1]) y) in
      [PImp natural (PAnd (PLe q) (le_p q x)); PImp (if euclid then le_p [1] y else natural) below; PImp natural (le_p m x)] ++
      match constant y with
      | Some k => if k =? 0 then [] else PEq (plus (-1) x (plus k m q)) ::
          (if euclid then [PLe m; le_p (plus 1 m [1]) [Z.abs k]]
           else [PImp (PLe x) (PAnd (PLe m) (le_p (plus 1 m [1]) [Z.abs k])); PImp (le_p x []) (PAnd (le_p m []) (le_p [1 - Z.abs k] m))])
      | None => [] end
  | _, _, _, _ => [] end.
Definition fact (w : term) : list prop := let t := unwrapped w in
  (if is_bool t then match variable t with Some x => [PLe x; le_p x [1]] | None => [] end else []) ++
  match t with
  | TOp o a b => match o, a, b with
    | OIte, _, TApp x y => cases (bool_prop a) t x y
    | OSel, TOp OSto m (TApp i v), _ => cases (with2 eq_p (lin_of i) (lin_of b)) t v (TOp OSel m b)
    | OSel, TOp OIte c (TApp x y), _ => cases (bool_prop c) t (TOp OSel x b) (TOp OSel y b)
    | OSel, TOp OMake z _, _ => cases (Some PTrue) t z z
    | OSel, TOp OShift m n, _ => let u := TOp OSel m (TOp OAdd b n) in cases (Some PTrue) t u u
    | OLook, TOp OUpd m (TApp k v), _ => if is_int k andalso is_int b then cases (with2 eq_p (lin_of k) (lin_of b)) t v (TOp OLook m b) else []
    | OIn, TOp OUpd m (TApp k _), _ => if is_int k andalso is_int b then
        truth t (with2 POr (with2 eq_p (lin_of b) (lin_of k)) (is_true_p (TOp OIn m b))) else []
    | (OQuot | ORem), _, _ => division false a b (TOp OQuot a b) (TOp ORem a b)
    | (OEDiv | OEMod), _, _ => division true a b (TOp OEDiv a b) (TOp OEMod a b)
    | OMin, _, _ => cases (with2 le_p (lin_of a) (lin_of b)) t a b
    | OMax, _, _ => cases (with2 le_p (lin_of b) (lin_of a)) t a b
    | OAbs, _, _ => cases (with2 le_p (Some []) (lin_of a)) t a (TOp OSub (TInt 0) a)
    | (OSize | OLength), _, _ => match lin_of t with Some x => [PLe x] | None => [] end
    | _, _, _ => [] end
  | _ => [] end.
(** Multiples [x], [x'] of [y], if [p], [p'], are equal or so far from each other. *)
Definition spaced (y : lin) (p : prop) (x : lin) (p' : prop) (x' : lin) : prop :=
  let before x x' := PAnd (le_p (plus 1 x y) x') (le_p (plus (-1) x y) x') in
  PImp (and_p p p') (POr (eq_p x x') (POr (before x x') (before x' x))).
Definition first_not_zero (l : lin) := List.find (fun c => negb (c =? 0)) l.
Definition is_multiple (x y : lin) : bool := match first_not_zero y, first_not_zero x with
  | Some d, Some c => same (map (Z.mul (c / d)) y) x | _, _ => false end.
Definition remainder (t u : term) : list prop := match t, u with
  | TOp ORem a b, TOp ORem a' b' => if teqb b b' then match lin_of a, lin_of b, lin_of t, lin_of a', lin_of u with
      | Some x, Some y, Some m, Some x', Some m' =>
          [spaced y (PEq m) x (PEq m') x'; PImp (PAnd (PEq m) (eq_p x' (plus 1 x y))) (PEq m'); PImp (PAnd (PEq m') (eq_p x (plus 1 x' y))) (PEq m)]
      | _, _, _, _, _ => [] end else []
  | _, _ => [] end.
Definition remainder_of (t : term) : list prop := match t with
  | TOp ORem a b => match lin_of a, lin_of b, lin_of t with
      | Some x, Some y, Some m => [spaced y (PEq m) x PTrue []; spaced y (PEq m) x PTrue y] ++ (if is_multiple x y then [PEq m] else [])
      | _, _, _ => [] end
  | _ => [] end.
Fixpoint remainders (ts : list term) : list prop := match ts with
  | [] => [] | t :: ts => remainder_of t ++ flat_map (remainder t) ts ++ remainders ts end.
End Read.

(** ** The terms that are variables *)
Inductive reading := Int | Bool | Other.
Definition reading_of t := if is_int t then Int else if is_bool t then Bool else Other.
Definition listed_in (t : term) (A : list term) := match index t A 1 with Some _ => A | None => A ++ [t] end.
Fixpoint collect (m : reading) (t : term) (A : list term) : list term :=
  let inside A := match t with
    | TApp a b | TOp _ a b => collect (reading_of b) b (collect (reading_of a) a A)
    | TFun _ _ a => collect (reading_of a) a A | _ => A end in
  match m, t with
  | Int, TInt _ | Bool, TBool _ => A
  | Int, TOp (OAdd | OSub) a b => collect Int b (collect Int a A)
  | Int, TOp OMul a b => let A := collect Int b (collect Int a A) in match a, b with TInt _, _ | _, TInt _ => A | _, _ => listed_in t A end
  | Int, _ => listed_in (as_int t) (inside A)
  | Bool, TOp (OLt | OLe | OEq) a b => collect Int b (collect Int a A)
  | Bool, TOp (OAnd | OOr | OImp | OBEq) a b => collect Bool b (collect Bool a A)
  | Bool, TOp ONot a _ => collect Bool a A
  | Bool, TOp OKEq a b => if is_int a andalso is_int b then collect Int b (collect Int a A) else
      if is_bool a andalso is_bool b then collect Bool b (collect Bool a A) else listed_in t (inside A)
  | Bool, TOp OIte c (TApp a b) => collect Bool b (collect Bool a (collect Bool c A))
  | Bool, _ => listed_in (as_bool t) (inside A)
  | Other, _ => inside A end.
Fixpoint collect_form (f : form) (A : list term) : list term := match f with
  | FT t => if is_bool t then collect Bool t A else A
  | FNot f => collect_form f A | FAnd f g | FOr f g | FImp f g => collect_form g (collect_form f A) | _ => A end.
(** What facts about a term mention. *)
Definition mentioned (t : term) : list term := match unwrapped t with
  | TOp o a b => match o, a, b with
    | OIte, _, TApp x y => [x; y]
    | OIn, TOp OUpd _ (TApp k _), _ => if is_int k andalso is_int b then [k; b] else []
    | OSel, TOp OSto m (TApp i v), _ => [v; TOp OSel m b]
    | OSel, TOp OIte c (TApp x y), _ => [TOp OSel x b; TOp OSel y b]
    | OSel, TOp OMake z _, _ => [z]
    | OSel, TOp OShift m n, _ => [TOp OSel m (TOp OAdd b n)]
    | OLook, TOp OUpd m (TApp k v), _ => if is_int k andalso is_int b then [v; TOp OLook m b] else []
    | (OQuot | ORem), _, _ => [TOp OQuot a b; TOp ORem a b]
    | (OEDiv | OEMod), _, _ => [TOp OEDiv a b; TOp OEMod a b]
    | _, _, _ => [] end
  | _ => [] end.
Definition conditions (t : term) : list term := match unwrapped t with
  | TOp OIn (TOp OUpd m (TApp k _)) b => if is_int k andalso is_int b then [TOp OIn m b] else []
  | TOp OIte c _ | TOp OSel (TOp OIte c _) _ => [c] | _ => [] end.
Fixpoint grow (k i : nat) (A : list term) : list term := match k, nth_error A i with
  | S k, Some t => grow k (S i) (fold_left (fun A u => collect Bool u A) (conditions t) (fold_left (fun A u => collect Int u A) (mentioned t) A))
  | _, _ => A end.
Definition most_atoms := 150%nat.
Definition atoms_of (o : ob) : list term := grow most_atoms 0 (fold_left (fun A f => collect_form f A) (o_hyps o ++ [o_goal o]) []).

Definition rounds := 3000%N.
Definition decide (o : ob) : bool := let A := atoms_of o in
  if Nat.ltb most_atoms (length A) then false else
  let facts := flat_map (fact A) A ++ remainders A A ++ congruences A A in
  match assume (enough * 10) (map (fun f => (true, form_prop A f)) (o_hyps o) ++ (false, form_prop A (o_goal o)) :: map (pair true) facts) (St [] [] [] [] []) with
  | None => true
  | Some s => match solve 1000 rounds s with Some _ => true | None => false end end.

(** ** It is right *)
Section Proofs.
Variable I : interp.
Variable r : env.
Variable A : list term.
Notation T := (i_sorts I).
Notation "<< t >>" := (eval I r t).
Definition values := 1 :: map (fun t => num <<t>>) A.
Notation holds_p := (means_p I r values).
Lemma one : hd 0 values = 1. Proof. reflexivity. Qed.
Lemma index_ok t : forall ts i j, index t ts i = Some j -> exists k, j = (i + k)%nat /\ nth_error ts k = Some t.
Proof.
  induction ts as [|u ts IH]; simpl; intros i j H; [discriminate|]. destruct (teqb u t) eqn:E.
  - apply teqb_eq in E. injection H as <-. exists 0%nat. subst. split; [lia | reflexivity].
  - destruct (IH _ _ H) as (k & -> & H'). exists (S k). split; [lia | exact H'].
Qed.
Lemma variable_ok t x : variable A t = Some x -> dot x values = num <<t>>.
Proof.
  unfold variable. destruct (index t A 1) as [i|] eqn:E; intros H; [|discriminate]. injection H as <-. rewrite dot_unit.
  destruct (index_ok _ _ _ _ E) as (k & -> & N). unfold values. cbn [Nat.add nth].
  apply nth_error_nth. exact (map_nth_error (fun t => num <<t>>) k A N).
Qed.
Lemma as_int_ok t : num <<as_int t>> = asZ <<t>>.
Proof. unfold as_int. destruct (is_int t) eqn:E; [rewrite (is_int_ok I r t E); reflexivity | simpl; lia]. Qed.
Lemma as_bool_ok t : num <<as_bool t>> = 1 <-> asB <<t>> = true.
Proof. unfold as_bool. destruct (is_bool t) eqn:E; [rewrite (is_bool_ok I r t E); simpl | simpl; rewrite andb_true_r]; destruct (asB <<t>>); split; congruence || lia. Qed.
Lemma constant_dot_ok c : dot [c] values = c.
Proof. unfold values. cbn [dot]. lia. Qed.
Lemma lin_of_ok : forall t x, lin_of A t = Some x -> dot x values = asZ <<t>>.
Proof.
  induction t; intros x H; try (apply variable_ok in H; rewrite H; apply as_int_ok).
  - injection H as <-. apply constant_dot_ok.
  - assert (V : variable A (as_int (TOp o t1 t2)) = Some x -> dot x values = asZ <<TOp o t1 t2>>) by (intros H'; apply variable_ok in H'; rewrite H'; apply as_int_ok).
    destruct o; try exact (V H); cbn [lin_of] in H; destruct (lin_of A t1) as [y|]; try exact (V H); destruct (lin_of A t2) as [z|]; try exact (V H);
      pose proof (IHt1 _ eq_refl) as H1; pose proof (IHt2 _ eq_refl) as H2; cbn [eval eop asZ].
    + injection H as <-. rewrite dot_plus. lia.
    + injection H as <-. rewrite dot_plus. lia.
    + destruct (constant y) as [c|] eqn:C; [|destruct (constant z) as [c|] eqn:C'; [|exact (V H)]].
      * injection H as <-. apply (constant_ok values one) in C. rewrite dot_scale. congruence.
      * injection H as <-. apply (constant_ok values one) in C'. rewrite dot_scale. rewrite <- H1, <- H2, C'. ring.
Qed.
Lemma with2_ok {B C D} (f : B -> C -> D) x y z : with2 f x y = Some z -> exists a b, x = Some a /\ y = Some b /\ z = f a b.
Proof. destruct x, y; simpl; intros H; try discriminate. injection H as <-. eauto. Qed.
Lemma eq_p_ok x y : holds_p (eq_p x y) <-> dot x values = dot y values.
Proof. unfold eq_p. cbn [means_p]. rewrite dot_plus. lia. Qed.
Lemma le_p_ok x y : holds_p (le_p x y) <-> dot x values <= dot y values.
Proof. unfold le_p. cbn [means_p]. rewrite dot_plus. lia. Qed.
Lemma iff_p_ok p q : holds_p (iff_p p q) <-> (holds_p p <-> holds_p q).
Proof. unfold iff_p. cbn [means_p]. tauto. Qed.
Lemma is_true_p_ok t p : is_true_p A t = Some p -> (holds_p p <-> asB <<t>> = true).
Proof.
  unfold is_true_p. destruct (variable A (as_bool t)) as [x|] eqn:V; intros H; [|discriminate]. injection H as <-.
  apply variable_ok in V. cbn [means_p]. rewrite dot_plus, constant_dot_ok, V, <- as_bool_ok. lia.
Qed.
Lemma asB_true b : b = true <-> (if b then True else False). Proof. destruct b; intuition congruence. Qed.
Lemma bool_prop_ok : forall t p, bool_prop A t = Some p -> (holds_p p <-> asB <<t>> = true).
Proof.
  fix IH 1. destruct t; intros p H; try exact (is_true_p_ok _ p H).
  - injection H as <-. destruct b; cbn; intuition congruence.
  - destruct o; try exact (is_true_p_ok _ p H); cbn [bool_prop] in H; cbn [eval eop asB].
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite le_p_ok, dot_plus, constant_dot_ok. rewrite (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.ltb_lt. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite le_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.leb_le. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite eq_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.eqb_eq. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY), andb_true_iff. tauto.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY), orb_true_iff. tauto.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY). destruct (asB _), (asB _); simpl; intuition congruence.
    + destruct (bool_prop A t1) as [q|] eqn:E; [|discriminate]. injection H as <-. cbn [means_p]. rewrite (IH _ _ E). destruct (asB _); simpl; intuition congruence.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite iff_p_ok, (IH _ _ HX), (IH _ _ HY). destruct (asB _), (asB _); simpl; intuition congruence.
    + destruct (is_int t1 andalso is_int t2) eqn:K.
      * apply andalso_prop in K. destruct K as [K1 K2]. apply with2_ok in H. destruct H as (x & y & HX & HY & ->).
        rewrite eq_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), val_eqb_eq, (is_int_ok I r _ K1), (is_int_ok I r _ K2). cbn [asZ]. split; congruence.
      * destruct (is_bool t1 andalso is_bool t2) eqn:K'; [|exact (is_true_p_ok _ p H)].
        apply andalso_prop in K'. destruct K' as [K1 K2]. apply with2_ok in H. destruct H as (x & y & HX & HY & ->).
        rewrite iff_p_ok, (IH _ _ HX), (IH _ _ HY), val_eqb_eq, (is_bool_ok I r _ K1), (is_bool_ok I r _ K2). cbn [asB].
        destruct (asB <<t1>>), (asB <<t2>>); intuition congruence.
    + destruct t2; try exact (is_true_p_ok _ p H). destruct (bool_prop A t1) as [q|] eqn:E; [|discriminate].
      apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p eval eop]. rewrite (IH _ _ E), (IH _ _ HX), (IH _ _ HY).
      destruct (asB <<t1>>); intuition congruence.
Qed.
Lemma form_prop_ok : forall f, holds_p (form_prop A f) <-> sat I r f.
Proof.
  induction f; cbn [form_prop]; try reflexivity; try (cbn [means_p sat]; tauto).
  destruct (is_bool t) eqn:B; [|reflexivity]. destruct (bool_prop A t) as [p|] eqn:E; [|reflexivity].
  rewrite (bool_prop_ok _ _ E). cbn [sat]. unfold holds. rewrite (is_bool_ok I r t B) at 2. split; congruence.
Qed.
Lemma and_p_ok p q : holds_p (and_p p q) <-> holds_p p /\ holds_p q.
Proof. destruct p, q; cbn; tauto. Qed.
Lemma equal_p_ok : forall a b p, equal_p A a b = Some p -> holds_p p -> <<a>> = <<b>>.
Proof.
  fix IH 1. intros a b p H HP.
  assert (K : (if teqb a b then Some PTrue else if is_int a andalso is_int b then with2 eq_p (lin_of A a) (lin_of A b) else match a, b with
    | TApp a c, TApp b d => with2 and_p (equal_p A a b) (equal_p A c d)
    | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p A a b) (equal_p A c d) else None
    | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p A a b else None
    | _, _ => None end) = Some p) by (destruct a; exact H). clear H.
  destruct (teqb a b) eqn:E; [apply teqb_eq in E; congruence|]. destruct (is_int a andalso is_int b) eqn:K'.
  - apply andalso_prop in K'. destruct K' as [K1 K2]. apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply eq_p_ok in HP.
    rewrite (is_int_ok I r _ K1), (is_int_ok I r _ K2), <- (lin_of_ok _ _ HX), <- (lin_of_ok _ _ HY), HP. reflexivity.
  - clear E K'. destruct a; try discriminate; destruct b; try discriminate.
    + apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply and_p_ok in HP. destruct HP as [H1 H2]. cbn [eval].
      rewrite (IH _ _ _ HX H1), (IH _ _ _ HY H2). reflexivity.
    + destruct (op_eqb o o0) eqn:E; [|discriminate]. apply op_eqb_eq in E. subst.
      apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply and_p_ok in HP. destruct HP as [H1 H2]. cbn [eval].
      rewrite (IH _ _ _ HX H1), (IH _ _ _ HY H2). reflexivity.
    + destruct (Pos.eqb f f0 andalso sort_eqb s s0) eqn:E; [|discriminate]. bools. subst. cbn [eval]. rewrite (IH _ _ _ K HP). reflexivity.
Qed.
Notation all_p := (Forall holds_p).
Lemma congruent_ok t u : all_p (congruent A t u).
Proof.
  unfold congruent. destruct (equal_arguments A t u) as [p|] eqn:E; [|constructor].
  destruct (variable A t) as [x|] eqn:HX; [|constructor]. destruct (variable A u) as [y|] eqn:HY; [|constructor].
  apply variable_ok in HX, HY. constructor; [|constructor]. cbn [means_p]. intros HP. change (holds_p (eq_p x y)). rewrite eq_p_ok, HX, HY. f_equal.
  unfold equal_arguments in E. destruct t; try discriminate E; destruct u; try discriminate E.
  - destruct (op_eqb o o0) eqn:E'; [|discriminate]. apply op_eqb_eq in E'. subst.
    apply with2_ok in E. destruct E as (p1 & p2 & H1 & H2 & ->). apply and_p_ok in HP. destruct HP as [Q1 Q2]. cbn [eval].
    rewrite (equal_p_ok _ _ _ H1 Q1), (equal_p_ok _ _ _ H2 Q2). reflexivity.
  - destruct (Pos.eqb f f0 andalso sort_eqb s s0) eqn:E'; [|discriminate]. bools. subst. cbn [eval]. rewrite (equal_p_ok _ _ _ E HP). reflexivity.
Qed.
Lemma congruences_ok : forall ts, all_p (congruences A ts).
Proof.
  induction ts as [|t ts IH]; simpl; [constructor|]. apply Forall_app. split; [|exact IH]. apply Forall_forall. intros p H.
  apply in_flat_map in H. destruct H as (u & _ & H). pose proof (congruent_ok t u) as F. rewrite Forall_forall in F. auto.
Qed.
Lemma cases_ok (P : Prop) p t y z : (forall q, p = Some q -> (holds_p q <-> P)) -> (P -> asZ <<t>> = asZ <<y>>) -> (~ P -> asZ <<t>> = asZ <<z>>) -> all_p (cases A p t y z).
Proof.
  intros HP H1 H2. unfold cases. destruct p as [p|]; [|constructor]. specialize (HP p eq_refl).
  destruct (lin_of A t) as [l1|] eqn:E1; [|constructor]. destruct (lin_of A y) as [l2|] eqn:E2; [|constructor]. destruct (lin_of A z) as [l3|] eqn:E3; [|constructor].
  apply lin_of_ok in E1, E2, E3. constructor; [|constructor; [|constructor]]; cbn [means_p]; intros Q; [change (holds_p (eq_p l1 l2)) | change (holds_p (eq_p l1 l3))]; rewrite eq_p_ok, E1; [rewrite E2 | rewrite E3]; tauto.
Qed.
Lemma truth_ok t p : is_bool t = true -> (forall q, p = Some q -> (holds_p q <-> asB <<t>> = true)) -> all_p (truth A t p).
Proof.
  intros B H. unfold truth. destruct (variable A t) as [x|] eqn:V; [|constructor]. destruct p as [p|]; [|constructor]. specialize (H p eq_refl).
  apply variable_ok in V. apply Forall_cons; [|constructor]. rewrite iff_p_ok, H. cbn [means_p]. rewrite dot_plus, constant_dot_ok, V, (is_bool_ok I r t B). cbn [num asB].
  destruct (asB <<t>>); split; intros; congruence || lia.
Qed.
Lemma compared (f : lin -> lin -> prop) (R : Z -> Z -> Prop) a b : (forall x y, holds_p (f x y) <-> R (dot x values) (dot y values)) ->
  forall q, with2 f (lin_of A a) (lin_of A b) = Some q -> (holds_p q <-> R (asZ <<a>>) (asZ <<b>>)).
Proof. intros H q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). rewrite H, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY). reflexivity. Qed.
Lemma dot_none : dot [] values = 0. Proof. reflexivity. Qed.
Lemma natural_division a b : 0 <= a -> 1 <= b -> (0 <= a / b <= a) /\ (0 <= a mod b < b) /\ a mod b <= a.
Proof.
  intros. repeat split; try (apply Z.mod_pos_bound; lia).
  - apply Z.div_pos; lia.
  - apply Z.div_le_upper_bound; nia.
  - apply Z.mod_le; lia.
Qed.
Lemma quotient a b : 0 <= a -> 1 <= b -> (0 <= Z.quot a b <= a) /\ (0 <= Z.rem a b < b) /\ Z.rem a b <= a.
Proof. intros. rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia. apply natural_division; assumption. Qed.
Lemma euclidean a b : (1 <= b -> 0 <= emod a b < b) /\ (0 <= a -> 1 <= b -> (0 <= ediv a b <= a) /\ emod a b <= a) /\
  (b <> 0 -> a = emod a b + b * ediv a b /\ 0 <= emod a b < Z.abs b).
Proof.
  unfold emod, ediv. split; [|split].
  - intros. rewrite Z.abs_eq by lia. apply Z.mod_pos_bound. lia.
  - intros. rewrite Z.sgn_pos, Z.abs_eq by lia. pose proof (natural_division a b). lia.
  - intros. pose proof (Z.div_mod a (Z.abs b) ltac:(lia)). pose proof (Z.mod_pos_bound a (Z.abs b) ltac:(lia)). split; [|assumption].
    replace (b * (Z.sgn b * (a / Z.abs b))) with ((b * Z.sgn b) * (a / Z.abs b)) by ring. rewrite <- (Z.abs_sgn b) at 2. rewrite Z.abs_sgn. replace (b * Z.sgn b) with (Z.abs b) by lia. lia.
Qed.
Lemma division_ok (euclid : bool) a b q m : (if euclid then q = TOp OEDiv a b /\ m = TOp OEMod a b else q = TOp OQuot a b /\ m = TOp ORem a b) -> all_p (division A euclid a b q m).
Proof.
  intros D. unfold division. destruct (lin_of A a) as [x|] eqn:HA; [|constructor]. destruct (lin_of A b) as [y|] eqn:HB; [|constructor].
  destruct (lin_of A q) as [u|] eqn:HQ; [|constructor]. destruct (lin_of A m) as [w|] eqn:HM; [|constructor].
  apply lin_of_ok in HA, HB, HQ, HM. cbv zeta.
  assert (N : forall k : Z, dot (plus 1 w [k]) values = dot w values + k) by (intros k; rewrite dot_plus, (constant_dot_ok k); lia).
  apply Forall_app. split.
  - destruct euclid; destruct D as [-> ->]; cbn [eval eop asZ] in HQ, HM;
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?HA, ?HB, ?HQ, ?HM;
      pose proof (quotient (asZ <<a>>) (asZ <<b>>)); pose proof (euclidean (asZ <<a>>) (asZ <<b>>)); intuition lia.
  - destruct (constant y) as [k|] eqn:C; [|constructor]. apply (constant_ok values one) in C. destruct (k =? 0) eqn:Z0; [constructor|]. apply Z.eqb_neq in Z0.
    rewrite HB in C. destruct euclid; destruct D as [-> ->]; cbn [eval eop asZ] in HQ, HM.
    + pose proof (proj2 (proj2 (euclidean (asZ <<a>>) (asZ <<b>>))) ltac:(lia)) as [E1 E2].
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?dot_plus, ?HA, ?HQ, ?HM; subst k; lia.
    + pose proof (Z.quot_rem' (asZ <<a>>) (asZ <<b>>)) as E1. pose proof (Z.rem_bound_abs (asZ <<a>>) (asZ <<b>>) ltac:(lia)) as E2.
      assert (S1 : 0 <= asZ <<a>> -> 0 <= Z.rem (asZ <<a>>) (asZ <<b>>)) by (intros; apply Z.rem_nonneg; lia).
      assert (S2 : asZ <<a>> <= 0 -> Z.rem (asZ <<a>>) (asZ <<b>>) <= 0) by (intros; apply Z.rem_nonpos; lia).
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?dot_plus, ?dot_none, ?HA, ?HQ, ?HM; subst k; lia.
Qed.
Lemma unwrapped_ok t : asZ <<unwrapped t>> = asZ <<t>>.
Proof. destruct t; try reflexivity. destruct o; try reflexivity. destruct t2; try reflexivity. destruct z; try reflexivity. simpl. lia. Qed.
Lemma fact_ok w : all_p (fact A w).
Proof.
  unfold fact. cbv zeta. generalize (unwrapped w). clear w. intros t. apply Forall_app. split.
  - destruct (is_bool t) eqn:B; [|constructor]. destruct (variable A t) as [x|] eqn:V; [|constructor]. apply variable_ok in V. rewrite (is_bool_ok I r t B) in V.
    constructor; [|constructor; [|constructor]]; [cbn [means_p] | rewrite le_p_ok, constant_dot_ok]; rewrite V; simpl; destruct (asB <<t>>); lia.
  - destruct t; try constructor.
    assert (S : forall m i, eop T OSel m i = VInt (sel (asA m) (asZ i))) by reflexivity.
    assert (Tr : forall q, Some PTrue = Some q -> (holds_p q <-> True)) by (intros q H; injection H as <-; reflexivity).
    destruct o; try constructor.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply (cases_ok (asZ <<t1>> <= asZ <<t2>>)); [apply (compared le_p Z.le); apply le_p_ok | |]; cbn [eval eop asZ]; lia.
    + apply (cases_ok (asZ <<t2>> <= asZ <<t1>>)); [apply (compared le_p Z.le); apply le_p_ok | |]; cbn [eval eop asZ]; lia.
    + apply (cases_ok (0 <= asZ <<t1>>)); [|cbn [eval eop asZ]; lia | cbn [eval eop asZ]; lia].
      intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HX as <-. rewrite le_p_ok, dot_none, (lin_of_ok _ _ HY). reflexivity.
    + destruct t2; try constructor. apply (cases_ok (asB <<t1>> = true)); [apply bool_prop_ok | |]; cbn [eval eop]; destruct (asB <<t1>>); congruence.
    + destruct t1; try constructor. destruct o; try constructor. destruct t1_2; try constructor.
      destruct (is_int t1_2_1 andalso is_int t2) eqn:K; [|constructor]. apply andalso_prop in K. destruct K as [K1 K2].
      apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (p1 & p2 & E1 & E2 & ->). cbn [means_p].
      apply with2_ok in E1. destruct E1 as (x & y & HX & HY & ->). rewrite eq_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), (is_true_p_ok _ _ E2).
      assert (K : same_key <<t2>> <<t1_2_1>> = (asZ <<t2>> =? asZ <<t1_2_1>>)) by (rewrite (is_int_ok I r _ K1), (is_int_ok I r _ K2); reflexivity).
      pose proof (find_updated T <<t1_1>> <<t1_2_1>> <<t1_2_2>> <<t2>>) as F; cbv zeta in F; destruct F as [_ F]; unfold has_key in F;
        change (eop [] OIn) with (eop T OIn) in F; cbn [eval]; rewrite F, K, orb_true_iff, Z.eqb_eq. reflexivity.
    + destruct t1; try constructor. destruct o; try constructor. destruct t1_2; try constructor.
      destruct (is_int t1_2_1 andalso is_int t2) eqn:K; [|constructor]. apply andalso_prop in K. destruct K as [K1 K2].
      assert (K : same_key <<t2>> <<t1_2_1>> = (asZ <<t2>> =? asZ <<t1_2_1>>)) by (rewrite (is_int_ok I r _ K1), (is_int_ok I r _ K2); reflexivity).
      apply (cases_ok (asZ <<t1_2_1>> = asZ <<t2>>)); [apply (compared eq_p eq); apply eq_p_ok | |];
        pose proof (find_updated T <<t1_1>> <<t1_2_1>> <<t1_2_2>> <<t2>>) as F; cbv zeta in F; destruct F as [F _]; unfold entry in F;
        change (eop [] OLook) with (eop T OLook) in F; cbn [eval]; rewrite F, K; intros Q.
      * rewrite Q, Z.eqb_refl. reflexivity.
      * destruct (asZ <<t2>> =? asZ <<t1_2_1>>) eqn:E; [apply Z.eqb_eq in E; congruence|]. reflexivity.
    + destruct t1; try constructor. destruct o; try constructor.
      * destruct t1_2; try constructor. apply (cases_ok (asB <<t1_1>> = true)); [apply bool_prop_ok | |]; cbn [eval eop]; destruct (asB <<t1_1>>); congruence.
      * apply (cases_ok True); [exact Tr | |]; cbn [eval eop asZ asA]; intros; [|tauto]. reflexivity.
      * destruct t1_2; try constructor. apply (cases_ok (asZ <<t1_2_1>> = asZ <<t2>>)); [apply (compared eq_p eq); apply eq_p_ok | |]; cbn [eval eop asZ];
          rewrite asA_acanon, sel_sto by apply asA_canonical; intros Q.
        -- rewrite Q, Z.eqb_refl. reflexivity.
        -- destruct (asZ <<t2>> =? asZ <<t1_2_1>>) eqn:E; [apply Z.eqb_eq in E; congruence | reflexivity].
      * apply (cases_ok True); [exact Tr | |]; cbn [eval eop asZ]; intros; [|tauto]. rewrite asA_acanon, sel_shift by apply asA_canonical. reflexivity.
    + destruct (lin_of A (TOp OLength t1 t2)) as [x|] eqn:E; [|constructor]. apply lin_of_ok in E. constructor; [|constructor]. cbn [means_p]. rewrite E. cbn [eval eop asZ]. lia.
    + destruct (lin_of A (TOp OSize t1 t2)) as [x|] eqn:E; [|constructor]. apply lin_of_ok in E. constructor; [|constructor]. cbn [means_p]. rewrite E. cbn [eval eop asZ]. lia.
Qed.
Lemma multiple a b : Z.rem a b = 0 <-> exists k, a = k * b.
Proof.
  split; intros H.
  - exists (Z.quot a b). pose proof (Z.quot_rem' a b). lia.
  - destruct H as [k ->]. destruct (Z.eq_dec b 0) as [->|D]; [rewrite Z.mul_0_r; reflexivity | apply Z.rem_mul; exact D].
Qed.
Lemma spaced_ok y p x p' x' : (holds_p p -> exists k, dot x values = k * dot y values) -> (holds_p p' -> exists k, dot x' values = k * dot y values) -> holds_p (spaced y p x p' x').
Proof.
  intros H H'. unfold spaced. cbv zeta. cbn [means_p]. rewrite and_p_ok. intros [P P']. destruct (H P) as [k E]. destruct (H' P') as [k' E'].
  rewrite !eq_p_ok, !le_p_ok, !dot_plus, E, E'. generalize (dot y values). intros b.
  destruct (Z.lt_trichotomy k k') as [L|[->|L]]; [|left; reflexivity|]; right; destruct (Z_le_gt_dec 0 b);
    [left | right | right | left]; split; nia.
Qed.
Lemma is_multiple_ok x y : is_multiple x y = true -> exists k, dot x values = k * dot y values.
Proof.
  unfold is_multiple. destruct (first_not_zero y) as [d|]; [|discriminate]. destruct (first_not_zero x) as [c|]; [|discriminate].
  intros H. apply same_ok in H. exists (c / d). rewrite <- H at 1. apply dot_scale.
Qed.
Lemma rem_ok a b m x y : lin_of A (TOp ORem a b) = Some m -> lin_of A a = Some x -> lin_of A b = Some y ->
  (holds_p (PEq m) <-> exists k, dot x values = k * dot y values).
Proof. intros HM HA HB. apply lin_of_ok in HM, HA, HB. cbn [means_p]. rewrite HM, HA, HB. apply multiple. Qed.
Lemma remainder_ok t u : all_p (remainder A t u).
Proof.
  unfold remainder. destruct t; try constructor. destruct o; try constructor. destruct u; try constructor. destruct o; try constructor.
  destruct (teqb t2 u2) eqn:E; [|constructor]. apply teqb_eq in E. subst u2.
  destruct (lin_of A t1) as [x|] eqn:H1; [|constructor]. destruct (lin_of A t2) as [y|] eqn:H2; [|constructor].
  destruct (lin_of A (TOp ORem t1 t2)) as [m|] eqn:H3; [|constructor]. destruct (lin_of A u1) as [x'|] eqn:H4; [|constructor].
  destruct (lin_of A (TOp ORem u1 t2)) as [m'|] eqn:H5; [|constructor].
  pose proof (rem_ok _ _ _ _ _ H3 H1 H2) as M. pose proof (rem_ok _ _ _ _ _ H5 H4 H2) as M'.
  apply Forall_cons; [apply spaced_ok; tauto|]. apply Forall_cons; [|apply Forall_cons; [|constructor]].
  - change (holds_p (PEq m) /\ holds_p (eq_p x' (plus 1 x y)) -> holds_p (PEq m')). rewrite M, M', eq_p_ok, dot_plus.
    intros [[k K] E]. exists (k + 1). lia.
  - change (holds_p (PEq m') /\ holds_p (eq_p x (plus 1 x' y)) -> holds_p (PEq m)). rewrite M, M', eq_p_ok, dot_plus.
    intros [[k K] E]. exists (k + 1). lia.
Qed.
Lemma remainder_of_ok t : all_p (remainder_of A t).
Proof.
  unfold remainder_of. destruct t; try constructor. destruct o; try constructor.
  destruct (lin_of A t1) as [x|] eqn:H1; [|constructor]. destruct (lin_of A t2) as [y|] eqn:H2; [|constructor].
  destruct (lin_of A (TOp ORem t1 t2)) as [m|] eqn:H3; [|constructor]. pose proof (rem_ok _ _ _ _ _ H3 H1 H2) as M.
  apply Forall_cons; [apply spaced_ok; [tauto | intros _; exists 0; reflexivity]|].
  apply Forall_cons; [apply spaced_ok; [tauto | intros _; exists 1; lia]|].
  destruct (is_multiple x y) eqn:K; constructor; [|constructor]. apply M. apply is_multiple_ok. exact K.
Qed.
Lemma remainders_ok : forall ts, all_p (remainders A ts).
Proof.
  induction ts as [|t ts IH]; cbn [remainders]; [constructor|]. apply Forall_app. split; [apply remainder_of_ok|]. apply Forall_app. split; [|exact IH].
  apply Forall_forall. intros p H. apply in_flat_map in H. destruct H as (u & _ & H). pose proof (remainder_ok t u) as F. rewrite Forall_forall in F. auto.
Qed.
End Proofs.

Theorem decide_ok I o : decide o = true -> plain I o.
Proof.
  intros H. apply plain_ok. intros r S. unfold decide in H. cbv zeta in H. set (A := atoms_of o) in *. destruct (Nat.ltb most_atoms (length A)); [discriminate|].
  set (todo := map _ (o_hyps o) ++ _) in H. set (s0 := St [] [] [] [] []) in H. pose proof (one I r A) as ONE.
  assert (V : valid I r (values I r A) (sat I r (o_goal o)) s0) by (constructor; constructor).
  assert (F : Forall (given I r (values I r A) (sat I r (o_goal o))) todo).
  { unfold todo. apply Forall_app. split; [|constructor].
    - apply Forall_forall. intros x HI. apply in_map_iff in HI. destruct HI as (f & <- & HI). unfold given. cbn [fst snd].
      apply form_prop_ok. unfold sats in S. rewrite Forall_forall in S. auto.
    - unfold given. cbn [fst snd]. apply form_prop_ok.
    - apply Forall_forall. intros x HI. apply in_map_iff in HI. destruct HI as (p & <- & HI). unfold given. cbn [fst snd]. apply in_app_or in HI. destruct HI as [HI|HI]; [|apply in_app_or in HI; destruct HI as [HI|HI]].
      + apply in_flat_map in HI. destruct HI as (t & _ & HI). pose proof (fact_ok I r A t) as K. rewrite Forall_forall in K. auto.
      + pose proof (remainders_ok I r A A) as K. rewrite Forall_forall in K. auto.
      + pose proof (congruences_ok I r A A) as K. rewrite Forall_forall in K. auto. }
  pose proof (assume_ok I r (values I r A) ONE (sat I r (o_goal o)) (enough * 10) todo s0 V F) as Q.
  destruct (assume (enough * 10) todo s0) as [s|]; [|exact Q]. destruct (solve 1000 rounds s) as [m|] eqn:E; [|discriminate].
  apply Q. intros V'. exact (solve_ok I r (values I r A) ONE (sat I r (o_goal o)) _ _ _ _ E V').
Qed.
