package smt

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"rlv/prover/smt/internal/arith"
	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
	"rlv/prover/smt/internal/translate"
	"rlv/prover/smt/internal/z3"
)

// lineup is which backends are asked, and what for.
type lineup struct {
	first    fol.Backend   // asked before the ground backend, which is dearer; nil: none
	agree    bool          // the ground backend has to agree with it
	ground   fol.Backend   // for questions without quantifiers; nil: none
	full     []fol.Backend // for those with quantifiers, tried in turn
	fallback fol.Backend   // instead of a ground backend that cannot be had; nil: none
	bits     fol.Backend   // for questions about vectors of bits; nil: none
	last     fol.Backend   // for what all of these leave open, with quantifiers or without; nil: none
}

// all returns the backends, each once.
func (l *lineup) all() []fol.Backend {
	var out []fol.Backend
	for _, b := range append([]fol.Backend{l.first, l.ground, l.bits, l.last}, l.full...) {
		if b != nil && !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}

// engine is a choice of backends that has a name.
type engine struct {
	name    string
	command string // the program that has to be installed; "": none
	worker  bool   // go-z3 has to be in this binary
	lineup  func(o Options, p *translate.Prelude) lineup
}

// engines are the choices of [Options].Engine, in the order of help texts; the first
// is the default. A solver over SMT-LIB text is a dialect, in a file of its own, and a
// line here.
var engines = []engine{
	{name: "auto", command: unlessWorker("z3"), lineup: simplexFirst},
	{name: "both", command: unlessWorker("z3"), lineup: bothAgree},
	{name: "z3", worker: true, lineup: workers},
	{name: "z3-process", command: "z3", lineup: z3Processes},
	{name: "cvc5", command: "cvc5", lineup: processes(smtlib.CVC5)},
	{name: "none", lineup: func(Options, *translate.Prelude) lineup { return lineup{} }},
}

// unlessWorker is the command that is needed where this binary has no go-z3.
func unlessWorker(command string) string {
	if z3.Available {
		return ""
	}
	return command
}

// simplexFirst asks the simplex method in this process, then go-z3, and z3 processes
// where that cannot be had; in the end cvc5, if it is installed.
func simplexFirst(o Options, p *translate.Prelude) lineup {
	l := z3Processes(o, p)
	if z3.Available {
		fallback := l.ground
		l = workers(o, p)
		l.fallback = fallback
	}
	l.first = arith.New(o.Effort)
	if len(o.Command) == 0 { // else it is that of z3
		l.last = process(smtlib.CVC5, lastWork, o, p)
	}
	return l
}

// bothAgree is simplexFirst, but Z3 has to say all that counts.
func bothAgree(o Options, p *translate.Prelude) lineup {
	l := simplexFirst(o, p)
	l.agree, l.last = true, nil
	return l
}

// workers asks go-z3 in child processes of this binary, and z3 processes for
// quantifiers.
func workers(o Options, p *translate.Prelude) lineup {
	l := z3Processes(o, p)
	l.ground = z3.New(o.Worker, o.MemoryMB, o.Effort)
	l.full[1] = process(smtlib.Z3, modelWork, o, p)
	return l
}

// z3Processes asks z3 processes. Quantifiers are first tried by their patterns alone
// (E-matching), then with models of them.
func z3Processes(o Options, p *translate.Prelude) lineup {
	ground := process(smtlib.Z3, groundWork, o, p)
	return lineup{ground: ground, bits: process(smtlib.Z3Bits, bitsWork, o, &translate.Prelude{}),
		full: []fol.Backend{process(smtlib.Z3, patternWork, o, p, "smt.mbqi=false", "auto_config=false"), ground}}
}

// processes asks one process of a solver over SMT-LIB text for everything.
func processes(d smtlib.Dialect) func(Options, *translate.Prelude) lineup {
	return func(o Options, p *translate.Prelude) lineup {
		b := process(d, onlyWork, o, p)
		return lineup{ground: b, full: []fol.Backend{b}}
	}
}

// The work of processes for one question. In the examples, E-matching finds what it
// finds within 16,000 steps, and models are found within 45,000; what is not found takes
// a hundred times as long, or more. What cvc5 finds and Z3 does not, it finds within 90,000
// of its steps, which take half a second. The only process of a lineup has no other one
// behind it.
var (
	patternWork = smtlib.Work{Steps: 30_000, CPU: time.Second}
	modelWork   = smtlib.Work{Steps: 60_000, CPU: time.Second}
	groundWork  = smtlib.Work{Steps: 300_000, CPU: 2 * time.Second}
	bitsWork    = smtlib.Work{Steps: 1_000_000, CPU: time.Second}
	lastWork    = smtlib.Work{Steps: 100_000, CPU: time.Second}
	onlyWork    = smtlib.Work{Steps: 1_000_000, CPU: 3 * time.Second}
)

func process(d smtlib.Dialect, w smtlib.Work, o Options, p *translate.Prelude, extra ...string) fol.Backend {
	return smtlib.New(d, smtlib.Config{Command: o.Command, Extra: extra, MemoryMB: o.MemoryMB, Work: w.Times(o.Effort), Timeout: o.Timeout,
		Prelude: translate.Text(p.Commands, d.Z3Options), Faults: o.Faults})
}

// Engines lists the names that [Options].Engine may have, as in "a, b or c" with "or"
// for the last comma.
func Engines(or string) string {
	names := EngineNames()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + or + " " + names[last]
}

// EngineNames lists the names that [Options].Engine may have.
func EngineNames() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

// engineOf returns the engine that options ask for.
func engineOf(o Options) (engine, error) {
	if o.Engine == "" {
		return engines[0], nil
	}
	i := slices.IndexFunc(engines, func(e engine) bool { return e.name == o.Engine })
	if i < 0 {
		return engine{}, fmt.Errorf("unknown solver %q; known are %s", o.Engine, Engines("and"))
	}
	return engines[i], nil
}

// CheckInstalled returns an error if the solver that the options ask for cannot
// run here at all: its command is not installed, or this binary was built
// without go-z3. It is for commands that want to say so before any work; a
// Solver of such options answers Unknown. An engine that does not exist is New's to
// refuse.
func CheckInstalled(o Options) error {
	e, err := engineOf(o)
	if err != nil {
		return nil
	}
	if e.worker && !z3.Available {
		return fmt.Errorf("this rlv was built without cgo, so it has no z3 of its own; use --solver z3-process")
	}
	command := e.command
	if len(o.Command) > 0 && command != "" {
		command = o.Command[0]
	}
	if command == "" {
		return nil
	}
	if _, err := exec.LookPath(command); err != nil {
		return fmt.Errorf("the solver command %q is not installed or not in the PATH; with --solver none, rlv proves what needs no solver", command)
	}
	return nil
}
