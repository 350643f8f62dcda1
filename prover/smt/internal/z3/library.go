//go:build cgo

package z3

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// What go-z3 does not offer: the version of the library, and its global
// parameters.

func libraryVersion() string {
	var major, minor, build, revision C.unsigned
	C.Z3_get_version(&major, &minor, &build, &revision)
	return fmt.Sprintf("%d.%d.%d", major, minor, build)
}

// setParameter sets a global parameter of Z3.
func setParameter(name, value string) {
	n, v := C.CString(name), C.CString(value)
	defer C.free(unsafe.Pointer(n))
	defer C.free(unsafe.Pointer(v))
	C.Z3_global_param_set(n, v)
}
