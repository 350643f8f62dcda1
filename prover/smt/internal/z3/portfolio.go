package z3

import (
	"context"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
)

// Portfolio is a backend of two workers that differ in how they do arithmetic. The
// quick one, with the older of Z3's solvers, is several times as fast on what programs
// mostly ask, and on what is nonlinear above all; but it may run on without end there,
// and is then stopped. The steady one gets what the quick one leaves open.
type Portfolio struct {
	quick, steady *client
}

// New returns a portfolio whose workers start with the first question. They run a
// command, by default that of this process.
func New(argv []string, memoryMB int) *Portfolio {
	return &Portfolio{quick: newClient(argv, memoryMB, quickArithmetic), steady: newClient(argv, memoryMB, steadyArithmetic)}
}

// The solvers for arithmetic of the two, by Z3's numbers.
const (
	quickArithmetic  = "2"
	steadyArithmetic = "6"
)

// maxStops is how often the quick worker may be stopped before it is no longer
// asked.
const maxStops = 3

// The quick worker gets a share of a question's time, within bounds.
const (
	quickShare = 4
	leastQuick = 100 * time.Millisecond
	mostQuick  = 750 * time.Millisecond
	quickGrace = 150 * time.Millisecond
)

// Check implements [fol.Backend]. Where the answer is not lost, the reason for an Unknown
// is Z3's, which is put into plain words.
func (p *Portfolio) Check(ctx context.Context, q fol.Query) fol.Reply {
	r := p.ask(ctx, q)
	if r.Result == fol.Unknown && !r.Lost {
		r.Reason = smtlib.PlainReason(r.Reason)
	}
	return r
}

// ask asks the quick worker, then the steady one.
func (p *Portfolio) ask(ctx context.Context, q fol.Query) fol.Reply {
	if p.quick.lost >= maxStops {
		return p.steady.check(ctx, q)
	}
	start := time.Now()
	first := q
	first.Timeout = min(q.Timeout, max(leastQuick, min(q.Timeout/quickShare, mostQuick)))
	r := p.quick.checkWithin(ctx, first, first.Timeout+quickGrace)
	if r.Result != fol.Unknown || ctx.Err() != nil || p.quick.broken() {
		return r
	}
	if q.Timeout -= time.Since(start); q.Timeout < fol.MinTimeout {
		return r
	}
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

// Retranslated implements [fol.Backend].
func (p *Portfolio) Retranslated() {
	p.quick.retranslated()
	p.steady.retranslated()
}
