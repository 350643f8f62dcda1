package main

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"

	"rlv/report"
)

// verifyAll verifies files, several at a time where there are several: the goals
// of one file are then proved one by one. What is said of them comes in the
// order of the files.
func (r *reporter) verifyAll(paths, named []string) {
	jobs := r.jobs
	if jobs <= 0 {
		jobs = runtime.NumCPU()
	}
	if jobs = min(jobs, len(paths)); jobs <= 1 {
		for _, path := range paths {
			r.verify(path, slices.Contains(named, path))
		}
		return
	}
	for _, path := range paths {
		r.engine(path) // a definition that cannot be loaded is reported with its file
	}
	base := *r
	parts := make([]*part, len(paths))
	for i := range paths {
		parts[i] = &part{done: make(chan struct{})}
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := range next {
				parts[i].verify(base, paths[i], slices.Contains(named, paths[i]))
			}
		}()
	}
	go func() {
		for _, i := range longestFirst(paths) {
			next <- i
		}
		close(next)
	}()
	for _, p := range parts {
		<-p.done
		p.join(r)
	}
	workers.Wait()
}

// longestFirst returns the numbers of the files by falling size: what takes long
// is begun early, so that no processor is idle at the end.
func longestFirst(paths []string) []int {
	sizes, order := make([]int64, len(paths)), make([]int, len(paths))
	for i, path := range paths {
		if info, err := os.Stat(path); err == nil {
			sizes[i] = info.Size()
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sizes[j], sizes[i]) })
	return order
}

// part is the work on one of several files, with what it says.
type part struct {
	*reporter
	out, errs bytes.Buffer
	done      chan struct{}
}

func (p *part) verify(own reporter, path string, isNamed bool) {
	defer close(p.done)
	proving := *own.proving
	proving.jobs = 1
	own.proving, own.json = &proving, &report.Report{}
	own.code, own.proved, own.ended, own.total, own.lemmas, own.allLemmas = 0, 0, 0, 0, 0, 0
	own.out, own.errs = &p.out, &p.errs
	p.reporter = &own
	own.verify(path, isNamed)
}

// join adds a part to the whole.
func (p *part) join(r *reporter) {
	io.Copy(os.Stderr, &p.errs)
	io.Copy(r.out, &p.out)
	r.json.Files = append(r.json.Files, p.json.Files...)
	r.proved += p.proved
	r.ended += p.ended
	r.total += p.total
	r.lemmas += p.lemmas
	r.allLemmas += p.allLemmas
	r.worse(p.code)
}
