(** * Values: what a term of a program stands for.

    Every value is a finite tree with decidable equality. Maps and arrays are
    kept canonical (sorted, no key twice), so that two of them with the same
    content are equal, and the order in which keys were written is no part of
    any theorem. *)
Require Import List ZArith NArith String Ascii Bool Lia.
Import ListNotations.
Set Implicit Arguments.
Open Scope Z_scope.

(** Symbols of a language are numbers; those below 16 are reserved. *)
Definition sym := positive.
(** Ends tuples, and is the second operand of unary operations. *)
Definition s_unit : sym := 1%positive.
(** What a look-up of an absent key gives. No other value equals it. *)
Definition s_undef : sym := 2%positive.

(** ** Sorted lists as finite maps *)
Section Sorted.
Variables K V : Type.
Variable cmp : K -> K -> comparison.
Hypothesis cmp_eq : forall a b, cmp a b = Eq <-> a = b.
Hypothesis cmp_opp : forall a b, cmp b a = CompOpp (cmp a b).
Hypothesis cmp_trans : forall a b c, cmp a b = Lt -> cmp b c = Lt -> cmp a c = Lt.

Fixpoint find (m : list (K * V)) (k : K) : option V := match m with
  | [] => None
  | (k', v) :: m => match cmp k k' with Eq => Some v | _ => find m k end end.
Fixpoint insert (k : K) (v : V) (m : list (K * V)) := match m with
  | [] => [(k, v)]
  | (k', v') :: m' => match cmp k k' with
      | Lt => (k, v) :: m | Eq => (k, v) :: m' | Gt => (k', v') :: insert k v m' end end.
Fixpoint remove (k : K) (m : list (K * V)) := match m with
  | [] => []
  | (k', v') :: m' => match cmp k k' with Eq => remove k m' | _ => (k', v') :: remove k m' end end.
(** Of two entries with one key the first counts. *)
Fixpoint canon (m : list (K * V)) := match m with [] => [] | (k, v) :: m => insert k v (canon m) end.

Definition above (k : K) (m : list (K * V)) := Forall (fun x => cmp k (fst x) = Lt) m.
Inductive sorted : list (K * V) -> Prop :=
| sorted_nil : sorted []
| sorted_cons k v m : above k m -> sorted m -> sorted ((k, v) :: m).

Lemma cmp_refl a : cmp a a = Eq.
Proof. apply cmp_eq; reflexivity. Qed.
Lemma cmp_gt a b : cmp a b = Gt -> cmp b a = Lt.
Proof. intros H. rewrite cmp_opp, H. reflexivity. Qed.
Lemma above_trans a b m : cmp a b = Lt -> above b m -> above a m.
Proof. intros L. apply Forall_impl. intros x. exact (cmp_trans L). Qed.
Lemma above_insert a k v m : cmp a k = Lt -> above a m -> above a (insert k v m).
Proof.
  intros L. induction m as [|[k' v'] m IH]; simpl; intros A.
  - constructor; [exact L | constructor].
  - inversion A; subst. unfold above in *. destruct (cmp k k'); repeat (apply Forall_cons; simpl; auto).
Qed.
Lemma insert_sorted k v m : sorted m -> sorted (insert k v m).
Proof.
  induction 1 as [|k' v' m A S IH]; simpl.
  - constructor; constructor.
  - destruct (cmp k k') eqn:E.
    + apply cmp_eq in E; subst. constructor; assumption.
    + constructor; [|constructor; assumption]. constructor; [exact E | exact (above_trans E A)].
    + constructor; [|exact IH]. apply above_insert; [exact (cmp_gt E) | exact A].
Qed.
Lemma canon_sorted m : sorted (canon m).
Proof. induction m as [|[k v] m IH]; simpl; [constructor | apply insert_sorted; exact IH]. Qed.
Lemma insert_above k v m : above k m -> insert k v m = (k, v) :: m.
Proof. destruct m as [|[k' v'] m]; intros A; [reflexivity|]. inversion A; subst. simpl in *. rewrite H1. reflexivity. Qed.
Lemma canon_id m : sorted m -> canon m = m.
Proof. induction 1; simpl; [reflexivity|]. rewrite IHsorted. apply insert_above; assumption. Qed.
Lemma above_remove a k m : above a m -> above a (remove k m).
Proof. induction m as [|[k' v'] m IH]; simpl; intros A; [exact A|]. inversion A; subst.
  unfold above in *. destruct (cmp k k'); try apply Forall_cons; simpl; auto.
Qed.
Lemma remove_sorted k m : sorted m -> sorted (remove k m).
Proof. induction 1 as [|k' v' m A S IH]; simpl; [constructor|]. destruct (cmp k k'); [exact IH| |]; constructor; auto using above_remove. Qed.

Lemma find_above k m : above k m -> find m k = None.
Proof. induction m as [|[k' v'] m IH]; simpl; intros A; [reflexivity|]. inversion A; subst. simpl in *. rewrite H1. auto. Qed.
Lemma find_insert k v m x : find (insert k v m) x = match cmp x k with Eq => Some v | _ => find m x end.
Proof.
  induction m as [|[k' v'] m IH]; simpl; [reflexivity|].
  destruct (cmp k k') eqn:E; simpl.
  - apply cmp_eq in E; subst. destruct (cmp x k'); reflexivity.
  - reflexivity.
  - rewrite IH. destruct (cmp x k') eqn:E'; try reflexivity.
    apply cmp_eq in E'; subst. rewrite (cmp_gt E). reflexivity.
Qed.
Lemma find_remove k m x : find (remove k m) x = match cmp x k with Eq => None | _ => find m x end.
Proof.
  induction m as [|[k' v'] m IH]; simpl; [destruct (cmp x k); reflexivity|].
  destruct (cmp k k') eqn:E; simpl; rewrite IH.
  - apply cmp_eq in E; subst. destruct (cmp x k'); reflexivity.
  - destruct (cmp x k') eqn:E'; try reflexivity. apply cmp_eq in E'; subst. rewrite cmp_opp, E. reflexivity.
  - destruct (cmp x k') eqn:E'; try reflexivity. apply cmp_eq in E'; subst. rewrite cmp_opp, E. reflexivity.
Qed.

Lemma remove_absent k m : find m k = None -> remove k m = m.
Proof. induction m as [|[k' v'] m IH]; simpl; intros H; [reflexivity|]. destruct (cmp k k'); [discriminate| |]; rewrite IH by exact H; reflexivity. Qed.

(** Sorted lists with the same content are equal. *)
Lemma sorted_ext m : sorted m -> forall m', sorted m' -> (forall k, find m k = find m' k) -> m = m'.
Proof.
  induction 1 as [|k v m A S IH]; intros m' S' E; destruct S' as [|k' v' m' A' S'].
  - reflexivity.
  - specialize (E k'). simpl in E. rewrite cmp_refl in E. discriminate.
  - specialize (E k). simpl in E. rewrite cmp_refl in E. discriminate.
  - assert (k = k') as <-.
    { destruct (cmp k k') eqn:C; [apply cmp_eq in C; exact C | |].
      - pose proof (E k) as Ek. simpl in Ek. rewrite cmp_refl, C, (find_above (above_trans C A')) in Ek. discriminate.
      - apply cmp_gt in C. pose proof (E k') as Ek. simpl in Ek. rewrite cmp_refl, C, (find_above (above_trans C A)) in Ek. discriminate. }
    pose proof (E k) as Ek. simpl in Ek. rewrite cmp_refl in Ek. injection Ek as <-. f_equal.
    apply (IH _ S'). intros x. specialize (E x). simpl in E.
    destruct (cmp x k) eqn:C; try exact E. apply cmp_eq in C; subst. rewrite (find_above A), (find_above A'). reflexivity.
Qed.

Ltac by_content := apply sorted_ext; auto using insert_sorted, remove_sorted;
  intros x; rewrite ?find_insert, ?find_remove, ?find_insert;
  repeat match goal with |- context [cmp ?a ?b] => destruct (cmp a b) eqn:?; rewrite ?cmp_refl in * end; try reflexivity.
Lemma insert_same k v w m : sorted m -> insert k v (insert k w m) = insert k v m.
Proof. intros S. by_content. Qed.
Lemma insert_swap k k' v w m : sorted m -> k <> k' -> insert k v (insert k' w m) = insert k' w (insert k v m).
Proof. intros S N. by_content. exfalso. apply N. apply cmp_eq in Heqc, Heqc0. congruence. Qed.
Lemma remove_insert k v m : sorted m -> remove k (insert k v m) = remove k m.
Proof. intros S. by_content. Qed.
Lemma remove_swap k k' v m : sorted m -> k <> k' -> remove k (insert k' v m) = insert k' v (remove k m).
Proof. intros S N. by_content. exfalso. apply N. apply cmp_eq in Heqc, Heqc0. congruence. Qed.
End Sorted.

(** ** Keys *)

(** What a map may have as key. Other values are no keys: an update with one
    leaves the map as it is, a look-up of one gives [s_undef]. *)
Inductive key :=
| KInt (z : Z)
| KBool (b : bool)
| KStr (s : string)
| KTok (k : sym) (s : string).

Fixpoint letters (s : string) : list Z := match s with
  | EmptyString => [] | String c s => Z.of_N (N_of_ascii c) :: letters s end.
(** Keys are ordered as these lists are in a dictionary. *)
Definition key_code (k : key) : list Z := match k with
  | KInt z => [0; z]
  | KBool b => [1; if b then 1 else 0]
  | KStr s => 2 :: letters s
  | KTok k s => 3 :: Zpos k :: letters s end.
Fixpoint dict (a b : list Z) : comparison := match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a, y :: b => match x ?= y with Eq => dict a b | c => c end end.
Definition key_cmp (a b : key) : comparison := dict (key_code a) (key_code b).

Lemma dict_eq : forall a b, dict a b = Eq <-> a = b.
Proof.
  induction a as [|x a IH]; destruct b as [|y b]; simpl; split; intros H; try discriminate; try reflexivity.
  - destruct (x ?= y) eqn:E; try discriminate. apply Z.compare_eq in E. apply IH in H. congruence.
  - injection H as -> ->. rewrite Z.compare_refl. apply IH. reflexivity.
Qed.
Lemma dict_opp : forall a b, dict b a = CompOpp (dict a b).
Proof.
  induction a as [|x a IH]; destruct b as [|y b]; simpl; try reflexivity.
  rewrite (Z.compare_antisym x y). destruct (x ?= y); simpl; auto.
Qed.
Lemma dict_trans : forall a b c, dict a b = Lt -> dict b c = Lt -> dict a c = Lt.
Proof.
  induction a as [|x a IH]; destruct b as [|y b]; destruct c as [|z c]; simpl; intros H H'; try discriminate; try reflexivity.
  destruct (Z.compare_spec x y), (Z.compare_spec y z), (Z.compare_spec x z); try discriminate; try reflexivity; try lia. eauto.
Qed.
Lemma letters_inj : forall s s', letters s = letters s' -> s = s'.
Proof.
  induction s as [|c s IH]; destruct s' as [|c' s']; simpl; intros H; try discriminate; [reflexivity|].
  injection H as H1 H2. apply N2Z.inj in H1. f_equal; [|auto].
  rewrite <- (ascii_N_embedding c), <- (ascii_N_embedding c'), H1. reflexivity.
Qed.
Lemma key_code_inj k k' : key_code k = key_code k' -> k = k'.
Proof.
  destruct k, k'; simpl; intros H; try discriminate; injection H; intros; subst; try reflexivity.
  - destruct b, b0; congruence.
  - f_equal. apply letters_inj; assumption.
  - f_equal. apply letters_inj; assumption.
Qed.
Lemma key_cmp_eq a b : key_cmp a b = Eq <-> a = b.
Proof. unfold key_cmp. rewrite dict_eq. split; [apply key_code_inj | congruence]. Qed.
Lemma key_cmp_opp a b : key_cmp b a = CompOpp (key_cmp a b).
Proof. apply dict_opp. Qed.
Lemma key_cmp_trans a b c : key_cmp a b = Lt -> key_cmp b c = Lt -> key_cmp a c = Lt.
Proof. apply dict_trans. Qed.

(** ** Values *)

(** The array that has [a_default] everywhere but at its entries. Canonical: these
    are sorted by index, and differ from the default. *)
Record arr := Arr { a_default : Z; a_entries : list (Z * Z) }.

Inductive val :=
| VInt (z : Z)
| VBool (b : bool)
| VStr (s : string)
| VTok (k : sym) (s : string)        (** a token (an identifier, say) of sort [k] *)
| VSym (f : sym)                     (** a constructor *)
| VApp (a b : val)                   (** applied to one more argument: curried *)
| VMap (m : list (key * val))        (** a set is a map to [VBool true] *)
| VArr (a : arr)
| VList (l : list val).

Definition undef := VSym s_undef.

(** What an operand of another kind is read as. *)
Definition asZ v := match v with VInt z => z | _ => 0 end.
Definition asB v := match v with VBool b => b | _ => false end.
Definition asS v := match v with VStr s => s | _ => EmptyString end.
Definition asM v := match v with VMap m => canon key_cmp m | _ => [] end.
Definition asL v := match v with VList l => l | _ => [] end.
Definition vkey v : option key := match v with
  | VInt z => Some (KInt z) | VBool b => Some (KBool b) | VStr s => Some (KStr s) | VTok k s => Some (KTok k s) | _ => None end.

(** The entries of both maps, of the second where both have a key. *)
Definition merge (a b : list (key * val)) := fold_right (fun x m => insert key_cmp (fst x) (snd x) m) a b.
(** The first map without the keys of the second. *)
Definition remove_all (a b : list (key * val)) := fold_right (fun x m => remove key_cmp (fst x) m) a b.

Definition sel (a : arr) (i : Z) : Z := match find Z.compare (a_entries a) i with Some v => v | None => a_default a end.
Definition sto (a : arr) (i v : Z) : arr := Arr (a_default a) (insert Z.compare i v (a_entries a)).
Definition shift (a : arr) (n : Z) : arr := Arr (a_default a) (map (fun '(i, v) => (i - n, v)) (a_entries a)).
(** The canonical array with the same content. *)
Definition acanon (a : arr) : arr :=
  Arr (a_default a) (filter (fun x => negb (snd x =? a_default a)) (canon Z.compare (a_entries a))).
Definition asA v := match v with VArr a => acanon a | _ => Arr 0 [] end.

(** The item of a list at a place, counted from 0; [undef] where there is none. *)
Definition item (l : list val) (i : Z) : val := if i <? 0 then undef else nth (Z.to_nat i) l undef.

(** *** Texts: of characters that are bytes *)
Definition text_size (s : string) : Z := Z.of_nat (String.length s).
(** The characters from place i on that are before place j; the empty text if these are no such places. *)
Definition part (s : string) (i j : Z) : string :=
  if (0 <=? i) && (i <=? j) && (j <=? text_size s) then substring (Z.to_nat i) (Z.to_nat (j - i)) s else EmptyString.
(** The number of the only character; 0 if the text has none, or several. *)
Definition code_of (s : string) : Z := match s with String c EmptyString => Z.of_N (N_of_ascii c) | _ => 0 end.
(** The place from i on where the text t begins; -1 if there is none. *)
Definition place_of (s t : string) (i : Z) : Z :=
  if (0 <=? i) && (i <=? text_size s) then match index (Z.to_nat i) t s with Some n => Z.of_nat n | None => -1 end else -1.
(** The first place from i on at which one of the characters stands; -1 if there is none. The text begins at place k. *)
Fixpoint has_char (cs : string) (c : ascii) : bool := match cs with EmptyString => false | String d cs => Ascii.eqb c d || has_char cs c end.
Fixpoint char_from (s cs : string) (i k : Z) : Z := match s with
  | EmptyString => -1 | String c s => if (i <=? k) && has_char cs c then k else char_from s cs i (k + 1) end.
(** A number of a base from 2 to 36, with a sign perhaps. *)
Definition digit (base : Z) (c : ascii) : option Z :=
  let z := Z.of_N (N_of_ascii c) in
  let d := if (48 <=? z) && (z <=? 57) then z - 48 else if (97 <=? z) && (z <=? 122) then z - 87 else if (65 <=? z) && (z <=? 90) then z - 55 else base in
  if d <? base then Some d else None.
Fixpoint digits (base : Z) (s : string) (n : Z) : option Z := match s with
  | EmptyString => Some n
  | String c s => match digit base c with Some d => digits base s (n * base + d) | None => None end end.
Definition natural (base : Z) (s : string) : option Z := match s with EmptyString => None | _ => digits base s 0 end.
Definition number_of (base : Z) (s : string) : option Z := if (2 <=? base) && (base <=? 36) then match s with
  | String "+" s => natural base s | String "-" s => option_map Z.opp (natural base s) | _ => natural base s end else None.

Definition asT (k : sym) v := match v with VTok k' s => if Pos.eqb k k' then s else EmptyString | _ => EmptyString end.

Lemma vkey_inj v w k : vkey v = Some k -> vkey w = Some k -> v = w.
Proof. destruct v, w; simpl; congruence. Qed.

(** *** Maps put together *)
Notation keys_sorted := (sorted key_cmp).
Lemma find_merge a b k : find key_cmp (merge a b) k = match find key_cmp b k with Some v => Some v | None => find key_cmp a k end.
Proof.
  induction b as [|[k' v'] b IH]; simpl; [reflexivity|].
  rewrite find_insert by (apply key_cmp_eq || apply key_cmp_opp). destruct (key_cmp k k'); auto.
Qed.
Lemma find_remove_all a b k : find key_cmp (remove_all a b) k = match find key_cmp b k with Some _ => None | None => find key_cmp a k end.
Proof.
  induction b as [|[k' v'] b IH]; simpl; [reflexivity|].
  rewrite find_remove by (apply key_cmp_eq || apply key_cmp_opp). destruct (key_cmp k k'); auto.
Qed.
Lemma merge_sorted a b : keys_sorted a -> keys_sorted (merge a b).
Proof. intros S. induction b as [|x b IH]; simpl; [exact S|]. apply insert_sorted; [apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans | exact IH]. Qed.
Lemma remove_all_sorted a b : keys_sorted a -> keys_sorted (remove_all a b).
Proof. intros S. induction b as [|x b IH]; simpl; [exact S|]. apply remove_sorted. exact IH. Qed.
Ltac key_order := first [apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans].
Lemma merge_insert a b k v : keys_sorted a -> merge a (insert key_cmp k v b) = insert key_cmp k v (merge a b).
Proof.
  intros S. apply (sorted_ext key_cmp_eq key_cmp_opp key_cmp_trans); [apply merge_sorted; exact S | apply insert_sorted; try key_order; apply merge_sorted; exact S|].
  intros x. rewrite find_merge, !find_insert, find_merge by key_order. destruct (key_cmp x k); reflexivity.
Qed.
Lemma remove_all_insert a b k v : keys_sorted a -> remove_all a (insert key_cmp k v b) = remove key_cmp k (remove_all a b).
Proof.
  intros S. apply (sorted_ext key_cmp_eq key_cmp_opp key_cmp_trans); [apply remove_all_sorted; exact S | apply remove_sorted; apply remove_all_sorted; exact S|].
  intros x. rewrite find_remove_all, find_insert, find_remove, find_remove_all by key_order. destruct (key_cmp x k); reflexivity.
Qed.

(** *** Items of lists *)
Lemma item_nil i : item [] i = undef.
Proof. unfold item. destruct (i <? 0); [reflexivity | destruct (Z.to_nat i); reflexivity]. Qed.
Lemma item_app a b i : item (a ++ b) i = if i <? Z.of_nat (List.length a) then item a i else item b (i - Z.of_nat (List.length a)).
Proof.
  unfold item. destruct (Z.ltb_spec i 0), (Z.ltb_spec i (Z.of_nat (List.length a))); try lia; [reflexivity | |].
  - apply app_nth1. lia.
  - destruct (Z.ltb_spec (i - Z.of_nat (List.length a)) 0); [lia|]. rewrite app_nth2 by lia. f_equal. lia.
Qed.
Lemma item_one x i : item [x] i = if i =? 0 then x else undef.
Proof.
  unfold item. destruct (Z.ltb_spec i 0), (Z.eqb_spec i 0); subst; try lia; try reflexivity.
  destruct (Z.to_nat i) as [|[|k]] eqn:E; [lia | reflexivity | reflexivity].
Qed.
Lemma item_tl l i : item (tl l) i = if i <? 0 then undef else item l (i + 1).
Proof.
  unfold item. destruct (Z.ltb_spec i 0); [reflexivity|]. destruct (Z.ltb_spec (i + 1) 0); [lia|].
  rewrite Z2Nat.inj_add by lia. rewrite Nat.add_1_r. destruct l; [destruct (Z.to_nat i); reflexivity | reflexivity].
Qed.
Lemma size_tl (l : list val) : Z.of_nat (List.length (tl l)) = Z.max 0 (Z.of_nat (List.length l) - 1).
Proof. destruct l; cbn [tl List.length]; lia. Qed.

(** *** Canonical arrays *)
Lemma zcmp_eq a b : (a ?= b) = Eq <-> a = b. Proof. apply Z.compare_eq_iff. Qed.
Lemma zcmp_opp a b : (b ?= a) = CompOpp (a ?= b). Proof. apply Z.compare_antisym. Qed.
Lemma zcmp_trans a b c : (a ?= b) = Lt -> (b ?= c) = Lt -> (a ?= c) = Lt.
Proof. rewrite !Z.compare_lt_iff. lia. Qed.
Definition acanonical (a : arr) := sorted Z.compare (a_entries a) /\ Forall (fun x => snd x <> a_default a) (a_entries a).
Lemma filter_sorted (f : Z * Z -> bool) m : sorted Z.compare m -> sorted Z.compare (filter f m).
Proof.
  induction 1 as [|k v m A S IH]; simpl; [constructor|]. destruct (f (k, v)); [|exact IH]. constructor; [|exact IH].
  unfold above in *. rewrite Forall_forall in *. intros x I. apply filter_In in I. apply A. tauto.
Qed.
Lemma acanon_canonical a : acanonical (acanon a).
Proof.
  split; simpl.
  - apply filter_sorted. apply canon_sorted; [apply zcmp_eq | apply zcmp_opp | apply zcmp_trans].
  - apply Forall_forall. intros x I. apply filter_In in I. destruct I as [_ I]. apply negb_true_iff, Z.eqb_neq in I. exact I.
Qed.
Lemma acanon_id a : acanonical a -> acanon a = a.
Proof.
  intros [S F]. destruct a as [d m]. unfold acanon. simpl in *. f_equal.
  rewrite canon_id by (exact S || apply zcmp_eq || apply zcmp_opp || apply zcmp_trans).
  clear S. induction F as [|x m H F IH]; simpl; [reflexivity|]. apply Z.eqb_neq in H. rewrite H. simpl. f_equal. exact IH.
Qed.

Lemma sel_acanon a i : sorted Z.compare (a_entries a) -> sel (acanon a) i = sel a i.
Proof.
  destruct a as [d m]. unfold sel, acanon. simpl. intros S.
  rewrite canon_id by (exact S || apply zcmp_eq || apply zcmp_opp || apply zcmp_trans).
  induction S as [|k v m A S IH]; simpl; [reflexivity|].
  destruct (v =? d) eqn:E; simpl; destruct (i ?= k) eqn:C; try exact IH; try reflexivity.
  apply Z.eqb_eq in E. apply zcmp_eq in C. subst. rewrite IH, find_above by exact A. reflexivity.
Qed.
Lemma sel_sto a i v j : acanonical a -> sel (acanon (sto a i v)) j = if j =? i then v else sel a j.
Proof.
  intros [S _]. rewrite sel_acanon by (apply insert_sorted; exact S || apply zcmp_eq || apply zcmp_opp || apply zcmp_trans).
  unfold sel, sto. simpl. rewrite find_insert by (apply zcmp_eq || apply zcmp_opp).
  rewrite Z.eqb_compare. destruct (j ?= i); reflexivity.
Qed.

(** *** Equality *)
Lemma arr_dec (a b : arr) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Lemma key_dec (a b : key) : {a = b} + {a <> b}.
Proof. decide equality; try apply Z.eq_dec; try apply bool_dec; try apply string_dec; apply Pos.eq_dec. Defined.
Definition val_dec : forall v w : val, {v = w} + {v <> w}.
Proof.
  fix IH 1. destruct v, w; try (right; discriminate).
  - destruct (Z.eq_dec z z0); [left | right]; congruence.
  - destruct (bool_dec b b0); [left | right]; congruence.
  - destruct (string_dec s s0); [left | right]; congruence.
  - destruct (Pos.eq_dec k k0); [|right; congruence]. destruct (string_dec s s0); [left | right]; congruence.
  - destruct (Pos.eq_dec f f0); [left | right]; congruence.
  - destruct (IH v1 w1); [|right; congruence]. destruct (IH v2 w2); [left | right]; congruence.
  - assert (D : {m = m0} + {m <> m0}); [|destruct D; [left | right]; congruence].
    revert m0. induction m as [|[k v] m IHm]; intros [|[k' v'] m']; try (right; discriminate); [left; reflexivity|].
    destruct (key_dec k k'); [|right; congruence]. destruct (IH v v'); [|right; congruence].
    destruct (IHm m'); [left | right]; congruence.
  - destruct (arr_dec a a0); [left | right]; congruence.
  - assert (D : {l = l0} + {l <> l0}); [|destruct D; [left | right]; congruence].
    revert l0. induction l as [|v l IHl]; intros [|v' l']; try (right; discriminate); [left; reflexivity|].
    destruct (IH v v'); [|right; congruence]. destruct (IHl l'); [left | right]; congruence.
Defined.
Definition val_eqb v w : bool := if val_dec v w then true else false.
Lemma val_eqb_eq v w : val_eqb v w = true <-> v = w.
Proof. unfold val_eqb. destruct (val_dec v w); split; congruence. Qed.

(** ** Sorts of values *)

(** The top of a value. *)
Inductive head := HInt | HBool | HStr | HTok (k : sym) | HSym (f : sym) | HMap | HArr | HList.
Fixpoint vhead v : head := match v with
  | VInt _ => HInt | VBool _ => HBool | VStr _ => HStr | VTok k _ => HTok k | VSym f => HSym f
  | VApp a _ => vhead a | VMap _ => HMap | VArr _ => HArr | VList _ => HList end.
Definition head_eqb a b := match a, b with
  | HInt, HInt | HBool, HBool | HStr, HStr | HMap, HMap | HArr, HArr | HList, HList => true
  | HTok f, HTok g | HSym f, HSym g => Pos.eqb f g | _, _ => false end.
Lemma head_eqb_eq a b : head_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; rewrite ?Pos.eqb_eq; split; congruence. Qed.

(** A value passes a test if this is its head and its arguments, from the last
    to the first, are of the sorts with these numbers. No sorts: none is looked at. *)
Record test := Test { t_head : head; t_args : list N }.
(** A table of sorts: a value is of a sort if it passes one of the sort's tests. *)
Definition sorts := list (list test).
Definition tests (T : sorts) (s : N) : list test := nth (N.to_nat s) T [].

Section Sorts.
Variable T : sorts.
Fixpoint passes (v : val) (h : head) (args : list N) : bool := match args with
  | [] => head_eqb (vhead v) h
  | s :: args => match v with
      | VApp a b => existsb (fun t => passes b (t_head t) (t_args t)) (tests T s) && passes a h args
      | _ => false end end.
Definition is_sort (s : N) (v : val) : bool := existsb (fun t => passes v (t_head t) (t_args t)) (tests T s).
End Sorts.

Arguments HTok k%positive. Arguments HSym f%positive. Arguments Test t_head t_args%N.
