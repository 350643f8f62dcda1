package stored

import (
	"fmt"
	"os"
)

// executable and version are those of this process. They are asked for when it starts: later
// another build may be where it was.
var executable, version = asked()

// Executable is the path of the executable, and what tells its versions apart: its size and
// the time when it was written; "" if that is not known. What one version has kept, or says,
// another one does not take for its own.
func Executable() (path, of string) { return executable, version }

func asked() (path, version string) {
	path, err := os.Executable()
	if err != nil {
		return "", ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", ""
	}
	return path, fmt.Sprintf("%d-%d", info.Size(), info.ModTime().UnixNano())
}
