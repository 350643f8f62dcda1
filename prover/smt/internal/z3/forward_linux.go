//go:build cgo

package z3

/*
#cgo LDFLAGS: -Wl,--as-needed -ldl
#include <stdlib.h>
const char *rlv_load_z3(void);
*/
import "C"

import "errors"

// loadLibrary loads libz3, which this binary is not linked with (forward_linux.c). Nothing
// of go-z3 may be called before.
func loadLibrary() error {
	if problem := C.rlv_load_z3(); problem != nil {
		return errors.New(C.GoString(problem))
	}
	return nil
}
