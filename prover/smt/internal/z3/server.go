//go:build cgo

package z3

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"rlv/prover/smt/internal/fol"
	"rlv/semantics/stored"

	"github.com/aclements/go-z3/z3"
)

// Available is whether this binary can be a worker.
const Available = true

// server is the state of a worker: one context and one solver for its life.
// The slices own every value that was ever made: the operations of go-z3 do not
// keep their operands alive, and a finalizer that ran in between would free
// them under Z3's hands.
type server struct {
	ctx    *z3.Context
	solver *z3.Solver
	sorts  [4]z3.Sort
	values []z3.Value
	funs   []z3.FuncDecl
	depth  int
	steps  uint64
}

// serve answers the questions that come in until the input ends, and returns an exit
// status. It is the whole program of a worker process.
func serve(in io.Reader, out io.Writer) int {
	if err := loadLibrary(); err != nil {
		fmt.Fprintln(os.Stderr, "rlv: the solver cannot be loaded:", err)
		return 1
	}
	debug.SetGCPercent(400)
	if mb, err := strconv.Atoi(os.Getenv(memoryVariable)); err == nil && mb > 0 {
		setParameter("memory_max_size", strconv.Itoa(mb)) // Z3 then gives up with an error
	}
	if solver := os.Getenv(arithmeticVariable); solver != "" {
		setParameter("smt.arith.solver", solver)
	}
	// Questions are asked one after the other: of the two solvers that Z3 makes for
	// every context the incremental one answers all. The other would first build a
	// strategy for each logic, which takes longer than most questions do.
	setParameter("tactic.default_tactic", "smt")
	_, build := stored.Executable()
	if send(out, greeting(build, libraryVersion())) != nil {
		return 1
	}
	go watch(in)
	go endWhenSpent()
	s := newServer()
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		frame, err := receive(r)
		if err != nil { // the parent is gone
			return 0
		}
		answer, ok := s.answer(frame)
		if send(out, answer) != nil || !ok {
			return 1
		}
	}
}

// watched is how often a worker looks whether its parent is still there.
const watched = 100 * time.Millisecond

// watch ends the process if its input does, in the middle of a check too.
func watch(in io.Reader) {
	if f, ok := in.(*os.File); ok {
		for range time.Tick(watched) {
			if hungUp(f) {
				os.Exit(0)
			}
		}
	}
}

func newServer() *server {
	s := &server{ctx: z3.NewContext(z3.NewContextConfig())}
	s.solver = z3.NewSolver(s.ctx)
	s.sorts = [...]z3.Sort{fol.Bool: s.ctx.BoolSort(), fol.Int: s.ctx.IntSort(),
		fol.Array: s.ctx.ArraySort(s.ctx.IntSort(), s.ctx.IntSort()), fol.Value: s.ctx.UninterpretedSort("Value")}
	return s
}

// answer carries out a frame. After an error the state of the solver is not
// known: ok is false, and the worker ends.
func (s *server) answer(frame []byte) (reply []byte, ok bool) {
	d := &decoder{b: frame}
	var question uint64
	defer func() {
		if p := recover(); p != nil {
			reply, ok = encodeReply(question, wireError, fmt.Sprint(p), nil), false
		}
	}()
	for d.err == nil {
		switch d.command() {
		case cmdFun:
			s.declare(d)
		case cmdNode:
			s.values = append(s.values, s.build(d))
		case cmdPop:
			s.pop(d)
		case cmdAssert:
			s.assert(d)
		case cmdCheck:
			question = d.number()
			return s.check(question, d), true
		default:
			d.fail()
		}
	}
	return encodeReply(question, wireError, d.err.Error(), nil), false
}

func (s *server) declare(d *decoder) {
	name, result := d.text(), s.sorts[d.number()]
	var args []z3.Sort
	for _, a := range d.numbers() {
		args = append(args, s.sorts[a])
	}
	s.funs = append(s.funs, s.ctx.FuncDecl(name, args, result))
}

func (s *server) pop(d *decoder) {
	n, remain := int(d.number()), int(d.number())
	if s.depth-n != remain || d.err != nil {
		panic("the assertion stacks differ")
	}
	for range n {
		s.solver.Pop()
	}
	s.depth = remain
}

// assert opens a level: Z3 4.8.12 hangs on assertions below the first push.
func (s *server) assert(d *decoder) {
	s.solver.Push()
	s.depth++
	for _, i := range d.numbers() {
		s.solver.Assert(s.values[i].(z3.Bool))
	}
}

