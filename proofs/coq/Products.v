(** * Products of variables as variables of linear constraints.

    A product of variables is a list of their numbers, in order. The products of a question are listed; each is
    one more variable, after those that are multiplied. *)
Require Import List ZArith Bool Lia.
Require Import Linear.
Import ListNotations.
Open Scope Z_scope.

Definition product := list nat.
Fixpoint insert_factor (i : nat) (m : product) : product := match m with
  | [] => [i] | j :: m' => if Nat.leb i j then i :: m else j :: insert_factor i m' end.
Definition multiply (m n : product) : product := fold_right insert_factor n m.
Fixpoint same_product (m n : product) : bool := match m, n with [], [] => true | i :: m, j :: n => Nat.eqb i j && same_product m n | _, _ => false end.
Fixpoint place (m : product) (ms : list product) (i : nat) : option nat := match ms with
  | [] => None | n :: ms => if same_product m n then Some i else place m ms (S i) end.
Definition added (m : product) (ms : list product) := if existsb (same_product m) ms then ms else ms ++ [m].

Section Products.
Variable base : nat.            (* how many variables are multiplied: 1 to [base] *)
Variable products : list product.
(** The product that a variable is, and the variable of a product. *)
Definition product_at (i : nat) : option product := match i with O => Some [] | _ => if Nat.leb i base then Some [i] else nth_error products (i - S base) end.
Definition variable_of (m : product) : option nat := match m with
  | [] => Some O | [i] => if Nat.leb i base then Some i else None | _ => place m products (S base) end.
(** The coefficients that are not zero, with their products; from variable [i] on. *)
Fixpoint parts (i : nat) (l : lin) : option (list (Z * product)) := match l with
  | [] => Some []
  | c :: l => if c =? 0 then parts (S i) l else match product_at i, parts (S i) l with Some m, Some ps => Some ((c, m) :: ps) | _, _ => None end end.
Fixpoint sum_of (ps : list (Z * product)) : option lin := match ps with
  | [] => Some []
  | (c, m) :: ps => match variable_of m, sum_of ps with Some i, Some l => Some (plus c l (unit_of i)) | _, _ => None end end.
Definition pairs (ps qs : list (Z * product)) : list (Z * product) := flat_map (fun p => map (fun q => (fst p * fst q, multiply (snd p) (snd q))) qs) ps.
Definition most_parts := 100%nat.
(** [l * m], if its products are listed. *)
Definition times (l m : lin) : option lin := match parts 0 l, parts 0 m with
  | Some ps, Some qs => if Nat.ltb most_parts (length ps * length qs) then None else sum_of (pairs ps qs) | _, _ => None end.

(** ** It is right *)
Variable values : list Z.       (* of the variables that are multiplied *)
Hypothesis all_there : length values = base.
Definition value_of_product (m : product) : Z := fold_right (fun i z => nth i (1 :: values) 0 * z) 1 m.
Definition with_products : list Z := 1 :: values ++ map value_of_product products.
Lemma insert_factor_ok i : forall m, value_of_product (insert_factor i m) = nth i (1 :: values) 0 * value_of_product m.
Proof.
  induction m as [|j m IH]; [reflexivity|]. cbn [insert_factor]. destruct (Nat.leb i j); [reflexivity|].
  change (value_of_product (j :: insert_factor i m)) with (nth j (1 :: values) 0 * value_of_product (insert_factor i m)).
  change (value_of_product (j :: m)) with (nth j (1 :: values) 0 * value_of_product m). rewrite IH. ring.
Qed.
Lemma multiply_ok : forall m n, value_of_product (multiply m n) = value_of_product m * value_of_product n.
Proof.
  unfold multiply. induction m as [|i m IH]; intros n; cbn [fold_right]; [unfold value_of_product at 2; cbn [fold_right]; lia|].
  rewrite insert_factor_ok, IH. change (value_of_product (i :: m)) with (nth i (1 :: values) 0 * value_of_product m). ring.
