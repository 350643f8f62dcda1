(** * The normaliser: terms made simpler without a change of their value.

    It computes what can be computed: integers, Booleans, look-ups in maps and
    arrays, tests of sorts. It may be told pairs of terms that are known to differ
    ([known]): with them a look-up passes updates at other keys. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values Terms.
Import ListNotations.
Open Scope Z_scope.

Definition known := list (term * term).
Definition unit_term := TSym s_unit.

(** An integer as a base and what is added to it. *)
Fixpoint offset (t : term) : option term * Z := match t with
  | TInt z => (None, z)
  | TOp OAdd a (TInt z) => let (b, c) := offset a in (b, c + z)
  | TOp OSub a (TInt z) => let (b, c) := offset a in (b, c - z)
  | _ => (Some t, 0) end.
Definition base_eqb (a b : option term) := match a, b with Some a, Some b => teqb a b | None, None => true | _, _ => false end.

(** Terms whose values differ: by their kind, by their constructors, by a constant, or as it is known. *)
Definition listed (D : known) a b := existsb (fun '(x, y) => teqb x a && teqb y b || teqb x b && teqb y a) D.
Fixpoint differ (D : known) (a b : term) : bool :=
  apart (tkind a) (tkind b) ||
  match a, b with
  | TApp a b, TApp c d => differ D a c || differ D b d
  | TSym f, TSym g => negb (Pos.eqb f g)
  | TBool x, TBool y => negb (Bool.eqb x y)
  | TStr x, TStr y => negb (String.eqb x y)
  | TTok _ x, TTok _ y => negb (String.eqb x y)
  | _, _ => listed D a b ||
      is_int a && is_int b && let (p, c) := offset a in let (q, d) := offset b in base_eqb p q && negb (c =? d) end.

(** ** Maps *)
Definition is_key (t : term) := match tkind t with Of (SInt | SBool | SStr | STok _) => true | _ => false end.
Fixpoint nlook (D : known) (m k : term) : term := match m with
  | TNoMap => TSym s_undef
  | TOp OUpd m' (TApp k' v) => if teqb k k' then (if is_key k then v else TOp OLook m k)
      else if differ D k k' then nlook D m' k else TOp OLook m k
  | TOp ORemove m' k' => if teqb k k' then TSym s_undef else if differ D k k' then nlook D m' k else TOp OLook m k
  | _ => TOp OLook m k end.
Fixpoint nin (D : known) (m k : term) : term := match m with
  | TNoMap => TBool false
  | TOp OUpd m' (TApp k' v) => if teqb k k' then (if is_key k then TBool true else TOp OIn m k)
      else if differ D k k' then nin D m' k else TOp OIn m k
  | TOp ORemove m' k' => if teqb k k' then TBool false else if differ D k k' then nin D m' k else TOp OIn m k
  | _ => TOp OIn m k end.
(** A key that is there keeps its place; a new one is put below all that differ from it. *)
Fixpoint nupd (D : known) (m k v : term) : term := match m with
  | TOp OUpd m' (TApp k' v') => if teqb k k' then TOp OUpd m' (TApp k v)
      else if differ D k k' then TOp OUpd (nupd D m' k v) (TApp k' v') else TOp OUpd m (TApp k v)
  | _ => TOp OUpd m (TApp k v) end.
Fixpoint nremove (D : known) (m k : term) : term := match m with
  | TNoMap => TNoMap
  | TOp OUpd m' (TApp k' v') => if teqb k k' then nremove D m' k
      else if differ D k k' then TOp OUpd (nremove D m' k) (TApp k' v') else TOp ORemove m k
  | _ => TOp ORemove m k end.

(** ** Arrays *)
Fixpoint nsel (D : known) (a i : term) : term := match a with
  | TOp OSto a' (TApp j v) => if teqb i j then (if is_int v then v else TOp OSel a i)
      else if is_int i && is_int j && differ D i j then nsel D a' i else TOp OSel a i
  | TOp OMake z _ => if is_int z then z else TOp OSel a i
  | _ => TOp OSel a i end.

