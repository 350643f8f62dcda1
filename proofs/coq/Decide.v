(** * Obligations decided by computation.

    An obligation becomes clauses over integers: linear in its terms that are no sums ([atoms]), and in products of these.
    What is known of these terms is added: that equal arguments give equal values, what an array has after a write, what
    remainders are. Equations are multiplied by what products have, and inequalities by each other. Formulas with quantifiers are taken as they are. [decide] is true only of what holds; its limits are counted. *)
Require Import List ZArith NArith Bool Lia.
Require Import Values Terms Rules Normal Reach Total Checker Sound Obligations Linear Products Clauses.
Import ListNotations.
Open Scope Z_scope.

(** ** Terms as integers *)
(** True is 1. *)
Definition num (v : val) : Z := match v with VBool b => if b then 1 else 0 | _ => asZ v end.
(** The integer, and the truth value, that a term is read as. *)
Definition as_int t := if is_int t then t else TOp OAdd t (TInt 0).
Definition as_bool t := if is_bool t then t else TOp OAnd t (TBool true).
Fixpoint index (t : term) (ts : list term) (i : nat) : option nat := match ts with
  | [] => None | u :: ts => if teqb u t then Some i else index t ts (S i) end.

Section Read.
Variable atoms : list term.
Variable products : list product. (* of atoms, by their places, from 1 on *)
Definition variable t : option lin := match index t atoms 1 with Some i => Some (unit_of i) | None => None end.
Fixpoint lin_of (t : term) : option lin := match t with
  | TInt z => Some [z]
  | TOp o a b => match o with
    | OAdd | OSub | OMul => match lin_of a, lin_of b with
      | Some x, Some y => match o with
        | OAdd => Some (plus 1 x y) | OSub => Some (plus (-1) x y)
        | _ => match constant x, constant y with
            | Some c, _ => Some (map (Z.mul c) y) | _, Some c => Some (map (Z.mul c) x)
            | _, _ => match times (length atoms) products x y with Some z => Some z | None => variable t end end end
      | _, _ => variable (as_int t) end
    | _ => variable (as_int t) end
  | _ => variable (as_int t) end.
Definition with2 {A B C} (f : A -> B -> C) (x : option A) (y : option B) : option C := match x, y with Some x, Some y => Some (f x y) | _, _ => None end.
Definition iff_p p q := PAnd (PImp p q) (PImp q p).
Definition eq_p (x y : lin) := PEq (plus (-1) x y).
Definition le_p (x y : lin) := PLe (plus (-1) y x).
Definition is_true_p (t : term) : option prop := match variable (as_bool t) with Some x => Some (PEq (plus (-1) x [1])) | None => None end.
Fixpoint bool_prop (t : term) : option prop := match t with
  | TBool b => Some (if b then PTrue else PFalse)
  | TOp o a b => match o with
    | OLt => with2 (fun x y => le_p (plus 1 x [1]) y) (lin_of a) (lin_of b)
    | OLe => with2 le_p (lin_of a) (lin_of b)
    | OEq => with2 eq_p (lin_of a) (lin_of b)
    | OAnd => with2 PAnd (bool_prop a) (bool_prop b) | OOr => with2 POr (bool_prop a) (bool_prop b)
    | OImp => with2 PImp (bool_prop a) (bool_prop b) | OBEq => with2 iff_p (bool_prop a) (bool_prop b)
    | ONot => match bool_prop a with Some p => Some (PNot p) | None => None end
    | OKEq => if is_int a andalso is_int b then with2 eq_p (lin_of a) (lin_of b) else
              if is_bool a andalso is_bool b then with2 iff_p (bool_prop a) (bool_prop b) else is_true_p t
    | OIte => match b with
      | TApp x y => match bool_prop a with
        | Some p => with2 (fun q s => PAnd (PImp p q) (PImp (PNot p) s)) (bool_prop x) (bool_prop y) | None => None end
      | _ => is_true_p t end
    | _ => is_true_p t end
  | _ => is_true_p t end.
Fixpoint form_prop (f : form) : prop := match f with
  | FT t => if is_bool t then match bool_prop t with Some p => p | None => PAtom f end else PAtom f
  | FNot f => PNot (form_prop f) | FAnd f g => PAnd (form_prop f) (form_prop g) | FOr f g => POr (form_prop f) (form_prop g)
  | FImp f g => PImp (form_prop f) (form_prop g) | _ => PAtom f end.

(** ** What is known of terms *)
(** What makes two terms equal. *)
Definition and_p p q := match p, q with PTrue, _ => q | _, PTrue => p | _, _ => PAnd p q end.
Fixpoint equal_p (a b : term) : option prop := if teqb a b then Some PTrue else
  if is_int a andalso is_int b then with2 eq_p (lin_of a) (lin_of b) else match a, b with
  | TApp a c, TApp b d => with2 and_p (equal_p a b) (equal_p c d)
  | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p a b) (equal_p c d) else None
  | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p a b else None
  | _, _ => None end.
(** Equal arguments give equal values. *)
Definition equal_arguments (t u : term) : option prop := match t, u with
  | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p a b else None
  | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p a b) (equal_p c d) else None
  | _, _ => None end.
Definition congruent (t u : term) : list prop := match equal_arguments t u, variable t, variable u with Some p, Some x, Some y => [PImp p (eq_p x y)] | _, _, _ => [] end.
Fixpoint congruences (ts : list term) : list prop := match ts with [] => [] | t :: ts => flat_map (congruent t) ts ++ congruences ts end.
(** The value of [t] is that of [y], or of [z]. *)
Definition cases (p : option prop) (t y z : term) : list prop := match p, lin_of t, lin_of y, lin_of z with
  | Some p, Some x, Some y, Some z => [PImp p (eq_p x y); PImp (PNot p) (eq_p x z)] | _, _, _, _ => [] end.
Definition unwrapped (t : term) := match t with TOp OAdd u (TInt 0) => u | _ => t end.
(** The truth of [t] is that of [p]. *)
Definition truth (t : term) (p : option prop) : list prop := match variable t, p with
  | Some x, Some p => [iff_p (PEq (plus (-1) x [1])) p] | _, _ => [] end.
(** The remainder [m] of [x] by [y] has the sign of [x], and is less than both; by zero it is [x]. *)
Definition remainder_bounds (x y m : lin) : list prop :=
  [PImp (PLe x) (PAnd (PLe m) (le_p m x)); PImp (le_p x []) (PAnd (le_p m []) (le_p x m));
   PImp (le_p [1] y) (PAnd (PLe (less (plus (-1) y m))) (PLe (less (plus 1 y m))));
   PImp (le_p y [-1]) (PAnd (PLe (less (plus (-1) m y))) (PLe (minus (plus 1 y m))))].
(** Quotient and remainder. *)
Definition division (euclid : bool) (a b q m : term) : list prop := match lin_of a, lin_of b, lin_of q, lin_of m with
  | Some x, Some y, Some q, Some m =>
      let natural := PAnd (PLe x) (le_p [1] y) in let below := PAnd (PLe m) (le_p (plus 1 m [1]) y) in
      [PImp natural (PAnd (PLe q) (le_p q x)); PImp (if euclid then le_p [1] y else natural) below; PImp natural (le_p m x)] ++
      (if euclid then [] else remainder_bounds x y m) ++
      match lin_of (TOp OMul b (TOp (if euclid then OEDiv else OQuot) a b)) with
      | Some p => if euclid then [PImp (PNot (PEq y)) (PEq (plus (-1) x (plus 1 p m)))] else [PEq (plus (-1) x (plus 1 p m))]
      | None => [] end ++
      match constant y with
      | Some k => if k =? 0 then [] else PEq (plus (-1) x (plus k m q)) ::
          (if euclid then [PLe m; le_p (plus 1 m [1]) [Z.abs k]]
           else [PImp (PLe x) (PAnd (PLe m) (le_p (plus 1 m [1]) [Z.abs k])); PImp (le_p x []) (PAnd (le_p m []) (le_p [1 - Z.abs k] m))])
      | None => [] end
  | _, _, _, _ => [] end.
Definition natural (t : term) : list prop := match lin_of t with Some x => [PLe x] | None => [] end.
Definition keys (k b : term) (ps : list prop) : list prop := if is_int k andalso is_int b then ps else [].
Definition but_not (p q : prop) := PAnd (PNot p) q.
(** Whether key [b] is in [m], and what stands there. *)
Definition has_fact (m b : term) : list prop := let t := TOp OIn m b in match m with
  | TOp OUpd m (TApp k _) => keys k b (truth t (with2 POr (with2 eq_p (lin_of b) (lin_of k)) (is_true_p (TOp OIn m b))))
  | TOp ORemove m k => keys k b (truth t (with2 but_not (with2 eq_p (lin_of b) (lin_of k)) (is_true_p (TOp OIn m b))))
  | TOp OMerge m n => truth t (with2 POr (is_true_p (TOp OIn n b)) (is_true_p (TOp OIn m b)))
  | TOp ORemoveAll m n => truth t (with2 but_not (is_true_p (TOp OIn n b)) (is_true_p (TOp OIn m b)))
  | _ => [] end.
