(** * Languages as data.

    Part 1, the data: tests of sorts, equations of functions, rewrite rules. *)
Require Import List ZArith NArith String.
Require Import Values Terms.
Import ListNotations.

(** The top of a value. *)
Inductive head := HInt | HBool | HStr | HTok (k : sym) | HSym (f : sym) | HMap | HArr | HList.
Arguments HTok k%positive. Arguments HSym f%positive.

(** A value passes a test if this is its head and its arguments, from the last
    to the first, are of the sorts with these numbers. No sorts: none is looked at. *)
Record test := Test { t_head : head; t_args : list N }.

(** A rewrite rule. A pattern is made of [TV], [TSym] and [TApp] only, and has
    no variable twice: what must be equal, or a literal, or in a map, stands in the
    condition. A group with a smaller number goes first. *)
Record rule := Rule {
  r_prio : N;
  r_lhs  : term;                  (* a pattern *)
  r_rhs  : term;
  r_cond : list term;             (* all must be true; they mention variables of r_lhs only *)
  r_ex   : list (sort * N);       (* variables of r_rhs that stand for any value of their sort *)
  r_ens  : list term }.           (* with those all of these are true *)

(** An equation of a function: [TFun e_fun e_args = e_rhs] if the conditions are
    true and no equation of the function with a smaller e_prio applies. *)
Record eqn := Eqn {
  e_prio : N; e_fun : sym;
  e_args : term;                  (* a pattern: a tuple *)
  e_rhs : term; e_cond : list term }.

Record lang := Lang {
  l_tests : list (list test);     (* the sorts: a value is of one if it passes one of its tests *)
  l_top   : list bool;            (* the way from a configuration to the head of its computation,
                                     through TApp: false left, true right *)
  l_eqns  : list eqn;
  l_rules : list rule }.
Arguments Test t_head t_args%N. Arguments Eqn e_prio%N e_fun%positive e_args e_rhs e_cond.
Arguments Rule r_prio%N r_lhs r_rhs r_cond r_ex r_ens.