(** ** Tests of sorts: [None] if it depends on what is not known *)
Fixpoint thead (t : term) : option head := match t with
  | TApp a _ => thead a | TSym f => Some (HSym f)
  | _ => match tkind t with
    | Of SInt => Some HInt | Of SBool => Some HBool | Of SStr => Some HStr | Of (STok k) => Some (HTok k)
    | Of SMap => Some HMap | Of SArr => Some HArr | Of SList => Some HList | _ => None end end.
Definition and3 (a b : option bool) := match a, b with
  | Some false, _ | _, Some false => Some false | Some true, b => b | None, _ => None end.
Definition or3 (a b : option bool) := match a, b with
  | Some true, _ | _, Some true => Some true | Some false, b => b | None, _ => None end.
Definition any3 {A} (f : A -> option bool) (l : list A) := fold_right (fun x r => or3 (f x) r) (Some false) l.
Fixpoint tpasses (T : sorts) (t : term) (h : head) (args : list N) : option bool := match args with
  | [] => option_map (fun h' => head_eqb h' h) (thead t)
  | s :: args => match t with
      | TApp a b => and3 (tpasses T a h args) (any3 (fun x => tpasses T b (t_head x) (t_args x)) (tests T s))
      | _ => if apart (tkind t) Application then Some false else None end end.
Definition tis (T : sorts) (s : N) (t : term) : option bool := any3 (fun x => tpasses T t (t_head x) (t_args x)) (tests T s).

(** ** All operations *)
Definition is_bool t := kind_eqb (tkind t) (Of SBool).
Definition is_list t := kind_eqb (tkind t) (Of SList).
Definition ncompare (o : op) (a b : term) : term :=
  let (p, c) := offset a in let (q, d) := offset b in
  if base_eqb p q then TBool (match o with OLt => c <? d | OLe => c <=? d | _ => c =? d end) else TOp o a b.
Definition nadd (a b : term) : term := match b with
  | TInt y => match a with TInt x => TInt (x + y) | TOp OAdd x (TInt z) => TOp OAdd x (TInt (z + y)) | _ => TOp OAdd a b end
  | _ => TOp OAdd a b end.
Definition nint2 (o : op) (f : Z -> Z -> Z) (a b : term) : term := match a, b with TInt x, TInt y => TInt (f x y) | _, _ => TOp o a b end.
Definition nand (a b : term) : term := match a, b with
  | TBool false, _ => TBool false | _, TBool false => TBool false
  | TBool true, _ => if is_bool b then b else TOp OAnd a b
  | _, TBool true => if is_bool a then a else TOp OAnd a b
  | _, _ => TOp OAnd a b end.
Definition nor (a b : term) : term := match a, b with
  | TBool true, _ => TBool true | _, TBool true => TBool true
  | TBool false, _ => if is_bool b then b else TOp OOr a b
  | _, TBool false => if is_bool a then a else TOp OOr a b
  | _, _ => TOp OOr a b end.
Definition nimp (a b : term) : term := match a with
  | TBool false => TBool true | TBool true => if is_bool b then b else TOp OImp a b | _ => TOp OImp a b end.
Definition nnot (a b : term) : term := match a with
  | TBool x => TBool (negb x) | TOp ONot x _ => if is_bool x then x else TOp ONot a b | _ => TOp ONot a b end.
Definition nkeq (D : known) (a b : term) : term :=
  if teqb a b then TBool true else if differ D a b then TBool false
  else if is_int a && is_int b then ncompare OEq a b
  else if is_bool a && is_bool b then TOp OBEq a b else TOp OKEq a b.
Fixpoint ncat (a b : term) : term := match a with
  | TNoList => if is_list b then b else TOp OCat a b
  | TOp OCat x y => TOp OCat x (ncat y b)
  | _ => match b with TNoList => if is_list a then a else TOp OCat a b | _ => TOp OCat a b end end.
