// Package process says how the process of a command uses the machine, its memory and its
// processors: a command lives for a moment, and the usual settings are those of programs
// that run for days. What the user says in GOGC and GOMAXPROCS stays.
package process
