(** * Obligations that are read, and proved.

    [read] turns an obligation, which is data, into a proposition about variables. [decide] proves nearly all of them.
    What it leaves is given to tactics, which have a time: whether they prove something may depend on the machine,
    so that what they prove is counted apart. The instances of quantified facts that are needed stand in the obligation
    already: nothing is searched for. *)
Require Import List ZArith NArith String Bool Lia.
Require Import Values Terms Rules Normal Checker Obligations Decide.
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

(** ** What is not decided *)
(** Conditions of [if], from the inside: by cases. *)
Ltac no_if c := lazymatch c with context [if _ then _ else _] => fail | _ => idtac end.
Ltac split_ifs := repeat match goal with
  | |- context [if ?c then _ else _] => no_if c; destruct c eqn:?
  | _ : context [if ?c then _ else _] |- _ => no_if c; destruct c eqn:? end.
(** Values that are equal to another's are no unknowns. *)
Ltac values_equal := repeat match goal with
  | v : val, H : ?w = _ |- _ => constr_eq v w; subst v | v : val, H : _ = ?w |- _ => constr_eq v w; subst v end.
(** What a premise says of an item, at a place that is written in another way. *)
Ltac by_item := match goal with
  | H : context [item ?l ?i] |- context [item ?l ?j] => replace j with i by lia; apply H; lia end.
Ltac computed := unfold ediv, emod in *; cbn [Z.sgn Z.abs asZ asB asS asL List.length app tl] in *.
(** A proposition as [read] leaves it. *)
Ltac by_tactics := timeout 30 (intros; first
  [ exact Logic.I | assumption | reflexivity | discriminate | contradiction
  | computed; first [lia | congruence | values_equal; split_ifs; computed; first [lia | congruence | by_item | intuition congruence | nia]
    | Z.to_euclidean_division_equations; lia | nia] ]).

(** How an obligation was proved: for [by_tactics_in_time] see above. *)
Inductive method := by_computation | by_tactics_in_time.
Ltac by_decision := lazymatch goal with |- plain ?I ?o => refine (decide_ok I o _); abstract (vm_cast_no_check (eq_refl true)) end.
(** Proves [plain I o], or fails. What is around, axioms say, is not looked at: a core has what it needs. *)
Ltac solve_obligation := first [ by_decision
  | intros; repeat match goal with H : ?P |- _ => lazymatch type of P with Prop => clear H end end; read; by_tactics ].
