package source

// Coded is an error without a place in a text that has a code, as diagnostics have.
type Coded struct {
	Name string // of the code: stable and kebab-case
	Err  error
}

func (c *Coded) Error() string { return c.Err.Error() }

// Unwrap returns the error without its code.
func (c *Coded) Unwrap() error { return c.Err }

// Code is the code.
func (c *Coded) Code() string { return c.Name }
