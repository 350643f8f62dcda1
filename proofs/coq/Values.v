(** * Values: what a term of a program stands for.

    Every value is a finite tree with decidable equality. Maps and arrays are
    kept canonical (sorted, no key twice), so that two of them with the same
    content are equal, and the order in which keys were written is no part of
    any theorem. *)
Require Import List ZArith NArith String.
Import ListNotations.

(** Symbols of a language are numbers; those below 16 are reserved. *)
Definition sym := positive.

(** Ends tuples, and is the second operand of unary operations. *)
Definition s_unit : sym := 1%positive.
(** What a look-up of an absent key gives. No other value equals it. *)
Definition s_undef : sym := 2%positive.

(** What a map may have as key. Other values are no keys: an update with one
    leaves the map as it is, a look-up of one gives [s_undef]. *)
Inductive key :=
| KInt (z : Z)
| KBool (b : bool)
| KStr (s : string)
| KTok (k : sym) (s : string).

(** The array that has [a_default] everywhere but at the entries, which are
    sorted by index and differ from the default. *)
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
