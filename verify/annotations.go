package verify

import _ "embed"

// Annotations says what can be written in annotations: a topic of the help.
//
//go:embed annotations.txt
var Annotations string