func (s *server) check(question uint64, d *decoder) []byte {
	timeout, steps, wanted := d.number(), d.number(), d.numbers()
	if d.err != nil || len(d.b) > 0 {
		panic("garbled question")
	}
	if s.depth == 0 {
		s.solver.Push()
		defer s.solver.Pop()
	}
	if steps != s.steps { // after so many of Z3's the check ends
		s.steps = steps
		s.ctx.Config().SetUint("rlimit", uint(steps))
	}
	sat, late, err := s.solve(time.Duration(timeout) * time.Millisecond)
	switch {
	case late:
		return encodeReply(question, wireUnknown, timedOut, nil)
	case err != nil: // first: an unknown comes with "not sat", too
		return encodeReply(question, wireUnknown, err.Error(), nil)
	case !sat:
		return encodeReply(question, wireUnsat, "", nil)
	case len(wanted) == 0:
		return encodeReply(question, wireSat, "", nil)
	}
	m := s.solver.Model()
	values := make([]string, len(wanted))
	for i, w := range wanted {
		if v := m.Eval(s.values[w], true); v != nil {
			values[i] = v.String()
		}
	}
	return encodeReply(question, wireSat, "", values)
}

// timedOut is Z3's reason for an answer that the time limit kept it from.
const timedOut = "timeout"

// solve checks what is asserted. Z3's own time limit costs it a thread that is
// woken and put to sleep for each question; ours interrupts it from outside.
func (s *server) solve(limit time.Duration) (sat, late bool, err error) {
	var mu sync.Mutex
	running := true
	timer := time.AfterFunc(limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if running { // an interrupt must not hit the next question
			late = true
			s.ctx.Interrupt()
		}
	})
	sat, err = s.solver.Check()
	timer.Stop()
	mu.Lock()
	defer mu.Unlock()
	running = false
	return sat, late && err != nil, err
}

// build makes the value of a node.
func (s *server) build(d *decoder) z3.Value {
	o, dom := fol.Op(d.number()), fol.Domain(d.number())
	args := make([]z3.Value, 0, 4)
	for _, i := range d.numbers() {
		args = append(args, s.values[i])
	}
	switch o {
	case fol.True, fol.False:
		return s.ctx.FromBool(o == fol.True)
	case fol.Numeral:
		return s.number(d.text())
	case fol.App:
		return s.funs[d.number()].Apply(args...)
	case fol.Eq:
		return equal(args[0], args[1])
	case fol.Fill:
		return s.ctx.ConstArray(s.sorts[fol.Int], args[0])
	case fol.Select:
		return args[0].(z3.Array).Select(args[1])
	case fol.Store:
		return args[0].(z3.Array).Store(args[1], args[2])
	case fol.Ite:
		return args[0].(z3.Bool).IfThenElse(args[1], args[2])
	}
	if dom == fol.Int || o == fol.Le || o == fol.Lt {
		return arithmetic(o, ints(args))
	}
	return connective(o, bools(args))
}

func (s *server) number(text string) z3.Value {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic("garbled number")
	}
	if n.IsInt64() {
		return s.ctx.FromInt(n.Int64(), s.sorts[fol.Int])
	}
	return s.ctx.FromBigInt(n, s.sorts[fol.Int])
}

func ints(vs []z3.Value) []z3.Int {
	out := make([]z3.Int, len(vs))
	for i, v := range vs {
		out[i] = v.(z3.Int)
	}
	return out
}

func bools(vs []z3.Value) []z3.Bool {
	out := make([]z3.Bool, len(vs))
	for i, v := range vs {
		out[i] = v.(z3.Bool)
	}
	return out
}

func equal(x, y z3.Value) z3.Value {
	switch x := x.(type) {
	case z3.Bool:
		return x.Eq(y.(z3.Bool))
	case z3.Int:
		return x.Eq(y.(z3.Int))
	case z3.Array:
		return x.Eq(y.(z3.Array))
	case z3.Uninterpreted:
		return x.Eq(y.(z3.Uninterpreted))
	}
	panic("equality of an unknown sort")
}

func arithmetic(o fol.Op, a []z3.Int) z3.Value {
	switch o {
	case fol.Add:
		return a[0].Add(a[1:]...)
	case fol.Sub:
		return a[0].Sub(a[1:]...)
	case fol.Mul:
		return a[0].Mul(a[1:]...)
	case fol.Div:
		return a[0].Div(a[1])
	case fol.Mod:
		return a[0].Mod(a[1])
	case fol.Le:
		return a[0].LE(a[1])
	case fol.Lt:
		return a[0].LT(a[1])
	}
	panic("unknown operation on integers")
}

func connective(o fol.Op, a []z3.Bool) z3.Value {
	switch o {
	case fol.Not:
		return a[0].Not()
	case fol.And:
		return a[0].And(a[1:]...)
	case fol.Or:
		return a[0].Or(a[1:]...)
	case fol.Implies:
		return a[0].Implies(a[1])
	}
	panic("unknown connective")
}