Definition nop (T : sorts) (D : known) (o : op) (a b : term) : term := match o with
  | OAdd => nadd a b
  | OSub => nint2 o Z.sub a b | OMul => nint2 o Z.mul a b | OQuot => nint2 o Z.quot a b | ORem => nint2 o Z.rem a b
  | OEDiv => nint2 o ediv a b | OEMod => nint2 o emod a b | OPow => nint2 o Z.pow a b
  | OMin => nint2 o Z.min a b | OMax => nint2 o Z.max a b
  | OAbs => match a with TInt x => TInt (Z.abs x) | _ => TOp o a b end
  | OLt | OLe | OEq => ncompare o a b
  | OAnd => nand a b | OOr => nor a b | OImp => nimp a b | ONot => nnot a b
  | OBEq => match a, b with TBool x, TBool y => TBool (Bool.eqb x y) | _, _ => TOp o a b end
  | OIs s => match tis T s a with Some x => TBool x | None => TOp o a b end
  | OKEq => nkeq D a b
  | OIte => match a, b with TBool c, TApp x y => if c then x else y | _, _ => TOp o a b end
  | OIn => nin D a b | OLook => nlook D a b | ORemove => nremove D a b
  | OUpd => match b with TApp k v => nupd D a k v | _ => TOp o a b end
  | OSel => nsel D a b
  | OMake | OSto | OShift => TOp o a b
  | OConcat => match a, b with TStr x, TStr y => TStr (x ++ y) | _, _ => TOp o a b end
  | OLength => match a with TStr x => TInt (Z.of_nat (String.length x)) | _ => TOp o a b end
  | OText => match a with TTok _ s => TStr s | _ => TOp o a b end
  | OItem => TOp o a b
  | OCat => ncat a b
  | OHead => match a with TOp OItem x _ | TOp OCat (TOp OItem x _) _ => x | TNoList => TSym s_undef | _ => TOp o a b end
  | OTail => match a with
      | TOp OItem _ _ | TNoList => TNoList
      | TOp OCat (TOp OItem _ _) l => if is_list l then l else TOp o a b | _ => TOp o a b end
  | OSize => match a with TNoList => TInt 0 | TOp OItem _ _ => TInt 1 | _ => TOp o a b end
  end.
Fixpoint norm (T : sorts) (D : known) (t : term) : term := match t with
  | TApp a b => TApp (norm T D a) (norm T D b) | TOp o a b => nop T D o (norm T D a) (norm T D b)
  | TFun f s a => TFun f s (norm T D a) | _ => t end.
(** Substitution that normalises what it builds, not what it puts in. *)
Fixpoint nsub (T : sorts) (D : known) (s : subst) (t : term) : term := match t with
  | TV x n => get s x n | TApp a b => TApp (nsub T D s a) (nsub T D s b)
  | TOp o a b => nop T D o (nsub T D s a) (nsub T D s b) | TFun f x a => TFun f x (nsub T D s a) | _ => t end.

