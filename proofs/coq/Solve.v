(** * Tactics that prove obligations.

    [read] turns an obligation, which is data, into a proposition about variables. The
    methods are tried from the cheapest on: computation; [lia]; equal arguments give equal
    values; cases, above all of writes to arrays; [nia]. The instances of quantified facts
    that are needed stand in the obligation already: nothing is searched for. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values Terms Rules Normal Checker Obligations.
Import ListNotations.
Open Scope Z_scope.

(** ** Reading *)
(** Computes the reading: the obligation must be given as data. *)
Declare Reduction reading := lazy beta iota zeta delta
  [ plain plain_axiom prop_of implications mean mean_op mean_op3 mean_var mean_fun of_val of_int of_bool of_array of_map of_list size
    m_int m_prop m_bool m_item m_entry m_has m_size m_get m_val o_n o_hyps o_goal is_bool is_int kind_eqb sort_eqb tkind okind any
    same_key vkey nth e_bound e_var push i_fun i_sorts eop undef ].
Ltac as_data := match goal with
  | |- plain ?I ?o => let J := eval hnf in I in let d := eval vm_compute in o in change (plain J d)
  | |- plain_axiom ?I ?f => let J := eval hnf in I in let d := eval vm_compute in f in change (plain_axiom J d) end.
(** From an obligation (or an axiom) to a proposition about variables: [forall x : Z, ...]. *)
Ltac read := as_data;
  let P := match goal with |- ?P => P end in let Q := eval reading in P in let Q := eval cbn [asZ asB asS andb orb negb implb Bool.eqb String.eqb Ascii.eqb Pos.eqb] in Q in change Q;
  let f := fresh "f" in intros f _;
  repeat match goal with
    | |- context [int_of f ?n] => let x := fresh "x" in set (x := int_of f n); clearbody x
    | |- context [array_of f ?n] => let a := fresh "a" in set (a := array_of f n); clearbody a
    | |- context [bool_of f ?n] => let b := fresh "b" in set (b := bool_of f n); clearbody b
    | |- context [value_of f ?s ?n] => let v := fresh "v" in set (v := value_of f s n); clearbody v end;
  repeat match goal with x : _ |- _ => tryif constr_eq x f then fail 1 else revert x end;
  clear f.
(** The proposition itself, and that the obligation (or the axiom) follows from it: a term
    [ex_intro _ S (p : S -> o)]. [names tt] may give values of functions the names by which they are known. *)
Ltac readable names o := let H := fresh in
  constr:(ltac:(eexists; intros H; read; intros;
    repeat match goal with x : ?P |- _ => tryif constr_eq x H then fail 1 else lazymatch type of P with Prop => revert x end end; names tt;
    repeat match goal with x : _ |- _ => tryif constr_eq x H then fail 1 else revert x end; exact H) : exists S : Prop, S -> o).
Ltac statement o := let r := readable ltac:(fun _ => idtac) o in lazymatch r with ex_intro _ ?S _ => exact S end.

(** Conditions of [if], from the inside: by cases. *)
Ltac no_if c := lazymatch c with context [if _ then _ else _] => fail | _ => idtac end.
Ltac split_ifs := repeat match goal with
  | |- context [if ?c then _ else _] => no_if c; destruct c eqn:?
  | _ : context [if ?c then _ else _] |- _ => no_if c; destruct c eqn:? end;
  cbn [asZ asB] in *.

(** Truth values as 0 and 1, for [lia]. *)
Definition bit (b : bool) : Z := if b then 1 else 0.
Lemma as_int b : b = true <-> bit b = 1.
Proof. destruct b; simpl; split; congruence || lia. Qed.
Lemma as_int_false b : b = false <-> bit b = 0.
Proof. destruct b; simpl; split; congruence || lia. Qed.
Lemma as_int_bounds b : 0 <= bit b <= 1.
Proof. destruct b; simpl; lia. Qed.

(** Equal arguments give equal values. [equal_tuples u v]: that the items of two tuples are equal. *)
Ltac equal_tuples u v := lazymatch u with
  | v => constr:(True)
  | VApp ?a ?u' => lazymatch v with VApp ?b ?v' =>
      let p := equal_tuples a b in let q := equal_tuples u' v' in
      lazymatch p with True => q | _ => lazymatch q with True => p | _ => constr:(p /\ q) end end
      | _ => constr:(u = v) end
  | VInt ?a => lazymatch v with VInt ?b => constr:(a = b) | _ => constr:(u = v) end
  | _ => constr:(u = v) end.
Ltac equals := intros; repeat match goal with H : _ /\ _ |- _ => destruct H end; repeat (f_equal; try assumption); congruence.
(** That they are not yet related. *)
Ltac new_fact a b := lazymatch goal with
  | _ : a = b |- _ => fail | _ : b = a |- _ => fail | _ : _ -> a = b |- _ => fail | _ : _ -> b = a |- _ => fail | _ => idtac end.
(** Does [k] with the argument of some value of [f]. *)
Ltac on_value f k := match goal with |- context [f ?i] => k i | _ : context [f ?i] |- _ => k i end.
(** Does [k] with two values of one array, or of one function, and what makes their arguments equal. *)
Ltac on_two f k := on_value f ltac:(fun i => on_value f ltac:(fun j => tryif constr_eq i j then fail else (new_fact (f i) (f j); k i j))).
Ltac on_function F k := match goal with |- context [F ?f _] => k f | _ : context [F ?f _] |- _ => k f end.
Ltac on_pair k := match goal with
  | a : Z -> Z |- _ => on_two a ltac:(fun i j => k (i = j) (a i) (a j))
  | F : sym -> val -> val |- _ => on_function F ltac:(fun f =>
      on_value (F f) ltac:(fun u => on_value (F f) ltac:(fun v => tryif constr_eq u v then fail else
        let p := equal_tuples u v in match goal with
        | |- context [asB (F f u)] => new_fact (bit (asB (F f u))) (bit (asB (F f v))); k p (bit (asB (F f u))) (bit (asB (F f v)))
        | _ : context [asB (F f u)] |- _ => new_fact (bit (asB (F f u))) (bit (asB (F f v))); k p (bit (asB (F f u))) (bit (asB (F f v)))
        | _ => new_fact (asZ (F f u)) (asZ (F f v)); k p (asZ (F f u)) (asZ (F f v)) end))) end.
(** Values of arrays and functions as variables. *)
Ltac name_values := repeat match goal with
  | a : Z -> Z |- _ => on_value a ltac:(fun i => let x := fresh "x" in set (x := a i) in *; clearbody x)
  | F : sym -> val -> val |- _ => on_function F ltac:(fun f => on_value (F f) ltac:(fun u =>
      let v := fresh "v" in set (v := F f u) in *; clearbody v)) end.
(** Variables that have the value of another, or a small value of their own. *)
Ltac same_values := repeat match goal with x : Z, y : Z |- _ => assert (x = y) by lia; subst x end.
Ltac small_values := repeat match goal with
  x : Z |- _ => first [assert (x = 0) by lia; subst x | assert (x = 1) by lia; subst x] end.

Lemma negb_true b : negb b = true <-> ~ b = true.
Proof. destruct b; simpl; intuition congruence. Qed.
Lemma same_int a b : VInt a = VInt b <-> a = b.
Proof. split; congruence. Qed.
Lemma same_bool a b : VBool a = VBool b <-> (a = true <-> b = true).
Proof. destruct a, b; intuition congruence. Qed.
Ltac bools_as_ints := repeat match goal with H : ?P |- _ => lazymatch type of P with Prop => revert H end end;
  repeat first [rewrite andb_true_iff | rewrite orb_true_iff | rewrite andb_false_iff | rewrite orb_false_iff | rewrite negb_false_iff | rewrite negb_true | rewrite Bool.eqb_true_iff
    | rewrite same_int | rewrite same_bool | rewrite Z.eqb_eq | rewrite Z.leb_le | rewrite Z.ltb_lt | rewrite Z.eqb_neq | rewrite Z.leb_gt | rewrite Z.ltb_ge];
  repeat match goal with
    | |- context [?b = true] => rewrite (as_int b)
    | |- context [?b = false] => rewrite (as_int_false b) end;
  repeat match goal with |- context [bit ?b] => lazymatch goal with _ : 0 <= bit b <= 1 |- _ => fail | _ => pose proof (as_int_bounds b) end end; intros.

(** By the hypotheses without connectives. *)
Ltac by_atoms := repeat match goal with
  | H : _ \/ _ |- _ => clear H | H : _ <-> _ |- _ => clear H
  | H : ?p -> _ |- _ => lazymatch type of p with Prop => clear H end end; timeout 5 lia.
Ltac divides := match goal with
  | |- context [Z.div _ _] => idtac | |- context [Z.modulo _ _] => idtac | |- context [Z.quot _ _] => idtac | |- context [Z.rem _ _] => idtac
  | _ : context [Z.div _ _] |- _ => idtac | _ : context [Z.modulo _ _] |- _ => idtac | _ : context [Z.quot _ _] |- _ => idtac | _ : context [Z.rem _ _] |- _ => idtac end.
(** What follows by one premise, or by one alternative, at a time. *)
Ltac units := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ <-> _ |- _ => destruct H
  | H : ?p -> _ |- _ => lazymatch type of p with Prop =>
      let X := fresh in assert (X : p) by first
        [ assumption | by_atoms | divides; Z.to_euclidean_division_equations; by_atoms
        | lazymatch p with ?q -> _ => lazymatch type of q with Prop => clear H; intros; units; first [assumption | by_atoms] end end ]; specialize (H X); clear X end
  | H : ?p \/ _ |- _ => let X := fresh in assert (X : ~ p) by by_atoms; destruct H as [H|H]; [destruct (X H) | clear X]
  | H : _ \/ ?p |- _ => let X := fresh in assert (X : ~ p) by by_atoms; destruct H as [H|H]; [clear X | destruct (X H)] end.
(** Values that are equal to another's are no unknowns. *)
Ltac eliminate := name_values; repeat match goal with
  | x : Z, H : ?y = _ |- _ => constr_eq x y; subst x | x : Z, H : _ = ?y |- _ => constr_eq x y; subst x end.
Ltac values_equal := repeat match goal with
  | v : val, H : ?w = _ |- _ => constr_eq v w; subst v | v : val, H : _ = ?w |- _ => constr_eq v w; subst v end.
Ltac equal_pairs := repeat on_pair ltac:(fun p a b => assert (a = b) by (assert p by (repeat split; by_atoms); equals)).
(** By cases: alternatives, premises, equal arguments. At most [n] of them, one in the other. *)
Ltac decide_then p yes no := let X := fresh in assert (X : p \/ ~ p) by (clear; lia); destruct X as [X|X]; [yes X | no X].
Ltac split_one := first
  [ match goal with H : _ \/ _ |- _ => destruct H as [H|H] end
  | match goal with H : ?p -> _ |- _ => lazymatch type of p with Prop =>
      decide_then p ltac:(fun X => specialize (H X)) ltac:(fun X => clear H) end end
  | on_pair ltac:(fun p a b => lazymatch goal with _ : ~ p |- _ => fail | _ => idtac end;
      decide_then p ltac:(fun X => assert (a = b) by equals) ltac:(fun X => idtac)) ].
Ltac search n := repeat match goal with |- _ /\ _ => split | |- _ -> _ => intro | |- ~ _ => intro end;
  units; equal_pairs; units;
  first [ by_atoms | lazymatch n with S ?m => split_one; search m end ].

(** ** The methods

    Each proves a proposition as [read] leaves it, or fails. *)
Ltac start := intros; unfold ediv, emod in *; cbn [Z.sgn Z.abs asZ asB asS asL List.length app tl] in *.
Ltac literal z := lazymatch z with Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac multiplies := match goal with
  | |- context [?a * ?b] => tryif first [literal a | literal b] then fail else idtac
  | _ : context [?a * ?b] |- _ => tryif first [literal a | literal b] then fail else idtac
  | |- context [Z.pow _ _] => idtac | _ : context [Z.pow _ _] |- _ => idtac end.
Ltac by_linear := first [ by_atoms | bools_as_ints; first
  [ by_atoms | units; first [ assumption | by_atoms | divides; Z.to_euclidean_division_equations; by_atoms ] ] ].
Ltac by_equal_values := first [ congruence | bools_as_ints; units; equal_pairs; units; first [ assumption | by_atoms | eliminate; by_atoms ] ].
(** For each case of conditions of [if]. *)
Ltac in_each_case t := values_equal; split_ifs; cbn [asZ asB asS asL List.length app tl] in *;
  first [ by_linear | by_equal_values | bools_as_ints; units; equal_pairs; units; t ].
Ltac by_products := first [ multiplies | divides ]; first
  [ timeout 10 (eliminate; nia)
  | timeout 10 (eliminate; Z.to_euclidean_division_equations; lia)
  | timeout 10 (name_values; same_values; small_values; nia)
  | timeout 10 (name_values; Z.to_euclidean_division_equations; nia)
  | timeout 10 (name_values; lia) ].

(** Parts with quantifiers are taken as they are. *)
Ltac quantified := match goal with _ : context [ex _] |- _ => idtac | _ : context [forall z : Z, _] |- _ => idtac end.
Ltac by_propositions := quantified; bools_as_ints; timeout 10 (intuition lia).

Inductive method := by_computation | by_lia | by_equality | by_cases | by_nia.
(** Does [k] with the first method that proves the goal. *)
(* Limits are seconds that pass; none of what is proved takes five of its own, so that a busy machine leaves nothing open. *)
Ltac by_method k := first
  [ k by_computation ltac:(intros; first [exact Logic.I | assumption | reflexivity | discriminate | contradiction])
  | k by_lia ltac:(start; first [by_propositions | by_linear])
  | k by_equality ltac:(start; first [timeout 10 by_equal_values | timeout 10 eauto])
  | k by_cases ltac:(timeout 20 (start; in_each_case fail))
  | k by_nia ltac:(timeout 40 (start; in_each_case by_products))
  | k by_cases ltac:(timeout 40 (start; in_each_case ltac:(search 10%nat))) ].
(** Proves [plain I o], or fails. What is around, axioms say, is not looked at: a core has what it needs. *)
Ltac solve_obligation := intros; repeat match goal with H : ?P |- _ => lazymatch type of P with Prop => clear H end end; read;
  by_method ltac:(fun m t => solve [t]).