Definition entry_fact (m b : term) : list prop := let t := TOp OLook m b in match m with
  | TOp OUpd m (TApp k v) => keys k b (cases (with2 eq_p (lin_of b) (lin_of k)) t v (TOp OLook m b))
  | TOp ORemove m k => keys k b (cases (with2 eq_p (lin_of b) (lin_of k)) t (TInt 0) (TOp OLook m b))
  | TOp OMerge m n => cases (is_true_p (TOp OIn n b)) t (TOp OLook n b) (TOp OLook m b)
  | TOp ORemoveAll m n => cases (is_true_p (TOp OIn n b)) t (TInt 0) (TOp OLook m b)
  | _ => [] end.
Definition size t := TOp OSize t (TSym 1).
(** How many items a list has, and the one at place [b]. *)
Definition size_fact (l b : term) : list prop := let t := TOp OSize l b in natural t ++ match l with
  | TNoList => cases (Some PTrue) t (TInt 0) (TInt 0)
  | TOp OItem _ _ => cases (Some PTrue) t (TInt 1) (TInt 1)
  | TOp OCat x y => let u := TOp OAdd (size x) (size y) in cases (Some PTrue) t u u
  | TOp OTail x _ => cases (with2 le_p (Some [1]) (lin_of (size x))) t (TOp OSub (size x) (TInt 1)) (TInt 0)
  | _ => [] end.
Definition item_fact (l b : term) : list prop := let t := TOp OGet l b in match l with
  | TOp OItem x _ => cases (with2 eq_p (lin_of b) (Some [])) t x (TInt 0)
  | TOp OCat x y => cases (with2 le_p (lin_of (TOp OAdd b (TInt 1))) (lin_of (size x))) t (TOp OGet x b) (TOp OGet y (TOp OSub b (size x)))
  | TOp OTail x _ => cases (with2 le_p (Some []) (lin_of b)) t (TOp OGet x (TOp OAdd b (TInt 1))) (TInt 0)
  | _ => [] end.
(** What an array is that is written out. *)
Fixpoint written (t : term) : option arr := match t with
  | TOp OMake (TInt z) _ => Some (Arr z [])
  | TOp OSto a (TApp i (TInt v)) => match written a with
      | Some m => match i with TInt i => Some (acanon (sto m i v)) | _ => if arr_dec m (Arr v []) then Some m else None end
      | None => None end
  | _ => None end.
Definition fact (w : term) : list prop := let t := unwrapped w in
  (if is_bool t then match variable t with Some x => [PLe x; le_p x [1]] | None => [] end else []) ++
  match t with
  | TOp o a b => match o, a, b with
    | OIte, _, TApp x y => cases (bool_prop a) t x y
    | OSel, TOp OSto m (TApp i v), _ => cases (with2 eq_p (lin_of i) (lin_of b)) t v (TOp OSel m b)
    | OSel, TOp OIte c (TApp x y), _ => cases (bool_prop c) t (TOp OSel x b) (TOp OSel y b)
    | OSel, TOp OMake z _, _ => cases (Some PTrue) t z z
    | OSel, TOp OShift m n, _ => let u := TOp OSel m (TOp OAdd b n) in cases (Some PTrue) t u u
    | (OQuot | ORem), _, _ => division false a b (TOp OQuot a b) (TOp ORem a b)
    | (OEDiv | OEMod), _, _ => division true a b (TOp OEDiv a b) (TOp OEMod a b)
    | OMin, _, _ => cases (with2 le_p (lin_of a) (lin_of b)) t a b
    | OMax, _, _ => cases (with2 le_p (lin_of b) (lin_of a)) t a b
    | OAbs, _, _ => cases (with2 le_p (Some []) (lin_of a)) t a (TOp OSub (TInt 0) a)
    | OIn, _, _ => has_fact a b
    | OLook, _, _ => entry_fact a b
    | OLength, _, _ => natural t
    | OSize, _, _ => size_fact a b
    | OGet, _, _ => item_fact a b
    | OEmpty, _, _ => truth t (with2 eq_p (lin_of (size a)) (Some []))
    | OMul, _, _ => match variable t, lin_of t with Some x, Some y => [eq_p x y] | _, _ => [] end
    | OKEq, _, _ => match written a, written b with Some m, Some n => truth t (Some (if arr_dec m n then PTrue else PFalse)) | _, _ => [] end
    | _, _, _ => [] end
  | _ => [] end.
(** Multiples [x], [x'] of [y], if [p], [p'], are equal or so far from each other. *)
Definition spaced (y : lin) (p : prop) (x : lin) (p' : prop) (x' : lin) : prop :=
  let before x x' := PAnd (le_p (plus 1 x y) x') (le_p (plus (-1) x y) x') in
  PImp (and_p p p') (POr (eq_p x x') (POr (before x x') (before x' x))).
Definition first_not_zero (l : lin) := List.find (fun c => negb (c =? 0)) l.
Definition is_multiple (x y : lin) : bool := match first_not_zero y, first_not_zero x with
  | Some d, Some c => same (map (Z.mul (c / d)) y) x | _, _ => false end.
