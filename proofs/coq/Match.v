(** * Matching, and all successors of a configuration with variables.

    [derive] finds the rules that may apply to a term, with their conditions and what
    they lead to. It gives [None] if it cannot know: where a rule matches in part and
    no condition on that part fails. Its cost is that of the patterns, not of the term. *)
Require Import List ZArith NArith Bool Lia FMapPositive.
Require Import Values Terms Normal Rules.
Import ListNotations.

(** ** Matching

    [None]: no instance of the pattern is an instance of the term. [Some (true, s)]: the
    term is the pattern under [s]. [Some (false, s)]: it may be, and if so then as [s] says. *)
Fixpoint mtch (p t : term) (a : bool * subst) : option (bool * subst) := match p with
  | TV x n => if within (tkind t) x then Some (fst a, (x, n, t) :: snd a)
      else if apart (tkind t) (Of x) then None else Some (false, snd a)
  | TSym f => match t with
      | TSym g => if Pos.eqb f g then Some a else None
      | _ => if apart (tkind t) Symbol then None else Some (false, snd a) end
  | TApp p q => match t with
      | TApp t u => match mtch p t a with Some a => mtch q u a | None => None end
      | _ => if apart (tkind t) Application then None else Some (false, snd a) end
  | _ => Some (false, snd a) end.

Definition vars := list (sort * N).
Definition has (l : vars) (x : sort) (n : N) := existsb (fun '(y, m) => is_var x n y m) l.
Fixpoint pvars (p : term) (l : vars) : vars := match p with
  | TV x n => (x, n) :: l | TApp p q => pvars q (pvars p l) | _ => l end.
Fixpoint distinct (l : vars) := match l with [] => true | (x, n) :: l => negb (has l x n) && distinct l end.
Fixpoint within_vars (l : vars) (t : term) : bool := match t with
  | TV x n => has l x n | TB _ => false | TApp a b | TOp _ a b => within_vars l a && within_vars l b
  | TFun _ _ a => within_vars l a | _ => true end.
Definition dom (s : subst) : vars := map fst s.

(** New variables for existentials: the i-th gets number n + i. *)
Fixpoint fresh (n : N) (ex : vars) : subst := match ex with
  | [] => [] | (x, m) :: ex => (x, m, TV x n) :: fresh (N.succ n) ex end.

(** ** Rules by the head of the computation *)
Definition code (h : head) : positive := match h with
  | HSym f => f | HInt => 3 | HBool => 4 | HStr => 5 | HTok _ => 6 | HMap => 7 | HArr => 8 | HList => 9 end%positive.
Fixpoint at_path (path : list bool) (t : term) : option term := match path, t with
  | [], _ => Some t | false :: path, TApp a _ => at_path path a | true :: path, TApp _ b => at_path path b | _, _ => None end.
Definition top_code (path : list bool) (t : term) : option positive := match at_path path t with
  | Some u => option_map code (thead u) | None => None end.

Definition rules := list (N * rule).
Fixpoint number (n : N) (R : list rule) : rules := match R with [] => [] | u :: R => (n, u) :: number (N.succ n) R end.
Definition fit (path : list bool) (c : positive) (u : N * rule) : bool := match top_code path (r_lhs (snd u)) with
  | Some c' => Pos.eqb c c' | None => true end.
Record index := Index { ix_path : list bool; ix_all : rules; ix_map : PositiveMap.t rules }.
Definition build (path : list bool) (R : list rule) : index :=
  let rs := number 0 R in
  Index path rs (fold_left (fun m u => match top_code path (r_lhs (snd u)) with
    | Some c => if PositiveMap.mem c m then m else PositiveMap.add c (filter (fit path c) rs) m
    | None => m end) rs (fold_left (fun m c => PositiveMap.add c (filter (fit path c) rs) m) [3; 4; 5; 6]%positive (PositiveMap.empty rules))).
Definition candidates (ix : index) (t : term) : rules := match top_code (ix_path ix) t with
  | None => ix_all ix
  | Some c => match PositiveMap.find c (ix_map ix) with Some l => l | None => filter (fit (ix_path ix) c) (ix_all ix) end end.

(** ** Successors *)
Record succ := Succ {
  x_rule : N; x_prio : N;
  x_cond : list term; x_ens : list term;       (* those that are not [TBool true] *)
  x_n : N;                                     (* variables are below *)
  x_t : term }.
Definition is_true (t : term) := match t with TBool true => true | _ => false end.
Definition is_false (t : term) := match t with TBool false => true | _ => false end.
Definition open_conds (l : list term) := filter (fun b => negb (is_true b)) l.
Definition more (n : N) (ex : vars) := (n + N.of_nat (List.length ex))%N.

Section Derive.
Variable T : sorts.
Variable D : known.
Variable n : N.
(** A condition on the part that matches is false. *)
Definition refuted (s : subst) (conds : list term) :=
  existsb (fun b => within_vars (dom s) b && is_false (nsub T D s b)) conds.
Fixpoint derive (R : rules) (t : term) : option (list succ) := match R with
  | [] => Some []
  | (i, u) :: R => match mtch (r_lhs u) t (true, []) with
      | None => derive R t
      | Some (false, s) => if refuted s (r_cond u) then derive R t else None
      | Some (true, s) =>
          let conds := map (nsub T D s) (r_cond u) in
          if existsb is_false conds then derive R t else
          let s' := fresh n (r_ex u) ++ s in
          match derive R t with
          | None => None
          | Some l => Some (Succ i (r_prio u) (open_conds conds) (open_conds (map (nsub T D s') (r_ens u)))
                              (more n (r_ex u)) (nsub T D s' (r_rhs u)) :: l) end end end.
End Derive.

Fixpoint is_pattern (p : term) := match p with TV _ _ | TSym _ => true | TApp p q => is_pattern p && is_pattern q | _ => false end.
Definition rule_ok (u : rule) : bool :=
  let l := pvars (r_lhs u) [] in
  is_pattern (r_lhs u) && distinct l && forallb (fun '(x, n) => negb (has l x n)) (r_ex u) &&
  forallb (within_vars l) (r_cond u) && forallb (within_vars (r_ex u ++ l)) (r_ens u) && within_vars (r_ex u ++ l) (r_rhs u).
Definition rules_ok (R : list rule) := forallb rule_ok R.
