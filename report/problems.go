package report

import (
	"errors"
	"fmt"

	"rlv/semantics/source"

	"github.com/hashicorp/go-multierror"
)

// Problems returns the problems in an error, one by one; none if it is nil.
func Problems(err error) []error {
	var many *multierror.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &many):
		var out []error
		for _, e := range many.Errors {
			out = append(out, Problems(e)...)
		}
		return out
	}
	return []error{err}
}

// Rendered returns one problem as people read it: a diagnostic with its source line,
// another error in a line that begins with the name of the command.
func Rendered(err error) string {
	var one *source.Diagnostic
	if errors.As(err, &one) {
		return one.Render()
	}
	return fmt.Sprintf("rlv: %s\n", source.Printable(err.Error()))
}
