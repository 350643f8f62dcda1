(** * Obligations as plain propositions.

    [check] gives obligations as data. Here they are read as propositions about
    integers, truth, functions from indices, and look-ups, so that [lia] and a reader
    understand them. [plain_ok] proves that this reading is the meaning that Sound.v
    wants; the tactics of Solve.v prove most of them. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values Terms Rules Normal Reach Total Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(** ** Variables: what an obligation is about *)
Definition valuation := sort -> N -> val.
Definition int_of (f : valuation) (n : N) : Z := asZ (f SInt n).
Definition bool_of (f : valuation) (n : N) : bool := asB (f SBool n).
Definition array_of (f : valuation) (n : N) : Z -> Z := sel (asA (f SArr n)).
Definition value_of (f : valuation) (s : sort) (n : N) : val := coerce s (f s n).
(** What stands at a key of a map; [undef] if nothing does. And if anything does. *)
Definition entry (m k : val) : val := eop [] OLook m k.
Definition has_key (m k : val) : bool := asB (eop [] OIn m k).
(** How many items a list has. *)
Definition size (l : val) : Z := Z.of_nat (List.length (asL l)).

(** Keys that are equal. What is no key is equal to none. *)
Definition same_key (a b : val) : bool := match a, b with
  | VInt x, VInt y => x =? y | VBool x, VBool y => Bool.eqb x y | VStr x, VStr y => String.eqb x y
  | VTok k x, VTok k' y => Pos.eqb k k' && String.eqb x y
  | VInt _, _ | VBool _, _ | VStr _, _ | VTok _ _, _ => false
  | _, _ => match vkey a with Some _ => val_eqb a b | None => false end end.

(** ** The denotation of a term

    All readings of one value: as an integer, as a truth value (a proposition, and
    computed), as an array, as a map, as a list, and as it is. Only those asked for are computed. *)
Record meaning := Meaning {
  m_int : Z; m_prop : Prop; m_bool : bool;
  m_item : Z -> Z;                      (* the item of the array at an index *)
  m_entry : val -> val; m_has : val -> bool;
  m_size : Z; m_get : Z -> val;         (* how many items the list has, and the one at a place *)
  m_val : val }.
Definition of_val (v : val) := Meaning (asZ v) (asB v = true) (asB v) (sel (asA v)) (entry v) (has_key v) (size v) (item (asL v)) v.
Definition of_int (z : Z) := Meaning z False false (fun _ => 0) (fun _ => undef) (fun _ => false) 0 (fun _ => undef) (VInt z).
Definition of_bool (p : Prop) (b : bool) := Meaning 0 p b (fun _ => 0) (fun _ => undef) (fun _ => false) 0 (fun _ => undef) (VBool b).
Definition of_array (f : Z -> Z) (v : val) := Meaning 0 False false f (fun _ => undef) (fun _ => false) 0 (fun _ => undef) v.
Definition of_map (f : val -> val) (g : val -> bool) (v : val) := Meaning 0 False false (fun _ => 0) f g 0 (fun _ => undef) v.
Definition of_list (n : Z) (f : Z -> val) (v : val) := Meaning 0 False false (fun _ => 0) (fun _ => undef) (fun _ => false) n f v.

Section Denotation.
Variable I : interp.
Definition mean_op (o : op) (x y : meaning) (ka kb : kind) : meaning :=
  let v := eop (i_sorts I) o (m_val x) (m_val y) in
  let a := m_int x in let b := m_int y in match o with
  | OAdd => of_int (a + b) | OSub => of_int (a - b) | OMul => of_int (a * b)
  | OQuot => of_int (Z.quot a b) | ORem => of_int (Z.rem a b)
  | OEDiv => of_int (ediv a b) | OEMod => of_int (emod a b) | OPow => of_int (a ^ b)
  | OMin => of_int (Z.min a b) | OMax => of_int (Z.max a b) | OAbs => of_int (Z.abs a)
  | OLt => of_bool (a < b) (a <? b) | OLe => of_bool (a <= b) (a <=? b) | OEq => of_bool (a = b) (a =? b)
  | OAnd => of_bool (m_prop x /\ m_prop y) (m_bool x && m_bool y)
  | OOr => of_bool (m_prop x \/ m_prop y) (m_bool x || m_bool y)
  | OImp => of_bool (m_prop x -> m_prop y) (implb (m_bool x) (m_bool y))
  | ONot => of_bool (~ m_prop x) (negb (m_bool x))
  | OBEq => of_bool (m_prop x <-> m_prop y) (Bool.eqb (m_bool x) (m_bool y))
  | OKEq => match ka, kb with
      | Of SInt, Of SInt => of_bool (a = b) (a =? b)
      | Of SBool, Of SBool => of_bool (m_prop x <-> m_prop y) (Bool.eqb (m_bool x) (m_bool y))
      | _, _ => of_bool (m_val x = m_val y) (val_eqb (m_val x) (m_val y)) end
  | OIn => let h := m_has x (m_val y) in of_bool (h = true) h
  | OLook => of_val (m_entry x (m_val y))
  | ORemove => of_map (fun k => if same_key k (m_val y) then undef else m_entry x k)
                      (fun k => negb (same_key k (m_val y)) && m_has x k) v
  | OMerge => of_map (fun k => if m_has y k then m_entry y k else m_entry x k) (fun k => m_has y k || m_has x k) v
  | ORemoveAll => of_map (fun k => if m_has y k then undef else m_entry x k) (fun k => negb (m_has y k) && m_has x k) v
  | OMake => of_array (fun _ => a) v
  | OSel => of_int (m_item x b)
  | OShift => of_array (fun i => m_item x (i + b)) v
  | OItem => of_list 1 (fun i => if i =? 0 then m_val x else undef) v
  | OCat => of_list (m_size x + m_size y) (fun i => if i <? m_size x then m_get x i else m_get y (i - m_size x)) v
  | OTail => of_list (Z.max 0 (m_size x - 1)) (fun i => if i <? 0 then undef else m_get x (i + 1)) v
  | OGet => of_val (m_get x b)
  | OSize => of_int (m_size x)
  | OEmpty => of_bool (m_size x = 0) (m_size x =? 0)
  | _ => of_val v end.
(** The operations whose second operand is a pair. *)
Definition mean_op3 (o : op) (x y z : meaning) : meaning :=
  let v := eop (i_sorts I) o (m_val x) (VApp (m_val y) (m_val z)) in match o with
  | OUpd => of_map (fun k => if same_key k (m_val y) then m_val z else m_entry x k)
                   (fun k => same_key k (m_val y) || m_has x k) v
  | OSto => of_array (fun i => if i =? m_int y then m_int z else m_item x i) v
  | OIte => let c := m_bool x in
      Meaning (if c then m_int y else m_int z) ((m_prop x -> m_prop y) /\ (~ m_prop x -> m_prop z)) (if c then m_bool y else m_bool z)
        (fun i => if c then m_item y i else m_item z i) (fun k => if c then m_entry y k else m_entry z k)
        (fun k => if c then m_has y k else m_has z k) (if c then m_size y else m_size z) (fun i => if c then m_get y i else m_get z i) (if c then m_val y else m_val z)
  | _ => of_val v end.
Definition mean_var (r : env) (s : sort) (n : N) : meaning := match s with
  | SInt => of_int (int_of (e_var r) n) | SBool => of_bool (bool_of (e_var r) n = true) (bool_of (e_var r) n)
  | SArr => of_array (array_of (e_var r) n) (value_of (e_var r) s n) | _ => of_val (value_of (e_var r) s n) end.
Definition mean_fun (s : sort) (v : val) : meaning := match s with
  | SInt => of_int (asZ v) | SBool => of_bool (asB v = true) (asB v) | _ => of_val (coerce s v) end.
Fixpoint mean (r : env) (t : term) : meaning := match t with
  | TV s n => mean_var r s n
  | TB i => of_int (nth i (e_bound r) 0)
  | TInt z => of_int z
  | TBool b => of_bool (if b then True else False) b
  | TStr s => of_val (VStr s) | TTok k s => of_val (VTok k s) | TSym f => of_val (VSym f)
  | TApp a b => of_val (VApp (m_val (mean r a)) (m_val (mean r b)))
  | TNoMap => of_map (fun _ => undef) (fun _ => false) (VMap []) | TNoList => of_list 0 (fun _ => undef) (VList [])
  | TOp o a b => match o, b with
      | (OUpd | OSto | OIte), TApp b c => mean_op3 o (mean r a) (mean r b) (mean r c)
      | _, _ => mean_op o (mean r a) (mean r b) (tkind a) (tkind b) end
  | TFun f s a => mean_fun s (i_fun I f (m_val (mean r a))) end.

(** A formula, as a proposition. *)
Fixpoint prop_of (r : env) (f : form) : Prop := match f with
  | FT t => if is_bool t then m_prop (mean r t) else m_val (mean r t) = VBool true
  | FNot f => ~ prop_of r f | FAnd f g => prop_of r f /\ prop_of r g | FOr f g => prop_of r f \/ prop_of r g
  | FImp f g => prop_of r f -> prop_of r g
  | FAll f => forall z, prop_of (push z r) f | FEx f => exists z, prop_of (push z r) f end.
Fixpoint implications (r : env) (hs : list form) (c : Prop) : Prop := match hs with
  | [] => c | h :: hs => prop_of r h -> implications r hs c end.
(** An obligation: for all values of its variables, its hypotheses imply its conclusion. *)
Definition plain (o : ob) : Prop := forall f b, implications (Env f b) (o_hyps o) (prop_of (Env f b) (o_goal o)).
(** An axiom: a formula that holds for all values of its variables. *)
Definition plain_axiom (a : form) : Prop := forall f b, prop_of (Env f b) a.

(** ** It is the meaning *)
Record means (m : meaning) (v : val) : Prop := Means {
  means_int : m_int m = asZ v; means_bool : m_bool m = asB v; means_prop : m_prop m <-> asB v = true;
  means_item : forall i, m_item m i = sel (asA v) i;
  means_entry : forall k, m_entry m k = entry v k; means_has : forall k, m_has m k = has_key v k;
  means_size : m_size m = size v; means_get : forall i, m_get m i = item (asL v) i;
  means_val : m_val m = v }.
Lemma of_val_means v : means (of_val v) v.
Proof. constructor; simpl; tauto || reflexivity. Qed.
Lemma sel_none i : sel (Arr 0 []) i = 0. Proof. reflexivity. Qed.
Lemma no_map v k : asM v = [] -> entry v k = undef /\ has_key v k = false.
Proof. unfold entry, has_key. simpl. intros ->. destruct (vkey k); simpl; auto. Qed.
Lemma no_list v : asL v = [] -> size v = 0 /\ forall i, item (asL v) i = undef.
Proof. unfold size. intros ->. split; [reflexivity | exact item_nil]. Qed.
Ltac otherwise v := first [reflexivity | intros; symmetry; first [apply (no_map v); reflexivity | apply (no_list v); reflexivity] ].
Lemma of_int_means z : means (of_int z) (VInt z).
Proof. constructor; try otherwise (VInt z). simpl. split; [tauto | discriminate]. Qed.
Lemma of_bool_means p b : (p <-> b = true) -> means (of_bool p b) (VBool b).
Proof. intros H. constructor; try otherwise (VBool b). exact H. Qed.
Lemma of_array_means f a v : v = VArr a -> (forall i, f i = sel (asA v) i) -> means (of_array f v) v.
Proof.
  intros -> H. constructor; try exact H; try otherwise (VArr a). simpl. split; [tauto | discriminate].
Qed.
Lemma of_map_means f g v m : v = VMap m -> (forall k, f k = entry v k) -> (forall k, g k = has_key v k) -> means (of_map f g v) v.
Proof. intros -> H H'. constructor; try exact H; try exact H'; try otherwise (VMap m). simpl. split; [tauto | discriminate]. Qed.
Lemma of_list_means n f v l : v = VList l -> n = size v -> (forall i, f i = item (asL v) i) -> means (of_list n f v) v.
Proof. intros -> N H. constructor; try exact N; try exact H; try otherwise (VList l). simpl. split; [tauto | discriminate]. Qed.

Lemma same_key_ok a b : same_key a b = true <-> exists k, vkey a = Some k /\ vkey b = Some k.
Proof.
  assert (N : forall a b : val, vkey a = None -> same_key a b = false) by (destruct a0; simpl; intros; try discriminate; reflexivity).
  destruct a; try (rewrite N by reflexivity; split; [discriminate | intros (k & H & _); discriminate]);
    destruct b; simpl; (split; [intros H; try discriminate | intros (x & H & H'); congruence || idtac]).
  - apply Z.eqb_eq in H. subst. eauto.
  - injection H as <-. injection H' as <-. apply Z.eqb_refl.
  - apply Bool.eqb_prop in H. subst. eauto.
  - injection H as <-. injection H' as <-. apply Bool.eqb_reflx.
  - apply String.eqb_eq in H. subst. eauto.
  - injection H as <-. injection H' as <-. apply String.eqb_refl.
  - apply andb_prop in H. destruct H as [H1 H2]. apply Pos.eqb_eq in H1. apply String.eqb_eq in H2. subst. eauto.
  - injection H as <-. injection H' as <- <-. rewrite Pos.eqb_refl, String.eqb_refl. reflexivity.
Qed.
Lemma same_key_cmp a b x y : vkey a = Some x -> vkey b = Some y -> same_key a b = match key_cmp x y with Eq => true | _ => false end.
Proof.
  intros Ha Hb. destruct (same_key a b) eqn:E.
  - apply same_key_ok in E. destruct E as (k & H & H'). assert (x = k) by congruence. assert (y = k) by congruence. subst.
    rewrite (proj2 (key_cmp_eq k k) eq_refl). reflexivity.
  - destruct (key_cmp x y) eqn:C; try reflexivity. apply key_cmp_eq in C. subst.
    assert (same_key a b = true) by (apply same_key_ok; eauto). congruence.
Qed.
Lemma no_key_left a b : vkey a = None -> same_key a b = false.
Proof. intros H. destruct (same_key a b) eqn:E; [|reflexivity]. apply same_key_ok in E. destruct E as (k & H1 & _). congruence. Qed.
Lemma no_key_right a b : vkey b = None -> same_key a b = false.
Proof. intros H. destruct (same_key a b) eqn:E; [|reflexivity]. apply same_key_ok in E. destruct E as (k & _ & H1). congruence. Qed.

Ltac sorted_keys := first [apply asM_sorted | apply key_cmp_eq | apply key_cmp_opp | apply key_cmp_trans].
Lemma find_updated T m k v k' :
  let new := eop T OUpd m (VApp k v) in
  entry new k' = (if same_key k' k then v else entry m k') /\ has_key new k' = (same_key k' k || has_key m k').
Proof.
  cbv zeta. unfold entry, has_key. cbn [eop asB]. destruct (vkey k') eqn:K'.
  - destruct (vkey k) eqn:K.
    + rewrite (asM_insert k1 v m), !find_insert by sorted_keys. rewrite (same_key_cmp _ _ _ _ K' K). destruct (key_cmp k0 k1); auto.
    + rewrite no_key_right by exact K. rewrite asM_asM. auto.
  - rewrite no_key_left by exact K'. auto.
Qed.
Lemma find_removed T m k k' :
  let new := eop T ORemove m k in
  entry new k' = (if same_key k' k then undef else entry m k') /\ has_key new k' = (negb (same_key k' k) && has_key m k').
Proof.
  cbv zeta. unfold entry, has_key. cbn [eop asB]. destruct (vkey k') eqn:K'.
  - destruct (vkey k) eqn:K.
    + rewrite (asM_remove k1 m), !find_remove by sorted_keys. rewrite (same_key_cmp _ _ _ _ K' K). destruct (key_cmp k0 k1); auto.
    + rewrite no_key_right by exact K. rewrite asM_asM. auto.
  - rewrite no_key_left by exact K'. auto.
Qed.

Lemma find_merged T a b k : let new := eop T OMerge a b in
  entry new k = (if has_key b k then entry b k else entry a k) /\ has_key new k = (has_key b k || has_key a k).
Proof.
  cbv zeta. unfold entry, has_key. cbn [eop asB]. destruct (vkey k) as [x|]; [|auto].
  cbn [asM]. rewrite canon_id by (sorted_keys || (apply merge_sorted; sorted_keys)). rewrite find_merge. destruct (find key_cmp (asM b) x); auto.
Qed.
Lemma find_removed_all T a b k : let new := eop T ORemoveAll a b in
  entry new k = (if has_key b k then undef else entry a k) /\ has_key new k = (negb (has_key b k) && has_key a k).
Proof.
  cbv zeta. unfold entry, has_key. cbn [eop asB]. destruct (vkey k) as [x|]; [|auto].
  cbn [asM]. rewrite canon_id by (sorted_keys || (apply remove_all_sorted; sorted_keys)). rewrite find_remove_all. destruct (find key_cmp (asM b) x); auto.
Qed.

Lemma asA_acanon a : asA (VArr (acanon a)) = acanon a.
Proof. apply acanon_id. apply acanon_canonical. Qed.
Lemma find_shift n m i : find Z.compare (map (fun '(i, v) => (i - n, v)) m) i = @find Z Z Z.compare m (i + n).
Proof.
  induction m as [|[k v] m IH]; simpl; [reflexivity|]. rewrite IH.
  replace (i ?= k - n) with (i + n ?= k); [reflexivity|]. destruct (Z.compare_spec (i + n) k), (Z.compare_spec i (k - n)); auto; lia.
Qed.
Lemma sel_shift a n i : acanonical a -> sel (acanon (shift a n)) i = sel a (i + n).
Proof.
  intros [S _]. rewrite sel_acanon.
  - unfold sel, shift. simpl. rewrite find_shift. reflexivity.
  - simpl. induction S as [|k v m A S IH]; simpl; constructor; [|exact IH].
    unfold above in *. rewrite Forall_map. revert A. apply Forall_impl. intros [j w]. simpl. rewrite !Z.compare_lt_iff. lia.
Qed.

Lemma mean_op_ok o x y v w ka kb : means x v -> means y w -> fits ka v -> fits kb w ->
  means (mean_op o x y ka kb) (eop (i_sorts I) o v w).
Proof.
  intros X Y FA FB. pose proof (means_int _ _ X) as XI. pose proof (means_int _ _ Y) as YI.
  pose proof (means_bool _ _ X) as XB. pose proof (means_bool _ _ Y) as YB.
  pose proof (means_prop _ _ X) as XP. pose proof (means_prop _ _ Y) as YP.
  pose proof (means_val _ _ X) as XV. pose proof (means_val _ _ Y) as YV.
  destruct o; unfold mean_op; rewrite ?XI, ?YI, ?XB, ?YB, ?XV, ?YV; try apply of_val_means; try apply of_int_means.
  - apply of_bool_means. symmetry. apply Z.ltb_lt.
  - apply of_bool_means. symmetry. apply Z.leb_le.
  - apply of_bool_means. symmetry. apply Z.eqb_eq.
  - apply of_bool_means. rewrite andb_true_iff. tauto.
  - apply of_bool_means. rewrite orb_true_iff. tauto.
  - apply of_bool_means. rewrite XP, YP. destruct (asB v), (asB w); simpl; intuition congruence.
  - apply of_bool_means. rewrite XP. destruct (asB v); simpl; intuition congruence.
  - apply of_bool_means. rewrite XP, YP. destruct (asB v), (asB w); simpl; intuition congruence.
  - assert (G : means (of_bool (v = w) (val_eqb v w)) (eop (i_sorts I) OKEq v w)) by (apply of_bool_means; symmetry; apply val_eqb_eq).
    destruct ka as [[]| |]; try exact G; destruct kb as [[]| |]; try exact G; simpl in FA, FB; rewrite <- FA, <- FB; cbn [asZ asB eop].
    + replace (val_eqb (VInt (asZ v)) (VInt (asZ w))) with (asZ v =? asZ w); [apply of_bool_means; symmetry; apply Z.eqb_eq|].
      apply eq_true_iff_eq. rewrite Z.eqb_eq, val_eqb_eq. split; congruence.
    + replace (val_eqb (VBool (asB v)) (VBool (asB w))) with (Bool.eqb (asB v) (asB w)).
      * apply of_bool_means. rewrite XP, YP. destruct (asB v), (asB w); simpl; intuition congruence.
      * apply eq_true_iff_eq. rewrite Bool.eqb_true_iff, val_eqb_eq. split; congruence.
  - cbv zeta. rewrite (means_has _ _ X). apply of_bool_means. reflexivity.
  - rewrite (means_entry _ _ X). apply of_val_means.
  - eapply of_map_means; [reflexivity | |]; intros k; rewrite ?(means_entry _ _ X), ?(means_has _ _ X); symmetry; apply find_removed.
  - eapply of_map_means; [reflexivity | |]; intros k; rewrite ?(means_entry _ _ X), ?(means_has _ _ X), ?(means_entry _ _ Y), ?(means_has _ _ Y); symmetry; apply find_merged.
  - eapply of_map_means; [reflexivity | |]; intros k; rewrite ?(means_entry _ _ X), ?(means_has _ _ X), ?(means_has _ _ Y); symmetry; apply find_removed_all.
  - eapply of_array_means; [reflexivity|]. intros i. cbn [eop]. reflexivity.
  - rewrite (means_item _ _ X). apply of_int_means.
  - eapply of_array_means; [reflexivity|]. intros i. cbn [eop]. rewrite asA_acanon, sel_shift by apply asA_canonical. apply (means_item _ _ X).
  - eapply of_list_means; [reflexivity | reflexivity |]. intros i. symmetry. apply item_one.
  - rewrite (means_size _ _ X), (means_size _ _ Y). eapply of_list_means; [reflexivity | |].
    + unfold size. cbn [eop asL]. rewrite app_length. lia.
    + intros i. cbn [eop asL]. rewrite item_app, (means_get _ _ X), (means_get _ _ Y). reflexivity.
  - rewrite (means_get _ _ X). apply of_val_means.
  - rewrite (means_size _ _ X). eapply of_list_means; [reflexivity | symmetry; apply size_tl |].
    intros i. cbn [eop asL]. rewrite item_tl, (means_get _ _ X). reflexivity.
  - rewrite (means_size _ _ X). apply of_int_means.
  - rewrite (means_size _ _ X). replace (eop (i_sorts I) OEmpty v w) with (VBool (size v =? 0)).
    + apply of_bool_means. symmetry. apply Z.eqb_eq.
    + unfold size. cbn [eop]. destruct (asL v); reflexivity.
Qed.
Lemma mean_op3_ok o x y z u v w : means x u -> means y v -> means z w -> o = OUpd \/ o = OSto \/ o = OIte ->
  means (mean_op3 o x y z) (eop (i_sorts I) o u (VApp v w)).
Proof.
  intros X Y Z [-> | [-> | ->]]; unfold mean_op3; rewrite ?(means_val _ _ X), ?(means_val _ _ Y), ?(means_val _ _ Z).
  - eapply of_map_means; [reflexivity | |]; intros k; rewrite ?(means_entry _ _ X), ?(means_has _ _ X); symmetry; apply find_updated.
  - eapply of_array_means; [reflexivity|]. intros i. cbn [eop].
    rewrite asA_acanon, sel_sto, (means_int _ _ Y), (means_int _ _ Z), (means_item _ _ X) by apply asA_canonical. reflexivity.
  - pose proof (means_bool _ _ X) as B. pose proof (means_prop _ _ X) as P. cbn [eop]. rewrite <- B in P. rewrite <- B.
    destruct X, Y, Z. destruct (m_bool x); constructor; simpl; auto; tauto || (rewrite P; intuition congruence).
Qed.
Lemma mean_ok r : forall t, means (mean r t) (eval I r t).
Proof.
  fix IH 1. destruct t; cbn [mean eval]; try apply of_val_means.
  - destruct s; cbn [mean_var]; try apply of_val_means; try apply of_int_means.
    + apply of_bool_means. reflexivity.
    + eapply of_array_means; [reflexivity|]. intros i. unfold array_of, value_of. cbn [coerce].
      change (sel (asA (e_var r SArr n)) i = sel (acanon (asA (e_var r SArr n))) i). rewrite acanon_id by apply asA_canonical. reflexivity.
  - apply of_int_means.
  - apply of_int_means.
  - apply of_bool_means. destruct b; simpl; intuition congruence.
  - rewrite (means_val _ _ (IH t1)), (means_val _ _ (IH t2)). apply of_val_means.
  - eapply of_map_means; [reflexivity | |]; intros k; destruct (no_map (VMap []) k) as [A B]; try reflexivity; symmetry; assumption.
  - eapply of_list_means; [reflexivity | reflexivity |]. intros i. symmetry. apply item_nil.
  - pose proof (mean_op_ok o _ _ _ _ _ _ (IH t1) (IH t2) (tkind_ok I r t1) (tkind_ok I r t2)) as G.
    destruct o; try exact G; destruct t2; try exact G; cbn [eval]; (apply mean_op3_ok; [apply IH | apply IH | apply IH | auto]).
  - rewrite (means_val _ _ (IH t)). destruct s; cbn [mean_fun]; try apply of_val_means; [apply of_int_means | apply of_bool_means; reflexivity].
Qed.

Lemma prop_of_ok f : forall r, prop_of r f <-> sat I r f.
Proof.
  induction f; intros r; cbn [prop_of sat]; try (rewrite IHf; tauto); try (rewrite IHf1, IHf2; tauto).
  - pose proof (mean_ok r t) as M. destruct (is_bool t) eqn:B.
    + rewrite (means_prop _ _ M). unfold holds. rewrite (is_bool_ok I r t B) at 2. split; congruence.
    + rewrite (means_val _ _ M). reflexivity.
  - split; intros H z; apply IHf, H.
  - split; intros [z H]; exists z; apply IHf, H.
Qed.
Lemma implications_ok r c : forall hs, implications r hs c <-> (sats I r hs -> c).
Proof.
  unfold sats. induction hs as [|h hs IH]; simpl; [split; [auto | intros H; apply H; constructor]|].
  rewrite prop_of_ok, IH. split; [intros H S; inversion S; auto | intros H Hh S; apply H; constructor; assumption].
Qed.
(** What Sound.v wants of an obligation. *)
Theorem plain_ok o : plain o <-> ob_holds I o.
Proof.
  unfold plain, ob_holds. split.
  - intros H [f b]. specialize (H f b). rewrite implications_ok, prop_of_ok in H. exact H.
  - intros H f b. rewrite implications_ok, prop_of_ok. exact (H _).
Qed.
Theorem plain_axiom_ok f : plain_axiom f <-> forall r, sat I r f.
Proof.
  unfold plain_axiom. split; [intros H [f' b] | intros H f' b]; apply prop_of_ok, H.
Qed.
Theorem plain_all os : Forall plain os -> Forall (ob_holds I) os.
Proof. apply Forall_impl. intros o. apply plain_ok. Qed.
End Denotation.

(** The theorems of Sound.v, from plain propositions. *)
Theorem plain_sound L F G axioms C os : let I := Interp (l_sorts L) F in
  check L G axioms false C = Some os -> equations_hold I (l_eqns L) -> Forall (plain_axiom I) axioms -> Forall (plain I) os ->
  forall g r, In g G -> reach_paths (kstep I (l_rules L)) (lhsP I g r) (rhsP I g r).
Proof.
  intros I H HE HA HO. refine (check_sound L F G axioms C os H HE _ (plain_all I os HO)).
  intros r. apply Forall_forall. intros f HI. rewrite Forall_forall in HA. apply (plain_axiom_ok I f); auto.
Qed.
Theorem plain_sound_total L F G axioms C os : let I := Interp (l_sorts L) F in
  check L G axioms true C = Some os -> equations_hold I (l_eqns L) -> Forall (plain_axiom I) axioms -> Forall (plain I) os ->
  forall g r, In g G -> forall c, lhsP I g r c -> ends (kstep I (l_rules L)) (rhsP I g r) c.
Proof.
  intros I H HE HA HO. refine (check_sound_total L F G axioms C os H HE _ (plain_all I os HO)).
  intros r. apply Forall_forall. intros f HI. rewrite Forall_forall in HA. apply (plain_axiom_ok I f); auto.
Qed.
