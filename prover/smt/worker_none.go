//go:build !cgo

package smt

import "io"

// haveWorker says that this binary can be a worker.
const haveWorker = false

// WorkerMain is of no use in a binary built without cgo.
func WorkerMain(io.Reader, io.Writer) int { return 1 }
