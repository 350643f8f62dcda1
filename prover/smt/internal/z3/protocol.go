package z3

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"rlv/prover/smt/internal/fol"
	"rlv/prover/smt/internal/smtlib"
	"rlv/semantics/stored"
)

// The protocol between a client and its worker: frames, each a length and
// that many bytes. A frame from the client is a list of commands that ends with
// a check; the worker answers each frame with one. Numbers are unsigned
// varints, texts a length and bytes.

// hello is the start of the first frame that a worker sends; then come what tells its build from
// others, and the version of the solver.
const hello = "rlv-smt-1 "

// greeting is the first frame of a worker of a build.
func greeting(build, solver string) []byte { return []byte(hello + build + " " + solver) }

// errReplaced says that a worker is of another build than the process that has started it: what
// the one says the other need not understand.
var errReplaced = errors.New("it is of another build of this program, which has taken the place of this one")

// readGreeting returns the version of the solver of a worker of the same build.
func readGreeting(frame []byte) (solver string, err error) {
	rest, ok := strings.CutPrefix(string(frame), hello)
	if !ok {
		return "", errGarbled
	}
	_, build := stored.Executable()
	of, solver, ok := strings.Cut(rest, " ")
	if !ok || of != build {
		return "", errReplaced
	}
	return solver, nil
}

// The commands. Functions and nodes are numbered in the order in which they come.
const (
	cmdFun    = 'F' // name, result domain, number of arguments, their domains
	cmdNode   = 'N' // op, domain, number of arguments, their numbers; then a text (Numeral) or a function (App)
	cmdPop    = 'P' // number of levels, number of levels that remain
	cmdAssert = 'A' // a new level: number of nodes, nodes
	cmdCheck  = 'C' // question number, timeout in ms, number of nodes whose values are wanted, nodes
)

// The verdicts in an answer: question number, verdict, reason, number of texts, texts.
const (
	wireUnknown = 'u'
	wireSat     = 's'
	wireUnsat   = 'd'
	wireError   = 'e' // the worker is no longer to be used
)

var errGarbled = errors.New("garbled message")

// encoder builds a frame.
type encoder struct{ b []byte }

func (e *encoder) command(c byte) { e.b = append(e.b, c) }

func (e *encoder) number(n uint64) { e.b = binary.AppendUvarint(e.b, n) }

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.b = append(e.b, s...)
}

// send writes a frame.
func send(w io.Writer, frame []byte) error {
	head := binary.AppendUvarint(make([]byte, 0, len(frame)+binary.MaxVarintLen64), uint64(len(frame)))
	_, err := w.Write(append(head, frame...))
	return err
}

// receive reads a frame.
func receive(r *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	if n > smtlib.MaxAnswer {
		return nil, errGarbled
	}
	if n > 1<<16 { // do not trust a length before the bytes are there
		return io.ReadAll(io.LimitReader(r, int64(n)))
	}
	b := make([]byte, n)
	_, err = io.ReadFull(r, b)
	return b, err
}

// decoder takes a frame apart. After an error, all it returns is zero.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail() {
	d.b, d.err = nil, errGarbled
}

func (d *decoder) command() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	c := d.b[0]
	d.b = d.b[1:]
	return c
}

func (d *decoder) number() uint64 {
	n, k := binary.Uvarint(d.b)
	if k <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[k:]
	return n
}

// count reads the number of items that follow, each of at least one byte.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count()
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *decoder) numbers() []uint64 {
	ns := make([]uint64, d.count())
	for i := range ns {
		ns[i] = d.number()
	}
	return ns
}

// encodeReply is the frame that decodeReply reads.
func encodeReply(question uint64, verdict byte, reason string, values []string) []byte {
	e := &encoder{}
	e.number(question)
	e.command(verdict)
	e.text(reason)
	e.number(uint64(len(values)))
	for _, v := range values {
		e.text(v)
	}
	return e.b
}

// decodeReply reads a worker's answer to a question.
func decodeReply(frame []byte, question uint64) (fol.Reply, error) {
	d := decoder{b: frame}
	number, verdict, reason := d.number(), d.command(), d.text()
	if d.err == nil && verdict == wireError { // perhaps before it knew the number
		return fol.Reply{}, &smtlib.OwnError{Reason: reason}
	}
	if number != question {
		return fol.Reply{}, errGarbled
	}
	values := make([]string, d.count())
	for i := range values {
		values[i] = d.text()
	}
	if d.err != nil || len(d.b) > 0 {
		return fol.Reply{}, errGarbled
	}
	r := fol.Reply{Reason: reason, Values: values}
	switch verdict {
	case wireSat:
		r.Result = fol.Sat
	case wireUnsat:
		r.Result = fol.Unsat
	case wireUnknown:
	default:
		return fol.Reply{}, errGarbled
	}
	return r, nil
}