(** ** All of it keeps values *)
Section Proofs.
Variable I : interp.
Notation T := (i_sorts I).
Variable r : env.
Notation "<< t >>" := (eval I r t).
Variable D : known.
Hypothesis HD : Forall (fun '(a, b) => <<a>> <> <<b>>) D.

Definition base_value (b : option term) := match b with Some t => asZ <<t>> | None => 0 end.
Lemma offset_ok : forall t, asZ <<t>> = base_value (fst (offset t)) + snd (offset t).
Proof.
  fix IH 1. destruct t; try (simpl; lia).
  destruct o; try (simpl; lia); destruct t2; try (simpl; lia); cbn [offset]; specialize (IH t1);
    destruct (offset t1); cbn [eval eop asZ fst snd] in *; lia.
Qed.
Lemma base_eqb_eq a b : base_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; intros H; try discriminate; [apply teqb_eq in H; congruence | reflexivity]. Qed.
Lemma is_int_ok t : is_int t = true -> <<t>> = VInt (asZ <<t>>).
Proof. intros H. apply kind_eqb_eq in H. pose proof (tkind_ok I r t) as F. rewrite H in F. symmetry. exact F. Qed.
Lemma is_bool_ok t : is_bool t = true -> <<t>> = VBool (asB <<t>>).
Proof. intros H. apply kind_eqb_eq in H. pose proof (tkind_ok I r t) as F. rewrite H in F. symmetry. exact F. Qed.
Lemma is_list_ok t : is_list t = true -> <<t>> = VList (asL <<t>>).
Proof. intros H. apply kind_eqb_eq in H. pose proof (tkind_ok I r t) as F. rewrite H in F. symmetry. exact F. Qed.
Lemma listed_ok a b : listed D a b = true -> <<a>> <> <<b>>.
Proof.
  unfold listed. intros H. apply existsb_exists in H. destruct H as ([x y] & HI & H).
  rewrite Forall_forall in HD. specialize (HD _ HI). simpl in HD.
  apply orb_prop in H. destruct H as [H|H]; bools; apply teqb_eq in H, H0; congruence.
Qed.
Lemma differ_leaf a b : listed D a b || is_int a && is_int b &&
  (let (p, c) := offset a in let (q, d) := offset b in base_eqb p q && negb (c =? d)) = true -> <<a>> <> <<b>>.
Proof.
  intros H. apply orb_prop in H. destruct H as [H|H]; [apply listed_ok; exact H|]. bools.
  pose proof (offset_ok a) as A. pose proof (offset_ok b) as B. destruct (offset a), (offset b). simpl in *. bools.
  apply base_eqb_eq in H0. subst. apply negb_true_iff, Z.eqb_neq in H2. intros E. rewrite E in A. lia.
Qed.
Lemma differ_ok : forall a b, differ D a b = true -> <<a>> <> <<b>>.
Proof.
  fix IH 1. intros a b H E. assert (X : apart (tkind a) (tkind b) = true \/ apart (tkind a) (tkind b) = false) by (destruct apart; auto).
  destruct X as [X|X].
  - eapply apart_ok; [exact X | apply tkind_ok | rewrite E; apply tkind_ok].
  - assert (L : (listed D a b || is_int a && is_int b &&
      (let (p, c) := offset a in let (q, d) := offset b in base_eqb p q && negb (c =? d))) = true -> False)
      by (intros L; exact (differ_leaf _ _ L E)).
    destruct a; destruct b; cbn [differ] in H; rewrite X in H; simpl orb in H; try exact (L H);
      simpl in E; apply negb_true_iff in H || apply orb_prop in H.
    1-4: injection E; intros; subst; rewrite ?Pos.eqb_refl, ?String.eqb_refl, ?Bool.eqb_reflx in H; discriminate.
    injection E as E1 E2. destruct H as [H|H]; [exact (IH _ _ H E1) | exact (IH _ _ H E2)].
Qed.
Lemma is_key_ok t : is_key t = true -> exists k, vkey <<t>> = Some k.
Proof.
  unfold is_key. intros H. pose proof (tkind_ok I r t) as F. destruct (tkind t) as [[]| |]; try discriminate;
    simpl in F; rewrite <- F; simpl; eauto.
Qed.
Lemma keys_differ a b k k' : differ D a b = true -> vkey <<a>> = Some k -> vkey <<b>> = Some k' -> k <> k'.
Proof. intros H Ha Hb ->. exact (differ_ok _ _ H (vkey_inj _ _ Ha Hb)). Qed.
Lemma key_cmp_refl k : key_cmp k k = Eq. Proof. apply key_cmp_eq. reflexivity. Qed.
Ltac sorted_key := first [apply asM_sorted | apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans].
Lemma asM_insert k v m : asM (VMap (insert key_cmp k v (asM m))) = insert key_cmp k v (asM m).
Proof. apply canon_id. apply insert_sorted; sorted_key. Qed.
Lemma asM_remove k m : asM (VMap (remove key_cmp k (asM m))) = remove key_cmp k (asM m).
Proof. apply canon_id. apply remove_sorted; sorted_key. Qed.
Lemma asM_asM m : asM (VMap (asM m)) = asM m.
Proof. apply canon_asM. Qed.
(** A look-up does not see an update, or a removal, at another key. *)
Lemma find_upd_other a b m k v : differ D a b = true -> vkey <<a>> = Some k ->
  find key_cmp (asM (eop T OUpd m (VApp <<b>> v))) k = find key_cmp (asM m) k.
Proof.
  intros H Ha. unfold eop. destruct (vkey <<b>>) eqn:Hb; [|rewrite asM_asM; reflexivity].
  rewrite asM_insert, find_insert by sorted_key. destruct (key_cmp k k0) eqn:E; try reflexivity.
  apply key_cmp_eq in E. destruct (keys_differ _ _ _ _ H Ha Hb E).
Qed.
Lemma find_remove_other a b m k : differ D a b = true -> vkey <<a>> = Some k ->
  find key_cmp (asM (eop T ORemove m <<b>>)) k = find key_cmp (asM m) k.
Proof.
  intros H Ha. unfold eop. destruct (vkey <<b>>) eqn:Hb; [|rewrite asM_asM; reflexivity].
  rewrite asM_remove, find_remove by sorted_key. destruct (key_cmp k k0) eqn:E; try reflexivity.
  apply key_cmp_eq in E. destruct (keys_differ _ _ _ _ H Ha Hb E).
Qed.
Lemma nlook_ok k : forall m, <<nlook D m k>> = eop T OLook <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try reflexivity; [|destruct o; try reflexivity].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - cbn [nlook]. destruct (teqb k m2) eqn:E; [apply teqb_eq in E; subst m2|].
    + cbn [eval]. unfold eop. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite asM_remove, find_remove, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_remove_other k m2) by assumption. reflexivity.
  - destruct m2; try reflexivity. cbn [nlook]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + destruct (is_key k) eqn:K; [|reflexivity]. apply is_key_ok in K. destruct K as [x K].
      cbn [eval]. unfold eop. rewrite K, asM_insert, find_insert, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_upd_other k m2_1) by assumption. reflexivity.
