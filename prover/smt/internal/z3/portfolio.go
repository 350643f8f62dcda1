package z3

import (
	"context"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
)

// Portfolio is a backend of two workers that differ in how they do arithmetic. The
// quick one, with the older of Z3's solvers, is several times as fast on what programs
// mostly ask, and on what is nonlinear above all; but it may run on without end there
// and count no steps, until its processor time is used up. The steady one gets what the
// quick one leaves open.
type Portfolio struct {
	quick, steady *client
}

// New returns a portfolio whose workers start with the first question and make so many
// times the usual effort. They run a command, by default that of this process.
func New(argv []string, memoryMB int, effort float64) *Portfolio {
	return &Portfolio{quick: newClient(argv, memoryMB, quickArithmetic, quickWork.Times(effort)),
		steady: newClient(argv, memoryMB, steadyArithmetic, steadyWork.Times(effort))}
}

// The solvers for arithmetic of the two, by Z3's numbers.
const (
	quickArithmetic  = "2"
	steadyArithmetic = "6"
)

// maxStops is how often the quick worker may be stopped before it is no longer
// asked.
const maxStops = 3

// The work of the two for one question. In the examples, questions that the quick one
// answers take up to 80,000 steps, one 4,400,000, and those that are left to the steady
// one up to 420,000. All the steps take either some 0.6 s.
var (
	quickWork  = smtlib.Work{Steps: 3_000_000, CPU: 2 * time.Second}
	steadyWork = smtlib.Work{Steps: 300_000, CPU: 2 * time.Second}
)

// Check implements [fol.Backend]: it asks the quick worker, then the steady one.
func (p *Portfolio) Check(ctx context.Context, q fol.Query) fol.Reply {
	if p.quick.lost >= maxStops {
		return p.steady.check(ctx, q)
	}
	start := time.Now()
	r := p.quick.check(ctx, q)
	if r.Result != fol.Unknown || r.Late || q.Brief || p.quick.broken() {
		return r
	}
	q.Timeout = max(q.Timeout-time.Since(start), fol.MinTimeout)
	second := p.steady.check(ctx, q)
	second.Restarts += r.Restarts
	return second
}

// Name implements [fol.Backend].
func (p *Portfolio) Name() string {
	if p.quick.version == "" {
		return p.steady.name()
	}
	return p.quick.name()
}

// Quantifiers implements [fol.Backend].
func (p *Portfolio) Quantifiers() bool { return false }

// Reset implements [fol.Backend].
func (p *Portfolio) Reset() {
	p.quick.reset()
	p.steady.reset()
}
