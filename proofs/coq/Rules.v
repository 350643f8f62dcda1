(** * Languages as data, and what their rules mean.

    This is the part of the library that a reader of a theorem has to read:
    with [eval] (Terms.v) it says how configurations, which are values, step. *)
Require Import List ZArith NArith Bool.
Require Import Values Terms.
Import ListNotations.

(** A rewrite rule. A left side is made of [TV], [TSym] and [TApp] only, and has no
    variable twice: that something is a literal, is equal to something else, or stands in
    a map, is said in the condition. *)
Record rule := Rule {
  r_prio : N;                     (* a smaller number goes first *)
  r_lhs  : term;
  r_rhs  : term;
  r_cond : list term;             (* all must be true; over variables of the left side *)
  r_ex   : list (sort * N);       (* variables that the left side does not have: any value of their sort *)
  r_ens  : list term }.           (* for which all of these are true *)

(** An equation of a function: [TFun e_fun _ e_args = e_rhs] if the conditions are
    true and no equation of the function with a smaller e_prio applies. *)
Record eqn := Eqn {
  e_prio : N; e_fun : sym;
  e_args : term;                  (* as a left side: a tuple of patterns *)
  e_rhs : term; e_cond : list term }.

Record lang := Lang {
  l_sorts : sorts;
  l_top   : list bool;            (* the way from a configuration to the head of its computation,
                                     through applications: false to the function, true to the argument *)
  l_eqns  : list eqn;
  l_rules : list rule }.
Arguments Eqn e_prio%N e_fun%positive e_args e_rhs e_cond. Arguments Rule r_prio%N r_lhs r_rhs r_cond r_ex r_ens.

Section Steps.
Variable I : interp.
Definition all_hold (r : env) (l : list term) := Forall (holds I r) l.

(** What a theorem assumes of functions: they satisfy their equations. *)
Definition equation_applies (e : eqn) (a : val) : Prop := exists r, a = eval I r (e_args e) /\ all_hold r (e_cond e).
Definition equations_hold (E : list eqn) : Prop := forall e r, In e E -> all_hold r (e_cond e) ->
  (forall e', In e' E -> e_fun e' = e_fun e -> (e_prio e' < e_prio e)%N -> ~ equation_applies e' (eval I r (e_args e))) ->
  i_fun I (e_fun e) (eval I r (e_args e)) = eval I r (e_rhs e).

Definition applies (u : rule) (c : val) : Prop := exists r, c = eval I r (r_lhs u) /\ all_hold r (r_cond u).
Definition fires (u : rule) (c c' : val) : Prop :=
  exists r, c = eval I r (r_lhs u) /\ all_hold r (r_cond u) /\ all_hold r (r_ens u) /\ c' = eval I r (r_rhs u).
(** One step: by a rule, where no rule of an earlier group applies. *)
Definition kstep (R : list rule) (c c' : val) : Prop :=
  exists u, In u R /\ fires u c c' /\ forall u', In u' R -> (r_prio u' < r_prio u)%N -> ~ applies u' c.
End Steps.
