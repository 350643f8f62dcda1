(** * Certificates, and the function that checks them.

    [check] runs the instructions of a certificate. It computes all successors itself,
    so that a certificate has neither states nor normal forms, and gives the obligations
    that are left. Sound.v proves that the goals hold if these do. *)
Require Import List ZArith NArith String Bool FMapPositive.
Require Import Values Terms Rules Match Normal Successors.
Import ListNotations.

(** ** The data

    Lists of formulas are from the oldest to the newest: position 0 is the first
    conjunct of a path condition. All numbers start at 0. *)

(** From every configuration [g_lhs] under [g_pre], every execution that ends meets
    [g_rhs] under [g_post], for some values of [g_ex]. Variables are below [g_n]. *)
Record goal := Goal {
  g_n : N;
  g_lhs : term; g_pre : list form;
  g_ex : list (sort * N);
  g_rhs : term; g_post : list form;
  g_rank : N; g_variant : list term }.   (* the measure; for total correctness only *)

(** How an obligation is made ready for a tactic. Its hypotheses are the path condition,
    then what the acts add, each at the next position. *)
Inductive act :=
| AInst (i : N) (t : term)       (** adds hypothesis i, which is [FAll f], or has it under premises, with t for its variable *)
| AAxiom (i : N) (s : subst)     (** adds axiom i under a substitution *)
| AOpen (i : N)                  (** adds hypothesis i, which is [FEx f], or has it under premises without quantifiers,
                                     with a new variable: [TV SInt n] *)
| AIntro                         (** the conclusion [FAll f] becomes f with a new variable;
                                     [FImp f g] becomes g, and f is added *)
| AWitness (t : term)            (** the conclusion [FEx f] becomes f with t for its variable *)
| AUse (f : form) (t : term)     (** adds that f, which is [FAll g], implies g with t for its variable; or that this implies f, which is [FEx g] *)
| AName (f : form)               (** adds that f, which is [FEx g], implies g with a new variable; or that this implies f, which is [FAll g] *)
| ABack (i : N)                  (** hypothesis i is [FImp f g], and g the conclusion, which becomes f *)
| AKind (i j : N) (t : term).    (** adds that t is of sort j if it is of sort i *)
(** After the acts the hypotheses at the positions [c_keep] are kept, in this order. *)
Record core := Core { c_acts : list act; c_keep : list N }.

(** An instruction works on the first of the open states and puts what it leads to
    (none, one or several states) in its place. *)
Inductive instr :=
| IStep (rules : list N) (w : subst) (** SymbolicStep; these rules lead on: that no other applies is an obligation;
                                     [w]: witnesses for the new variables of existentials, for which [r_ens] holds *)
| ISteps (k : N)                 (** k SymbolicSteps with one successor each, whose condition is an obligation *)
| ICut (f : form)                (** f follows, and is added *)
| ISplit (t : term)              (** CaseAnalysis: t is true; t is false *)
| IInf                           (** no state satisfies the path condition *)
| IUse (node : N) (s : subst)    (** Implication of a shared node of the goal *)
| ICirc (goal : N) (s : subst)   (** CircularHypothesis *)
| IDone (s : subst).             (** Implication of the right side, with witnesses for [g_ex] *)

(** A pattern that is proved once for all paths that come to it. Its variables are
    below [n_n]; those below the goal's [g_n] are the goal's, and stand for themselves. *)
Record node := Node { n_n : N; n_pc : list form; n_t : term; n_proof : list instr }.

(** The proof of one goal. A node may use the nodes before it. The instructions of the
    goal start with IStep, so that hypotheses are used after a step only. The obligations
    are those of the nodes, then those of the goal, in the order in which the instructions
    give them; each that is not [trivial] has its core. *)
Record proof := Proof { p_nodes : list node; p_goal : list instr; p_cores : list core }.
Definition certificate := list proof.    (* one for each goal *)

Arguments Goal g_n%N g_lhs g_pre g_ex g_rhs g_post g_rank%N g_variant. Arguments Core c_acts c_keep%N.
Arguments IStep rules%N w. Arguments ISteps k%N. Arguments IUse node%N s. Arguments ICirc goal%N s.
Arguments Node n_n%N n_pc n_t n_proof. Arguments AInst i%N t. Arguments AAxiom i%N s. Arguments AOpen i%N. Arguments ABack i%N. Arguments AKind i%N j%N t.

(** ** States and obligations *)

(** A configuration with variables below [s_n] and a path condition, the newest conjunct first. *)
Record state := St { s_n : N; s_pc : list form; s_t : term }.
(** For all values of the variables, the hypotheses (the newest first) imply the conclusion. *)
Record ob := Ob { o_n : N; o_hyps : list form; o_goal : form }.

