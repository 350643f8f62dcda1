(** * Terms and formulas: values with variables, what they mean, substitution. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values.
Import ListNotations.
Open Scope Z_scope.

(** ** The data *)

(** The sort of a variable says what values it may have. [SK]: any. *)
Inductive sort := SInt | SBool | SStr | STok (k : sym) | SMap | SArr | SList | SK.

(** Operations. Unary ones have [TSym s_unit] as second operand; those with
    three operands have the pair [TApp b c] as second. An operand of another
    kind is read as 0, false, the empty string, map, list, or array. *)
Inductive op :=
(* integers *)
| OAdd | OSub | OMul
| OQuot | ORem                 (* truncating; by zero: 0 and the dividend *)
| OEDiv | OEMod                (* Euclidean, as SMT-LIB's; by zero: 0 and the dividend *)
| OPow                         (* negative exponent: 0 *)
| OMin | OMax | OAbs
| OLt | OLe | OEq              (* of integers *)
(* Booleans *)
| OAnd | OOr | OImp | ONot | OBEq
(* any values *)
| OIs (s : N)                  (* is of the sort with this number in the language's table *)
| OKEq                         (* equal *)
| OIte                         (* condition, then the pair of the two values *)
(* maps; sets are maps to true *)
| OIn | OLook | ORemove        (* map, key *)
| OUpd                         (* map, pair of key and value *)
| OMerge                       (* two maps; where both have a key, the second counts *)
| ORemoveAll                   (* map, map: without the keys of the second *)
(* arrays *)
| OMake                        (* the integer everywhere; unary *)
| OSel                         (* array, index *)
| OSto                         (* array, pair of index and value *)
| OShift                       (* array, offset: its item i is item i + offset of the array *)
(* strings *)
| OConcat | OLength | OText    (* OText: the text of a token; unary *)
| OSubstr                        (* text, pair of the place where it begins and of that behind it *)
| OOrd                        (* the number of the only character; unary *)
| OFind | OFindChar            (* text, pair of a text, or of characters, and a place: that from there on where it is, or one of them; -1: none *)
| OParse                      (* text, base: the integer that it denotes; s_undef if it denotes none *)
(* lists *)
| OItem                        (* the list of one item; unary *)
| OCat
| OGet                         (* list, place from 0 on: the item there; where there is none: s_undef *)
| OTail | OSize                (* unary; of the empty list: empty, 0 *)
| OEmpty.                      (* the list has no item; unary *)

Inductive term :=
| TV (s : sort) (n : N)        (** a variable: numbers of different sorts have nothing to do with each other *)
| TB (i : nat)                 (** the integer bound by the i-th quantifier around, the innermost is 0 *)
| TInt (z : Z)
| TBool (b : bool)
| TStr (s : string)
| TTok (k : sym) (s : string)
| TSym (f : sym)
| TApp (a b : term)
| TNoMap                       (** the empty map or set *)
| TNoList                      (** the empty list *)
| TOp (o : op) (a b : term)
| TFun (f : sym) (s : sort) (a : term).  (** a function of the definition or program with values of sort [s]; its
                                   arguments as a tuple [TApp a1 (TApp a2 (.. (TSym s_unit)))] *)

Arguments TSym f%positive. Arguments TTok k%positive s%string. Arguments TStr s%string. Arguments STok k%positive.
Arguments TInt z%Z. Arguments TV s n%N. Arguments OIs s%N. Arguments TFun f%positive s a. Arguments TB i%nat.

(** Formulas. Quantifiers are over the integers. *)
Inductive form :=
| FT (t : term)                (** holds if [t] is true *)
| FNot (f : form)
| FAnd (f g : form)
| FOr (f g : form)
| FImp (f g : form)
| FAll (f : form)
| FEx (f : form).

(** A substitution; what it does not mention stands for itself. The first entry for a variable counts. *)
Definition subst := list (sort * N * term).

(** ** What they mean *)

(** The value of sort [s] that a value is read as. *)
Definition coerce (s : sort) (v : val) : val := match s with
  | SInt => VInt (asZ v) | SBool => VBool (asB v) | SStr => VStr (asS v) | STok k => VTok k (asT k v)
  | SMap => VMap (asM v) | SArr => VArr (asA v) | SList => VList (asL v) | SK => v end.

(** Euclidean division, truncating division is Coq's own. *)
Definition ediv a b := Z.sgn b * (a / Z.abs b).
Definition emod a b := a mod (Z.abs b).

Definition eop (T : sorts) (o : op) (a b : val) : val := match o with
  | OAdd => VInt (asZ a + asZ b) | OSub => VInt (asZ a - asZ b) | OMul => VInt (asZ a * asZ b)
  | OQuot => VInt (Z.quot (asZ a) (asZ b)) | ORem => VInt (Z.rem (asZ a) (asZ b))
  | OEDiv => VInt (ediv (asZ a) (asZ b)) | OEMod => VInt (emod (asZ a) (asZ b))
  | OPow => VInt (asZ a ^ asZ b)
  | OMin => VInt (Z.min (asZ a) (asZ b)) | OMax => VInt (Z.max (asZ a) (asZ b)) | OAbs => VInt (Z.abs (asZ a))
  | OLt => VBool (asZ a <? asZ b) | OLe => VBool (asZ a <=? asZ b) | OEq => VBool (asZ a =? asZ b)
  | OAnd => VBool (asB a && asB b) | OOr => VBool (asB a || asB b) | OImp => VBool (implb (asB a) (asB b))
  | ONot => VBool (negb (asB a)) | OBEq => VBool (Bool.eqb (asB a) (asB b))
  | OIs s => VBool (is_sort T s a)
  | OKEq => VBool (val_eqb a b)
  | OIte => match b with VApp x y => if asB a then x else y | _ => undef end
  | OIn => VBool (match vkey b with Some k => match find key_cmp (asM a) k with Some _ => true | None => false end | None => false end)
  | OLook => match vkey b with Some k => match find key_cmp (asM a) k with Some v => v | None => undef end | None => undef end
  | ORemove => VMap (match vkey b with Some k => remove key_cmp k (asM a) | None => asM a end)
  | OUpd => VMap (match b with VApp k v => match vkey k with Some k => insert key_cmp k v (asM a) | None => asM a end | _ => asM a end)
  | OMerge => VMap (merge (asM a) (asM b)) | ORemoveAll => VMap (remove_all (asM a) (asM b))
  | OMake => VArr (Arr (asZ a) [])
  | OSel => VInt (sel (asA a) (asZ b))
  | OSto => VArr (match b with VApp i v => acanon (sto (asA a) (asZ i) (asZ v)) | _ => asA a end)
  | OShift => VArr (acanon (shift (asA a) (asZ b)))
  | OConcat => VStr (asS a ++ asS b) | OLength => VInt (Z.of_nat (String.length (asS a)))
  | OText => VStr (match a with VTok _ s => s | _ => EmptyString end)
  | OSubstr => VStr (match b with VApp i j => part (asS a) (asZ i) (asZ j) | _ => EmptyString end)
  | OOrd => VInt (code_of (asS a))
  | OFind => VInt (match b with VApp t i => place_of (asS a) (asS t) (asZ i) | _ => -1 end)
  | OFindChar => VInt (match b with VApp cs i => char_from (asS a) (asS cs) (asZ i) 0 | _ => -1 end)
  | OParse => match number_of (asZ b) (asS a) with Some n => VInt n | None => undef end
  | OItem => VList [a] | OCat => VList (asL a ++ asL b)
  | OGet => item (asL a) (asZ b)
  | OTail => VList (tl (asL a)) | OSize => VInt (Z.of_nat (List.length (asL a)))
  | OEmpty => VBool (match asL a with [] => true | _ => false end)
  end.

(** What a language and a program leave to the reader: the table of sorts, and what
    each function gives. Theorems hold for every [i_fun] that satisfies the equations. *)
Record interp := Interp { i_sorts : sorts; i_fun : sym -> val -> val }.
(** Values of variables, and of what quantifiers bind. *)
Record env := Env { e_var : sort -> N -> val; e_bound : list Z }.
Definition push z r := Env (e_var r) (z :: e_bound r).
Definition ev (r : env) (s : sort) (n : N) : val := coerce s (e_var r s n).

Section Meaning.
Variable I : interp.
Fixpoint eval (r : env) (t : term) : val := match t with
  | TV s n => ev r s n | TB i => VInt (nth i (e_bound r) 0)
  | TInt z => VInt z | TBool b => VBool b | TStr s => VStr s | TTok k s => VTok k s
  | TSym f => VSym f | TApp a b => VApp (eval r a) (eval r b)
  | TNoMap => VMap [] | TNoList => VList []
  | TOp o a b => eop (i_sorts I) o (eval r a) (eval r b)
  | TFun f s a => coerce s (i_fun I f (eval r a)) end.
Definition holds r t := eval r t = VBool true.
Fixpoint sat (r : env) (f : form) : Prop := match f with
  | FT t => holds r t | FNot f => ~ sat r f | FAnd f g => sat r f /\ sat r g | FOr f g => sat r f \/ sat r g
  | FImp f g => sat r f -> sat r g | FAll f => forall z, sat (push z r) f | FEx f => exists z, sat (push z r) f end.
Definition sats r (l : list form) := Forall (sat r) l.
End Meaning.

(** ** Equality of terms *)

(** As [&&] and [||], but what does not matter is not computed ([vm_compute] is strict). *)
Notation "a 'andalso' b" := (if a then b else false) (at level 40, left associativity).
Notation "a 'orelse' b" := (if a then true else b) (at level 50, left associativity).
Lemma andalso_prop (a b : bool) : a andalso b = true -> a = true /\ b = true.
Proof. destruct a; auto. discriminate. Qed.
Lemma orelse_prop (a b : bool) : a orelse b = true -> a = true \/ b = true.
Proof. destruct a; auto. Qed.
Definition sort_eqb a b := match a, b with
  | SInt, SInt | SBool, SBool | SStr, SStr | SMap, SMap | SArr, SArr | SList, SList | SK, SK => true
  | STok k, STok k' => Pos.eqb k k' | _, _ => false end.
Lemma sort_eqb_eq a b : sort_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; rewrite ?Pos.eqb_eq; split; congruence. Qed.
Definition op_dec (a b : op) : {a = b} + {a <> b}.
Proof. decide equality. apply N.eq_dec. Defined.
(** A number for each operation, to compare them quickly. *)
Definition op_code (o : op) : N := match o with
  | OAdd => 0 | OSub => 1 | OMul => 2 | OQuot => 3 | ORem => 4 | OEDiv => 5 | OEMod => 6 | OPow => 7 | OMin => 8 | OMax => 9
  | OAbs => 10 | OLt => 11 | OLe => 12 | OEq => 13 | OAnd => 14 | OOr => 15 | OImp => 16 | ONot => 17 | OBEq => 18
  | OKEq => 19 | OIte => 20 | OIn => 21 | OLook => 22 | ORemove => 23 | OUpd => 24 | OMake => 25 | OSel => 26 | OSto => 27
  | OShift => 28 | OConcat => 29 | OLength => 30 | OText => 31 | OItem => 32 | OCat => 33 | OGet => 34 | OTail => 35
  | OSize => 36 | OMerge => 37 | ORemoveAll => 38 | OEmpty => 39 | OSubstr => 40 | OOrd => 41 | OFind => 42 | OFindChar => 43 | OParse => 44 | OIs s => 45 + s end%N.
Definition op_eqb a b := N.eqb (op_code a) (op_code b).
Lemma op_eqb_eq a b : op_eqb a b = true -> a = b.
Proof.
  unfold op_eqb. intros H. apply N.eqb_eq in H.
  destruct a; destruct b; try reflexivity; try discriminate H; cbn [op_code] in H; try (exfalso; lia).
  f_equal. lia.
Qed.
Fixpoint teqb (a b : term) : bool := match a, b with
  | TV s n, TV s' n' => N.eqb n n' andalso sort_eqb s s' | TB i, TB j => Nat.eqb i j
  | TInt z, TInt z' => Z.eqb z z' | TBool x, TBool y => Bool.eqb x y | TStr x, TStr y => String.eqb x y
  | TTok k x, TTok k' y => Pos.eqb k k' andalso String.eqb x y | TSym x, TSym y => Pos.eqb x y
  | TApp a b, TApp c d => teqb a c andalso teqb b d | TNoMap, TNoMap | TNoList, TNoList => true
  | TOp o a b, TOp o' c d => op_eqb o o' andalso teqb a c andalso teqb b d
  | TFun f s a, TFun g s' b => Pos.eqb f g andalso sort_eqb s s' andalso teqb a b
  | _, _ => false end.
Ltac bools := repeat match goal with
  | H : _ andalso _ = true |- _ => apply andalso_prop in H; destruct H
  | H : _ && _ = true |- _ => apply andb_prop in H; destruct H
  | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H
  | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
  | H : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in H
  | H : Pos.eqb _ _ = true |- _ => apply Pos.eqb_eq in H
  | H : String.eqb _ _ = true |- _ => apply String.eqb_eq in H
  | H : Bool.eqb _ _ = true |- _ => apply Bool.eqb_prop in H
  | H : sort_eqb _ _ = true |- _ => apply sort_eqb_eq in H
  | H : op_eqb _ _ = true |- _ => apply op_eqb_eq in H end.
Lemma teqb_eq : forall p q, teqb p q = true -> p = q.
Proof. induction p; destruct q; simpl; intros H; try discriminate; bools; f_equal; auto. Qed.
Fixpoint feqb (f g : form) : bool := match f, g with
  | FT t, FT u => teqb t u | FNot f, FNot g | FAll f, FAll g | FEx f, FEx g => feqb f g
  | FAnd a b, FAnd c d | FOr a b, FOr c d | FImp a b, FImp c d => feqb a c andalso feqb b d | _, _ => false end.
Lemma feqb_eq : forall f g, feqb f g = true -> f = g.
Proof. induction f; destruct g; simpl; intros H; try discriminate; bools; f_equal; auto using teqb_eq. Qed.

(** ** What is known of a value from its term: a sort, or that it is a symbol or an application *)
Inductive kind := Of (s : sort) | Symbol | Application.
Definition fits (k : kind) (v : val) : Prop := match k with
  | Of s => coerce s v = v
  | Symbol => match v with VSym _ => True | _ => False end
  | Application => match v with VApp _ _ => True | _ => False end end.
Definition kind_eqb a b := match a, b with
  | Of s, Of s' => sort_eqb s s' | Symbol, Symbol | Application, Application => true | _, _ => false end.
Lemma kind_eqb_eq a b : kind_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; intros; bools; congruence. Qed.
Definition any := Of SK.
(** No value is of both kinds. *)
Definition apart (a b : kind) := match a, b with Of SK, _ | _, Of SK => false | _, _ => negb (kind_eqb a b) end.
(** What is of kind [a] is of sort [s]. *)
Definition within (a : kind) (s : sort) := match s with SK => true | _ => kind_eqb a (Of s) end.
Definition okind o := match o with
  | OAdd | OSub | OMul | OQuot | ORem | OEDiv | OEMod | OPow | OMin | OMax | OAbs | OSel | OLength | OSize | OOrd | OFind | OFindChar => Of SInt
  | OLt | OLe | OEq | OAnd | OOr | OImp | ONot | OBEq | OIs _ | OKEq | OIn | OEmpty => Of SBool
  | ORemove | OUpd | OMerge | ORemoveAll => Of SMap | OMake | OSto | OShift => Of SArr | OConcat | OText | OSubstr => Of SStr | OItem | OCat | OTail => Of SList
  | OLook | OIte | OGet | OParse => any end.
Fixpoint tkind t := match t with
  | TV s _ => Of s | TB _ | TInt _ => Of SInt | TBool _ => Of SBool | TStr _ => Of SStr | TTok k _ => Of (STok k)
  | TSym _ => Symbol | TApp _ _ => Application | TNoMap => Of SMap | TNoList => Of SList
  | TOp OIte _ (TApp a b) => if kind_eqb (tkind a) (tkind b) then tkind a else any
  | TOp o _ _ => okind o | TFun _ s _ => Of s end.

Lemma asM_sorted v : sorted key_cmp (asM v).
Proof. destruct v; try constructor. apply canon_sorted; [apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans]. Qed.
Lemma asA_canonical v : acanonical (asA v).
Proof. destruct v; try (split; constructor). apply acanon_canonical. Qed.
Lemma canon_asM v : canon key_cmp (asM v) = asM v.
Proof. apply canon_id. apply asM_sorted. Qed.
Lemma coerce_coerce s v : coerce s (coerce s v) = coerce s v.
Proof.
  destruct s; simpl; try reflexivity.
  - rewrite Pos.eqb_refl. reflexivity.
  - f_equal. apply canon_asM.
  - f_equal. apply acanon_id. apply asA_canonical.
Qed.
Lemma map_fits m : sorted key_cmp m -> coerce SMap (VMap m) = VMap m.
Proof. intros S. simpl. f_equal. apply canon_id. exact S. Qed.
Lemma arr_fits a : acanonical a -> coerce SArr (VArr a) = VArr a.
Proof. intros C. simpl. f_equal. apply acanon_id. exact C. Qed.
Lemma eop_fits T o a b : o <> OIte -> fits (okind o) (eop T o a b).
Proof.
  destruct o; intros D; try reflexivity; try contradiction; unfold okind, fits, eop;
    try (apply arr_fits); try (apply map_fits).
  - destruct (vkey b); [apply remove_sorted|]; apply asM_sorted.
  - destruct b; try apply asM_sorted. destruct (vkey b1); [|apply asM_sorted].
    apply insert_sorted; [apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans | apply asM_sorted].
  - apply merge_sorted, asM_sorted.
  - apply remove_all_sorted, asM_sorted.
  - destruct b; try apply asA_canonical. apply acanon_canonical.
  - apply acanon_canonical.
Qed.
Lemma any_fits v : fits any v. Proof. reflexivity. Qed.
Lemma tkind_ok I r : forall t, fits (tkind t) (eval I r t).
Proof.
  fix IH 1. destruct t; try reflexivity; try exact Logic.I.
  - apply coerce_coerce.
  - simpl. rewrite Pos.eqb_refl. reflexivity.
  - destruct o; try (apply eop_fits; discriminate). destruct t2; try apply any_fits. cbn [tkind eval eop].
    destruct (kind_eqb (tkind t2_1) (tkind t2_2)) eqn:E; [|apply any_fits]. apply kind_eqb_eq in E.
    destruct (asB (eval I r t1)); [|rewrite E]; apply IH.
  - apply coerce_coerce.
Qed.
Lemma apart_ok a b v : apart a b = true -> fits a v -> fits b v -> False.
Proof.
  destruct a as [[]| |], b as [[]| |]; simpl; intros A FA FB; try discriminate; destruct v; simpl in *; try discriminate; try contradiction.
  injection FA as ->. injection FB as ->. rewrite Pos.eqb_refl in A. discriminate.
Qed.
Lemma within_ok a s v : within a s = true -> fits a v -> coerce s v = v.
Proof. destruct s; simpl; intros W F; try reflexivity; apply kind_eqb_eq in W; subst; exact F. Qed.
Lemma holds_asB I r t : tkind t = Of SBool -> (holds I r t <-> asB (eval I r t) = true).
Proof.
  intros K. pose proof (tkind_ok I r t) as F. rewrite K in F. simpl in F. unfold holds. rewrite <- F. simpl. split; [intros H; injection H; auto | congruence].
Qed.

(** ** Variables *)
Fixpoint below (n : N) (t : term) := match t with
  | TV _ m => N.ltb m n | TApp a b | TOp _ a b => below n a && below n b | TFun _ _ a => below n a | _ => true end.
Fixpoint fbelow (n : N) (f : form) := match f with
  | FT t => below n t | FNot f | FAll f | FEx f => fbelow n f
  | FAnd f g | FOr f g | FImp f g => fbelow n f && fbelow n g end.
(** No [TB]: the term means the same under every quantifier. *)
Fixpoint closed (t : term) := match t with
  | TB _ => false | TApp a b | TOp _ a b => closed a && closed b | TFun _ _ a => closed a | _ => true end.
Definition same_below (n : N) (r r' : env) :=
  (forall s m, (m < n)%N -> ev r s m = ev r' s m) /\ e_bound r = e_bound r'.
Lemma same_push n r r' z : same_below n r r' -> same_below n (push z r) (push z r').
Proof. intros [V B]. split; [exact V | simpl; congruence]. Qed.
Lemma below_eval I n r r' t : same_below n r r' -> below n t = true -> eval I r t = eval I r' t.
Proof.
  intros [V E]. induction t; cbn [below eval]; intros B; try reflexivity; bools; try congruence.
  - apply V. apply N.ltb_lt; exact B.
  - f_equal; auto.
  - f_equal; auto.
  - f_equal. f_equal. auto.
Qed.
Lemma below_sat I n f : forall r r', same_below n r r' -> fbelow n f = true -> (sat I r f <-> sat I r' f).
Proof.
  induction f; intros r r' S B; cbn [fbelow sat] in *; bools;
    try (rewrite (IHf r r') by assumption; tauto); try (rewrite (IHf1 r r'), (IHf2 r r') by assumption; tauto).
  - unfold holds. rewrite (below_eval I n r r') by assumption. tauto.
  - split; intros H z; apply (IHf (push z r) (push z r') (same_push _ _ _ z S) B), H.
  - split; intros [z H]; exists z; apply (IHf (push z r) (push z r') (same_push _ _ _ z S) B), H.
Qed.
Lemma same_trans n r r' r'' : same_below n r r' -> same_below n r' r'' -> same_below n r r''.
Proof. intros [V B] [V' B']. split; [intros; rewrite V, V' by assumption; reflexivity | congruence]. Qed.
Lemma same_less n m r r' : (n <= m)%N -> same_below m r r' -> same_below n r r'.
Proof. intros L [V B]. split; [intros; apply V; lia | exact B]. Qed.
Lemma same_refl n r : same_below n r r.
Proof. split; reflexivity. Qed.
Lemma same_sym n r r' : same_below n r r' -> same_below n r' r.
Proof. intros [V B]. split; [intros; symmetry; auto | congruence]. Qed.

(** ** Substitution *)
Definition is_var (x : sort) (n : N) (y : sort) (m : N) := N.eqb n m && sort_eqb x y.
Fixpoint get (s : subst) (x : sort) (n : N) : term := match s with
  | [] => TV x n | (y, m, t) :: s => if is_var x n y m then t else get s x n end.
Fixpoint tsub (s : subst) (t : term) : term := match t with
  | TV x n => get s x n | TApp a b => TApp (tsub s a) (tsub s b) | TOp o a b => TOp o (tsub s a) (tsub s b)
  | TFun f x a => TFun f x (tsub s a) | _ => t end.
Fixpoint fsub (s : subst) (f : form) : form := match f with
  | FT t => FT (tsub s t) | FNot f => FNot (fsub s f) | FAnd f g => FAnd (fsub s f) (fsub s g) | FOr f g => FOr (fsub s f) (fsub s g)
  | FImp f g => FImp (fsub s f) (fsub s g) | FAll f => FAll (fsub s f) | FEx f => FEx (fsub s f) end.
(** Each term is of its variable's sort. *)
Definition sorted_subst (s : subst) := forallb (fun '(x, _, t) => within (tkind t) x) s.
Definition closed_subst (s : subst) := forallb (fun '(_, _, t) => closed t) s.
Definition below_subst (n : N) (s : subst) := forallb (fun '(_, _, t) => below n t) s.

Lemma is_var_eq x n y m : is_var x n y m = true <-> x = y /\ n = m.
Proof. unfold is_var. rewrite andb_true_iff, N.eqb_eq, sort_eqb_eq. tauto. Qed.
Lemma get_sorted s x n : sorted_subst s = true -> within (tkind (get s x n)) x = true.
Proof.
  induction s as [|[[y m] t] s IH]; simpl; intros H.
  - destruct x; try reflexivity. simpl. apply Pos.eqb_refl.
  - bools. destruct (is_var x n y m) eqn:E; [|auto]. apply is_var_eq in E. destruct E; subst; assumption.
Qed.
Lemma get_all (P : term -> bool) s x n : forallb (fun '(_, _, t) => P t) s = true -> P (TV x n) = true -> P (get s x n) = true.
Proof. induction s as [|[[y m] t] s IH]; simpl; intros H H'; [exact H'|]. bools. destruct (is_var x n y m); auto. Qed.

(** The valuation that gives each variable the value of its term. *)
Definition comp I (r : env) (s : subst) : env := Env (fun x n => eval I r (get s x n)) (e_bound r).
Lemma ev_comp I r s x n : sorted_subst s = true -> ev (comp I r s) x n = eval I r (get s x n).
Proof. intros H. unfold ev. simpl. eapply within_ok; [apply get_sorted; exact H | apply tkind_ok]. Qed.

(** [r'] gives the variables that [P] names the values of their terms. *)
Definition agrees I (P : sort -> N -> Prop) r r' s :=
  (forall x n, P x n -> ev r' x n = eval I r (get s x n)) /\ e_bound r' = e_bound r.
Lemma agrees_comp I P r s : sorted_subst s = true -> agrees I P r (comp I r s) s.
Proof. intros H. split; [intros; apply ev_comp; exact H | reflexivity]. Qed.
Definition under (n : N) : sort -> N -> Prop := fun _ m => (m < n)%N.
Lemma tsub_below I n r r' s t : agrees I (under n) r r' s -> below n t = true -> eval I r' t = eval I r (tsub s t).
Proof.
  intros [V E]. induction t; cbn [below eval tsub]; intros B; try reflexivity; bools; try congruence.
  - apply V. apply N.ltb_lt; exact B.
  - f_equal; auto.
  - f_equal; auto.
  - f_equal. f_equal. auto.
Qed.
Lemma closed_push I r z t : closed t = true -> eval I (push z r) t = eval I r t.
Proof. induction t; cbn [closed eval]; intros C; try reflexivity; try discriminate; bools; f_equal; auto. f_equal. auto. Qed.
Lemma agrees_push I n r r' s z : closed_subst s = true -> agrees I (under n) r r' s -> agrees I (under n) (push z r) (push z r') s.
Proof.
  intros C [V E]. split; [|simpl; congruence]. intros x m L. rewrite closed_push; [apply (V x m L)|].
  apply (get_all closed); [exact C | reflexivity].
Qed.
Lemma fsub_below I n s f : closed_subst s = true -> forall r r', agrees I (under n) r r' s -> fbelow n f = true ->
  (sat I r' f <-> sat I r (fsub s f)).
Proof.
  intros C. induction f; intros r r' A B; cbn [fbelow sat fsub] in *; bools;
    try (rewrite (IHf r r') by assumption; tauto); try (rewrite (IHf1 r r'), (IHf2 r r') by assumption; tauto).
  - unfold holds. rewrite (tsub_below I n r r' s) by assumption. tauto.
  - split; intros H z; apply (IHf (push z r) (push z r') (agrees_push _ _ _ _ _ z C A) B), H.
  - split; intros [z H]; exists z; apply (IHf (push z r) (push z r') (agrees_push _ _ _ _ _ z C A) B), H.
Qed.

(** ** Instances: a term for the variable of the quantifier [d] above *)
Fixpoint tinst (d : nat) (u t : term) : term := match t with
  | TB i => match Nat.compare i d with Lt => TB i | Eq => u | Gt => TB (pred i) end
  | TApp a b => TApp (tinst d u a) (tinst d u b) | TOp o a b => TOp o (tinst d u a) (tinst d u b)
  | TFun f x a => TFun f x (tinst d u a) | _ => t end.
Fixpoint finst (d : nat) (u : term) (f : form) : form := match f with
  | FT t => FT (tinst d u t) | FNot f => FNot (finst d u f) | FAnd f g => FAnd (finst d u f) (finst d u g)
  | FOr f g => FOr (finst d u f) (finst d u g) | FImp f g => FImp (finst d u f) (finst d u g)
  | FAll f => FAll (finst (S d) u f) | FEx f => FEx (finst (S d) u f) end.
Definition is_int t := kind_eqb (tkind t) (Of SInt).
Lemma closed_bound I v b b' t : closed t = true -> eval I (Env v b) t = eval I (Env v b') t.
Proof. induction t; cbn [closed eval]; intros C; try reflexivity; try discriminate; bools; f_equal; auto. f_equal. auto. Qed.
Lemma tinst_ok I u : closed u = true -> is_int u = true -> forall v b pre t,
  eval I (Env v (pre ++ b)) (tinst (List.length pre) u t) = eval I (Env v (pre ++ asZ (eval I (Env v b) u) :: b)) t.
Proof.
  intros C K v b pre. induction t; cbn [tinst eval e_bound]; try reflexivity; try congruence.
  destruct (Nat.compare_spec i (List.length pre)) as [->|L|L]; cbn [eval e_bound].
  - rewrite app_nth2, Nat.sub_diag by lia. simpl. rewrite (closed_bound I v _ b) by exact C.
    apply kind_eqb_eq in K. pose proof (tkind_ok I (Env v b) u) as F. rewrite K in F. simpl in F. congruence.
  - rewrite !app_nth1 by lia. reflexivity.
  - rewrite !app_nth2 by lia. replace (i - List.length pre)%nat with (S (Nat.pred i - List.length pre)) by lia. reflexivity.
Qed.
Lemma finst_ok I u : closed u = true -> is_int u = true -> forall f v b pre,
  sat I (Env v (pre ++ b)) (finst (List.length pre) u f) <-> sat I (Env v (pre ++ asZ (eval I (Env v b) u) :: b)) f.
Proof.
  intros C K. induction f; intros v b pre; cbn [finst sat]; try (rewrite IHf; tauto); try (rewrite IHf1, IHf2; tauto).
  - unfold holds. rewrite tinst_ok by assumption. tauto.
  - split; intros H z; apply (IHf v b (z :: pre)), H.
  - split; intros [z H]; exists z; apply (IHf v b (z :: pre)), H.
Qed.
Lemma inst_ok I r u f : closed u = true -> is_int u = true ->
  (sat I r (finst 0 u f) <-> sat I (push (asZ (eval I r u)) r) f).
Proof. intros C K. destruct r as [v b]. exact (finst_ok I u C K f v b []). Qed.