Definition remainder (t u : term) : list prop := match t, u with
  | TOp ORem a b, TOp ORem a' b' => if teqb b b' then match lin_of a, lin_of b, lin_of t, lin_of a', lin_of u with
      | Some x, Some y, Some m, Some x', Some m' =>
          [spaced y (PEq m) x (PEq m') x'; PImp (PAnd (PEq m) (eq_p x' (plus 1 x y))) (PEq m'); PImp (PAnd (PEq m') (eq_p x (plus 1 x' y))) (PEq m)]
      | _, _, _, _, _ => [] end else []
  | _, _ => [] end.
Definition remainder_of (t : term) : list prop := match t with
  | TOp ORem a b => match lin_of a, lin_of b, lin_of t with
      | Some x, Some y, Some m => [spaced y (PEq m) x PTrue []; spaced y (PEq m) x PTrue y] ++ (if is_multiple x y then [PEq m] else [])
      | _, _, _ => [] end
  | _ => [] end.
Fixpoint remainders (ts : list term) : list prop := match ts with
  | [] => [] | t :: ts => remainder_of t ++ flat_map (remainder t) ts ++ remainders ts end.
(** Products of equal factors. *)
Definition squares : list prop := flat_map (fun m => match m with
  | [i; j] => if Nat.eqb i j then match times (length atoms) products (unit_of i) (unit_of i) with Some x => [PLe x] | None => [] end else []
  | _ => [] end) products.

(** ** Products of what is known *)
Definition factors : list nat := fold_left (fun is i => if existsb (Nat.eqb i) is then is else is ++ [i]) (concat products) [].
Definition multipliers : list nat := factors ++ seq (S (length atoms)) (length products).
Definition is_multiplier (i : nat) : bool := existsb (Nat.eqb i) multipliers.
Definition multiplied (con : lin -> prop) (l m : lin) : list signed := match times (length atoms) products l m with Some x => [(true, con x)] | None => [] end.
(** What is neither less nor more than zero. *)
Definition equations (s : state) : list lin := filter (fun l => existsb (fun m => forallb (Z.eqb 0) (plus 1 l m)) (s_les s)) (s_les s).
Fixpoint each_pair (ls : list lin) : list signed := match ls with [] => [] | l :: ms => flat_map (multiplied PLe l) ls ++ each_pair ms end.
Definition most_factors := 12%nat.
(** Variables that are not multiplied: whether there are any, and one with the coefficient 1 or -1. *)
Fixpoint foreign (i : nat) (l : lin) : bool * option nat := match l with
  | [] => (false, None)
  | c :: l => if (c =? 0) || is_multiplier i then foreign (S i) l else (true, if Z.abs c =? 1 then Some i else snd (foreign (S i) l)) end.
(** What equations say of what is multiplied. *)
Fixpoint of_factors (es : solved) (ls : list lin) : list lin := match ls with
  | [] => []
  | l :: ls => let l := reduce es l in match foreign 1 (tl l) with
      | (false, _) => if is_constant l then of_factors es ls else l :: of_factors es ls
      | (true, Some i) => of_factors (es ++ [(i, l)]) ls
      | (true, None) => of_factors es ls end end.
(** Equations by factors and products; [full]: inequalities by each other, too. *)
Definition multiply_known (full : bool) (s : state) : list signed := match products with [] => [] | _ =>
  let es := equations s in
  flat_map (fun l => flat_map (fun i => multiplied PEq l (unit_of i)) multipliers) (of_factors [] (es ++ map snd (s_solved s))) ++
  (if full then each_pair (firstn most_factors (filter (fun l => existsb (fun i => negb (nth i l 0 =? 0)) multipliers) (s_les s))) else []) end.
End Read.

(** ** The terms that are variables *)
Inductive reading := Int | Bool | Other.
Definition reading_of t := if is_int t then Int else if is_bool t then Bool else Other.
Definition listed_in (t : term) (A : list term) := match index t A 1 with Some _ => A | None => A ++ [t] end.
Fixpoint collect (m : reading) (t : term) (A : list term) : list term :=
  let inside A := match t with
    | TApp a b | TOp _ a b => collect (reading_of b) b (collect (reading_of a) a A)
    | TFun _ _ a => collect (reading_of a) a A | _ => A end in
  match m, t with
  | Int, TInt _ | Bool, TBool _ => A
  | Int, TOp (OAdd | OSub) a b => collect Int b (collect Int a A)
  | Int, TOp OMul a b => let A := collect Int b (collect Int a A) in match a, b with TInt _, _ | _, TInt _ => A | _, _ => listed_in t A end
  | Int, _ => listed_in (as_int t) (inside A)
  | Bool, TOp (OLt | OLe | OEq) a b => collect Int b (collect Int a A)
  | Bool, TOp (OAnd | OOr | OImp | OBEq) a b => collect Bool b (collect Bool a A)
  | Bool, TOp ONot a _ => collect Bool a A
  | Bool, TOp OKEq a b => if is_int a andalso is_int b then collect Int b (collect Int a A) else
      if is_bool a andalso is_bool b then collect Bool b (collect Bool a A) else listed_in t (inside A)
  | Bool, TOp OIte c (TApp a b) => collect Bool b (collect Bool a (collect Bool c A))
  | Bool, _ => listed_in (as_bool t) (inside A)
  | Other, _ => inside A end.
Fixpoint collect_form (f : form) (A : list term) : list term := match f with
  | FT t => if is_bool t then collect Bool t A else A
  | FNot f => collect_form f A | FAnd f g | FOr f g | FImp f g => collect_form g (collect_form f A) | _ => A end.
(** What facts about a term mention. *)
Definition mentioned (t : term) : list term := match unwrapped t with
  | TOp o a b => match o, a, b with
    | OIte, _, TApp x y => [x; y]
    | OIn, TOp OUpd _ (TApp k _), _ | OIn, TOp ORemove _ k, _ => if is_int k andalso is_int b then [k; b] else []
    | OSel, TOp OSto m (TApp i v), _ => [v; TOp OSel m b]
    | OSel, TOp OIte c (TApp x y), _ => [TOp OSel x b; TOp OSel y b]
    | OSel, TOp OMake z _, _ => [z]
    | OSel, TOp OShift m n, _ => [TOp OSel m (TOp OAdd b n)]
    | OLook, TOp OUpd m (TApp k v), _ => if is_int k andalso is_int b then [v; TOp OLook m b] else []
    | OLook, (TOp OMerge m n), _ => [TOp OLook n b; TOp OLook m b]
    | OLook, (TOp ORemoveAll m _), _ => [TOp OLook m b]
    | OLook, TOp ORemove m k, _ => if is_int k andalso is_int b then [TOp OLook m b] else []
    | (OQuot | ORem), _, _ => [TOp OQuot a b; TOp ORem a b; TOp OMul b (TOp OQuot a b)]
    | (OEDiv | OEMod), _, _ => [TOp OEDiv a b; TOp OEMod a b; TOp OMul b (TOp OEDiv a b)]
    | OSize, TOp OCat x y, _ => [size x; size y]
    | OSize, TOp OTail x _, _ => [size x]
    | OEmpty, _, _ => [size a]
    | OGet, TOp OItem x _, _ => [x; b]
    | OGet, TOp OCat x y, _ => [b; size x; TOp OGet x b; TOp OGet y (TOp OSub b (size x))]
    | OGet, TOp OTail x _, _ => [b; TOp OGet x (TOp OAdd b (TInt 1))]
    | _, _, _ => [] end
  | _ => [] end.
Definition conditions (t : term) : list term := match unwrapped t with
  | TOp OIn (TOp OUpd m (TApp k _)) b | TOp OIn (TOp ORemove m k) b => if is_int k andalso is_int b then [TOp OIn m b] else []
  | TOp OIn (TOp (OMerge | ORemoveAll) m n) b => [TOp OIn m b; TOp OIn n b]
  | TOp OLook (TOp (OMerge | ORemoveAll) _ n) b => [TOp OIn n b]
  | TOp OIte c _ | TOp OSel (TOp OIte c _) _ => [c] | _ => [] end.
Fixpoint grow (k i : nat) (A : list term) : list term := match k, nth_error A i with
  | S k, Some t => grow k (S i) (fold_left (fun A u => collect Bool u A) (conditions t) (fold_left (fun A u => collect Int u A) (mentioned t) A))
  | _, _ => A end.
Definition most_atoms := 150%nat.
Definition atoms_of (o : ob) : list term := grow most_atoms 0 (fold_left (fun A f => collect_form f A) (o_hyps o ++ [o_goal o]) []).

(** The products of which a term is the sum. *)
Definition most_products := 60%nat.
Fixpoint products_of (A : list term) (t : term) : list product := let alone := match index (as_int t) A 1 with Some i => [[i]] | None => [] end in match t with
  | TInt _ => [[]]
  | TOp (OAdd | OSub) a b => fold_left (fun ms m => added m ms) (products_of A b) (products_of A a)
  | TOp OMul a b => let ms := products_of A a in let ns := products_of A b in
      if Nat.ltb most_products (length ms * length ns) then alone else fold_left (fun ms m => added m ms) (flat_map (fun m => map (multiply m) ns) ms) []
  | _ => alone end.
Definition proper (ms : list product) : list product := filter (fun m => match m with [] | [_] => false | _ => true end) ms.
Definition products_in (A : list term) : list product :=
  fold_left (fun ms t => match t with TOp OMul _ _ => fold_left (fun ms m => added m ms) (proper (products_of A t)) ms | _ => ms end) A [].
(** All products of their factors of the same degrees, if there are not too many. *)
Definition by_one (fs ns : list product) : list product := fold_left (fun ns m => added m ns) (flat_map (fun n => map (multiply n) fs) ns) [].
Fixpoint up (fs : list product) (d : nat) (ns all : list product) : list product := match d with
  | O => all
  | S d => if Nat.ltb (most_products * 4) (length ns * length fs) then all else
      let ns := by_one fs ns in up fs d ns (fold_left (fun all m => added m all) ns all) end.
Definition all_products (ms : list product) : list product :=
  let fs := fold_left (fun fs i => added [i] fs) (concat ms) [] in
  up fs (Nat.pred (fold_left (fun d m => Nat.max d (length m)) ms O)) fs ms.

Definition decide_with (full : bool) (A : list term) (Ms : list product) (o : ob) : bool :=
  let facts := flat_map (fact A Ms) A ++ squares A Ms ++ remainders A Ms A ++ congruences A Ms A in
  refute (multiply_known A Ms full) (map (fun f => (true, form_prop A Ms f)) (o_hyps o) ++ (false, form_prop A Ms (o_goal o)) :: map (pair true) facts).
(** With the products that there are; then with all products of what is multiplied; then with inequalities multiplied. *)
Definition decide (o : ob) : bool := let A := atoms_of o in if Nat.ltb most_atoms (length A) then false else
  let Ms := products_in A in if decide_with false A Ms o then true else match Ms with [] => false | _ =>
    let all := all_products Ms in if decide_with false A all o then true else decide_with true A all o end.

(** ** It is right *)
Section Proofs.
Variable I : interp.
Variable r : env.
Variable A : list term.
Variable Ms : list product.
Notation T := (i_sorts I).
Notation "<< t >>" := (eval I r t).
Definition values := with_products Ms (map (fun t => num <<t>>) A).
Notation holds_p := (means_p I r values).
Lemma one : hd 0 values = 1. Proof. reflexivity. Qed.
Lemma index_ok t : forall ts i j, index t ts i = Some j -> exists k, j = (i + k)%nat /\ nth_error ts k = Some t.
Proof.
  induction ts as [|u ts IH]; simpl; intros i j H; [discriminate|]. destruct (teqb u t) eqn:E.
  - apply teqb_eq in E. injection H as <-. exists 0%nat. subst. split; [lia | reflexivity].
  - destruct (IH _ _ H) as (k & -> & H'). exists (S k). split; [lia | exact H'].
Qed.
Lemma variable_ok t x : variable A t = Some x -> dot x values = num <<t>>.
Proof.
  unfold variable. destruct (index t A 1) as [i|] eqn:E; intros H; [|discriminate]. injection H as <-. rewrite dot_unit.
  destruct (index_ok _ _ _ _ E) as (k & -> & N). unfold values, with_products. cbn [Nat.add nth].
  rewrite app_nth1 by (rewrite map_length; apply nth_error_Some; congruence).
  apply nth_error_nth. exact (map_nth_error (fun t => num <<t>>) k A N).
Qed.
Lemma as_int_ok t : num <<as_int t>> = asZ <<t>>.
Proof. unfold as_int. destruct (is_int t) eqn:E; [rewrite (is_int_ok I r t E); reflexivity | simpl; lia]. Qed.
Lemma as_bool_ok t : num <<as_bool t>> = 1 <-> asB <<t>> = true.
Proof. unfold as_bool. destruct (is_bool t) eqn:E; [rewrite (is_bool_ok I r t E); simpl | simpl; rewrite andb_true_r]; destruct (asB <<t>>); split; congruence || lia. Qed.
Lemma constant_dot_ok c : dot [c] values = c.
Proof. unfold values, with_products. cbn [dot]. lia. Qed.
Lemma times_values l m x : times (length A) Ms l m = Some x -> dot x values = dot l values * dot m values.
Proof. apply times_ok. apply map_length. Qed.
Lemma lin_of_ok : forall t x, lin_of A Ms t = Some x -> dot x values = asZ <<t>>.
Proof.
  induction t; intros x H; try (apply variable_ok in H; rewrite H; apply as_int_ok).
  - injection H as <-. apply constant_dot_ok.
  - assert (V : variable A (as_int (TOp o t1 t2)) = Some x -> dot x values = asZ <<TOp o t1 t2>>) by (intros H'; apply variable_ok in H'; rewrite H'; apply as_int_ok).
    destruct o; try exact (V H); cbn [lin_of] in H; destruct (lin_of A Ms t1) as [y|]; try exact (V H); destruct (lin_of A Ms t2) as [z|]; try exact (V H);
      pose proof (IHt1 _ eq_refl) as H1; pose proof (IHt2 _ eq_refl) as H2; cbn [eval eop asZ].
    + injection H as <-. rewrite dot_plus. lia.
    + injection H as <-. rewrite dot_plus. lia.
    + destruct (constant y) as [c|] eqn:C; [|destruct (constant z) as [c|] eqn:C'].
      * injection H as <-. apply (constant_ok values one) in C. rewrite dot_scale. congruence.
      * injection H as <-. apply (constant_ok values one) in C'. rewrite dot_scale. rewrite <- H1, <- H2, C'. ring.
      * destruct (times (length A) Ms y z) as [w|] eqn:W; [|exact (V H)]. injection H as <-. apply times_values in W. congruence.
Qed.
Lemma with2_ok {B C D} (f : B -> C -> D) x y z : with2 f x y = Some z -> exists a b, x = Some a /\ y = Some b /\ z = f a b.
Proof. destruct x, y; simpl; intros H; try discriminate. injection H as <-. eauto. Qed.
Lemma eq_p_ok x y : holds_p (eq_p x y) <-> dot x values = dot y values.
Proof. unfold eq_p. cbn [means_p]. rewrite dot_plus. lia. Qed.
Lemma le_p_ok x y : holds_p (le_p x y) <-> dot x values <= dot y values.
Proof. unfold le_p. cbn [means_p]. rewrite dot_plus. lia. Qed.
Lemma iff_p_ok p q : holds_p (iff_p p q) <-> (holds_p p <-> holds_p q).
Proof. unfold iff_p. cbn [means_p]. tauto. Qed.
Lemma is_true_p_ok t p : is_true_p A t = Some p -> (holds_p p <-> asB <<t>> = true).
Proof.
  unfold is_true_p. destruct (variable A (as_bool t)) as [x|] eqn:V; intros H; [|discriminate]. injection H as <-.
  apply variable_ok in V. cbn [means_p]. rewrite dot_plus, constant_dot_ok, V, <- as_bool_ok. lia.
Qed.
Lemma asB_true b : b = true <-> (if b then True else False). Proof. destruct b; intuition congruence. Qed.
Lemma bool_prop_ok : forall t p, bool_prop A Ms t = Some p -> (holds_p p <-> asB <<t>> = true).
Proof.
  fix IH 1. destruct t; intros p H; try exact (is_true_p_ok _ p H).
  - injection H as <-. destruct b; cbn; intuition congruence.
  - destruct o; try exact (is_true_p_ok _ p H); cbn [bool_prop] in H; cbn [eval eop asB].
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite le_p_ok, dot_plus, constant_dot_ok. rewrite (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.ltb_lt. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite le_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.leb_le. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite eq_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), Z.eqb_eq. lia.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY), andb_true_iff. tauto.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY), orb_true_iff. tauto.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p]. rewrite (IH _ _ HX), (IH _ _ HY). destruct (asB _), (asB _); simpl; intuition congruence.
    + destruct (bool_prop A Ms t1) as [q|] eqn:E; [|discriminate]. injection H as <-. cbn [means_p]. rewrite (IH _ _ E). destruct (asB _); simpl; intuition congruence.
    + apply with2_ok in H. destruct H as (x & y & HX & HY & ->). rewrite iff_p_ok, (IH _ _ HX), (IH _ _ HY). destruct (asB _), (asB _); simpl; intuition congruence.
    + destruct (is_int t1 andalso is_int t2) eqn:K.
      * apply andalso_prop in K. destruct K as [K1 K2]. apply with2_ok in H. destruct H as (x & y & HX & HY & ->).
        rewrite eq_p_ok, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY), val_eqb_eq, (is_int_ok I r _ K1), (is_int_ok I r _ K2). cbn [asZ]. split; congruence.
      * destruct (is_bool t1 andalso is_bool t2) eqn:K'; [|exact (is_true_p_ok _ p H)].
        apply andalso_prop in K'. destruct K' as [K1 K2]. apply with2_ok in H. destruct H as (x & y & HX & HY & ->).
        rewrite iff_p_ok, (IH _ _ HX), (IH _ _ HY), val_eqb_eq, (is_bool_ok I r _ K1), (is_bool_ok I r _ K2). cbn [asB].
        destruct (asB <<t1>>), (asB <<t2>>); intuition congruence.
    + destruct t2; try exact (is_true_p_ok _ p H). destruct (bool_prop A Ms t1) as [q|] eqn:E; [|discriminate].
      apply with2_ok in H. destruct H as (x & y & HX & HY & ->). cbn [means_p eval eop]. rewrite (IH _ _ E), (IH _ _ HX), (IH _ _ HY).
      destruct (asB <<t1>>); intuition congruence.
