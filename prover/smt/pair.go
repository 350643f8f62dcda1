package smt

import (
	"context"
	"time"
)

// pair is two workers that differ in how they do arithmetic. The quick one, with
// the older of Z3's solvers, is several times as fast on what programs mostly
// ask, and on what is nonlinear above all; but it may run on without end there,
// and is then stopped. The steady one gets what the quick one leaves open.
type pair struct {
	quick, steady *workerEngine
}

func newPair(argv []string, memoryMB int) *pair {
	return &pair{quick: newWorkerEngine(argv, memoryMB, quickArithmetic), steady: newWorkerEngine(argv, memoryMB, steadyArithmetic)}
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

// check implements backend. Where the answer is not lost, the reason for an Unknown
// is Z3's, which is put into plain words.
func (p *pair) check(ctx context.Context, q query) reply {
	r := p.ask(ctx, q)
	if r.result == Unknown && !r.lost {
		r.reason = plainReason(r.reason)
	}
	return r
}

// ask asks the quick worker, then the steady one.
func (p *pair) ask(ctx context.Context, q query) reply {
	if p.quick.lost >= maxStops {
		return p.steady.check(ctx, q)
	}
	start := time.Now()
	first := q
	first.timeout = min(q.timeout, max(leastQuick, min(q.timeout/quickShare, mostQuick)))
	r := p.quick.checkWithin(ctx, first, first.timeout+quickGrace)
	if r.result != Unknown || ctx.Err() != nil || p.quick.broken() {
		return r
	}
	if q.timeout -= time.Since(start); q.timeout < minTimeout {
		return r
	}
	second := p.steady.check(ctx, q)
	second.restarts += r.restarts
	return second
}

func (p *pair) name() string {
	if p.quick.version == "" {
		return p.steady.name()
	}
	return p.quick.name()
}

func (p *pair) quantifiers() bool { return false }

func (p *pair) reset() {
	p.quick.reset()
	p.steady.reset()
}

func (p *pair) retranslated() {
	p.quick.retranslated()
	p.steady.retranslated()
}
