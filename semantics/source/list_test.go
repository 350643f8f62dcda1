package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/go-multierror"
)

// messages returns the messages in an error that a List made, in their order.
func messages(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var all *multierror.Error
	if !errors.As(err, &all) {
		t.Fatalf("%v is no *multierror.Error", err)
	}
	var out []string
	for _, e := range all.Errors {
		var d *Diagnostic
		if !errors.As(e, &d) {
			t.Fatalf("%v is no *Diagnostic", e)
		}
		out = append(out, d.Message)
	}
	return strings.Join(out, " ")
}

func TestListSortsAndSaysEachOnce(t *testing.T) {
	one, two := NewFile("one", "0123456789"), NewFile("two", "0123456789")
	at := func(f *File, i int) Span { return Span{File: f, Start: i, End: i + 1} }
	var l List
	if l.Err() != nil || l.ErrorCount() != 0 {
		t.Fatal("the zero List is not empty")
	}
	l.Errorf(at(two, 5), "c", "first-file")
	l.Errorf(at(one, 7), "c", "late")
	l.Errorf(at(one, 3), "c", "early")
	l.Errorf(at(one, 7), "c", "also-late")
	l.Errorf(at(one, 7), "c", "late")  // said already, with another in between
	l.Errorf(at(one, 7), "d", "late")  // another code
	l.Errorf(at(two, 5), "c", "%d", 5) // another message
	l.Warnf(at(one, 0), "w", "warning")
	want := "first-file 5 early late also-late late"
	for range 2 { // asking changes nothing
		if got := messages(t, l.Err()); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	if l.ErrorCount() != 7 || len(l.Errors()) != 7 || l.Errors()[1].Message != "late" {
		t.Errorf("%d errors, %d kept", l.ErrorCount(), len(l.Errors()))
	}
	if len(l.Warnings()) != 1 || l.Warnings()[0].Severity != Warning {
		t.Errorf("warnings: %v", l.Warnings())
	}
	if !l.HasErrorAt(at(one, 3)) || l.HasErrorAt(at(two, 3)) || l.HasErrorAt(at(one, 0)) {
		t.Error("the places of errors")
	}
	l.Cut(2)
	if got := messages(t, l.Err()); got != "first-file late" || l.ErrorCount() != 2 {
		t.Errorf("after Cut: %s", got)
	}
}

func TestListStops(t *testing.T) {
	f := NewFile("f", strings.Repeat(".", 3*maxKept))
	tests := []struct {
		errors, shown int
		last          string
	}{
		{maxShown, maxShown, "at 99"},
		{maxShown + 1, maxShown + 1, "1 more problems are not shown"},
		{maxKept, maxShown + 1, "900 more problems are not shown"},
		{maxKept + 5, maxShown + 1, "905 more problems are not shown"},
	}
	for _, tt := range tests {
		var l List
		for i := range tt.errors {
			l.Errorf(Span{File: f, Start: i, End: i}, "c", "at %d", i)
		}
		var all *multierror.Error
		if !errors.As(l.Err(), &all) || len(all.Errors) != tt.shown || all.Errors[tt.shown-1].(*Diagnostic).Message != tt.last {
			t.Errorf("%d errors: %d shown, the last %v", tt.errors, len(all.Errors), all.Errors[len(all.Errors)-1])
		}
		if l.ErrorCount() != tt.errors || len(l.Errors()) > maxKept || l.Full() != (tt.errors >= maxKept) {
			t.Errorf("%d errors: counted %d, full: %t", tt.errors, l.ErrorCount(), l.Full())
		}
		l.Cut(tt.errors - 1)
		if l.ErrorCount() != tt.errors-1 {
			t.Errorf("%d errors: after Cut %d", tt.errors, l.ErrorCount())
		}
	}
}

func TestListTakesErrors(t *testing.T) {
	f := NewFile("f", "text")
	here, there := Span{File: f, Start: 1, End: 2}, Span{File: f, Start: 3, End: 4}
	var l List
	l.AddError(here, nil)
	l.AddError(here, errors.New("plain"))
	l.AddError(here, fmt.Errorf("wrapped: %w", Errorf(there, "c", "one")))
	l.AddError(here, multierror.Append(nil, Errorf(there, "c", "several"), multierror.Append(nil, errors.New("nested")), Warningf(there, "w", "warned")))
	if got := messages(t, l.Err()); got != "plain nested one several" {
		t.Errorf("%s", got)
	}
	if d := l.Errors()[0]; d.Code != "internal" || d.Span != here {
		t.Errorf("%v", d)
	}
	if len(l.Warnings()) != 1 {
		t.Errorf("warnings: %v", l.Warnings())
	}
	if d := l.Errorf(here, "c", "m"); d != l.Errors()[len(l.Errors())-1] {
		t.Error("Errorf returns another diagnostic than it adds")
	}
}