Qed.
Lemma form_prop_ok : forall f, holds_p (form_prop A Ms f) <-> sat I r f.
Proof.
  induction f; cbn [form_prop]; try reflexivity; try (cbn [means_p sat]; tauto).
  destruct (is_bool t) eqn:B; [|reflexivity]. destruct (bool_prop A Ms t) as [p|] eqn:E; [|reflexivity].
  rewrite (bool_prop_ok _ _ E). cbn [sat]. unfold holds. rewrite (is_bool_ok I r t B) at 2. split; congruence.
Qed.
Lemma and_p_ok p q : holds_p (and_p p q) <-> holds_p p /\ holds_p q.
Proof. destruct p, q; cbn; tauto. Qed.
Lemma equal_p_ok : forall a b p, equal_p A Ms a b = Some p -> holds_p p -> <<a>> = <<b>>.
Proof.
  fix IH 1. intros a b p H HP.
  assert (K : (if teqb a b then Some PTrue else if is_int a andalso is_int b then with2 eq_p (lin_of A Ms a) (lin_of A Ms b) else match a, b with
    | TApp a c, TApp b d => with2 and_p (equal_p A Ms a b) (equal_p A Ms c d)
    | TOp o a c, TOp o' b d => if op_eqb o o' then with2 and_p (equal_p A Ms a b) (equal_p A Ms c d) else None
    | TFun f s a, TFun g s' b => if Pos.eqb f g andalso sort_eqb s s' then equal_p A Ms a b else None
    | _, _ => None end) = Some p) by (destruct a; exact H). clear H.
  destruct (teqb a b) eqn:E; [apply teqb_eq in E; congruence|]. destruct (is_int a andalso is_int b) eqn:K'.
  - apply andalso_prop in K'. destruct K' as [K1 K2]. apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply eq_p_ok in HP.
    rewrite (is_int_ok I r _ K1), (is_int_ok I r _ K2), <- (lin_of_ok _ _ HX), <- (lin_of_ok _ _ HY), HP. reflexivity.
  - clear E K'. destruct a; try discriminate; destruct b; try discriminate.
    + apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply and_p_ok in HP. destruct HP as [H1 H2]. cbn [eval].
      rewrite (IH _ _ _ HX H1), (IH _ _ _ HY H2). reflexivity.
    + destruct (op_eqb o o0) eqn:E; [|discriminate]. apply op_eqb_eq in E. subst.
      apply with2_ok in K. destruct K as (x & y & HX & HY & ->). apply and_p_ok in HP. destruct HP as [H1 H2]. cbn [eval].
      rewrite (IH _ _ _ HX H1), (IH _ _ _ HY H2). reflexivity.
    + destruct (Pos.eqb f f0 andalso sort_eqb s s0) eqn:E; [|discriminate]. bools. subst. cbn [eval]. rewrite (IH _ _ _ K HP). reflexivity.
