package certificate

import (
	"fmt"
	"strings"

	"rlv/proofs/logic"
)

// proofsText is the file in which Coq computes the obligations and proves each, or leaves it as a
// hypothesis. Axioms are left.
func (c *Certificate) proofsText(obligations []int) string {
	p := &printer{}
	text := `(** The checker accepts the certificate, and the obligations that it leaves hold. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Rules Checker Obligations Lemmas Solve Closing.
From Cert Require Import Language.
Import ListNotations. Open Scope string_scope. Open Scope N_scope.
Load "certificate/Goals".
Load "certificate/Certificate".
(* Computed once: the virtual machine remembers the values of constants. Nothing else may unfold the checker. *)
Definition result : option (list ob) := check_with language goals axioms lemmas false certificate.
Definition obligations : list ob := accepted result.
Strategy expand [result obligations].
Lemma result_accepted : is_accepted result = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma checked : check_with language goals axioms lemmas false certificate = Some obligations.
Proof. exact (accepted_some result result_accepted). Qed.
Section Functions.
Variable F : sym -> val -> val.
Local Notation I := (Interp (l_sorts language) F).
Local Notation axiom := (at_number _ (plain_axiom I) axioms falsity).
Local Notation obligation := (at_number _ (plain I) obligations (Ob 0 [] falsity)).
`
	p.WriteString(strings.ReplaceAll(text, "lemmas false", fmt.Sprintf("lemmas %v", c.Total)))
	c.functionNames(p)
	for i := range c.Axioms {
		p.put("Definition a%d : closing (axiom %d). Proof. take names. Defined.\n", i, i)
	}
	p.WriteString("Definition given_axioms : closings _ (plain_axiom I) axioms falsity 0 :=")
	for i, a := range c.Axioms {
		p.put("\n Next ")
		p.text(a.Place + ": " + a.Name)
		p.put(" a%d (", i)
	}
	p.put(" Done %d%s.\n", len(c.Axioms), strings.Repeat(")", len(c.Axioms)))
	for i, l := range c.Lemmas {
		p.put("(* lemma %s: %s *)\nDefinition l%d : closing (obligation %d). Proof. close names. Defined.\n", comment(l.Place), comment(l.Name), i, i)
	}
	all := len(c.Lemmas)
	for i, n := range obligations {
		p.put("(* goal %d, %s: %s *)\n", i, comment(c.Goals[i].Place), comment(c.Goals[i].Name))
		for k := range n {
			p.put("Definition o%d_%d : closing (obligation %d). Proof. close names. Defined.\n", i, k, all)
			all++
		}
	}
	p.WriteString("Definition closed : closings _ (plain I) obligations (Ob 0 [] falsity) 0 :=")
	for i, l := range c.Lemmas {
		p.put("\n Next ")
		p.text(fmt.Sprintf("%s: lemma %s", l.Place, l.Name))
		p.put(" l%d (", i)
	}
	for i, n := range obligations {
		for k := range n {
			p.put("\n Next ")
			p.text(fmt.Sprintf("%s: %s: obligation %d", c.Goals[i].Place, c.Goals[i].Name, k))
			p.put(" o%d_%d (", i, k)
		}
	}
	p.put(" Done %d%s.\n", all, strings.Repeat(")", all))
	p.put("Lemma all_there : last closed = N.of_nat (List.length obligations).\nProof. vm_cast_no_check (eq_refl %d). Qed.\nEnd Functions.\n", all)
	return p.String()
}

