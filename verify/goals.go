package verify

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"rlv/report"
	"rlv/semantics/languages"
	"rlv/specification"
)

// The formats of goals: to be read, and a specification module that Spec proves.
const (
	GoalsAsText = "text"
	GoalsAsSpec = "k"
)

// WriteGoals writes what the annotations of a program compile into, in a format. What
// the format has no words for is an error, and then nothing is written.
func (v *Verifier) WriteGoals(ctx context.Context, in Input, format string, w io.Writer) error {
	if format != GoalsAsText && format != GoalsAsSpec {
		return fmt.Errorf("there is no format %s of goals, but %s and %s", format, GoalsAsText, GoalsAsSpec)
	}
	g, err := v.Goals(ctx, in)
	if err != nil {
		return err
	}
	if format == GoalsAsSpec {
		text, err := v.specification(g)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
	for i, goal := range g.Goals {
		if i > 0 {
			fmt.Fprintln(w)
		}
		report.Claim(w, g.Engine.Definition, goal)
	}
	return nil
}

func (v *Verifier) specification(g *Goals) (string, error) {
	requires, file := v.options.Language.Definition, g.program.File
	if requires == "" {
		requires = languages.DefinitionOf(file.Name)
	}
	return within(loadTime, file.Name+": writing the specification", func() (string, error) {
		return specification.Write(specification.Source{Result: g.Result, Program: file, Definition: g.Engine.Definition, Requires: filepath.ToSlash(requires)})
	})
}
