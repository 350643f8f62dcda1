package verify

import (
	"cmp"
	"context"
	"os"
	"runtime"
	"slices"

	"rlv/prover"
	"rlv/report"
	"rlv/semantics/source"
)

// Programs verifies programs, several at a time where there are several: the goals
// of one are then proved one by one. The printer is told of the programs in their
// order. The gravest outcome is returned; "" if there is nothing to verify.
func (v *Verifier) Programs(ctx context.Context, inputs []Input, to report.Printer) report.Status {
	jobs := v.options.Jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	worst := report.Status("")
	if jobs = min(jobs, len(inputs)); jobs <= 1 {
		for _, in := range inputs {
			worst = worst.Worse(v.one(ctx, in, v.options.Jobs, to))
		}
		return worst
	}
	for _, p := range v.start(ctx, inputs, jobs) {
		<-p.done
		for _, tell := range p.told {
			tell(to)
		}
		worst = worst.Worse(p.status)
		p.told = nil // verdicts may be large
	}
	return worst
}

// start verifies programs, so many at a time, and returns at once what will come of
// each.
func (v *Verifier) start(ctx context.Context, inputs []Input, jobs int) []*recording {
	parts := make([]*recording, len(inputs))
	for i := range parts {
		parts[i] = &recording{done: make(chan struct{})}
	}
	next := make(chan int)
	for range jobs {
		go func() {
			for i := range next {
				parts[i].status = v.one(ctx, inputs[i], 1, parts[i])
				close(parts[i].done)
			}
		}()
	}
	go func() {
		for _, i := range longestFirst(inputs) {
			next <- i
		}
		close(next)
	}()
	return parts
}

// one verifies one of several programs.
func (v *Verifier) one(ctx context.Context, in Input, jobs int, to report.Printer) report.Status {
	file := v.verifyOne(ctx, in, jobs, to)
	if file.Err != nil && left(in, file.Err) {
		return ""
	}
	return file.Status
}

// longestFirst returns the numbers of the programs by falling size: what takes long
// is begun early, so that no processor is idle at the end.
func longestFirst(inputs []Input) []int {
	sizes, order := make([]int64, len(inputs)), make([]int, len(inputs))
	for i, in := range inputs {
		sizes[i] = int64(len(in.Text))
		if info, err := os.Stat(in.Path); in.Text == "" && err == nil {
			sizes[i] = info.Size()
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sizes[j], sizes[i]) })
	return order
}

// recording is a printer that keeps what is said of a program, which is verified
// while it is not its turn.
type recording struct {
	report.Silent
	told   []func(report.Printer)
	status report.Status
	done   chan struct{} // closed when all is said
}

func (r *recording) keep(tell func(report.Printer)) { r.told = append(r.told, tell) }

// Warning keeps a warning.
func (r *recording) Warning(d *source.Diagnostic) { r.keep(func(p report.Printer) { p.Warning(d) }) }

// Lemma keeps a verdict.
func (r *recording) Lemma(v *prover.Verdict) { r.keep(func(p report.Printer) { p.Lemma(v) }) }

// Goal keeps a verdict.
func (r *recording) Goal(v *prover.Verdict) { r.keep(func(p report.Printer) { p.Goal(v) }) }

// Note keeps a remark.
func (r *recording) Note(d *source.Diagnostic) { r.keep(func(p report.Printer) { p.Note(d) }) }

// File keeps the end.
func (r *recording) File(f *report.File) { r.keep(func(p report.Printer) { p.File(f) }) }