Qed.
Lemma nin_ok k : forall m, <<nin D m k>> = eop T OIn <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try reflexivity; [|destruct o; try reflexivity].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - cbn [nin]. destruct (teqb k m2) eqn:E; [apply teqb_eq in E; subst m2|].
    + cbn [eval]. unfold eop. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite asM_remove, find_remove, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_remove_other k m2) by assumption. reflexivity.
  - destruct m2; try reflexivity. cbn [nin]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + destruct (is_key k) eqn:K; [|reflexivity]. apply is_key_ok in K. destruct K as [x K].
      cbn [eval]. unfold eop. rewrite K, asM_insert, find_insert, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_upd_other k m2_1) by assumption. reflexivity.
Qed.
Lemma nupd_ok k v : forall m, <<nupd D m k v>> = eop T OUpd <<m>> (VApp <<k>> <<v>>).
Proof.
  fix IH 1. destruct m; try reflexivity; destruct o; try reflexivity. destruct m2; try reflexivity.
  cbn [nupd]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
  - cbn [eval]. unfold eop. destruct (vkey <<k>>); [|rewrite asM_asM; reflexivity].
    rewrite asM_insert, insert_same by sorted_key. reflexivity.
  - destruct (differ D k m2_1) eqn:F; [|reflexivity]. cbn [eval]. rewrite IH. unfold eop.
    destruct (vkey <<k>>) eqn:K, (vkey <<m2_1>>) eqn:K'; rewrite ?asM_asM, ?asM_insert; try reflexivity.
    f_equal. apply insert_swap; try sorted_key. intros X. exact (keys_differ _ _ _ _ F K K' (eq_sym X)).
Qed.
Lemma nremove_ok k : forall m, <<nremove D m k>> = eop T ORemove <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try reflexivity; [|destruct o; try reflexivity].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - destruct m2; try reflexivity. cbn [nremove]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + rewrite IH. cbn [eval]. unfold eop. destruct (vkey <<k>>); [|rewrite asM_asM; reflexivity].
      rewrite asM_insert, remove_insert by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. cbn [eval]. rewrite IH. unfold eop.
      destruct (vkey <<k>>) eqn:K, (vkey <<m2_1>>) eqn:K'; rewrite ?asM_asM, ?asM_insert, ?asM_remove; try reflexivity.
      f_equal. symmetry. apply remove_swap; try sorted_key. exact (keys_differ _ _ _ _ F K K').
Qed.
Lemma nsel_ok i : forall a, <<nsel D a i>> = eop T OSel <<a>> <<i>>.
Proof.
  assert (C : forall a i v, asA (eop T OSto a (VApp i v)) = acanon (sto (asA a) (asZ i) (asZ v))).
  { intros. simpl. apply acanon_id. apply acanon_canonical. }
  fix IH 1. destruct a; try reflexivity; destruct o; try reflexivity.
  - cbn [nsel]. destruct (is_int a1) eqn:K; [|reflexivity]. rewrite (is_int_ok _ K). reflexivity.
  - destruct a2; try reflexivity. cbn [nsel]. destruct (teqb i a2_1) eqn:E; [apply teqb_eq in E; subst a2_1|].
    + destruct (is_int a2_2) eqn:K; [|reflexivity]. cbn [eval]. unfold eop at 1. rewrite C, sel_sto by apply asA_canonical.
      rewrite Z.eqb_refl. apply is_int_ok; exact K.
    + destruct (_ && _) eqn:F; [|reflexivity]. bools. rewrite IH. cbn [eval]. unfold eop at 1 2. rewrite C, sel_sto by apply asA_canonical.
      destruct (_ =? _) eqn:G; [|reflexivity]. apply Z.eqb_eq in G. exfalso. apply (differ_ok i a2_1); [assumption|].
      rewrite (is_int_ok i), (is_int_ok a2_1) by assumption. congruence.
Qed.

Lemma thead_ok : forall t h, thead t = Some h -> vhead <<t>> = h.
Proof.
  fix IH 1. intros t h.
  assert (K : match tkind t with
    | Of SInt => Some HInt | Of SBool => Some HBool | Of SStr => Some HStr | Of (STok k) => Some (HTok k)
    | Of SMap => Some HMap | Of SArr => Some HArr | Of SList => Some HList | _ => None end = Some h -> vhead <<t>> = h).
  { pose proof (tkind_ok I r t) as F. destruct (tkind t) as [[]| |]; intros H; try discriminate;
      injection H as <-; simpl in F; rewrite <- F; reflexivity. }
  destruct t; try exact K; simpl; intros H; [injection H as <-; reflexivity | exact (IH _ _ H)].
Qed.
Lemma and3_ok a b x y z : (a = Some true -> x = true) -> (a = Some false -> x = false) ->
  (b = Some true -> y = true) -> (b = Some false -> y = false) -> and3 a b = Some z -> x && y = z.
Proof.
  destruct a as [[]|], b as [[]|]; simpl; intros A A' B B' H; try discriminate; injection H as <-;
    rewrite ?A, ?A', ?B, ?B' by reflexivity; rewrite ?andb_false_r; reflexivity.
Qed.
Lemma any3_ok {A} (f : A -> option bool) (g : A -> bool) (l : list A) : (forall x z, f x = Some z -> g x = z) ->
  forall z, any3 f l = Some z -> existsb g l = z.
Proof.
  intros H. induction l as [|x l IH]; simpl; intros z E; [congruence|].
  destruct (f x) as [[]|] eqn:Fx; destruct (any3 f l) as [[]|]; simpl in E; try discriminate; injection E as <-;
    try rewrite (H _ _ Fx); try rewrite (IH _ eq_refl); rewrite ?orb_true_r; reflexivity.
Qed.
Lemma tpasses_ok : forall t h args z, tpasses T t h args = Some z -> passes T <<t>> h args = z.
Proof.
  fix IH 1. intros t h args z H. destruct args as [|s args].
  - destruct t; cbn [tpasses] in H; destruct (thead _) eqn:E in H; try discriminate; simpl in H; injection H as <-;
      rewrite <- (thead_ok _ _ E); unfold passes; destruct (eval _ _ _); reflexivity.
  - assert (N : (if apart (tkind t) Application then Some false else None) = Some z -> passes T <<t>> h (s :: args) = z).
    { destruct (apart (tkind t) Application) eqn:A; intros X; [|discriminate]. injection X as <-.
      pose proof (tkind_ok I r t) as F. destruct <<t>>; try reflexivity. destruct (apart_ok _ _ (VApp v1 v2) A F). exact Logic.I. }
    destruct t; cbn [tpasses] in H; try exact (N H).
    cbn [eval passes]. rewrite andb_comm. revert H. apply and3_ok; intros X; try (exact (IH _ _ _ _ X));
      revert X; apply any3_ok; intros x y; apply IH.
Qed.
Lemma tis_ok s t z : tis T s t = Some z -> is_sort T s <<t>> = z.
Proof. apply any3_ok. intros x y. apply tpasses_ok. Qed.

Lemma ncompare_ok o a b : o = OLt \/ o = OLe \/ o = OEq -> <<ncompare o a b>> = eop T o <<a>> <<b>>.
Proof.
  intros O. unfold ncompare. pose proof (offset_ok a) as A. pose proof (offset_ok b) as B.
  destruct (offset a) as [p c], (offset b) as [q d]. simpl in A, B.
  destruct (base_eqb p q) eqn:E; [|reflexivity]. apply base_eqb_eq in E; subst.
  destruct O as [->|[->| ->]]; simpl; rewrite A, B; f_equal; apply Bool.eq_iff_eq_true;
    rewrite ?Z.ltb_lt, ?Z.leb_le, ?Z.eqb_eq; lia.
Qed.
Lemma nadd_ok a b : <<nadd a b>> = eop T OAdd <<a>> <<b>>.
Proof.
  unfold nadd. destruct b; try reflexivity. destruct a; try reflexivity. destruct o; try reflexivity.
  destruct a2; try reflexivity. simpl. f_equal. lia.
Qed.
Lemma nand_ok a b : <<nand a b>> = eop T OAnd <<a>> <<b>>.
Proof.
  assert (A : forall x, <<if is_bool x then x else TOp OAnd x (TBool true)>> = eop T OAnd <<x>> (VBool true)).
  { intros x. destruct (is_bool x) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). simpl. rewrite andb_true_r. reflexivity. }
  assert (B : forall x, <<if is_bool x then x else TOp OAnd (TBool true) x>> = eop T OAnd (VBool true) <<x>>).
  { intros x. destruct (is_bool x) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). reflexivity. }
  unfold nand. destruct a as [| | |[]| | | | | | | |]; destruct b as [| | |[]| | | | | | | |];
    try reflexivity; try apply A; try apply B; simpl; rewrite andb_false_r; reflexivity.
