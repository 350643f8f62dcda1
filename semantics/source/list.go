package source

import (
	"cmp"
	"errors"
	"slices"

	"github.com/hashicorp/go-multierror"
)

// maxShown bounds how many errors a List reports; what a machine wrote wrongly
// tends to be wrong everywhere.
const maxShown = 100

// maxKept bounds how many errors a List remembers at all.
const maxKept = 10 * maxShown

// List collects diagnostics, so that a user sees all that is wrong at once. The
// zero List is empty and ready for use.
type List struct {
	errors   []*Diagnostic
	dropped  int // errors beyond maxKept
	warnings []*Diagnostic
}

// Add adds a diagnostic: an error to the errors, any other to the warnings.
func (l *List) Add(d *Diagnostic) {
	switch {
	case d.Severity != Error:
		l.warnings = append(l.warnings, d)
	case l.Full():
		l.dropped++
	default:
		l.errors = append(l.errors, d)
	}
}

// Errorf adds an error and returns it, for a caller that knows related places.
func (l *List) Errorf(span Span, code, format string, args ...any) *Diagnostic {
	d := Errorf(span, code, format, args...)
	l.Add(d)
	return d
}

// Warnf adds a warning.
func (l *List) Warnf(span Span, code, format string, args ...any) {
	l.Add(Warningf(span, code, format, args...))
}

// AddError adds the diagnostics in an error, of several in a *multierror.Error
// each; an error that is no diagnostic is put at span. A nil error adds nothing.
func (l *List) AddError(span Span, err error) {
	var all *multierror.Error
	var one *Diagnostic
	switch {
	case err == nil:
	case errors.As(err, &all):
		for _, e := range all.Errors {
			l.AddError(span, e)
		}
	case errors.As(err, &one):
		l.Add(one)
	default:
		l.Errorf(span, "internal", "%v", err)
	}
}

// ErrorCount returns how many errors were added, duplicates and those that are not
// kept included: who compares it before and after a step learns whether the step
// failed.
func (l *List) ErrorCount() int { return len(l.errors) + l.dropped }

// Full reports whether further errors are counted only.
func (l *List) Full() bool { return len(l.errors) >= maxKept }

// Cut forgets all errors but the first n, which must not be more than there are.
func (l *List) Cut(n int) {
	kept := min(n, len(l.errors))
	l.errors, l.dropped = l.errors[:kept], n-kept
}

// HasErrorAt reports whether there is an error at a place already.
func (l *List) HasErrorAt(span Span) bool {
	return slices.ContainsFunc(l.errors, func(d *Diagnostic) bool { return d.Span == span })
}

// Errors returns the errors that are kept, as they were added; do not change the
// slice.
func (l *List) Errors() []*Diagnostic { return l.errors }

// Warnings returns the warnings, as they were added; do not change the slice.
func (l *List) Warnings() []*Diagnostic { return l.warnings }

// Err returns the errors as a *multierror.Error over *Diagnostic, or nil if there
// are none. They are in the order of files first seen and of positions, each once
// (the grammars of several modules may find the same); of more than maxShown the
// last says how many there are besides.
func (l *List) Err() error {
	if len(l.errors) == 0 {
		return nil
	}
	ds := distinct(inOrder(l.errors))
	more := max(0, len(ds)-maxShown) + l.dropped
	var all *multierror.Error
	for _, d := range ds[:min(len(ds), maxShown)] {
		all = multierror.Append(all, d)
	}
	if more > 0 {
		at := ds[min(len(ds)-1, maxShown)].Span
		all = multierror.Append(all, Errorf(at, "too-many-problems", "%d more problems are not shown", more))
	}
	return all
}

// inOrder returns a copy of diagnostics in the order of files, as first seen, and
// of positions in them.
func inOrder(ds []*Diagnostic) []*Diagnostic {
	order := map[*File]int{}
	for _, d := range ds {
		if _, ok := order[d.Span.File]; !ok {
			order[d.Span.File] = len(order)
		}
	}
	sorted := slices.Clone(ds)
	slices.SortStableFunc(sorted, func(a, b *Diagnostic) int {
		return cmp.Or(cmp.Compare(order[a.Span.File], order[b.Span.File]), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return sorted
}

// distinct removes from diagnostics those that say the same at the same place as
// an earlier one.
func distinct(ds []*Diagnostic) []*Diagnostic {
	type said struct {
		span          Span
		code, message string
	}
	seen := map[said]bool{}
	return slices.DeleteFunc(ds, func(d *Diagnostic) bool {
		key := said{d.Span, d.Code, d.Message}
		known := seen[key]
		seen[key] = true
		return known
	})
}
