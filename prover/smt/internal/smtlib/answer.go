package smtlib

import (
	"strings"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/sexpr"
)

// protocolError is what a solver should not have said; a complaint is its own
// word for what is wrong with a question.
type protocolError struct {
	text      string
	complaint bool
}

// unexpected is the error for a line that does not belong in an answer.
func unexpected(line string) error {
	if r := []rune(line); len(r) > 300 {
		line = string(r[:300]) + "..."
	}
	return &protocolError{text: line, complaint: strings.HasPrefix(line, "(error")}
}

// isVersion, isList and isVerdict report whether a line begins the answer to a command
// of a kind.
func isVersion(line string) bool { return strings.HasPrefix(line, "(:version") }
func isList(line string) bool    { return strings.HasPrefix(line, "(") }
func isVerdict(line string) bool {
	return line == "sat" || line == "unsat" || line == "unknown" || line == "timeout"
}

func (e *protocolError) Error() string { return e.text }

// versionOf takes the version from the answer to (get-info :version).
func versionOf(lines []string) string {
	es, err := sexpr.Parse(strings.Join(lines, " "))
	if err != nil || len(es) != 1 || len(es[0].List) != 2 {
		return ""
	}
	return strings.Trim(es[0].List[1].Atom, `"`)
}

// verdict reads the answer to (check-sat). Anything else in the output voids
// it: after an error the solver's assertions are not what they should be.
func verdict(lines []string) (fol.Reply, error) {
	if len(lines) == 1 {
		switch lines[0] {
		case "sat":
			return fol.Reply{Result: fol.Sat}, nil
		case "unsat":
			return fol.Reply{Result: fol.Unsat}, nil
		case "unknown", "timeout":
			return fol.Reply{}, nil
		}
	}
	return fol.Reply{}, &protocolError{text: "no verdict"}
}

// reasonText puts the answer to (get-info :reason-unknown) into plain words.
func reasonText(text string) string {
	es, err := sexpr.Parse(text)
	if err != nil || len(es) != 1 || len(es[0].List) != 2 {
		return PlainReason("")
	}
	return PlainReason(strings.Trim(es[0].List[1].String(), `"`))
}

// PlainReason explains the words in which solvers say why they gave up. Z3 says "canceled" where its
// steps are used up.
func PlainReason(why string) string {
	switch {
	case strings.Contains(why, "timeout"):
		return "the solver ran out of time"
	case strings.Contains(why, "canceled"), strings.Contains(why, "resource"):
		return outOfEffort
	case strings.Contains(why, "memout"), strings.Contains(why, "memory"):
		return "the solver ran out of memory"
	case strings.Contains(why, "incomplete"), strings.Contains(why, "quantifiers"):
		return "the solver could not decide it (" + why + ")"
	case why == "", why == "unknown":
		return "the solver gave no reason"
	}
	return "the solver gave up: " + why
}

// outOfEffort is the reason of an answer that the limit of steps kept a solver from.
const outOfEffort = "the solver made all the effort it may"