Qed.
Lemma nor_ok a b : <<nor a b>> = eop T OOr <<a>> <<b>>.
Proof.
  assert (A : forall x, <<if is_bool x then x else TOp OOr x (TBool false)>> = eop T OOr <<x>> (VBool false)).
  { intros x. destruct (is_bool x) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). simpl. rewrite orb_false_r. reflexivity. }
  assert (B : forall x, <<if is_bool x then x else TOp OOr (TBool false) x>> = eop T OOr (VBool false) <<x>>).
  { intros x. destruct (is_bool x) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). reflexivity. }
  unfold nor. destruct a as [| | |[]| | | | | | | |]; destruct b as [| | |[]| | | | | | | |];
    try reflexivity; try apply A; try apply B; simpl; rewrite orb_true_r; reflexivity.
Qed.
Lemma nimp_ok a b : <<nimp a b>> = eop T OImp <<a>> <<b>>.
Proof.
  unfold nimp. destruct a as [| | |[]| | | | | | | |]; try reflexivity.
  destruct (is_bool b) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). reflexivity.
Qed.
Lemma nnot_ok a b : <<nnot a b>> = eop T ONot <<a>> <<b>>.
Proof.
  unfold nnot. destruct a; try reflexivity. destruct o; try reflexivity.
  destruct (is_bool a1) eqn:E; [|reflexivity]. rewrite (is_bool_ok _ E). simpl. rewrite negb_involutive. reflexivity.
