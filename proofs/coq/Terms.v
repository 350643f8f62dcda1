(** * Terms and formulas: values with variables.

    Part 1, the data that certificates are made of. *)
Require Import List ZArith NArith String.
Require Import Values.
Import ListNotations.

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
(* arrays *)
| OMake                        (* the integer everywhere; unary *)
| OSel                         (* array, index *)
| OSto                         (* array, pair of index and value *)
| OShift                       (* array, offset: its item i is item i + offset of the array *)
(* strings *)
| OConcat | OLength | OText    (* OText: the text of a token; unary *)
(* lists *)
| OItem                        (* the list of one item; unary *)
| OCat
| OHead | OTail | OSize.       (* unary; of the empty list: s_undef, empty, 0 *)

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
| TFun (f : sym) (a : term).   (** a function of the definition or program, its arguments as a tuple
                                   [TApp a1 (TApp a2 (.. (TSym s_unit)))] *)

Arguments TSym f%positive. Arguments TTok k%positive s%string. Arguments TStr s%string.
Arguments TInt z%Z. Arguments TV s n%N. Arguments OIs s%N. Arguments TFun f%positive a. Arguments TB i%nat.

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