Qed.
Notation all_p := (Forall holds_p).
Lemma congruent_ok t u : all_p (congruent A Ms t u).
Proof.
  unfold congruent. destruct (equal_arguments A Ms t u) as [p|] eqn:E; [|constructor].
  destruct (variable A t) as [x|] eqn:HX; [|constructor]. destruct (variable A u) as [y|] eqn:HY; [|constructor].
  apply variable_ok in HX, HY. constructor; [|constructor]. cbn [means_p]. intros HP. change (holds_p (eq_p x y)). rewrite eq_p_ok, HX, HY. f_equal.
  unfold equal_arguments in E. destruct t; try discriminate E; destruct u; try discriminate E.
  - destruct (op_eqb o o0) eqn:E'; [|discriminate]. apply op_eqb_eq in E'. subst.
    apply with2_ok in E. destruct E as (p1 & p2 & H1 & H2 & ->). apply and_p_ok in HP. destruct HP as [Q1 Q2]. cbn [eval].
    rewrite (equal_p_ok _ _ _ H1 Q1), (equal_p_ok _ _ _ H2 Q2). reflexivity.
  - destruct (Pos.eqb f f0 andalso sort_eqb s s0) eqn:E'; [|discriminate]. bools. subst. cbn [eval]. rewrite (equal_p_ok _ _ _ E HP). reflexivity.
Qed.
Lemma congruences_ok : forall ts, all_p (congruences A Ms ts).
Proof.
  induction ts as [|t ts IH]; simpl; [constructor|]. apply Forall_app. split; [|exact IH]. apply Forall_forall. intros p H.
  apply in_flat_map in H. destruct H as (u & _ & H). pose proof (congruent_ok t u) as F. rewrite Forall_forall in F. auto.
Qed.
Lemma cases_ok (P : Prop) p t y z : (forall q, p = Some q -> (holds_p q <-> P)) -> (P -> asZ <<t>> = asZ <<y>>) -> (~ P -> asZ <<t>> = asZ <<z>>) -> all_p (cases A Ms p t y z).
Proof.
  intros HP H1 H2. unfold cases. destruct p as [p|]; [|constructor]. specialize (HP p eq_refl).
  destruct (lin_of A Ms t) as [l1|] eqn:E1; [|constructor]. destruct (lin_of A Ms y) as [l2|] eqn:E2; [|constructor]. destruct (lin_of A Ms z) as [l3|] eqn:E3; [|constructor].
  apply lin_of_ok in E1, E2, E3. constructor; [|constructor; [|constructor]]; cbn [means_p]; intros Q; [change (holds_p (eq_p l1 l2)) | change (holds_p (eq_p l1 l3))]; rewrite eq_p_ok, E1; [rewrite E2 | rewrite E3]; tauto.
Qed.
Lemma truth_ok t p : is_bool t = true -> (forall q, p = Some q -> (holds_p q <-> asB <<t>> = true)) -> all_p (truth A t p).
Proof.
  intros B H. unfold truth. destruct (variable A t) as [x|] eqn:V; [|constructor]. destruct p as [p|]; [|constructor]. specialize (H p eq_refl).
  apply variable_ok in V. apply Forall_cons; [|constructor]. rewrite iff_p_ok, H. cbn [means_p]. rewrite dot_plus, constant_dot_ok, V, (is_bool_ok I r t B). cbn [num asB].
  destruct (asB <<t>>); split; intros; congruence || lia.
Qed.
Lemma compared (f : lin -> lin -> prop) (R : Z -> Z -> Prop) a b : (forall x y, holds_p (f x y) <-> R (dot x values) (dot y values)) ->
  forall q, with2 f (lin_of A Ms a) (lin_of A Ms b) = Some q -> (holds_p q <-> R (asZ <<a>>) (asZ <<b>>)).
Proof. intros H q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). rewrite H, (lin_of_ok _ _ HX), (lin_of_ok _ _ HY). reflexivity. Qed.
Lemma dot_none : dot [] values = 0. Proof. reflexivity. Qed.
Lemma natural_division a b : 0 <= a -> 1 <= b -> (0 <= a / b <= a) /\ (0 <= a mod b < b) /\ a mod b <= a.
Proof.
  intros. repeat split; try (apply Z.mod_pos_bound; lia).
  - apply Z.div_pos; lia.
  - apply Z.div_le_upper_bound; nia.
  - apply Z.mod_le; lia.
Qed.
Lemma quotient a b : 0 <= a -> 1 <= b -> (0 <= Z.quot a b <= a) /\ (0 <= Z.rem a b < b) /\ Z.rem a b <= a.
Proof. intros. rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia. apply natural_division; assumption. Qed.
Lemma euclidean a b : (1 <= b -> 0 <= emod a b < b) /\ (0 <= a -> 1 <= b -> (0 <= ediv a b <= a) /\ emod a b <= a) /\
  (b <> 0 -> a = emod a b + b * ediv a b /\ 0 <= emod a b < Z.abs b).
Proof.
  unfold emod, ediv. split; [|split].
  - intros. rewrite Z.abs_eq by lia. apply Z.mod_pos_bound. lia.
  - intros. rewrite Z.sgn_pos, Z.abs_eq by lia. pose proof (natural_division a b). lia.
  - intros. pose proof (Z.div_mod a (Z.abs b) ltac:(lia)). pose proof (Z.mod_pos_bound a (Z.abs b) ltac:(lia)). split; [|assumption].
    replace (b * (Z.sgn b * (a / Z.abs b))) with ((b * Z.sgn b) * (a / Z.abs b)) by ring. rewrite <- (Z.abs_sgn b) at 2. rewrite Z.abs_sgn. replace (b * Z.sgn b) with (Z.abs b) by lia. lia.
Qed.
Lemma rem_facts a b : let m := Z.rem a b in (0 <= a -> 0 <= m <= a) /\ (a <= 0 -> a <= m <= 0) /\ (1 <= b -> - b < m < b) /\ (b <= -1 -> b < m < - b).
Proof.
  cbv zeta. destruct (Z.eq_dec b 0) as [->|B]; [replace (Z.rem a 0) with a by (destruct a; reflexivity); lia|].
  pose proof (Z.rem_bound_abs a b B) as L.
  assert (P : forall a, 0 <= a -> 0 <= Z.rem a b <= a).
  { clear. intros a N. destruct (Z.lt_trichotomy b 0) as [H|[->|H]]; [|replace (Z.rem a 0) with a by (destruct a; reflexivity); lia|].
    - rewrite <- (Z.rem_opp_r a b) by lia. split; [apply Z.rem_nonneg; lia | apply Z.rem_le; lia].
    - split; [apply Z.rem_nonneg; lia | apply Z.rem_le; lia]. }
  pose proof (P a). pose proof (P (- a)) as Q. rewrite Z.rem_opp_l in Q by exact B. lia.
Qed.
Lemma remainder_bounds_ok x y m : dot m values = Z.rem (dot x values) (dot y values) -> all_p (remainder_bounds x y m).
Proof.
  intros M. pose proof (rem_facts (dot x values) (dot y values)) as F. cbv zeta in F. unfold remainder_bounds.
  repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?constant_dot_ok, ?dot_none, ?(less_ok values one), ?(minus_ok values one), ?dot_plus, ?M; intuition lia.
