package main

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// release is the version that comes next; what is built from the module at a version has that.
const release = "0.2.0-dev"

// version is the version, and the revision that was built where that is known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	if _, err := fmt.Sscanf(info.Main.Version, "v%d.%d.%d", new(int), new(int), new(int)); err == nil && !strings.HasPrefix(info.Main.Version, "v0.0.0-") {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return fmt.Sprintf("%s (%s)", release, s.Value)
		}
	}
	return release
}
