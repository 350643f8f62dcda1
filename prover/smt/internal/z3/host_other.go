//go:build !unix

package z3

import "os"

// replyFile returns the file for a worker's answers.
func replyFile() *os.File { return os.Stdout }

// hungUp is not known here: a worker ends when it next reads.
func hungUp(*os.File) bool { return false }

// endWhenSpent does nothing: here the clock bounds what Z3 does not count.
func endWhenSpent() {}