Qed.
Lemma nkeq_ok a b : <<nkeq D a b>> = eop T OKEq <<a>> <<b>>.
Proof.
  unfold nkeq. assert (X : forall x y, eop T OKEq x y = VBool true <-> x = y).
  { intros x y. simpl. pose proof (val_eqb_eq x y) as V. split; intros E; [injection E; apply V | f_equal; apply V; exact E]. }
  destruct (teqb a b) eqn:E; [apply teqb_eq in E; subst; symmetry; apply X; reflexivity|].
  destruct (differ D a b) eqn:F.
  { simpl. f_equal. apply differ_ok in F. destruct (val_eqb _ _) eqn:G; [apply val_eqb_eq in G; contradiction | reflexivity]. }
  destruct (is_int a && is_int b) eqn:K; [|destruct (is_bool a && is_bool b) eqn:K'; [|reflexivity] ]; bools.
  - rewrite ncompare_ok by auto. simpl. f_equal. apply Bool.eq_iff_eq_true. rewrite Z.eqb_eq, val_eqb_eq.
    rewrite (is_int_ok a), (is_int_ok b) by assumption. simpl. split; congruence.
  - simpl. f_equal. apply Bool.eq_iff_eq_true. rewrite eqb_true_iff, val_eqb_eq.
    rewrite (is_bool_ok a), (is_bool_ok b) by assumption. simpl. split; congruence.
Qed.
Lemma ncat_ok b : forall a, <<ncat a b>> = eop T OCat <<a>> <<b>>.
Proof.
  assert (E : forall a, <<match b with TNoList => if is_list a then a else TOp OCat a b | _ => TOp OCat a b end>> = eop T OCat <<a>> <<b>>).
  { intros a. destruct b; try reflexivity. destruct (is_list a) eqn:L; [|reflexivity]. rewrite (is_list_ok _ L). simpl. rewrite app_nil_r. reflexivity. }
  fix IH 1. destruct a; try apply E.
  - cbn [ncat]. destruct (is_list b) eqn:L; [|reflexivity]. rewrite (is_list_ok _ L). reflexivity.
  - destruct o; try apply E. cbn [ncat eval]. rewrite IH. simpl. rewrite app_assoc. reflexivity.
Qed.
Lemma nint2_ok o f a b : (forall x y, eop T o x y = VInt (f (asZ x) (asZ y))) -> <<nint2 o f a b>> = eop T o <<a>> <<b>>.
Proof. intros H. unfold nint2. destruct a; try reflexivity. destruct b; try reflexivity. rewrite H. reflexivity. Qed.
Lemma nop_ok o a b : <<nop T D o a b>> = eop T o <<a>> <<b>>.
Proof.
  destruct o; cbn [nop]; try reflexivity; try (apply nint2_ok; reflexivity);
    auto using nadd_ok, nand_ok, nor_ok, nimp_ok, nnot_ok, nkeq_ok, ncat_ok, nlook_ok, nin_ok, nremove_ok, nsel_ok, ncompare_ok.
  - destruct a; reflexivity.
  - destruct a; try reflexivity; destruct b; reflexivity.
  - destruct (tis T s a) eqn:E; [|reflexivity]. simpl. f_equal. symmetry. apply tis_ok. exact E.
  - destruct a as [| | |[]| | | | | | | |]; try reflexivity; destruct b; reflexivity.
  - destruct b; try reflexivity. apply nupd_ok.
  - destruct a; try reflexivity; destruct b; reflexivity.
  - destruct a; reflexivity.
  - destruct a; reflexivity.
  - destruct a; try reflexivity. destruct o; try reflexivity. destruct a1; try reflexivity. destruct o; reflexivity.
  - destruct a; try reflexivity. destruct o; try reflexivity. destruct a1; try reflexivity. destruct o; try reflexivity.
    destruct (is_list a2) eqn:L; [|reflexivity]. rewrite (is_list_ok _ L). reflexivity.
  - destruct a; try reflexivity. destruct o; reflexivity.
Qed.
Lemma norm_ok t : <<norm T D t>> = <<t>>.
Proof. induction t; cbn [norm eval]; try reflexivity; [| rewrite nop_ok |]; congruence. Qed.
Lemma nsub_ok s t : <<nsub T D s t>> = <<tsub s t>>.
Proof. induction t; cbn [nsub tsub eval]; try reflexivity; [| rewrite nop_ok |]; congruence. Qed.
End Proofs.
