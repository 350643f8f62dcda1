(** * The normaliser: terms made simpler without a change of their value.

    It computes what can be computed: integers, Booleans, look-ups in maps and
    arrays, tests of sorts, functions by their equations. It may be told pairs of terms that are known to differ
    ([known]): with them a look-up passes updates at other keys. *)
Require Import List ZArith NArith String Bool Lia FMapPositive.
Require Import Values Terms Rules Match.
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
Definition listed (D : known) a b := existsb (fun '(x, y) => teqb x a andalso teqb y b orelse teqb x b andalso teqb y a) D.
Fixpoint differ (D : known) (a b : term) : bool :=
  apart (tkind a) (tkind b) orelse
  match a, b with
  | TApp a b, TApp c d => differ D a c orelse differ D b d
  | TSym f, TSym g => negb (Pos.eqb f g)
  | TBool x, TBool y => negb (Bool.eqb x y)
  | TStr x, TStr y => negb (String.eqb x y)
  | TTok _ x, TTok _ y => negb (String.eqb x y)
  | _, _ => listed D a b orelse
      is_int a andalso is_int b andalso let (p, c) := offset a in let (q, d) := offset b in base_eqb p q andalso negb (c =? d) end.

(** ** Maps *)
Definition is_key (t : term) := match tkind t with Of (SInt | SBool | SStr | STok _) => true | _ => false end.
(** It is known that the key is not in the map. *)
Definition absent (D : known) (m k : term) := match D with [] => false | _ => listed D (TOp OIn m k) (TBool true) end.
Definition is_map t := kind_eqb (tkind t) (Of SMap).
Fixpoint nlook (D : known) (m k : term) : term := match m with
  | TNoMap => TSym s_undef
  | TOp OUpd m' (TApp k' v) => if teqb k k' then (if is_key k then v else TOp OLook m k)
      else if differ D k k' then nlook D m' k else TOp OLook m k
  | TOp ORemove m' k' => if teqb k k' then TSym s_undef else if differ D k k' then nlook D m' k else TOp OLook m k
  | _ => if absent D m k then TSym s_undef else TOp OLook m k end.
Fixpoint nin (D : known) (m k : term) : term := match m with
  | TNoMap => TBool false
  | TOp OUpd m' (TApp k' v) => if teqb k k' then (if is_key k then TBool true else TOp OIn m k)
      else if differ D k k' then nin D m' k else TOp OIn m k
  | TOp ORemove m' k' => if teqb k k' then TBool false else if differ D k k' then nin D m' k else TOp OIn m k
  | _ => if absent D m k then TBool false else TOp OIn m k end.
(** The key of a literal. *)
Definition literal (t : term) : option key := match t with
  | TInt z => Some (KInt z) | TBool b => Some (KBool b) | TStr s => Some (KStr s) | TTok k s => Some (KTok k s) | _ => None end.
Definition literal_lt (a b : term) := match literal a, literal b with
  | Some x, Some y => match key_cmp x y with Lt => true | _ => false end | _, _ => false end.
(** A key that is there keeps its place; a new one goes on top, but below the greater literals: a map
    with literal keys is written in one way, and what is normal is not changed. *)
Fixpoint nreplace (D : known) (m k v : term) : option term := match m with
  | TOp OUpd m' (TApp k' v') => if teqb k k' then Some (TOp OUpd m' (TApp k v))
      else if differ D k k' then option_map (fun x => TOp OUpd x (TApp k' v')) (nreplace D m' k v) else None
  | _ => None end.
Fixpoint ninsert (m k v : term) : term := match m with
  | TOp OUpd m' (TApp k' v') => if literal_lt k k' then TOp OUpd (ninsert m' k v) (TApp k' v') else TOp OUpd m (TApp k v)
  | _ => TOp OUpd m (TApp k v) end.
Definition nupd (D : known) (m k v : term) : term := match nreplace D m k v with Some x => x | None => ninsert m k v end.
Fixpoint nremove (D : known) (m k : term) : term := match m with
  | TNoMap => TNoMap
  | TOp OUpd m' (TApp k' v') => if teqb k k' then nremove D m' k
      else if differ D k k' then TOp OUpd (nremove D m' k) (TApp k' v') else TOp ORemove m k
  | _ => if is_map m andalso absent D m k then m else TOp ORemove m k end.

Fixpoint nmerge (D : known) (a b : term) : term := match b with
  | TNoMap => if is_map a then a else TOp OMerge a b
  | TOp OUpd b' (TApp k v) => nupd D (nmerge D a b') k v
  | _ => TOp OMerge a b end.
Fixpoint nremove_all (D : known) (a b : term) : term := match b with
  | TNoMap => if is_map a then a else TOp ORemoveAll a b
  | TOp OUpd b' (TApp k v) => if is_key k then nremove D (nremove_all D a b') k else TOp ORemoveAll a b
  | _ => TOp ORemoveAll a b end.

