package kdef

import (
	"sort"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

// maxProblems bounds how many problems one call reports; what a machine wrote
// wrongly tends to be wrong everywhere.
const maxProblems = 100

// maxKept bounds how many problems are remembered at all.
const maxKept = 10 * maxProblems

// problems collects diagnostics, so that a user sees all of them at once.
type problems struct {
	errors   []*source.Diagnostic
	warnings []*source.Diagnostic
}

// errorf adds an error.
func (p *problems) errorf(span source.Span, code, format string, args ...any) *source.Diagnostic {
	d := source.Errorf(span, code, format, args...)
	if !p.full() {
		p.errors = append(p.errors, d)
	}
	return d
}

// full says whether more problems would be dropped.
func (p *problems) full() bool { return len(p.errors) >= maxKept }

// warnf adds a warning.
func (p *problems) warnf(span source.Span, code, format string, args ...any) {
	p.warnings = append(p.warnings, source.Warningf(span, code, format, args...))
}

// failed says whether an error was added.
func (p *problems) failed() bool { return len(p.errors) > 0 }

// err returns all errors as a *multierror.Error over *source.Diagnostic, in
// the order of files first seen and of positions, or nil.
func (p *problems) err() error {
	if len(p.errors) == 0 {
		return nil
	}
	order := map[*source.File]int{}
	for _, d := range p.errors {
		if _, ok := order[d.Span.File]; !ok {
			order[d.Span.File] = len(order)
		}
	}
	sort.SliceStable(p.errors, func(i, j int) bool {
		a, b := p.errors[i].Span, p.errors[j].Span
		if a.File != b.File {
			return order[a.File] < order[b.File]
		}
		return a.Start < b.Start
	})
	var all *multierror.Error
	var last *source.Diagnostic
	for i, d := range p.errors {
		if i == maxProblems {
			all = multierror.Append(all, source.Errorf(d.Span, "too-many-problems", "%d more problems are not shown", len(p.errors)-i))
			break
		}
		if last != nil && last.Span == d.Span && last.Code == d.Code && last.Message == d.Message {
			continue
		}
		all, last = multierror.Append(all, d), d
	}
	return all.ErrorOrNil()
}