Qed.
Lemma same_product_ok : forall m n, same_product m n = true -> m = n.
Proof. induction m; destruct n; simpl; intros H; try discriminate; [reflexivity|]. apply andb_prop in H. destruct H as [H H']. apply Nat.eqb_eq in H. f_equal; auto. Qed.
Lemma value_at i m : nth_error products i = Some m -> nth (S base + i) with_products 0 = value_of_product m.
Proof.
  intros H. unfold with_products. cbn [Nat.add nth]. rewrite app_nth2 by lia. rewrite all_there. replace (base + i - base)%nat with i by lia.
  apply nth_error_nth. apply map_nth_error. exact H.
Qed.
Lemma base_value i : (i <= base)%nat -> nth i with_products 0 = nth i (1 :: values) 0.
Proof. intros H. unfold with_products. destruct i as [|i]; [reflexivity|]. cbn [nth]. apply app_nth1. lia. Qed.
Lemma product_at_ok i m : product_at i = Some m -> nth i with_products 0 = value_of_product m.
Proof.
  unfold product_at. destruct i as [|i]; [intros H; injection H as <-; reflexivity|]. destruct (Nat.leb (S i) base) eqn:L; intros H.
  - injection H as <-. apply Nat.leb_le in L. rewrite base_value by exact L. unfold value_of_product. cbn [fold_right]. lia.
  - apply Nat.leb_gt in L. apply value_at in H. rewrite <- H. f_equal. lia.
Qed.
Lemma place_ok m : forall ms i j, place m ms i = Some j -> exists k, j = (i + k)%nat /\ nth_error ms k = Some m.
Proof.
  induction ms as [|n ms IH]; simpl; intros i j H; [discriminate|]. destruct (same_product m n) eqn:E.
  - apply same_product_ok in E. injection H as <-. exists O. subst. split; [lia | reflexivity].
  - destruct (IH _ _ H) as (k & -> & H'). exists (S k). split; [lia | exact H'].
Qed.
Lemma variable_of_ok m i : variable_of m = Some i -> nth i with_products 0 = value_of_product m.
Proof.
  assert (P : place m products (S base) = Some i -> nth i with_products 0 = value_of_product m).
  { intros H. apply place_ok in H. destruct H as (k & -> & H). apply value_at. exact H. }
  unfold variable_of. destruct m as [|j [|j' m]]; [intros H; injection H as <-; reflexivity | | exact P].
  destruct (Nat.leb j base) eqn:L; intros H; [|discriminate]. injection H as <-. apply Nat.leb_le in L.
  rewrite base_value by exact L. unfold value_of_product. cbn [fold_right]. lia.
Qed.
Definition total (ps : list (Z * product)) : Z := fold_right (fun p z => fst p * value_of_product (snd p) + z) 0 ps.
Lemma dot_skip c l : forall i v, dot (c :: l) (skipn i v) = c * nth i v 0 + dot l (skipn (S i) v).
Proof.
  induction i as [|i IH]; intros v; (destruct v as [|x v]; [cbn; rewrite ?dot_nil; lia|]); [reflexivity | exact (IH v)].
Qed.
Lemma parts_ok : forall l i ps, parts i l = Some ps -> dot l (skipn i with_products) = total ps.
Proof.
  induction l as [|c l IH]; cbn [parts]; intros i ps H; [injection H as <-; reflexivity|]. rewrite dot_skip. destruct (c =? 0) eqn:Z0.
  - apply Z.eqb_eq in Z0. subst. rewrite (IH _ _ H). lia.
  - destruct (product_at i) as [m|] eqn:E; [|discriminate]. destruct (parts (S i) l) as [qs|] eqn:E'; [|discriminate]. injection H as <-.
    rewrite (IH _ _ E'), (product_at_ok _ _ E). reflexivity.
Qed.
Lemma sum_of_ok : forall ps l, sum_of ps = Some l -> dot l with_products = total ps.
Proof.
  induction ps as [|[c m] ps IH]; cbn [sum_of]; intros l H; [injection H as <-; reflexivity|].
  destruct (variable_of m) as [i|] eqn:E; [|discriminate]. destruct (sum_of ps) as [l'|] eqn:E'; [|discriminate]. injection H as <-.
  rewrite dot_plus, dot_unit, (IH _ eq_refl), (variable_of_ok _ _ E). cbn [total fold_right fst snd]. fold (total ps). lia.
Qed.
Lemma total_app ps qs : total (ps ++ qs) = total ps + total qs.
Proof. induction ps as [|p ps IH]; [reflexivity|]. cbn [app total fold_right]. fold (total (ps ++ qs)). fold (total ps). rewrite IH. lia. Qed.
Lemma pairs_ok qs : forall ps, total (pairs ps qs) = total ps * total qs.
Proof.
  assert (One : forall p, total (map (fun q : Z * product => (fst p * fst q, multiply (snd p) (snd q))) qs) = fst p * value_of_product (snd p) * total qs).
  { intros p. induction qs as [|q qs' IH]; [cbn; lia|]. cbn [map total fold_right fst snd].
    fold (total (map (fun q : Z * product => (fst p * fst q, multiply (snd p) (snd q))) qs')). fold (total qs'). rewrite IH, multiply_ok. ring. }
  unfold pairs. induction ps as [|p ps IH]; [reflexivity|]. cbn [flat_map]. rewrite total_app, One, IH. cbn [total fold_right]. fold (total ps). ring.
Qed.
Theorem times_ok l m x : times l m = Some x -> dot x with_products = dot l with_products * dot m with_products.
Proof.
  unfold times. destruct (parts 0 l) as [ps|] eqn:P; [|discriminate]. destruct (parts 0 m) as [qs|] eqn:Q; [|discriminate].
  destruct (Nat.ltb _ _); [discriminate|]. intros H. apply sum_of_ok in H. apply parts_ok in P, Q. cbn [skipn] in P, Q. rewrite H, pairs_ok, P, Q. reflexivity.
Qed.
End Products.
