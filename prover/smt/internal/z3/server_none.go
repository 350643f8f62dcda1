//go:build !cgo

package z3

import "io"

// Available is whether this binary can be a worker.
const Available = false

// serve is of no use in a binary built without cgo.
func serve(io.Reader, io.Writer) int { return 1 }
