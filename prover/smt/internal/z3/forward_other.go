//go:build cgo && !linux

package z3

// loadLibrary does nothing: this binary is linked with libz3.
func loadLibrary() error { return nil }