// theoremText is the file of what is proved; equations: of functions that satisfy those of the
// language.
func (c *Certificate) theoremText(equations bool) string {
	conclusion, sound := "reach_paths (kstep I (l_rules language)) (lhsP I g r) (rhsP I g r)", "plain_sound_with"
	if c.Total {
		conclusion, sound = "forall c, lhsP I g r c -> ends (kstep I (l_rules language)) (rhsP I g r) c", "plain_sound_total_with"
	}
	premise, given, held := "", "", "(no_equations _)"
	if equations {
		premise, given, held = "equations_hold (Interp (l_sorts language) F) (l_eqns language) -> ", " e", "e"
	}
	return fmt.Sprintf(`(** What is proved. To be read with Language.v, Goals.v and, of the library, Reach.v ([reach_paths]), Total.v ([ends]),
    Rules.v ([kstep]), Terms.v ([eval], [sat]) and the beginning of Sound.v ([lhsP], [rhsP]). [Check] shows it with its
    hypotheses: the axioms of the program, and the obligations that no method proves. *)
Require Import List ZArith NArith String.
From Rlv Require Import Values Terms Rules Reach Total Checker Sound Obligations Lemmas Closing.
From Cert Require Import Language Proofs.
Open Scope string_scope.
Theorem certified : forall F : sym -> val -> val, %sltac:(
  under (needs (given_axioms F)) ltac:(fun _ => under (needs (closed F)) ltac:(fun _ => exact (
  let I := Interp (l_sorts language) F in
  forall g r, In g goals -> %s)))).
Proof.
  intros F%s. premises.
  assert (A : needs (given_axioms F)) by given. assert (O : needs (closed F)) by given.
  exact (%s language F goals axioms lemmas certificate obligations checked %s
    (all_closed (given_axioms F) eq_refl A) (all_closed (closed F) (all_there F) O)).
Qed.
Check certified.
Print Assumptions certified.
Open Scope nat_scope.
Goal forall F, needs (closed F) -> True. intros F. report (given_axioms F) (closed F). Abort.
`, premise, conclusion, given, sound, held)
}

// functionNames gives functions of integers the names that the program has for them.
func (c *Certificate) functionNames(p *printer) {
	arities := map[logic.Sym]*logic.Term{}
	c.eachForm(func(f *logic.Form) { functionsOf(f, arities) })
	var changes []string
	for i, name := range c.Functions {
		sym := logic.FirstSym + logic.Sym(i)
		t := arities[sym]
		read := map[logic.SortKind][2]string{logic.SInt: {"asZ", "BinNums.Z"}, logic.SBool: {"asB", "bool"}}
		if t == nil || read[t.Sort.Kind][0] == "" {
			continue
		}
		tuple, pattern, args := "(VSym 1%positive)", "(VSym 1%positive)", 0
		for u := t.A; u.Kind == logic.TApp; u = u.B {
			args++
		}
		variables, uses := "", ""
		for k := args - 1; k >= 0; k-- {
			tuple, pattern = fmt.Sprintf("(VApp (VInt x%d) %s)", k, tuple), fmt.Sprintf("(VApp (VInt ?x%d) %s)", k, pattern)
			variables, uses = fmt.Sprintf(" (x%d : BinNums.Z)", k)+variables, fmt.Sprintf(" x%d", k)+uses
		}
		called := fmt.Sprintf("f%d_%s", i, identifier(name))
		value := func(tuple string) string {
			return fmt.Sprintf("%s (F %d%%positive %s)", read[t.Sort.Kind][0], sym, tuple)
		}
		p.put("Definition %s%s : %s := %s.\n", called, variables, read[t.Sort.Kind][1], value(tuple))
		changes = append(changes, fmt.Sprintf("\n  | |- context [%s] => change (%s) with (%s%s)", value(pattern), value(tuple), called, uses))
	}
	if len(changes) == 0 {
		p.WriteString("Ltac names _ := idtac.\n")
		return
	}
	p.put("Ltac names _ := repeat match goal with%s end.\n", strings.Join(changes, ""))
}

// eachForm calls f with the formulas of axioms and goals.
func (c *Certificate) eachForm(f func(*logic.Form)) {
	for _, a := range c.Axioms {
		f(a.Formula)
	}
	for i := range c.Goals {
		for _, x := range c.Goals[i].Pre {
			f(x)
		}
		for _, x := range c.Goals[i].Post {
			f(x)
		}
	}
}

// functionsOf notes an application of each function within a formula.
func functionsOf(f *logic.Form, found map[logic.Sym]*logic.Term) {
	if f == nil {
		return
	}
	var within func(*logic.Term)
	within = func(t *logic.Term) {
		if t == nil {
			return
		}
		if t.Kind == logic.TFun {
			found[t.Sym] = t
		}
		within(t.A)
		within(t.B)
	}
	within(f.Term)
	functionsOf(f.A, found)
	functionsOf(f.B, found)
}

// identifier keeps of a name what an identifier of Coq may have.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, s)
}