(** ** Arrays *)
Fixpoint nsel (D : known) (a i : term) : term := match a with
  | TOp OSto a' (TApp j v) => if teqb i j then (if is_int v then v else TOp OSel a i)
      else if is_int i andalso is_int j andalso differ D i j then nsel D a' i else TOp OSel a i
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
(** No value is of both sorts: by their heads. *)
Definition excludes (T : sorts) (s s' : N) : bool :=
  forallb (fun x => forallb (fun y => negb (head_eqb (t_head x) (t_head y))) (tests T s')) (tests T s).
(** What is of sort [s'] is of sort [s]: each test for [s'] is one for [s], or one of its head is. *)
Definition includes (T : sorts) (s s' : N) : bool :=
  forallb (fun y => existsb (fun x => head_eqb (t_head x) (t_head y) andalso
    (match t_args x with [] => true | l => if list_eq_dec N.eq_dec l (t_args y) then true else false end)) (tests T s)) (tests T s').
(** What is known of the sorts of a term tells of others. *)
Fixpoint told (T : sorts) (D : known) (s : N) (t : term) : option bool := match D with
  | [] => None
  | (TOp (OIs s') u _, TBool false) :: D => if teqb t u then
      (if N.eqb s s' orelse includes T s s' then Some true else if excludes T s s' then Some false else told T D s t) else told T D s t
  | _ :: D => told T D s t end.
(** It is known that a term is of a sort whose values have other heads. *)
Definition headless (T : sorts) (D : known) (t : term) (h : head) : bool := existsb (fun p => match p with
  | (TOp (OIs s) u _, TBool false) => teqb t u andalso forallb (fun x => negb (head_eqb (t_head x) h)) (tests T s)
  | _ => false end) D.
(** No instance of a pattern is one of a term: by their kinds, or as the sort of the term is known. *)
Definition foreign (T : sorts) (D : known) (p t : term) : bool := apart (tkind t) (tkind p) orelse
  match thead p with Some h => headless T D t h | None => false end.
Definition nis (T : sorts) (D : known) (s : N) (a b : term) : term := match tis T s a with
  | Some x => TBool x
  | None => match told T D s a with Some x => TBool x | None => TOp (OIs s) a b end end.

(** ** All operations *)
Definition is_bool t := kind_eqb (tkind t) (Of SBool).
Definition is_list t := kind_eqb (tkind t) (Of SList).
Definition ncompare (o : op) (a b : term) : term :=
  let (p, c) := offset a in let (q, d) := offset b in
  if base_eqb p q then TBool (match o with OLt => c <? d | OLe => c <=? d | _ => c =? d end) else TOp o a b.
(** An integer is added that may be 0. *)
Definition nplus (a : term) (z : Z) : term := if (z =? 0) andalso is_int a then a else TOp OAdd a (TInt z).
Definition nadd (a b : term) : term := match b with
  | TInt y => match a with TInt x => TInt (x + y) | TOp OAdd x (TInt z) => nplus x (z + y) | _ => nplus a y end
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
(** The list has an item that is seen. *)
Fixpoint has_item (a : term) : bool := match a with
  | TOp OItem _ _ => true | TOp OCat a b => has_item a orelse has_item b | _ => false end.
Definition nempty (a b : term) : term := match a with
  | TNoList => TBool true | _ => if has_item a then TBool false else TOp OEmpty a b end.
(** The item at a place that is not negative. *)
Fixpoint nget (l : term) (i : Z) : term := match l with
  | TNoList => TSym s_undef
  | TOp OItem x _ => if i =? 0 then x else TSym s_undef
  | TOp OCat (TOp OItem x _) m => if i =? 0 then x else nget m (i - 1)
  | TOp OTail m _ => nget m (i + 1)
  | _ => TOp OGet l (TInt i) end.
Definition nop (T : sorts) (D : known) (o : op) (a b : term) : term := match o with
  | OAdd => nadd a b
  | OSub => nint2 o Z.sub a b | OMul => nint2 o Z.mul a b | OQuot => nint2 o Z.quot a b | ORem => nint2 o Z.rem a b
  | OEDiv => nint2 o ediv a b | OEMod => nint2 o emod a b | OPow => nint2 o Z.pow a b
  | OMin => nint2 o Z.min a b | OMax => nint2 o Z.max a b
  | OAbs => match a with TInt x => TInt (Z.abs x) | _ => TOp o a b end
  | OLt | OLe | OEq => ncompare o a b
  | OAnd => nand a b | OOr => nor a b | OImp => nimp a b | ONot => nnot a b
  | OBEq => match a, b with TBool x, TBool y => TBool (Bool.eqb x y) | _, _ => TOp o a b end
  | OIs s => nis T D s a b
  | OKEq => nkeq D a b
  | OIte => match a, b with TBool c, TApp x y => if c then x else y | _, _ => TOp o a b end
  | OIn => nin D a b | OLook => nlook D a b | ORemove => nremove D a b
  | OUpd => match b with TApp k v => nupd D a k v | _ => TOp o a b end
  | OMerge => nmerge D a b | ORemoveAll => nremove_all D a b
  | OSel => nsel D a b
  | OMake | OSto | OShift => TOp o a b
  | OConcat => match a, b with TStr x, TStr y => TStr (x ++ y) | _, _ => TOp o a b end
  | OLength => match a with TStr x => TInt (Z.of_nat (String.length x)) | _ => TOp o a b end
  | OText => match a with TTok _ s => TStr s | _ => TOp o a b end
  | OSubstr => match a, b with TStr s, TApp (TInt i) (TInt j) => TStr (part s i j) | _, _ => TOp o a b end
  | OOrd => match a with TStr s => TInt (code_of s) | _ => TOp o a b end
  | OFind => match a, b with TStr s, TApp (TStr t) (TInt i) => TInt (place_of s t i) | _, _ => TOp o a b end
  | OFindChar => match a, b with TStr s, TApp (TStr t) (TInt i) => TInt (char_from s t i 0) | _, _ => TOp o a b end
  | OParse => match a, b with TStr s, TInt i => match number_of i s with Some n => TInt n | None => TSym s_undef end | _, _ => TOp o a b end
  | OItem => TOp o a b
  | OCat => ncat a b
  | OGet => match b with TInt i => if i <? 0 then TSym s_undef else nget a i | _ => TOp o a b end
  | OTail => match a with
      | TOp OItem _ _ | TNoList => TNoList
      | TOp OCat (TOp OItem _ _) l => if is_list l then l else TOp o a b | _ => TOp o a b end
  | OSize => match a with TNoList => TInt 0 | TOp OItem _ _ => TInt 1 | _ => TOp o a b end
  | OEmpty => nempty a b
  end.
(** ** Substitution, and functions of the definition *)

(** What the normaliser works with: the table of sorts, and how it computes applications of functions. *)
Record machine := Machine { m_sorts : sorts; m_call : known -> sym -> sort -> term -> term }.
Fixpoint norm (M : machine) (D : known) (t : term) : term := match t with
  | TApp a b => TApp (norm M D a) (norm M D b) | TOp o a b => nop (m_sorts M) D o (norm M D a) (norm M D b)
  | TFun f s a => m_call M D f s (norm M D a) | _ => t end.
(** Substitution that normalises what it builds, not what it puts in. *)
Fixpoint nsub (M : machine) (D : known) (s : subst) (t : term) : term := match t with
  | TV x n => get s x n | TApp a b => TApp (nsub M D s a) (nsub M D s b)
  | TOp o a b => nop (m_sorts M) D o (nsub M D s a) (nsub M D s b) | TFun f x a => m_call M D f x (nsub M D s a) | _ => t end.

Definition is_true (t : term) := match t with TBool true => true | _ => false end.
Definition is_false (t : term) := match t with TBool false => true | _ => false end.
(** A condition on the part that matches is false. *)
Definition refuted (M : machine) (D : known) (s : subst) (conds : list term) :=
  existsb (fun b => within_vars (dom s) b andalso is_false (nsub M D s b)) conds.

(** The equation cannot apply to these arguments. *)
Definition excluded (M : machine) (D : known) (a : term) (e : eqn) : bool := match mtch (foreign (m_sorts M) D) (e_args e) a (true, []) with
  | None => true | Some (_, s) => refuted M D s (e_cond e) end.
(** By the first equation that applies, if none of an earlier group can. *)
Fixpoint by_equation (M : machine) (D : known) (all es : list eqn) (a : term) : option term := match es with
  | [] => None
  | e :: es => match mtch (foreign (m_sorts M) D) (e_args e) a (true, []) with
      | Some (true, s) => if forallb (fun b => is_true (nsub M D s b)) (e_cond e) andalso
            forallb (fun e' => negb (N.ltb (e_prio e') (e_prio e)) orelse excluded M D a e') all
          then Some (nsub M D s (e_rhs e)) else by_equation M D all es a
      | _ => by_equation M D all es a end end.
(** The equations of each function. *)
Definition eqns_of (E : list eqn) (f : sym) := filter (fun e => Pos.eqb (e_fun e) f) E.
Definition group (E : list eqn) : PositiveMap.t (list eqn) :=
  fold_left (fun m e => if PositiveMap.mem (e_fun e) m then m else PositiveMap.add (e_fun e) (eqns_of E (e_fun e)) m) E (PositiveMap.empty _).
(** Applications are computed [k] deep. *)
Fixpoint calls (T : sorts) (E : PositiveMap.t (list eqn)) (k : nat) : machine := match k with
  | O => Machine T (fun _ f x a => TFun f x a)
  | S k => let M := calls T E k in
      Machine T (fun D f x a => match PositiveMap.find f E with
        | None => TFun f x a
        | Some es => match by_equation M D es es a with
            | Some t => if within (tkind t) x then t else TFun f x a | None => TFun f x a end end) end.
Definition depth := 1000%N.
Definition machine_of (L : lang) : machine := calls (l_sorts L) (group (l_eqns L)) (N.to_nat depth).
Definition eqn_ok (e : eqn) : bool := let l := pvars (e_args e) [] in
  is_pattern (e_args e) && distinct l && forallb (within_vars l) (e_cond e) && within_vars l (e_rhs e).

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
  apply orelse_prop in H. destruct H as [H|H]; bools; apply teqb_eq in H, H0; congruence.
Qed.
Lemma differ_leaf a b : listed D a b orelse is_int a andalso is_int b andalso
  (let (p, c) := offset a in let (q, d) := offset b in base_eqb p q andalso negb (c =? d)) = true -> <<a>> <> <<b>>.
Proof.
  intros H. apply orelse_prop in H. destruct H as [H|H]; [apply listed_ok; exact H|]. bools.
  pose proof (offset_ok a) as A. pose proof (offset_ok b) as B. destruct (offset a), (offset b). simpl in *. bools.
  apply base_eqb_eq in H0. subst. apply negb_true_iff, Z.eqb_neq in H2. intros E. rewrite E in A. lia.
Qed.
Lemma differ_ok : forall a b, differ D a b = true -> <<a>> <> <<b>>.
Proof.
  fix IH 1. intros a b H E. assert (X : apart (tkind a) (tkind b) = true \/ apart (tkind a) (tkind b) = false) by (destruct apart; auto).
  destruct X as [X|X].
  - eapply apart_ok; [exact X | apply tkind_ok | rewrite E; apply tkind_ok].
  - assert (L : (listed D a b orelse is_int a andalso is_int b andalso
      (let (p, c) := offset a in let (q, d) := offset b in base_eqb p q andalso negb (c =? d))) = true -> False)
      by (intros L; exact (differ_leaf _ _ L E)).
    destruct a; destruct b; cbn [differ] in H; rewrite X in H; cbv iota in H; try exact (L H);
      simpl in E; apply negb_true_iff in H || apply orelse_prop in H.
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
(** Nothing is at a key that is known to be absent. *)
Lemma absent_ok m k : absent D m k = true -> match vkey <<k>> with Some c => find key_cmp (asM <<m>>) c = None | None => True end.
Proof.
  unfold absent. intros H. destruct D eqn:ED; [discriminate|]. rewrite <- ED in *. apply listed_ok in H. cbn [eval eop] in H.
  destruct (vkey <<k>>) as [c|]; [|exact Logic.I]. destruct (find key_cmp (asM <<m>>) c); [|reflexivity]. destruct (H eq_refl).
Qed.
Lemma absent_look m k : <<if absent D m k then TSym s_undef else TOp OLook m k>> = eop T OLook <<m>> <<k>>.
Proof.
  destruct (absent D m k) eqn:A; [|reflexivity]. apply absent_ok in A. cbn [eval]. unfold eop. destruct (vkey <<k>>); [rewrite A|]; reflexivity.
Qed.
Lemma absent_in m k : <<if absent D m k then TBool false else TOp OIn m k>> = eop T OIn <<m>> <<k>>.
Proof.
  destruct (absent D m k) eqn:A; [|reflexivity]. apply absent_ok in A. cbn [eval]. unfold eop. destruct (vkey <<k>>); [rewrite A|]; reflexivity.
Qed.
Lemma is_map_ok t : is_map t = true -> <<t>> = VMap (asM <<t>>).
Proof. intros H. apply kind_eqb_eq in H. pose proof (tkind_ok I r t) as F. rewrite H in F. symmetry. exact F. Qed.
Lemma absent_remove m k : <<if is_map m andalso absent D m k then m else TOp ORemove m k>> = eop T ORemove <<m>> <<k>>.
Proof.
  destruct (is_map m) eqn:K; [|reflexivity]. destruct (absent D m k) eqn:A; [|reflexivity]. apply absent_ok in A.
  rewrite (is_map_ok _ K) at 1. unfold eop. destruct (vkey <<k>>); [rewrite remove_absent by exact A|]; reflexivity.
Qed.
Lemma nlook_ok k : forall m, <<nlook D m k>> = eop T OLook <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try apply absent_look; [|destruct o; try apply absent_look].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - cbn [nlook]. destruct (teqb k m2) eqn:E; [apply teqb_eq in E; subst m2|].
    + cbn [eval]. unfold eop. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite asM_remove, find_remove, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_remove_other k m2) by assumption. reflexivity.
  - destruct m2; try apply absent_look. cbn [nlook]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + destruct (is_key k) eqn:K; [|reflexivity]. apply is_key_ok in K. destruct K as [x K].
      cbn [eval]. unfold eop. rewrite K, asM_insert, find_insert, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_upd_other k m2_1) by assumption. reflexivity.
Qed.
Lemma nin_ok k : forall m, <<nin D m k>> = eop T OIn <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try apply absent_in; [|destruct o; try apply absent_in].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - cbn [nin]. destruct (teqb k m2) eqn:E; [apply teqb_eq in E; subst m2|].
    + cbn [eval]. unfold eop. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite asM_remove, find_remove, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_remove_other k m2) by assumption. reflexivity.
  - destruct m2; try apply absent_in. cbn [nin]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + destruct (is_key k) eqn:K; [|reflexivity]. apply is_key_ok in K. destruct K as [x K].
      cbn [eval]. unfold eop. rewrite K, asM_insert, find_insert, key_cmp_refl by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. rewrite IH. cbn [eval].
      unfold eop at 1 2. destruct (vkey <<k>>) eqn:K; [|reflexivity].
      rewrite (find_upd_other k m2_1) by assumption. reflexivity.
Qed.
Lemma upd_swap m a b v w k : vkey a = Some k -> (forall k', vkey b = Some k' -> k <> k') ->
  eop T OUpd (eop T OUpd m (VApp a v)) (VApp b w) = eop T OUpd (eop T OUpd m (VApp b w)) (VApp a v).
Proof.
  intros Ha N. unfold eop. rewrite Ha. destruct (vkey b) eqn:Hb; rewrite ?asM_asM, ?asM_insert; try reflexivity.
  f_equal. apply insert_swap; try sorted_key. intros X. exact (N _ eq_refl (eq_sym X)).
Qed.
Lemma nreplace_ok k v : forall m x, nreplace D m k v = Some x -> <<x>> = eop T OUpd <<m>> (VApp <<k>> <<v>>).
Proof.
  induction m as [| | | | | | | | | |o m1 IH m2 _|]; intros x H; try discriminate. destruct o; try discriminate.
  destruct m2; try discriminate. cbn [nreplace] in H. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
  - injection H as <-. cbn [eval]. unfold eop. destruct (vkey <<k>>); [|rewrite asM_asM; reflexivity].
    rewrite asM_insert, insert_same by sorted_key. reflexivity.
  - destruct (differ D k m2_1) eqn:F; [|discriminate]. destruct (nreplace D m1 k v) as [y|]; [|discriminate]. injection H as <-.
    cbn [eval]. rewrite (IH _ eq_refl). destruct (vkey <<k>>) as [c|] eqn:K.
    + apply upd_swap with (k := c); [exact K|]. intros k' K'. exact (keys_differ _ _ _ _ F K K').
    + unfold eop. rewrite K. destruct (vkey <<m2_1>>); rewrite ?asM_asM, ?asM_insert; reflexivity.
Qed.
Lemma literal_ok t k : literal t = Some k -> vkey <<t>> = Some k.
Proof. destruct t; simpl; congruence. Qed.
Lemma ninsert_ok k v : forall m, <<ninsert m k v>> = eop T OUpd <<m>> (VApp <<k>> <<v>>).
Proof.
  induction m as [| | | | | | | | | |o m1 IH m2 _|]; try reflexivity. destruct o; try reflexivity. destruct m2; try reflexivity.
  cbn [ninsert]. destruct (literal_lt k m2_1) eqn:E; [|reflexivity]. cbn [eval]. rewrite IH. unfold literal_lt in E.
  destruct (literal k) as [c|] eqn:K; [|discriminate]. destruct (literal m2_1) as [d|] eqn:K'; [|discriminate].
  apply literal_ok in K, K'. apply upd_swap with (k := c); [exact K|]. rewrite K'. intros k' X. injection X as <-. intros ->.
  rewrite key_cmp_refl in E. discriminate.
Qed.
Lemma nupd_ok k v m : <<nupd D m k v>> = eop T OUpd <<m>> (VApp <<k>> <<v>>).
Proof. unfold nupd. destruct (nreplace D m k v) eqn:E; [apply nreplace_ok; exact E | apply ninsert_ok]. Qed.
Lemma nremove_ok k : forall m, <<nremove D m k>> = eop T ORemove <<m>> <<k>>.
Proof.
  fix IH 1. destruct m; try apply absent_remove; [|destruct o; try apply absent_remove].
  - simpl. destruct (vkey <<k>>); reflexivity.
  - destruct m2; try apply absent_remove. cbn [nremove]. destruct (teqb k m2_1) eqn:E; [apply teqb_eq in E; subst m2_1|].
    + rewrite IH. cbn [eval]. unfold eop. destruct (vkey <<k>>); [|rewrite asM_asM; reflexivity].
      rewrite asM_insert, remove_insert by sorted_key. reflexivity.
    + destruct (differ D k m2_1) eqn:F; [|reflexivity]. cbn [eval]. rewrite IH. unfold eop.
      destruct (vkey <<k>>) eqn:K, (vkey <<m2_1>>) eqn:K'; rewrite ?asM_asM, ?asM_insert, ?asM_remove; try reflexivity.
      f_equal. symmetry. apply remove_swap; try sorted_key. exact (keys_differ _ _ _ _ F K K').
Qed.
Lemma nmerge_ok a : forall b, <<nmerge D a b>> = eop T OMerge <<a>> <<b>>.
Proof.
  induction b as [| | | | | | | | | |o b IH b2 _|]; try reflexivity.
  - cbn [nmerge]. destruct (is_map a) eqn:K; [|reflexivity]. exact (is_map_ok _ K).
  - destruct o; try reflexivity. destruct b2 as [| | | | | | |k v| | | |]; try reflexivity. cbn [nmerge]. rewrite nupd_ok, IH.
    cbn [eval]. unfold eop. destruct (vkey <<k>>) eqn:K.
    + rewrite asM_insert, merge_insert by apply asM_sorted. do 2 f_equal. apply canon_id. apply merge_sorted, asM_sorted.
    + rewrite asM_asM. f_equal. apply canon_id. apply merge_sorted, asM_sorted.
Qed.
Lemma nremove_all_ok a : forall b, <<nremove_all D a b>> = eop T ORemoveAll <<a>> <<b>>.
Proof.
  induction b as [| | | | | | | | | |o b IH b2 _|]; try reflexivity.
  - cbn [nremove_all]. destruct (is_map a) eqn:K; [|reflexivity]. exact (is_map_ok _ K).
  - destruct o; try reflexivity. destruct b2 as [| | | | | | |k v| | | |]; try reflexivity. cbn [nremove_all].
    destruct (is_key k) eqn:K; [|reflexivity]. apply is_key_ok in K. destruct K as [c K]. rewrite nremove_ok, IH.
    cbn [eval]. unfold eop. rewrite K, asM_insert, remove_all_insert by apply asM_sorted. do 2 f_equal.
    apply canon_id. apply remove_all_sorted, asM_sorted.
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
    + destruct (is_int i andalso is_int a2_1 andalso differ D i a2_1) eqn:F; [|reflexivity]. bools. rewrite IH. cbn [eval]. unfold eop at 1 2. rewrite C, sel_sto by apply asA_canonical.
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

Lemma passes_head : forall args v h, passes T v h args = true -> vhead v = h.
Proof.
  induction args as [|s args IH]; intros v h H.
  - apply head_eqb_eq. destruct v; exact H.
  - destruct v; try discriminate. cbn [passes] in H. apply andb_prop in H. destruct H as [_ H]. exact (IH _ _ H).
Qed.
Lemma excludes_ok s s' v : excludes T s s' = true -> is_sort T s v = true -> is_sort T s' v = true -> False.
Proof.
  unfold excludes, is_sort. intros E H H'. apply existsb_exists in H, H'. destruct H as (x & HI & H), H' as (y & HI' & H').
  apply passes_head in H, H'. rewrite forallb_forall in E. specialize (E x HI). rewrite forallb_forall in E. specialize (E y HI').
  assert (X : head_eqb (t_head x) (t_head y) = true) by (apply head_eqb_eq; congruence). rewrite X in E. discriminate.
Qed.
Lemma includes_ok s s' v : includes T s s' = true -> is_sort T s' v = true -> is_sort T s v = true.
Proof.
  unfold includes, is_sort. intros E H. apply existsb_exists in H. destruct H as (y & HI & H).
  rewrite forallb_forall in E. specialize (E y HI). apply existsb_exists in E. destruct E as (x & HX & E). bools.
  apply existsb_exists. exists x. split; [exact HX|]. apply head_eqb_eq in H0. destruct (t_args x) as [|n l].
  - rewrite H0, <- (passes_head _ _ _ H). destruct v; apply head_eqb_eq; reflexivity.
  - destruct (list_eq_dec _ _ _) as [E|]; [rewrite E, H0; exact H | discriminate].
Qed.
Lemma told_ok s t z : told T D s t = Some z -> is_sort T s <<t>> = z.
Proof.
  induction HD as [|[p q] E H HE IH]; [discriminate|]. cbn [told]. specialize (IH HE). intros X.
  destruct p as [| | | | | | | | | |o u w|]; try exact (IH X). destruct o; try exact (IH X).
  destruct q as [| | |[]| | | | | | | |]; try exact (IH X).
  destruct (teqb t u) eqn:ET; [|exact (IH X)]. apply teqb_eq in ET. subst u.
  assert (K : is_sort T s0 <<t>> = true) by (cbn [eval eop] in H; destruct (is_sort T s0 <<t>>); [reflexivity | destruct (H eq_refl)]).
  destruct (N.eqb s s0 orelse includes T s s0) eqn:ES.
  { injection X as <-. apply orelse_prop in ES. destruct ES as [ES|ES]; [apply N.eqb_eq in ES; subst; exact K | exact (includes_ok _ _ _ ES K)]. }
  destruct (excludes T s s0) eqn:EX; [|exact (IH X)]. injection X as <-.
  destruct (is_sort T s <<t>>) eqn:F; [destruct (excludes_ok _ _ _ EX F K) | reflexivity].
Qed.
Lemma headless_ok t h : headless T D t h = true -> vhead <<t>> <> h.
Proof.
  unfold headless. intros H E. apply existsb_exists in H. destruct H as ([p q] & HI & H).
  rewrite Forall_forall in HD. specialize (HD _ HI). cbn beta iota in HD.
  destruct p as [| | | | | | | | | |o u w|]; try discriminate. destruct o; try discriminate.
  destruct q as [| | |[]| | | | | | | |]; try discriminate. bools. apply teqb_eq in H. subst u.
  assert (K : is_sort T s <<t>> = true) by (cbn [eval eop] in HD; destruct (is_sort T s <<t>>); [reflexivity | destruct (HD eq_refl)]).
  apply existsb_exists in K. destruct K as (x & HX & K). apply passes_head in K. rewrite forallb_forall in H0. specialize (H0 x HX).
  assert (X : head_eqb (t_head x) h = true) by (apply head_eqb_eq; congruence). rewrite X in H0. discriminate.
Qed.
Lemma nis_ok s a b : <<nis T D s a b>> = eop T (OIs s) <<a>> <<b>>.
Proof.
  unfold nis. destruct (tis T s a) eqn:E; [simpl; f_equal; symmetry; apply tis_ok; exact E|].
  destruct (told T D s a) eqn:K; [simpl; f_equal; symmetry; apply told_ok; exact K | reflexivity].
Qed.

Lemma ncompare_ok o a b : o = OLt \/ o = OLe \/ o = OEq -> <<ncompare o a b>> = eop T o <<a>> <<b>>.
Proof.
  intros O. unfold ncompare. pose proof (offset_ok a) as A. pose proof (offset_ok b) as B.
  destruct (offset a) as [p c], (offset b) as [q d]. simpl in A, B.
  destruct (base_eqb p q) eqn:E; [|reflexivity]. apply base_eqb_eq in E; subst.
  destruct O as [->|[->| ->]]; simpl; rewrite A, B; f_equal; apply Bool.eq_iff_eq_true;
    rewrite ?Z.ltb_lt, ?Z.leb_le, ?Z.eqb_eq; lia.
Qed.
Lemma nplus_ok a z : <<nplus a z>> = VInt (asZ <<a>> + z).
Proof.
  unfold nplus. destruct (z =? 0) eqn:E; [|reflexivity]. destruct (is_int a) eqn:K; [|reflexivity]. bools. subst.
  rewrite (is_int_ok _ K). f_equal. simpl. lia.
Qed.
Lemma nadd_ok a b : <<nadd a b>> = eop T OAdd <<a>> <<b>>.
Proof.
  unfold nadd. destruct b; try reflexivity. destruct a; try reflexivity; try apply nplus_ok. destruct o; try apply nplus_ok.
  destruct a2; try apply nplus_ok. rewrite nplus_ok. simpl. f_equal. lia.
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
Lemma has_item_ok : forall a, has_item a = true -> asL <<a>> <> [].
Proof.
  induction a as [| | | | | | | | | |o a IHa b IHb|]; intros H; try discriminate H. destruct o; try discriminate H; [discriminate|].
  cbn [has_item] in H. apply orelse_prop in H. cbn [eval eop asL]. intros E. apply app_eq_nil in E. destruct E. destruct H; [apply IHa | apply IHb]; assumption.
Qed.
Lemma nempty_ok a b : <<nempty a b>> = eop T OEmpty <<a>> <<b>>.
Proof.
  assert (X : <<if has_item a then TBool false else TOp OEmpty a b>> = eop T OEmpty <<a>> <<b>>).
  { destruct (has_item a) eqn:E; [|reflexivity]. apply has_item_ok in E. simpl. destruct (asL <<a>>); [contradiction | reflexivity]. }
  destruct a; exact X.
Qed.
Lemma nget_ok : forall a i, 0 <= i -> <<nget a i>> = item (asL <<a>>) i.
Proof.
  fix IH 1. intros a; destruct a as [| | | | | | | | | |o a1 a2|]; intros p H; try reflexivity.
  - symmetry. apply item_nil.
  - destruct o; try reflexivity; cbn [nget].
    + cbn [eval eop asL]. rewrite item_one. destruct (p =? 0); reflexivity.
    + destruct a1; try reflexivity. destruct o; try reflexivity. cbn [eval eop asL]. rewrite item_app, item_one. cbn [List.length].
      destruct (Z.eqb_spec p 0), (Z.ltb_spec p (Z.of_nat 1)); try lia; [reflexivity|]. rewrite IH by lia. reflexivity.
    + rewrite IH by lia. cbn [eval eop asL]. rewrite item_tl. destruct (Z.ltb_spec p 0); [lia | reflexivity].
Qed.
Lemma nint2_ok o f a b : (forall x y, eop T o x y = VInt (f (asZ x) (asZ y))) -> <<nint2 o f a b>> = eop T o <<a>> <<b>>.
Proof. intros H. unfold nint2. destruct a; try reflexivity. destruct b; try reflexivity. rewrite H. reflexivity. Qed.
Lemma nop_ok o a b : <<nop T D o a b>> = eop T o <<a>> <<b>>.
Proof.
  destruct o; cbn [nop]; try reflexivity; try (apply nint2_ok; reflexivity);
    auto using nis_ok, nempty_ok, nadd_ok, nand_ok, nor_ok, nimp_ok, nnot_ok, nkeq_ok, ncat_ok, nlook_ok, nin_ok, nremove_ok, nmerge_ok, nremove_all_ok, nsel_ok, ncompare_ok.
  - destruct a; reflexivity.
  - destruct a; try reflexivity; destruct b; reflexivity.
  - destruct a as [| | |[]| | | | | | | |]; try reflexivity; destruct b; reflexivity.
  - destruct b; try reflexivity. apply nupd_ok.
  - destruct a; try reflexivity; destruct b; reflexivity.
  - destruct a; reflexivity.
  - destruct a; reflexivity.
  - destruct a; try reflexivity. destruct b; try reflexivity. destruct b1; try reflexivity. destruct b2; reflexivity.
  - destruct a; reflexivity.
  - destruct a; try reflexivity. destruct b; try reflexivity. destruct b1; try reflexivity. destruct b2; reflexivity.
  - destruct a; try reflexivity. destruct b; try reflexivity. destruct b1; try reflexivity. destruct b2; reflexivity.
  - destruct a; try reflexivity. destruct b; try reflexivity. cbn [eval eop asZ asS]. destruct (number_of z s); reflexivity.
  - destruct b; try reflexivity. destruct (z <? 0) eqn:E; [simpl; unfold item; rewrite E; reflexivity|].
    apply nget_ok. apply Z.ltb_ge. exact E.
  - destruct a; try reflexivity. destruct o; try reflexivity. destruct a1; try reflexivity. destruct o; try reflexivity.
    destruct (is_list a2) eqn:L; [|reflexivity]. rewrite (is_list_ok _ L). reflexivity.
  - destruct a; try reflexivity. destruct o; reflexivity.
Qed.
End Proofs.

(** Of the pairs it is known that they differ. *)
Definition differs (I : interp) (D : known) (r : env) := Forall (fun '(a, b) => eval I r a <> eval I r b) D.
(** The machine computes what the interpretation says. *)
Definition faithful (I : interp) (M : machine) : Prop := m_sorts M = i_sorts I /\
  forall D r f x a, differs I D r -> eval I r (m_call M D f x a) = coerce x (i_fun I f (eval I r a)).
Section Machine.
Variable I : interp.
Variable M : machine.
Hypothesis HM : faithful I M.
Variable D : known.
Lemma norm_ok r t : differs I D r -> eval I r (norm M D t) = eval I r t.
Proof.
  intros HD. destruct HM as [HT HC]. induction t; cbn [norm eval]; try reflexivity.
  - congruence.
  - rewrite HT, nop_ok by exact HD. congruence.
  - rewrite HC by exact HD. congruence.
Qed.
Lemma nsub_ok r s t : differs I D r -> eval I r (nsub M D s t) = eval I r (tsub s t).
Proof.
  intros HD. destruct HM as [HT HC]. induction t; cbn [nsub tsub eval]; try reflexivity.
  - congruence.
  - rewrite HT, nop_ok by exact HD. congruence.
  - rewrite HC by exact HD. congruence.
Qed.
Lemma conds_ok r r' l s conds : differs I D r -> (forall x m, In (x, m) l -> ev r' x m = eval I r (get s x m)) ->
  forallb (within_vars l) conds = true -> (all_hold I r' conds <-> all_hold I r (map (nsub M D s) conds)).
Proof.
  intros HD H W. unfold all_hold. rewrite Forall_map, !Forall_forall. rewrite forallb_forall in W.
  split; intros F b HI; specialize (F b HI); specialize (W b HI); unfold holds in *; rewrite nsub_ok in * by exact HD;
    rewrite <- F; [symmetry|]; eapply within_sub; eassumption.
Qed.
Lemma refuted_ok r r' s conds : differs I D r -> Forall (bound I r r') s -> refuted M D s conds = true -> ~ all_hold I r' conds.
Proof.
  unfold refuted. intros HD B H A. apply existsb_exists in H. destruct H as (b & HI & H). bools.
  unfold all_hold in A. rewrite Forall_forall in A. specialize (A b HI). unfold holds in A.
  rewrite (within_sub I (dom s) r r' s) in A by (assumption || (intros; apply get_bound; assumption)).
  rewrite <- nsub_ok in A by exact HD.
  destruct (nsub M D s b) as [| | |[]| | | | | | | |]; discriminate.
Qed.
Lemma no_false r l : existsb is_false l = true -> ~ all_hold I r l.
Proof.
  intros H A. apply existsb_exists in H. destruct H as (b & HI & H). unfold all_hold in A. rewrite Forall_forall in A.
  specialize (A b HI). destruct b as [| | |[]| | | | | | | |]; discriminate.
Qed.
Lemma foreign_ok r r' p t : differs I D r -> foreign (m_sorts M) D p t = true -> eval I r' p <> eval I r t.
Proof.
  unfold foreign. intros HD H E. rewrite (proj1 HM) in H. apply orelse_prop in H. destruct H as [H|H].
  - eapply apart_ok; [exact H | apply tkind_ok | rewrite <- E; apply tkind_ok].
  - destruct (thead p) eqn:T; [|discriminate]. apply (headless_ok I r D HD _ _ H). rewrite <- E. exact (thead_ok I r' _ _ T).
Qed.
Lemma excluded_ok r a e : differs I D r -> excluded M D a e = true -> ~ equation_applies I e (eval I r a).
Proof.
  unfold excluded. intros HD H (r' & HE & HC). symmetry in HE.
  destruct (mtch_sound I r r' _ (fun p t => foreign_ok  r r' p t HD) _ _ (true, []) HE (Forall_nil _)) as (b & s & HM' & HB). rewrite HM' in H.
  exact (refuted_ok r r' s _ HD HB H HC).
Qed.
Lemma by_equation_ok E f r a : forallb eqn_ok E = true -> equations_hold I E -> differs I D r ->
  forall es t, incl es (eqns_of E f) -> by_equation M D (eqns_of E f) es a = Some t -> eval I r t = i_fun I f (eval I r a).
Proof.
  intros HE HF HD. induction es as [|e es IH]; intros t HI H; [discriminate|].
  assert (IH' : by_equation M D (eqns_of E f) es a = Some t -> eval I r t = i_fun I f (eval I r a)).
  { apply IH. intros x Hx. apply HI. right. exact Hx. }
  cbn [by_equation] in H. destruct (mtch (foreign (m_sorts M) D) (e_args e) a (true, [])) as [[[] s]|] eqn:EM; try exact (IH' H).
  match type of H with (if ?c then _ else _) = _ => destruct c eqn:EC; [|exact (IH' H)] end. injection H as <-. bools.
  assert (HIn : In e (eqns_of E f)) by (apply HI; left; reflexivity). apply filter_In in HIn. destruct HIn as [HIn HP]. apply Pos.eqb_eq in HP.
  rewrite forallb_forall in HE. pose proof (HE e HIn) as HO. unfold eqn_ok in HO. cbv zeta in HO. bools.
  rewrite <- (whole_dom _ _ _ _ EM) in *. set (r' := comp I r s).
  destruct (mtch_whole I r r' _ _ _ _ _ EM) as (s0 & HS & _ & _ & HSS & HW). simpl in HS. rewrite app_nil_r in HS. subst s0.
  assert (HG : forall x m, ev r' x m = eval I r (get s x m)) by (intros; apply ev_comp; exact HSS).
  assert (HA : eval I r' (e_args e) = eval I r a).
  { apply HW. apply Forall_forall. intros [[x m] w] Hin. simpl. rewrite HG, (get_in s x m w); auto. }
  rewrite nsub_ok by exact HD. rewrite <- (within_sub I (dom s) r r' s (fun x m _ => HG x m)) by assumption.
  rewrite <- HA, <- HP. symmetry. apply (HF e r' HIn).
  - apply (conds_ok r r' (dom s) s _ HD (fun x m _ => HG x m)); [assumption|]. unfold all_hold. apply Forall_map, Forall_forall. intros b Hb.
    rewrite forallb_forall in H. specialize (H b Hb). destruct (nsub M D s b) as [| | |[]| | | | | | | |]; try discriminate. reflexivity.
  - intros e' HI' HF' HL. rewrite HA. apply (excluded_ok r a e' HD).
    rewrite forallb_forall in H0. specialize (H0 e'). apply N.ltb_lt in HL. rewrite HL in H0. apply H0.
    apply filter_In. split; [exact HI'|]. apply Pos.eqb_eq. congruence.
Qed.
End Machine.
Lemma group_ok E f es : PositiveMap.find f (group E) = Some es -> es = eqns_of E f.
Proof.
  unfold group. assert (X : forall (us : list eqn) m, (forall g l, PositiveMap.find g m = Some l -> l = eqns_of E g) -> forall g l,
    PositiveMap.find g (fold_left (fun m e => if PositiveMap.mem (e_fun e) m then m else PositiveMap.add (e_fun e) (eqns_of E (e_fun e)) m) us m) = Some l -> l = eqns_of E g).
  { induction us as [|u us IH]; intros m H; [exact H|]. simpl. apply IH. destruct (PositiveMap.mem (e_fun u) m); [exact H|].
    intros g l. destruct (Pos.eq_dec g (e_fun u)) as [->|NE]; [rewrite PositiveMap.gss; congruence | rewrite PositiveMap.gso by exact NE; apply H]. }
  apply X. intros g l. rewrite PositiveMap.gempty. discriminate.
Qed.
Lemma calls_ok I E k : forallb eqn_ok E = true -> equations_hold I E -> faithful I (calls (i_sorts I) (group E) k).
Proof.
  intros HE HF. induction k as [|k IH]; [split; reflexivity|]. split; [reflexivity|]. intros D r f x a HD. cbn [calls m_call].
  destruct (PositiveMap.find f (group E)) as [es|] eqn:EF; [|reflexivity]. apply group_ok in EF. subst es.
  destruct (by_equation _ D (eqns_of E f) (eqns_of E f) a) as [t|] eqn:EB; [|reflexivity].
  destruct (within (tkind t) x) eqn:W; [|reflexivity].
  rewrite <- (by_equation_ok I _ IH D E f r a HE HF HD _ _ (incl_refl _) EB). symmetry. eapply within_ok; [exact W | apply tkind_ok].
Qed.
