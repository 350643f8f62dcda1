package compile

import (
	"testing"

	"rlv/semantics/source"
)

// verifyOnLoad says whether definitions are checked when they are made.
func (d *Definition) verifyOnLoad() bool { return testing.Testing() }

func (d *Definition) verify() []*source.Diagnostic { return nil }