Qed.
Lemma division_ok (euclid : bool) a b q m : (if euclid then q = TOp OEDiv a b /\ m = TOp OEMod a b else q = TOp OQuot a b /\ m = TOp ORem a b) -> all_p (division A Ms euclid a b q m).
Proof.
  intros D. unfold division. destruct (lin_of A Ms a) as [x|] eqn:HA; [|constructor]. destruct (lin_of A Ms b) as [y|] eqn:HB; [|constructor].
  destruct (lin_of A Ms q) as [u|] eqn:HQ; [|constructor]. destruct (lin_of A Ms m) as [w|] eqn:HM; [|constructor].
  apply lin_of_ok in HA, HB, HQ, HM. cbv zeta.
  assert (N : forall k : Z, dot (plus 1 w [k]) values = dot w values + k) by (intros k; rewrite dot_plus, (constant_dot_ok k); lia).
  apply Forall_app. split.
  - destruct euclid; destruct D as [-> ->]; cbn [eval eop asZ] in HQ, HM;
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?HA, ?HB, ?HQ, ?HM;
      pose proof (quotient (asZ <<a>>) (asZ <<b>>)); pose proof (euclidean (asZ <<a>>) (asZ <<b>>)); intuition lia.
  - apply Forall_app. split.
    { destruct euclid; [constructor|]. destruct D as [-> ->]. cbn [eval eop asZ] in HM. apply remainder_bounds_ok. congruence. }
    apply Forall_app. split.
    { destruct (lin_of A Ms (TOp OMul _ _)) as [p|] eqn:HP; [|constructor]. apply lin_of_ok in HP.
      destruct euclid; destruct D as [-> ->]; cbn [eval eop asZ] in HM, HP; repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite !dot_plus, HA, HM, HP.
      - rewrite HB. intros B. pose proof (proj2 (proj2 (euclidean (asZ <<a>>) (asZ <<b>>))) B). lia.
      - pose proof (Z.quot_rem' (asZ <<a>>) (asZ <<b>>)). lia. }
    destruct (constant y) as [k|] eqn:C; [|constructor]. apply (constant_ok values one) in C. destruct (k =? 0) eqn:Z0; [constructor|]. apply Z.eqb_neq in Z0.
    rewrite HB in C. destruct euclid; destruct D as [-> ->]; cbn [eval eop asZ] in HQ, HM.
    + pose proof (proj2 (proj2 (euclidean (asZ <<a>>) (asZ <<b>>))) ltac:(lia)) as [E1 E2].
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?dot_plus, ?HA, ?HQ, ?HM; subst k; lia.
    + pose proof (Z.quot_rem' (asZ <<a>>) (asZ <<b>>)) as E1. pose proof (Z.rem_bound_abs (asZ <<a>>) (asZ <<b>>) ltac:(lia)) as E2.
      assert (S1 : 0 <= asZ <<a>> -> 0 <= Z.rem (asZ <<a>>) (asZ <<b>>)) by (intros; apply Z.rem_nonneg; lia).
      assert (S2 : asZ <<a>> <= 0 -> Z.rem (asZ <<a>>) (asZ <<b>>) <= 0) by (intros; apply Z.rem_nonpos; lia).
      repeat (apply Forall_cons || apply Forall_nil); cbn [means_p]; rewrite ?le_p_ok, ?N, ?constant_dot_ok, ?dot_plus, ?dot_none, ?HA, ?HQ, ?HM; subst k; lia.
Qed.
Lemma unwrapped_ok t : asZ <<unwrapped t>> = asZ <<t>>.
Proof. destruct t; try reflexivity. destruct o; try reflexivity. destruct t2; try reflexivity. destruct z; try reflexivity. simpl. lia. Qed.
Lemma keys_ok k b ps : (is_int k = true -> is_int b = true -> same_key <<b>> <<k>> = (asZ <<b>> =? asZ <<k>>) -> all_p ps) -> all_p (keys k b ps).
Proof.
  intros H. unfold keys. destruct (is_int k andalso is_int b) eqn:K; [|constructor]. apply andalso_prop in K. destruct K as [K1 K2].
  apply H; auto. rewrite (is_int_ok I r _ K1), (is_int_ok I r _ K2). reflexivity.
Qed.
Lemma same_ok' b k q : with2 eq_p (lin_of A Ms b) (lin_of A Ms k) = Some q -> (holds_p q <-> (asZ <<b>> =? asZ <<k>>) = true).
Proof. intros E. rewrite (compared eq_p eq b k ltac:(apply eq_p_ok) q E), Z.eqb_eq. reflexivity. Qed.
Lemma has_fact_ok m b : all_p (has_fact A Ms m b).
Proof.
  unfold has_fact. cbv zeta. destruct m; try constructor. destruct o; try constructor.
  - apply keys_ok. intros _ _ K. apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (p1 & p2 & E1 & E2 & ->).
    cbn [means_p but_not]. rewrite (same_ok' _ _ _ E1), (is_true_p_ok _ _ E2).
    pose proof (find_removed T <<m1>> <<m2>> <<b>>) as F. destruct F as [_ F]. unfold has_key in F. change (eop [] OIn) with (eop T OIn) in F. cbn [eval].
    rewrite F, K, andb_true_iff, negb_true_iff. destruct (asZ <<b>> =? asZ <<m2>>); intuition congruence.
  - destruct m2; try constructor. apply keys_ok. intros _ _ K. apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (p1 & p2 & E1 & E2 & ->).
    cbn [means_p]. rewrite (same_ok' _ _ _ E1), (is_true_p_ok _ _ E2).
    pose proof (find_updated T <<m1>> <<m2_1>> <<m2_2>> <<b>>) as F. cbv zeta in F. destruct F as [_ F]. unfold has_key in F. change (eop [] OIn) with (eop T OIn) in F. cbn [eval].
    rewrite F, K, orb_true_iff. reflexivity.
  - apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (p1 & p2 & E1 & E2 & ->). cbn [means_p]. rewrite (is_true_p_ok _ _ E1), (is_true_p_ok _ _ E2).
    pose proof (find_merged T <<m1>> <<m2>> <<b>>) as F. cbv zeta in F. destruct F as [_ F]. unfold has_key in F. change (eop [] OIn) with (eop T OIn) in F. cbn [eval].
    rewrite F, orb_true_iff. reflexivity.
  - apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (p1 & p2 & E1 & E2 & ->). cbn [means_p but_not]. rewrite (is_true_p_ok _ _ E1), (is_true_p_ok _ _ E2).
    pose proof (find_removed_all T <<m1>> <<m2>> <<b>>) as F. cbv zeta in F. destruct F as [_ F]. unfold has_key in F. change (eop [] OIn) with (eop T OIn) in F. cbn [eval].
    rewrite F, andb_true_iff, negb_true_iff. destruct (asB (eop T OIn <<m2>> <<b>>)); intuition congruence.
Qed.
Ltac by_entry F := cbv zeta in F; destruct F as [F _]; unfold entry, has_key in F; change (eop [] OLook) with (eop T OLook) in F; change (eop [] OIn) with (eop T OIn) in F;
  cbn [eval]; rewrite F; clear F.
Lemma entry_fact_ok m b : all_p (entry_fact A Ms m b).
Proof.
  unfold entry_fact. cbv zeta. destruct m; try constructor. destruct o; try constructor.
  - apply keys_ok. intros _ _ K. apply (cases_ok ((asZ <<b>> =? asZ <<m2>>) = true)); [apply same_ok' | |];
      pose proof (find_removed T <<m1>> <<m2>> <<b>>) as F; by_entry F; rewrite K; destruct (asZ <<b>> =? asZ <<m2>>); congruence || reflexivity.
  - destruct m2; try constructor. apply keys_ok. intros _ _ K. apply (cases_ok ((asZ <<b>> =? asZ <<m2_1>>) = true)); [apply same_ok' | |];
      pose proof (find_updated T <<m1>> <<m2_1>> <<m2_2>> <<b>>) as F; by_entry F; rewrite K; destruct (asZ <<b>> =? asZ <<m2_1>>); congruence || reflexivity.
  - apply (cases_ok (asB <<TOp OIn m2 b>> = true)); [intros q E; apply is_true_p_ok; exact E | |];
      pose proof (find_merged T <<m1>> <<m2>> <<b>>) as F; by_entry F; destruct (asB (eop T OIn <<m2>> <<b>>)); congruence || reflexivity.
  - apply (cases_ok (asB <<TOp OIn m2 b>> = true)); [intros q E; apply is_true_p_ok; exact E | |];
      pose proof (find_removed_all T <<m1>> <<m2>> <<b>>) as F; by_entry F; destruct (asB (eop T OIn <<m2>> <<b>>)); congruence || reflexivity.
Qed.
Lemma true_case q : Some PTrue = Some q -> (holds_p q <-> True).
Proof. intros H. injection H as <-. reflexivity. Qed.
Lemma natural_ok t : 0 <= asZ <<t>> -> all_p (natural A Ms t).
Proof. intros N. unfold natural. destruct (lin_of A Ms t) as [x|] eqn:E; [|constructor]. apply lin_of_ok in E. constructor; [|constructor]. cbn [means_p]. lia. Qed.
Lemma size_fact_ok l b : all_p (size_fact A Ms l b).
Proof.
  unfold size_fact. cbv zeta. apply Forall_app. split; [apply natural_ok; cbn [eval eop asZ]; lia|].
  destruct l; try constructor; [apply (cases_ok True); [apply true_case | reflexivity | tauto]|]. destruct o; try constructor.
  - apply (cases_ok True); [apply true_case | reflexivity | tauto].
  - apply (cases_ok True); [apply true_case | | tauto]. intros _. cbn [eval eop asZ asL size]. rewrite app_length. lia.
  - apply (cases_ok (1 <= asZ <<size l1>>)).
    + intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HX as <-. rewrite le_p_ok, constant_dot_ok, (lin_of_ok _ _ HY). reflexivity.
    + cbn [eval eop asZ asL size]. destruct (asL <<l1>>); cbn [tl List.length]; lia.
    + cbn [eval eop asZ asL size]. destruct (asL <<l1>>); cbn [tl List.length]; lia.
Qed.
Lemma item_fact_ok l b : all_p (item_fact A Ms l b).
Proof.
  unfold item_fact. cbv zeta. destruct l; try constructor. destruct o; try constructor.
  - apply (cases_ok (asZ <<b>> = 0)).
    + intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HY as <-. rewrite eq_p_ok, dot_none, (lin_of_ok _ _ HX). reflexivity.
    + cbn [eval eop asL]. rewrite item_one. intros ->. reflexivity.
    + cbn [eval eop asL]. rewrite item_one. intros N. apply Z.eqb_neq in N. rewrite N. reflexivity.
  - apply (cases_ok (asZ <<TOp OAdd b (TInt 1)>> <= asZ <<size l1>>)); [apply (compared le_p Z.le); apply le_p_ok | |]; cbn [eval eop asL asZ size]; rewrite item_app; intros N.
    + destruct (Z.ltb_spec (asZ <<b>>) (Z.of_nat (List.length (asL <<l1>>)))); [reflexivity | lia].
    + destruct (Z.ltb_spec (asZ <<b>>) (Z.of_nat (List.length (asL <<l1>>)))); [lia | reflexivity].
  - apply (cases_ok (0 <= asZ <<b>>)).
    + intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HX as <-. rewrite le_p_ok, dot_none, (lin_of_ok _ _ HY). reflexivity.
    + cbn [eval eop asL asZ]. rewrite item_tl. destruct (Z.ltb_spec (asZ <<b>>) 0); [lia | reflexivity].
    + cbn [eval eop asL asZ]. rewrite item_tl. destruct (Z.ltb_spec (asZ <<b>>) 0); [reflexivity | lia].
Qed.
Lemma written_ok : forall t m, written t = Some m -> <<t>> = VArr m /\ acanonical m.
Proof.
  fix IH 1. destruct t; intros m H; try discriminate. destruct o; try discriminate; cbn [written] in H.
  - destruct t1; try discriminate. injection H as <-. split; [reflexivity | split; constructor].
  - destruct t2; try discriminate. destruct t2_2; try discriminate. destruct (written t1) as [n|] eqn:E; [|discriminate]. destruct (IH _ _ E) as [V C].
    assert (Any : (if arr_dec n (Arr z []) then Some n else None) = Some m -> <<TOp OSto t1 (TApp t2_1 (TInt z))>> = VArr m /\ acanonical m).
    { destruct (arr_dec n (Arr z [])) as [->|]; intros H'; [|discriminate]. injection H' as <-. split; [|exact C].
      cbn [eval eop asA asZ]. rewrite V. cbn [asA]. rewrite (acanon_id C). unfold sto, acanon. cbn. rewrite Z.eqb_refl. reflexivity. }
    destruct t2_1; try exact (Any H). injection H as <-. split; [|apply acanon_canonical].
    cbn [eval eop asZ]. rewrite V. cbn [asA]. rewrite (acanon_id C). reflexivity.
Qed.
Lemma fact_ok w : all_p (fact A Ms w).
Proof.
  unfold fact. cbv zeta. generalize (unwrapped w). clear w. intros t. apply Forall_app. split.
  - destruct (is_bool t) eqn:B; [|constructor]. destruct (variable A t) as [x|] eqn:V; [|constructor]. apply variable_ok in V. rewrite (is_bool_ok I r t B) in V.
    constructor; [|constructor; [|constructor]]; [cbn [means_p] | rewrite le_p_ok, constant_dot_ok]; rewrite V; simpl; destruct (asB <<t>>); lia.
  - destruct t; try constructor.
    assert (S : forall m i, eop T OSel m i = VInt (sel (asA m) (asZ i))) by reflexivity.
    assert (Tr : forall q, Some PTrue = Some q -> (holds_p q <-> True)) by (intros q H; injection H as <-; reflexivity).
    destruct o; try constructor.
    + destruct (variable A (TOp OMul t1 t2)) as [x|] eqn:V; [|constructor]. destruct (lin_of A Ms (TOp OMul t1 t2)) as [y|] eqn:E; [|constructor].
      apply variable_ok in V. apply lin_of_ok in E. apply Forall_cons; [|constructor]. rewrite eq_p_ok, V, E. reflexivity.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply division_ok. auto.
    + apply (cases_ok (asZ <<t1>> <= asZ <<t2>>)); [apply (compared le_p Z.le); apply le_p_ok | |]; cbn [eval eop asZ]; lia.
    + apply (cases_ok (asZ <<t2>> <= asZ <<t1>>)); [apply (compared le_p Z.le); apply le_p_ok | |]; cbn [eval eop asZ]; lia.
    + apply (cases_ok (0 <= asZ <<t1>>)); [|cbn [eval eop asZ]; lia | cbn [eval eop asZ]; lia].
      intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HX as <-. rewrite le_p_ok, dot_none, (lin_of_ok _ _ HY). reflexivity.
    + destruct (written t1) as [m|] eqn:E1; [|constructor]. destruct (written t2) as [n|] eqn:E2; [|constructor]. apply written_ok, proj1 in E1. apply written_ok, proj1 in E2.
      apply truth_ok; [reflexivity|]. intros q E. injection E as <-. cbn [eval eop asB]. rewrite val_eqb_eq, E1, E2. destruct (arr_dec m n); cbn [means_p]; intuition congruence.
    + destruct t2; try constructor. apply (cases_ok (asB <<t1>> = true)); [apply bool_prop_ok | |]; cbn [eval eop]; destruct (asB <<t1>>); congruence.
    + apply has_fact_ok.
    + apply entry_fact_ok.
    + destruct t1; try constructor. destruct o; try constructor.
      * destruct t1_2; try constructor. apply (cases_ok (asB <<t1_1>> = true)); [apply bool_prop_ok | |]; cbn [eval eop]; destruct (asB <<t1_1>>); congruence.
      * apply (cases_ok True); [exact Tr | |]; cbn [eval eop asZ asA]; intros; [|tauto]. reflexivity.
      * destruct t1_2; try constructor. apply (cases_ok (asZ <<t1_2_1>> = asZ <<t2>>)); [apply (compared eq_p eq); apply eq_p_ok | |]; cbn [eval eop asZ];
          rewrite asA_acanon, sel_sto by apply asA_canonical; intros Q.
        -- rewrite Q, Z.eqb_refl. reflexivity.
        -- destruct (asZ <<t2>> =? asZ <<t1_2_1>>) eqn:E; [apply Z.eqb_eq in E; congruence | reflexivity].
      * apply (cases_ok True); [exact Tr | |]; cbn [eval eop asZ]; intros; [|tauto]. rewrite asA_acanon, sel_shift by apply asA_canonical. reflexivity.
    + apply natural_ok. cbn [eval eop asZ]. lia.
    + apply item_fact_ok.
    + apply size_fact_ok.
    + apply truth_ok; [reflexivity|]. intros q E. apply with2_ok in E. destruct E as (x & y & HX & HY & ->). injection HY as <-.
      rewrite eq_p_ok, dot_none, (lin_of_ok _ _ HX). cbn [eval eop asZ asB size]. destruct (asL <<t1>>); cbn [List.length]; split; intros; congruence || lia.
Qed.
Lemma multiple a b : Z.rem a b = 0 <-> exists k, a = k * b.
Proof.
  split; intros H.
  - exists (Z.quot a b). pose proof (Z.quot_rem' a b). lia.
  - destruct H as [k ->]. destruct (Z.eq_dec b 0) as [->|D]; [rewrite Z.mul_0_r; reflexivity | apply Z.rem_mul; exact D].
Qed.
Lemma spaced_ok y p x p' x' : (holds_p p -> exists k, dot x values = k * dot y values) -> (holds_p p' -> exists k, dot x' values = k * dot y values) -> holds_p (spaced y p x p' x').
Proof.
  intros H H'. unfold spaced. cbv zeta. cbn [means_p]. rewrite and_p_ok. intros [P P']. destruct (H P) as [k E]. destruct (H' P') as [k' E'].
  rewrite !eq_p_ok, !le_p_ok, !dot_plus, E, E'. generalize (dot y values). intros b.
  destruct (Z.lt_trichotomy k k') as [L|[->|L]]; [|left; reflexivity|]; right; destruct (Z_le_gt_dec 0 b);
    [left | right | right | left]; split; nia.
Qed.
Lemma is_multiple_ok x y : is_multiple x y = true -> exists k, dot x values = k * dot y values.
Proof.
  unfold is_multiple. destruct (first_not_zero y) as [d|]; [|discriminate]. destruct (first_not_zero x) as [c|]; [|discriminate].
  intros H. apply same_ok in H. exists (c / d). rewrite <- H at 1. apply dot_scale.
Qed.
Lemma rem_ok a b m x y : lin_of A Ms (TOp ORem a b) = Some m -> lin_of A Ms a = Some x -> lin_of A Ms b = Some y ->
  (holds_p (PEq m) <-> exists k, dot x values = k * dot y values).
Proof. intros HM HA HB. apply lin_of_ok in HM, HA, HB. cbn [means_p]. rewrite HM, HA, HB. apply multiple. Qed.
Lemma remainder_ok t u : all_p (remainder A Ms t u).
Proof.
  unfold remainder. destruct t; try constructor. destruct o; try constructor. destruct u; try constructor. destruct o; try constructor.
  destruct (teqb t2 u2) eqn:E; [|constructor]. apply teqb_eq in E. subst u2.
  destruct (lin_of A Ms t1) as [x|] eqn:H1; [|constructor]. destruct (lin_of A Ms t2) as [y|] eqn:H2; [|constructor].
  destruct (lin_of A Ms (TOp ORem t1 t2)) as [m|] eqn:H3; [|constructor]. destruct (lin_of A Ms u1) as [x'|] eqn:H4; [|constructor].
  destruct (lin_of A Ms (TOp ORem u1 t2)) as [m'|] eqn:H5; [|constructor].
  pose proof (rem_ok _ _ _ _ _ H3 H1 H2) as M. pose proof (rem_ok _ _ _ _ _ H5 H4 H2) as M'.
  apply Forall_cons; [apply spaced_ok; tauto|]. apply Forall_cons; [|apply Forall_cons; [|constructor]].
  - change (holds_p (PEq m) /\ holds_p (eq_p x' (plus 1 x y)) -> holds_p (PEq m')). rewrite M, M', eq_p_ok, dot_plus.
    intros [[k K] E]. exists (k + 1). lia.
  - change (holds_p (PEq m') /\ holds_p (eq_p x (plus 1 x' y)) -> holds_p (PEq m)). rewrite M, M', eq_p_ok, dot_plus.
    intros [[k K] E]. exists (k + 1). lia.
Qed.
Lemma remainder_of_ok t : all_p (remainder_of A Ms t).
Proof.
  unfold remainder_of. destruct t; try constructor. destruct o; try constructor.
  destruct (lin_of A Ms t1) as [x|] eqn:H1; [|constructor]. destruct (lin_of A Ms t2) as [y|] eqn:H2; [|constructor].
  destruct (lin_of A Ms (TOp ORem t1 t2)) as [m|] eqn:H3; [|constructor]. pose proof (rem_ok _ _ _ _ _ H3 H1 H2) as M.
  apply Forall_cons; [apply spaced_ok; [tauto | intros _; exists 0; reflexivity]|].
  apply Forall_cons; [apply spaced_ok; [tauto | intros _; exists 1; lia]|].
  destruct (is_multiple x y) eqn:K; constructor; [|constructor]. apply M. apply is_multiple_ok. exact K.
Qed.
Lemma remainders_ok : forall ts, all_p (remainders A Ms ts).
Proof.
  induction ts as [|t ts IH]; cbn [remainders]; [constructor|]. apply Forall_app. split; [apply remainder_of_ok|]. apply Forall_app. split; [|exact IH].
  apply Forall_forall. intros p H. apply in_flat_map in H. destruct H as (u & _ & H). pose proof (remainder_ok t u) as F. rewrite Forall_forall in F. auto.
Qed.
Lemma squares_ok : all_p (squares A Ms).
Proof.
  unfold squares. apply Forall_forall. intros p H. apply in_flat_map in H. destruct H as (m & _ & H).
  destruct m as [|i [|j [|k m]]]; try destruct H. destruct (Nat.eqb i j); [|destruct H].
  destruct (times (length A) Ms (unit_of i) (unit_of i)) as [x|] eqn:E; [|destruct H]. destruct H as [<-|[]]. apply times_values in E. cbn [means_p]. rewrite E. apply Z.square_nonneg.
Qed.
Variable G : Prop.
Notation givens := (Forall (given I r values G)).
Lemma multiplied_ok con l m : (forall x, dot x values = dot l values * dot m values -> holds_p (con x)) -> givens (multiplied A Ms con l m).
Proof. intros H. unfold multiplied. destruct (times (length A) Ms l m) as [x|] eqn:E; [|constructor]. constructor; [|constructor]. apply H, times_values, E. Qed.
Lemma in_all {B} (P : B -> Prop) (f : lin -> list B) ls : (forall l, In l ls -> Forall P (f l)) -> Forall P (flat_map f ls).
Proof. intros H. apply Forall_forall. intros x HI. apply in_flat_map in HI. destruct HI as (l & HL & HI). specialize (H l HL). rewrite Forall_forall in H. auto. Qed.
Lemma each_pair_ok : forall ls, Forall (fun l => 0 <= dot l values) ls -> givens (each_pair A Ms ls).
Proof.
  induction ls as [|l ms IH]; intros F; [constructor|]. inversion F; subst. cbn [each_pair]. apply Forall_app. split; [|apply IH; assumption].
  apply in_all. intros m HM. apply multiplied_ok. intros x E. cbn [means_p]. rewrite E. rewrite Forall_forall in F. specialize (F m HM). nia.
Qed.
Lemma of_factors_ok : forall ls es, Forall (fun x : nat * lin => dot (snd x) values = 0) es -> Forall (fun l => dot l values = 0) ls ->
  Forall (fun l => dot l values = 0) (of_factors A Ms es ls).
Proof.
  induction ls as [|l ls IH]; intros es FE F; [constructor|]. inversion F; subst. cbn [of_factors]. cbv zeta.
  assert (E : dot (reduce es l) values = 0) by (rewrite reduce_ok; assumption).
  destruct (foreign A Ms 1 (tl (reduce es l))) as [[] [i|]]; [|apply IH; assumption | |]; [apply IH; [|assumption]; apply Forall_app; split; [assumption | constructor; [exact E | constructor]] | |];
    destruct (is_constant (reduce es l)); try constructor; auto.
Qed.
Lemma multiply_known_ok full s : valid I r values G s -> givens (multiply_known A Ms full s).
Proof.
  intros V. unfold multiply_known. enough (X : forall b : bool, givens (if b then [] else
    let es := equations s in flat_map (fun l => flat_map (fun i => multiplied A Ms PEq l (unit_of i)) (multipliers A Ms)) (of_factors A Ms [] (es ++ map snd (s_solved s))) ++
    (if full then each_pair A Ms (firstn most_factors (filter (fun l => existsb (fun i => negb (nth i l 0 =? 0)) (multipliers A Ms)) (s_les s))) else []))).
  { destruct Ms; [exact (X true) | exact (X false)]. }
  intros []; [constructor|]. cbv zeta.
  assert (E : Forall (fun l => dot l values = 0) (equations s)).
  { unfold equations. apply Forall_forall. intros l H. apply filter_In in H. destruct H as [HL H]. apply existsb_exists in H. destruct H as (m & HM & H).
    pose proof (v_les _ _ _ _ s V) as F. rewrite Forall_forall in F. pose proof (F l HL) as L. pose proof (F m HM) as L'.
    apply (dot_zeros _ values) in H. rewrite dot_plus in H. lia. }
  apply Forall_app. split.
  - assert (Z : Forall (fun l => dot l values = 0) (of_factors A Ms [] (equations s ++ map snd (s_solved s)))).
    { apply of_factors_ok; [constructor|]. apply Forall_app. split; [exact E|]. pose proof (v_solved _ _ _ _ s V) as F. apply Forall_map. exact F. }
    rewrite Forall_forall in Z. apply in_all. intros l HL. apply Forall_forall. intros x H. apply in_flat_map in H. destruct H as (i & _ & H).
    refine (proj1 (Forall_forall _ _) (multiplied_ok PEq l (unit_of i) _) x H). intros y EY. cbn [means_p]. rewrite EY, (Z l HL). lia.
  - destruct full; [|constructor]. apply each_pair_ok. pose proof (filter_all _ (fun l => existsb (fun i => negb (nth i l 0 =? 0)) (multipliers A Ms)) _ (v_les _ _ _ _ s V)) as F.
    rewrite <- (firstn_skipn most_factors) in F. apply Forall_app in F. exact (proj1 F).
Qed.
End Proofs.

(* Otherwise Coq computes with counters when it compares. *)
Local Strategy 1000 [refute].
Lemma facts_ok I r A Ms : Forall (means_p I r (values I r A Ms)) (flat_map (fact A Ms) A ++ squares A Ms ++ remainders A Ms A ++ congruences A Ms A).
Proof.
  apply Forall_app. split; [|apply Forall_app; split; [apply squares_ok | apply Forall_app; split; [apply remainders_ok | apply congruences_ok]]].
  apply Forall_forall. intros p HI. apply in_flat_map in HI. destruct HI as (t & _ & HI). pose proof (fact_ok I r A Ms t) as K. rewrite Forall_forall in K. auto.
Qed.
Lemma decide_with_ok I full A Ms o : decide_with full A Ms o = true -> plain I o.
Proof.
  intros H. apply plain_ok. intros r S.
  refine (refute_ok I r (values I r A Ms) (one I r A Ms) (sat I r (o_goal o)) _ (multiply_known_ok I r A Ms _ full) _ H _). clear H.
  apply Forall_app. split; [|constructor].
  - apply Forall_forall. intros x HI. apply in_map_iff in HI. destruct HI as (f & <- & HI). unfold given. cbn [fst snd].
    apply form_prop_ok. unfold sats in S. rewrite Forall_forall in S. auto.
  - unfold given. cbn [fst snd]. apply form_prop_ok.
  - apply Forall_forall. intros x HI. apply in_map_iff in HI. destruct HI as (p & <- & HI). unfold given. cbn [fst snd]. revert p HI. apply Forall_forall, facts_ok.
Qed.
Theorem decide_ok I o : decide o = true -> plain I o.
Proof.
  unfold decide. cbv zeta. destruct (Nat.ltb most_atoms _); [discriminate|].
  destruct (decide_with false _ (products_in _) o) eqn:E; [intros _; exact (decide_with_ok I _ _ _ _ E)|]. destruct (products_in (atoms_of o)) as [|m ms]; [discriminate|].
  destruct (decide_with false _ (all_products (m :: ms)) o) eqn:E'; [intros _; exact (decide_with_ok I _ _ _ _ E')|].
  apply decide_with_ok.
Qed.
