package z3

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
)

// workerVariable is the environment variable that makes this binary a worker.
const workerVariable = "RLV_SMT_WORKER"

// The variables by which a worker is told more: memoryVariable carries its memory limit in megabytes,
// arithmeticVariable the number of Z3's solver for arithmetic.
const (
	memoryVariable     = "RLV_SMT_MEMORY"
	arithmeticVariable = "RLV_SMT_ARITHMETIC"
)

// isWorker reports whether this process was started to be a worker.
func isWorker() bool { return os.Getenv(workerVariable) != "" }

// RunIfWorker serves questions and exits if this process is a worker; otherwise it
// does nothing.
func RunIfWorker() {
	if isWorker() {
		os.Exit(serve(os.Stdin, replyFile()))
	}
}

// A worker lives for a moment and asks for memory all the time: what that costs
// is above all the pages' first use, so the C library is told to take large ones
// from one heap.
const (
	mallocVariable = "GLIBC_TUNABLES"
	mallocTuning   = "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1:glibc.malloc.mmap_threshold=67108864"
)

// startLimit bounds the time a worker has to come up.
const startLimit = 20 * time.Second

// client asks go-z3 in a child process, a worker.
type client struct {
	argv       []string
	memoryMB   int
	arithmetic string // Z3's smt.arith.solver
	work       smtlib.Work
	child      *smtlib.Process
	version    string
	asserted   fol.Stack
	sent       []uint32 // by node id: number at the worker + 1
	sentFuns   map[*fol.Fun]uint64
	nodes      uint32 // their number at the worker
	question   uint64 // the number of the last one
	lost       int    // processes
	failures   int    // starts that failed one after the other
	frame      encoder
}

func newClient(argv []string, memoryMB int, arithmetic string, work smtlib.Work) *client {
	return &client{argv: argv, memoryMB: memoryMB, arithmetic: arithmetic, work: work}
}

// name names the solver, with its version once that is known.
func (w *client) name() string {
	if w.version == "" {
		return "go-z3"
	}
	return "go-z3 " + w.version
}

// reset ends the worker. The next one is asked as the first was.
func (w *client) reset() {
	if w.child != nil {
		w.child.Kill()
	}
	w.clear()
	w.lost = 0
}

// clear forgets what a worker that is gone was told.
func (w *client) clear() {
	w.child = nil
	w.asserted.Reset()
	w.sent, w.sentFuns, w.nodes = nil, nil, 0
}

// shortly is how long most answers take at most.
const shortly = 8 * time.Millisecond

// maxFailures is the number of starts in a row that may fail: each costs as much
// as a start of this program does.
const maxFailures = 2

// broken reports whether workers cannot be started here.
func (w *client) broken() bool { return w.failures >= maxFailures }

// start brings a worker up. A binary that does not answer like a worker, as it
// does not call RunIfWorker, is stopped.
func (w *client) start(ctx context.Context) *fol.Reply {
	if w.child != nil {
		return nil
	}
	if w.broken() {
		return &fol.Reply{Reason: "the solver process cannot be started"}
	}
	argv := w.argv
	if len(argv) == 0 {
		exe, err := os.Executable()
		if err != nil {
			return &fol.Reply{Reason: "the solver cannot be started: " + err.Error()}
		}
		if isWorker() {
			return &fol.Reply{Reason: "the solver cannot be started: this process is itself a worker"}
		}
		argv = []string{exe}
	}
	env := os.Environ()
	if os.Getenv(mallocVariable) == "" {
		env = append(env, mallocVariable+"="+mallocTuning)
	}
	env = append(env, workerVariable+"=1", fmt.Sprintf("%s=%d", memoryVariable, w.memoryMB), arithmeticVariable+"="+w.arithmetic)
	c, err := smtlib.Start(argv, env)
	if err != nil {
		return &fol.Reply{Reason: err.Error()}
	}
	defer c.Limit(ctx, startLimit)()
	w.failures++
	frame, err := receive(c.Reader)
	var solver string
	if err == nil {
		solver, err = readGreeting(frame)
	}
	if err != nil {
		r := c.Lost(ctx, err, startLimit)
		w.lost++
		return &r
	}
	w.failures = 0
	w.child, w.version = c, solver
	w.sentFuns = map[*fol.Fun]uint64{}
	return nil
}