Definition truth := FT (TBool true).
Definition falsity := FT (TBool false).
Fixpoint conj (l : list form) : form := match l with [] => truth | [f] => f | f :: l => FAnd f (conj l) end.
Fixpoint disj (l : list form) : form := match l with [] => falsity | [f] => f | f :: l => FOr f (disj l) end.
Definition among (f : form) (pc : list form) := existsb (feqb f) pc.
(** A conjunct is added if it says anything new. *)
Definition add (pc : list form) (f : form) : list form := match f with
  | FT (TBool true) => pc | _ => if among f pc then pc else f :: pc end.
Definition add_all (pc : list form) (l : list form) := fold_left add l pc.
(** Follows by a look at the hypotheses. *)
Fixpoint trivial (pc : list form) (f : form) : bool := match f with
  | FT (TBool true) => true
  | FAnd a b => trivial pc a andalso trivial pc b
  | FOr a b => trivial pc a orelse trivial pc b
  | _ => among f pc end.

(** The pairs of which the path condition says that they differ. *)
Definition known_of (pc : list form) : known := flat_map (fun f => match f with
  | FT (TOp ONot (TOp OEq a b) _) | FT (TOp ONot (TOp OKEq a b) _) => [(a, b)]
  | FT (TOp ONot (TOp OIn m k) _) => [(TOp OIn m k, TBool true)]
  | FT (TOp (OIs s) a u) => [(TOp (OIs s) a u, TBool false)] | _ => [] end) pc.

(** Substitution in formulas, normalising. *)
Fixpoint fnsub (M : machine) (D : known) (s : subst) (f : form) : form := match f with
  | FT t => FT (nsub M D s t) | FNot f => FNot (fnsub M D s f) | FAnd f g => FAnd (fnsub M D s f) (fnsub M D s g)
  | FOr f g => FOr (fnsub M D s f) (fnsub M D s g) | FImp f g => FImp (fnsub M D s f) (fnsub M D s g)
  | FAll f => FAll (fnsub M [] s f) | FEx f => FEx (fnsub M [] s f) end.

(** ** What makes two terms equal *)

(** A chain of updates as one update of [k] on top of the rest: its value, and the rest. *)
Fixpoint take (D : known) (m k : term) : option (term * term) := match m with
  | TOp OUpd m' (TApp k' v') => if teqb k k' then Some (v', m')
      else if differ D k k' then match take D m' k with Some (v, m) => Some (v, TOp OUpd m (TApp k' v')) | None => None end
      else None
  | _ => None end.
Definition equation (D : known) (a b : term) : option (list form) :=
  if teqb a b then Some [] else if differ D a b then None else Some [FT (nkeq D a b)].
(** Operations on which equality is said of the operands; of integers and Booleans it is said of the whole. *)
Definition by_parts (o : op) := match okind o with Of (SInt | SBool) => false | _ => true end.
(** The formulas that make them equal; [None]: they are not. Maps may be written in any order. *)
Fixpoint unify (D : known) (a b : term) : option (list form) := match b with
  | TApp b c => match a with
      | TApp x y => match unify D x b, unify D y c with Some l, Some m => Some (l ++ m) | _, _ => None end
      | _ => equation D a (TApp b c) end
  | TOp o c d =>
      let parts (_ : unit) := match a with
        | TOp o' x y => if op_eqb o o' andalso by_parts o then match unify D x c, unify D y d with
            | Some l, Some m => Some (l ++ m) | _, _ => equation D a b end else equation D a b
        | _ => equation D a b end in
      match o, d with
      | OUpd, TApp k v => match take D a k with
          | Some (v', m') => match unify D v' v, unify D m' c with Some l, Some m => Some (l ++ m) | _, _ => None end
          | None => parts tt end
      | _, _ => parts tt end
  | _ => equation D a b end.

(** ** Instructions *)
Section Exec.
Variable M : machine.
Variable ix : index.
Variable G : list goal.
Variable total : bool.
Variable cur : goal.                      (* the goal that is being proved *)
Variable nodes : PositiveMap.t node.      (* those that are proved, by the successor of their number *)

Definition earlier (x : succ) (l : list succ) := filter (fun y => N.ltb (x_prio y) (x_prio x)) l.
Definition no_terms (l : list term) := match l with [] => true | _ => false end.
Definition blocked (l : list succ) (x : succ) := existsb (fun y => no_terms (x_cond y)) (earlier x l).
Definition condition (l : list succ) (x : succ) : list form :=
  map FT (x_cond x ++ x_ens x) ++ map (fun y => FNot (conj (map FT (x_cond y)))) (earlier x l).
