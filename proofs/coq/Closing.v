(** * From obligations to the theorem, in generated files.

    Each obligation is closed: proved by a method, or left as a hypothesis of the theorem,
    which says it in full and where it comes from. Axioms of a program are left. *)
Require Import List NArith String Bool Lia.
Require Import Rules Obligations Decide Solve.
Import ListNotations.

Inductive closing (P : Prop) : Type :=
| Proved (m : method) (p : P)
| Left (H : Prop) (p : H -> P).
Arguments Proved {P}. Arguments Left {P}.

(** What is left is said with its place. *)
Definition hypothesis (place : string) (P : Prop) : Prop := P.

(** The items of a list from number [i] on, of each of which [P] is to be proved. *)
Section Items.
Variable A : Type.
Variable P : A -> Prop.
Variable l : list A.
Variable default : A.
Definition at_number (i : N) : Prop := P (nth (N.to_nat i) l default).
Inductive closings : N -> Type :=
| Done (i : N) : closings i
| Next (place : string) (i : N) (c : closing (at_number i)) (rest : closings (N.succ i)) : closings i.
Fixpoint last {i} (cs : closings i) : N := match cs with Done i => i | Next _ _ _ rest => last rest end.
(** The hypotheses that are left. *)
Fixpoint needs {i} (cs : closings i) : Prop := match cs with
  | Done _ => True
  | Next place _ (Left H _) rest => hypothesis place H /\ needs rest
  | Next _ _ (Proved _ _) rest => needs rest end.
(** How many there are, and how many were closed by a method; [None]: left. *)
Definition same_method (a b : option method) : bool := match a, b with
  | Some by_computation, Some by_computation | Some by_tactics_in_time, Some by_tactics_in_time | None, None => true
  | _, _ => false end.
Fixpoint closed_by (m : option method) {i} (cs : closings i) : nat := match cs with
  | Done _ => 0
  | Next _ _ c rest => (if same_method m (match c with Proved k _ => Some k | Left _ _ => None end) then 1 else 0) + closed_by m rest end.
Fixpoint places_left {i} (cs : closings i) : list string := match cs with
  | Done _ => []
  | Next place _ (Left _ _) rest => place :: places_left rest
  | Next _ _ (Proved _ _) rest => places_left rest end.

Lemma closings_ok i (cs : closings i) : needs cs -> forall k, (i <= k < last cs)%N -> at_number k.
Proof.
  induction cs as [i | place i c rest IH]; simpl; intros H k Hk; [lia|].
  assert (K : k = i \/ (N.succ i <= k)%N) by lia.
  destruct c as [m p | S p].
  - destruct K as [-> | K]; [exact p | apply IH; [exact H | lia]].
  - destruct K as [-> | K]; [exact (p (proj1 H)) | apply IH; [exact (proj2 H) | lia]].
Qed.
Theorem all_closed (cs : closings 0) : last cs = N.of_nat (List.length l) -> needs cs -> Forall P l.
Proof.
  intros E H. apply Forall_forall. intros x HI. apply (In_nth l x default) in HI. destruct HI as (k & HK & <-).
  pose proof (closings_ok 0 cs H (N.of_nat k)) as G. unfold at_number in G. rewrite Nnat.Nat2N.id in G. apply G. rewrite E. lia.
Qed.
End Items.
Arguments Done {A P l default}. Arguments Next {A P l default} place {i}.
Arguments last {A P l default i}. Arguments needs {A P l default i}. Arguments closed_by {A P l default} m {i}.
Arguments places_left {A P l default i}. Arguments all_closed {A P l default}.

Definition accepted {A} (o : option (list A)) : list A := match o with Some os => os | None => [] end.
Definition is_accepted {A} (o : option (list A)) : bool := match o with Some _ => true | None => false end.
Lemma accepted_some {A} (o : option (list A)) : is_accepted o = true -> o = Some (accepted o).
Proof. destruct o; [reflexivity | discriminate]. Qed.
Lemma by_value I o v : o = v -> plain I v -> plain I o.
Proof. intros ->. exact (fun p => p). Qed.

(** A language without functions by equations. *)
Lemma no_equations I : equations_hold I [].
Proof. intros e r []. Qed.

(** ** Tactics *)

Ltac leave names P := let r := readable names P in lazymatch r with ex_intro _ ?S ?p => exact (Left S p) end.
(** Closes an obligation. It is decided as it stands; only what is not decided needs its value, to be read. *)
Ltac close names := lazymatch goal with |- closing ?O => let O := eval cbv beta delta [at_number] in O in lazymatch O with plain ?I ?o => first
  [ refine (Proved by_computation (decide_ok I o _)); abstract (vm_cast_no_check (eq_refl true))
  | let v := eval vm_compute in o in
    let same := constr:(ltac:(abstract (vm_cast_no_check (eq_refl v))) : o = v) in
    let r := readable ltac:(fun _ => idtac) (plain I v) in lazymatch r with ex_intro _ ?S ?p => first
    [ refine (Proved by_tactics_in_time (by_value I o v same (p _))); abstract (solve [by_tactics])
    | let r := readable names (plain I v) in lazymatch r with ex_intro _ ?S ?p =>
      exact (Left S (fun h => by_value I o v same (p h))) end ] end ] end end.
(** Leaves an axiom. *)
Ltac take names := lazymatch goal with |- closing ?A => let A := eval cbv beta delta [at_number] in A in leave names A end.
Ltac proof_of needs := let n := eval hnf in needs in lazymatch n with
  | True => constr:(Logic.I)
  | ?P /\ ?rest => lazymatch goal with H : P |- _ => let q := proof_of rest in constr:(conj H q) end end.
(** What [k] gives, under the hypotheses that are left; and a proof of them from the context. *)
Ltac under needs k := let n := eval hnf in needs in lazymatch n with
  | True => k tt
  | ?P /\ ?rest => refine (P -> _); under rest k end.
Ltac given := lazymatch goal with |- ?n => let p := proof_of n in exact p end.
Ltac premises := repeat match goal with |- hypothesis _ _ -> _ => intro end.
(** Says how the obligations were closed, and what is left. *)
Ltac places l := lazymatch l with
  | cons ?p ?l => idtac "hypothesis" p; places l
  | nil => idtac end.
Ltac report axioms obligations :=
  let count m := eval lazy in (closed_by m obligations) in
  let c := count (Some by_computation) in let t := count (Some by_tactics_in_time) in let h := count (@None method) in
  idtac "obligations proved by computation:" c; idtac "by tactics within 30 seconds each:" t; idtac "left as hypotheses:" h;
  let a := eval lazy in (places_left axioms) in let o := eval lazy in (places_left obligations) in places a; places o.