func (w *client) check(ctx context.Context, q fol.Query) fol.Reply {
	if q.Deep() {
		return fol.GiveUp(fol.TooDeep)
	}
	if r := w.start(ctx); r != nil {
		r.Broken = w.broken()
		return *r
	}
	limit := smtlib.Grace(q.Timeout)
	defer w.child.Limit(ctx, limit)()
	w.child.LimitCPU(w.work.CPU)
	begun := time.Now()
	r, err := w.exchange(q)
	switch {
	case err != nil:
		r = w.child.Lost(ctx, err, limit)
		w.clear()
		w.lost++
	case r.Result == fol.Unknown:
		r.Reason, r.Late = smtlib.PlainReason(r.Reason), time.Since(begun) >= q.Timeout
	}
	return r
}

// briefly is the part of the work for a question that is made for one whose answer only spares
// other work. Such questions are many, and what is hard in one, as in a product modulo 2^64, is so
// in each behind it.
const briefly = 0.1

// steps bounds those that are made for a question.
func (w *client) steps(q fol.Query) uint32 {
	if q.Brief {
		return w.work.Times(briefly).Steps
	}
	return w.work.Steps
}

// exchange sends a question and reads its answer.
func (w *client) exchange(q fol.Query) (fol.Reply, error) {
	w.frame.b = w.frame.b[:0]
	w.align(q.Assertions)
	for _, n := range q.Want {
		w.number(n)
	}
	w.question++
	e := &w.frame
	e.command(cmdCheck)
	e.number(w.question)
	e.number(uint64(max(1, q.Timeout.Milliseconds())))
	e.number(uint64(w.steps(q)))
	e.number(uint64(len(q.Want)))
	for _, n := range q.Want {
		e.number(w.number(n))
	}
	if err := send(w.child.In, e.b); err != nil {
		return fol.Reply{}, err
	}
	w.child.Await(shortly)
	frame, err := receive(w.child.Reader)
	if err != nil {
		return fol.Reply{}, err
	}
	r, err := decodeReply(frame, w.question)
	if err == nil && len(r.Values) != 0 && len(r.Values) != len(q.Want) {
		err = errGarbled
	}
	return r, err
}

// align brings the worker's assertion stack to the question's assertions.
func (w *client) align(assertions []*fol.Node) {
	popped, pushed := w.asserted.Align(assertions)
	if popped > 0 {
		w.frame.command(cmdPop)
		w.frame.number(uint64(popped))
		w.frame.number(uint64(len(assertions) - len(pushed)))
	}
	for _, l := range pushed {
		ids := make([]uint64, 0, len(l.Facts)+1)
		for _, f := range l.Facts {
			ids = append(ids, w.number(f))
		}
		ids = append(ids, w.number(l.Assertion))
		w.frame.command(cmdAssert)
		w.frame.number(uint64(len(ids)))
		for _, id := range ids {
			w.frame.number(id)
		}
	}
}

// number returns the number of a node at the worker, telling the worker about
// it if it is new.
func (w *client) number(n *fol.Node) uint64 {
	for int(n.ID) >= len(w.sent) {
		w.sent = append(w.sent, make([]uint32, len(w.sent)+256)...)
	}
	if k := w.sent[n.ID]; k > 0 {
		return uint64(k - 1)
	}
	ids := make([]uint64, len(n.Args))
	for i, a := range n.Args {
		ids[i] = w.number(a)
	}
	var f uint64
	if n.Fun != nil {
		f = w.function(n.Fun)
	}
	e := &w.frame
	e.command(cmdNode)
	e.number(uint64(n.Op))
	e.number(uint64(n.Domain))
	e.number(uint64(len(ids)))
	for _, id := range ids {
		e.number(id)
	}
	switch n.Op {
	case fol.Numeral:
		e.text(n.Num.String())
	case fol.App:
		e.number(f)
	}
	w.nodes++
	w.sent[n.ID] = w.nodes
	return uint64(w.nodes - 1)
}

func (w *client) function(f *fol.Fun) uint64 {
	if id, ok := w.sentFuns[f]; ok {
		return id
	}
	id := uint64(len(w.sentFuns))
	w.sentFuns[f] = id
	e := &w.frame
	e.command(cmdFun)
	e.text(strings.Trim(f.Name, "|"))
	e.number(uint64(f.Result))
	e.number(uint64(len(f.Args)))
	for _, a := range f.Args {
		e.number(uint64(a))
	}
	return id
}