Definition lead (l : list succ) (pc : list form) (x : succ) : state := St (x_n x) (add_all pc (condition l x)) (x_t x).
(** No rule of an earlier group can stop the configuration by its [r_ens]. *)
Definition counts (l : list succ) (x : succ) := forallb (fun y => no_terms (x_ens y)) (earlier x l).
Definition kept (ks : option (list N)) (x : succ) := match ks with None => true | Some ks => existsb (N.eqb (x_rule x)) ks end.
Definition do_step (ks : option (list N)) (w : subst) (s : state) : option (list state * list ob) :=
  let n := s_n s in let pc := s_pc s in
  match derive M (known_of pc) n (candidates ix (s_t s)) (s_t s) with
  | None => None
  | Some l =>
      if forallb (fun x => N.eqb (x_n x) n) l orelse (below n (s_t s) andalso forallb (fbelow n) pc) then
      if match w with [] => true | _ => below n (s_t s) && forallb (fbelow n) pc && sorted_subst w && closed_subst w &&
                                     forallb (fun '(_, m, _) => N.leb n m) w end then
      let live := filter (fun x => negb (blocked l x)) l in
      let on := filter (kept ks) live in
      let off := filter (fun x => negb (kept ks x)) live in
      let go := disj (map (fun x => fsub w (conj (map FT (x_cond x ++ x_ens x)))) (filter (counts l) on)) in
      Some (map (lead l pc) on,
            map (fun x => Ob (x_n x) (add_all pc (condition l x)) falsity) off ++ [Ob n pc go])
      else None else None end.
Fixpoint do_steps (k : nat) (s : state) (acc : list ob) : option (state * list ob) := match k with
  | O => Some (s, acc)
  | S k => match do_step None [] s with Some ([s'], os) => do_steps k s' (rev_append os acc) | _ => None end end.

Definition obs_of (s : state) (l : list form) : list ob := map (Ob (s_n s) (s_pc s)) l.
(** What of [l] is left where it begins as the hypotheses [hs] do. Conditions of places where
    paths meet one after the other do: each need not be looked for among all. *)
Fixpoint beyond (hs l : list form) : list form := match hs, l with
  | h :: hs, f :: l' => if feqb h f then beyond hs l' else l
  | _, _ => l end.
(** The substitution is sound for state [s]. *)
Definition subst_ok (n : N) (s : subst) := sorted_subst s && closed_subst s && below_subst n s.
Definition is_above (n : N) (s : subst) := forallb (fun '(_, m, _) => N.leb n m) s.
(** The measure [a] is smaller than the measure [b]. *)
Fixpoint smaller (a b : list term) : form := match a, b with
  | x :: a, y :: b => FOr (FAnd (FT (TOp OLe (TInt 0) y)) (FT (TOp OLt x y))) (FAnd (FT (TOp OEq x y)) (smaller a b))
  | _, _ => falsity end.
Definition decrease (g : goal) (sg : subst) : option (list form) :=
  if total then match N.compare (g_rank g) (g_rank cur) with
    | Lt => Some [] | Eq =>
      if Nat.eqb (List.length (g_variant g)) (List.length (g_variant cur)) then Some [smaller (map (nsub M [] sg) (g_variant g)) (g_variant cur)] else None
    | Gt => None end
  else Some [].
Definition exec (i : instr) (s : state) : option (list state * list ob) :=
  let n := s_n s in let pc := s_pc s in let D := known_of pc in match i with
  | IStep ks w => do_step (Some ks) w s
  | ISteps k => match do_steps (N.to_nat k) s [] with Some (s', os) => Some ([s'], rev' os) | None => None end
  | ICut f => Some ([St n (add pc f) (s_t s)], [Ob n pc f])
  | ISplit t => if is_bool t then Some ([St n (add pc (FT t)) (s_t s); St n (add pc (FT (nnot t unit_term))) (s_t s)], []) else None
  | IInf => Some ([], [Ob n pc falsity])
  | IUse j sg => match PositiveMap.find (N.succ_pos j) nodes with
      | None => None
      | Some d => if subst_ok n sg && is_above (g_n cur) sg then
          match unify D (s_t s) (nsub M D sg (n_t d)) with
          | Some eqs => Some ([], obs_of s (eqs ++ beyond (rev' pc) (map (fnsub M D sg) (n_pc d))))
          | None => None end
        else None end
  | ICirc k sg => match nth_error G (N.to_nat k) with
      | None => None
      | Some g => if subst_ok n sg && N.leb (g_n g) n && forallb (fbelow n) pc then
          match unify D (s_t s) (nsub M D sg (g_lhs g)), decrease g sg with
          | Some eqs, Some less =>
              let sg' := fresh n (g_ex g) ++ sg in
              Some ([St (more n (g_ex g)) (add_all pc (map (fnsub M D sg') (g_post g))) (nsub M D sg' (g_rhs g))],
                    obs_of s (eqs ++ map (fnsub M D sg) (g_pre g) ++ less))
          | _, _ => None end
        else None end
  | IDone sg => if sorted_subst sg && closed_subst sg && forallb (fun '(x, m) => has (g_ex cur) x m) (dom sg) then
      match unify D (s_t s) (nsub M D sg (g_rhs cur)) with
      | Some eqs => Some ([], obs_of s (eqs ++ map (fnsub M D sg) (g_post cur)))
      | None => None end
      else None end.
Fixpoint run (is : list instr) (stk : list state) (acc : list ob) : option (list ob) := match is with
  | [] => match stk with [] => Some acc | _ => None end
  | i :: is => match stk with
      | [] => None
      | s :: stk => match exec i s with Some (ss, os) => run is (ss ++ stk) (rev_append os acc) | None => None end end end.
End Exec.

Definition goal_ok (g : goal) : bool :=
  let n := g_n g in below n (g_lhs g) && forallb (fbelow n) (g_pre g) && below n (g_rhs g) && forallb (fbelow n) (g_post g) &&
  forallb (below n) (g_variant g).
Definition node_ok (cur : goal) (d : node) : bool :=
  N.leb (g_n cur) (n_n d) && below (n_n d) (n_t d) && forallb (fbelow (n_n d)) (n_pc d).

Section Check.
Variable M : machine.
Variable ix : index.
Variable G : list goal.
Variable axioms : list form.
Variable total : bool.
(** The nodes one after the other; [acc] has the obligations, the last first. *)
Fixpoint check_nodes (cur : goal) (j : N) (todo : list node) (nodes : PositiveMap.t node) (acc : list ob) :
  option (PositiveMap.t node * list ob) := match todo with
  | [] => Some (nodes, acc)
  | d :: todo => if node_ok cur d then
      match run M ix G total cur nodes (n_proof d) [St (n_n d) (add_all [] (n_pc d)) (n_t d)] acc with
      | Some acc => check_nodes cur (N.succ j) todo (PositiveMap.add (N.succ_pos j) d nodes) acc
      | None => None end
    else None end.
Definition obligations_of (g : goal) (p : proof) : option (list ob) :=
  if goal_ok g then match p_goal p with
    | IStep ks w :: is => match check_nodes g 0 (p_nodes p) (PositiveMap.empty node) [] with
        | Some (nodes, acc) => match run M ix G total g nodes (p_goal p) [St (g_n g) (add_all [] (g_pre g)) (g_lhs g)] acc with
            | Some acc => Some (rev' acc) | None => None end
        | None => None end
    | _ => None end
  else None.

(** *** Cores *)
Definition nth_form (l : list form) (i : N) : option form := nth_error l (N.to_nat i).
(** No quantifier is in it: it is true or not. *)
Fixpoint decidable (f : form) : bool := match f with
  | FT _ => true | FNot f => decidable f | FAnd f g | FOr f g | FImp f g => decidable f && decidable g | FAll _ | FEx _ => false end.
(** It follows from its double negation: in its proof a formula may be taken to be true or not. *)
Fixpoint stable (f : form) : bool := match f with
  | FT _ | FNot _ => true | FAnd f g => stable f && stable g
  | FOr f g => decidable f && stable g || stable f && decidable g
  | FImp _ g => stable g | FAll f => stable f | FEx _ => false end.
(** A term in the place of the variable of a quantified formula, which may be under premises. *)
Fixpoint inst_under (t : term) (f : form) : option form := match f with
  | FAll g => Some (finst 0 t g) | FImp f g => option_map (FImp f) (inst_under t g) | _ => None end.
Fixpoint open_under (t : term) (f : form) : option form := match f with
  | FEx g => Some (finst 0 t g)
  | FImp f g => if decidable f then option_map (FImp f) (open_under t g) else None | _ => None end.
(** Each test of one sort is one of another. *)
Definition test_eqb (a b : test) := head_eqb (t_head a) (t_head b) && (if list_eq_dec N.eq_dec (t_args a) (t_args b) then true else false).
Definition within_sort (i j : N) : bool := N.ltb i (N.of_nat (List.length (m_sorts M))) && N.ltb j (N.of_nat (List.length (m_sorts M))) &&
  forallb (fun x => existsb (test_eqb x) (tests (m_sorts M) j)) (tests (m_sorts M) i).
(** An obligation with its hypotheses from the oldest to the newest. *)
Definition do_act (a : act) (o : ob) : option ob :=
  let n := o_n o in let hs := o_hyps o in
  let ok := forallb (fbelow n) hs && fbelow n (o_goal o) in match a with
  | AInst i t => match nth_form hs i with
      | Some f => if closed t && is_int t then match inst_under t f with Some g => Some (Ob n (hs ++ [g]) (o_goal o)) | None => None end else None
      | None => None end
  | AAxiom i s => match nth_form axioms i with
      | Some f => if sorted_subst s && closed_subst s then Some (Ob n (hs ++ [fsub s f]) (o_goal o)) else None | None => None end
  | AOpen i => match nth_form hs i with
      | Some f => if ok then match open_under (TV SInt n) f with Some g => Some (Ob (N.succ n) (hs ++ [g]) (o_goal o)) | None => None end else None
      | None => None end
  | AIntro => match o_goal o with
      | FAll f => if ok then Some (Ob (N.succ n) hs (finst 0 (TV SInt n) f)) else None
      | FImp f g => Some (Ob n (hs ++ [f]) g)
      | _ => None end
  | AWitness t => match o_goal o with
      | FEx f => if closed t && is_int t then Some (Ob n hs (finst 0 t f)) else None | _ => None end
  | AUse f t => if closed t && is_int t then match f with
      | FAll g => Some (Ob n (hs ++ [FImp f (finst 0 t g)]) (o_goal o))
      | FEx g => Some (Ob n (hs ++ [FImp (finst 0 t g) f]) (o_goal o)) | _ => None end else None
  | AName f => if ok && fbelow n f && stable (o_goal o) then match f with
      | FAll g => if stable g then Some (Ob (N.succ n) (hs ++ [FImp (finst 0 (TV SInt n) g) f]) (o_goal o)) else None
      | FEx g => Some (Ob (N.succ n) (hs ++ [FImp f (finst 0 (TV SInt n) g)]) (o_goal o)) | _ => None end else None
  | ABack i => match nth_form hs i with
      | Some (FImp f g) => if feqb g (o_goal o) then Some (Ob n hs f) else None | _ => None end
  | AKind i j t => if within_sort i j then
      Some (Ob n (hs ++ [FImp (FT (TOp (OIs i) t unit_term)) (FT (TOp (OIs j) t unit_term))]) (o_goal o)) else None end.
Fixpoint do_acts (l : list act) (o : ob) : option ob := match l with
  | [] => Some o | a :: l => match do_act a o with Some o => do_acts l o | None => None end end.
Fixpoint select (hs : list form) (l : list N) : option (list form) := match l with
  | [] => Some []
  | i :: l => match nth_form hs i, select hs l with Some f, Some fs => Some (f :: fs) | _, _ => None end end.
Definition use_core (c : core) (o : ob) : option ob :=
  match do_acts (c_acts c) (Ob (o_n o) (rev' (o_hyps o)) (o_goal o)) with
  | Some o => match select (o_hyps o) (c_keep c) with Some hs => Some (Ob (o_n o) hs (o_goal o)) | None => None end
  | None => None end.
Fixpoint use_cores (os : list ob) (cs : list core) : option (list ob) := match os with
  | [] => match cs with [] => Some [] | _ => None end
  | o :: os => if trivial (o_hyps o) (o_goal o) then use_cores os cs else match cs with
      | [] => None
      | c :: cs => match use_core c o, use_cores os cs with Some o, Some os => Some (o :: os) | _, _ => None end end end.

Definition check_goal (g : goal) (p : proof) : option (list ob) :=
  match obligations_of g p with Some os => use_cores os (p_cores p) | None => None end.
Fixpoint check_goals (gs : list goal) (ps : certificate) : option (list ob) := match gs, ps with
  | [], [] => Some []
  | g :: gs, p :: ps => match check_goal g p, check_goals gs ps with Some a, Some b => Some (a ++ b) | _, _ => None end
  | _, _ => None end.
End Check.

(** The obligations that are left, with the hypotheses that their cores keep, in order; [None]: refused. *)
Definition check (L : lang) (G : list goal) (axioms : list form) (total : bool) (C : certificate) : option (list ob) :=
  if rules_ok (l_rules L) && forallb eqn_ok (l_eqns L) then check_goals (machine_of L) (build (l_top L) (l_rules L)) G axioms total G C else None.
