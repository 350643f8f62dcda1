//go:build cgo

package smt

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>
*/
import "C"

import (
	"fmt"
	"strconv"
	"unsafe"
)

// What go-z3 does not offer: the version of the library, and its global
// parameters.

func libraryVersion() string {
	var major, minor, build, revision C.unsigned
	C.Z3_get_version(&major, &minor, &build, &revision)
	return fmt.Sprintf("%d.%d.%d", major, minor, build)
}

// limitMemory bounds the memory of Z3, which then gives up with an error.
func limitMemory(mb int) {
	name, value := C.CString("memory_max_size"), C.CString(strconv.Itoa(mb))
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(value))
	C.Z3_global_param_set(name, value)
}
