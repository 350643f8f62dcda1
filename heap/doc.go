// Package heap says how the memory of a command is had from the system and when it is
// collected: a command lives for a moment, and the usual settings are those of programs that
// run for days.
package heap
