//go:build !unix

package smt

import (
	"os"
	"time"
)

func (c *child) await(time.Duration) {}

func hungUp(*os.File) bool { return false }
