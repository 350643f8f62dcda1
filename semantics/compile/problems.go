package compile

import (
	"errors"
	"slices"
	"sort"

	"github.com/hashicorp/go-multierror"

	"rlv/semantics/source"
)

// problems collects diagnostics, so that a user sees all of them at once.
type problems struct {
	errors   []*source.Diagnostic
	warnings []*source.Diagnostic
}

func (p *problems) errorf(span source.Span, code, format string, args ...any) {
	p.errors = append(p.errors, source.Errorf(span, code, format, args...))
}

func (p *problems) warnf(span source.Span, code, format string, args ...any) {
	p.warnings = append(p.warnings, source.Warningf(span, code, format, args...))
}

// add takes over the diagnostics in an error; another error is put at span.
func (p *problems) add(span source.Span, err error) {
	var all *multierror.Error
	var one *source.Diagnostic
	switch {
	case err == nil:
	case errors.As(err, &all):
		for _, e := range all.Errors {
			p.add(span, e)
		}
	case errors.As(err, &one):
		p.errors = append(p.errors, one)
	default:
		p.errorf(span, "internal", "%v", err)
	}
}

// err returns all errors in the order of files and positions, nil if there are
// none.
func (p *problems) err() error {
	if len(p.errors) == 0 {
		return nil
	}
	sortDiagnostics(p.errors)
	p.errors = distinct(p.errors)
	var all *multierror.Error
	for _, d := range p.errors {
		all = multierror.Append(all, d)
	}
	return all.ErrorOrNil()
}

// distinct leaves out what has been said: the grammars of several modules may
// find the same.
func distinct(ds []*source.Diagnostic) []*source.Diagnostic {
	type said struct {
		span          source.Span
		code, message string
	}
	seen := map[said]bool{}
	return slices.DeleteFunc(ds, func(d *source.Diagnostic) bool {
		key := said{d.Span, d.Code, d.Message}
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// reported says whether there is an error at a place already.
func (p *problems) reported(span source.Span) bool {
	return slices.ContainsFunc(p.errors, func(d *source.Diagnostic) bool { return d.Span == span })
}

// sortDiagnostics orders by file, in the order first seen, and position.
func sortDiagnostics(ds []*source.Diagnostic) {
	order := map[*source.File]int{}
	for _, d := range ds {
		if _, ok := order[d.Span.File]; !ok {
			order[d.Span.File] = len(order)
		}
	}
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := ds[i].Span, ds[j].Span
		if a.File != b.File {
			return order[a.File] < order[b.File]
		}
		return a.Start < b.Start
	})
}
