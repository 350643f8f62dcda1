package main

import (
	"fmt"
	"os"
	"strings"

	"rlv/report"
	"rlv/verify"

	"github.com/spf13/cobra"
)

func newVerify(o *options) *cobra.Command {
	p, stdin := &proving{}, ""
	c := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Verify annotated programs",
		Long: `Verify programs annotated with @pre, @post, @inv and the like in comments: the
annotations become reachability-logic goals, and each goal is proved or not. A
directory, or DIR/..., stands for every file of a known language in it, and - for
standard input.

Reports:
` + report.FormatHelp() + `
Exit status: 0 everything proved; 1 something refuted or not provable; 2 the input
is wrong; 3 undecided.`,
		Example: `  rlv verify FILE
  rlv verify --format json ./...
  rlv verify --output sarif=rlv.sarif --output junit=rlv.xml ./...
  rlv verify --output html=proofs.html FILE
  rlv verify --definition mylang.k --tree prog.mylang
  rlv verify --goal sum.loop@7:3.body FILE
  rlv verify --stdin-name FILE - < FILE`,
		Args: atLeastOne("a FILE or directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, r, err := p.start(cmd, o)
			if err != nil {
				return err
			}
			inputs, err := programFiles(args, stdin)
			if err != nil {
				return err
			}
			if p.Certificate != "" && (len(inputs) != 1 || len(p.Goals) > 0) {
				return fmt.Errorf("--certificate is for all goals of one FILE")
			}
			if len(p.Goals) > 0 && len(inputs) != 1 {
				return fmt.Errorf("--goal is for one FILE, not for %d", len(inputs))
			}
			status := v.Programs(cmd.Context(), inputs, r)
			if status == "" {
				return fmt.Errorf("%s: %w", strings.Join(args, " "), verify.ErrNothing)
			}
			return r.finish(status)
		},
	}
	o.definitionFlags(c)
	p.flags(c)
	c.Flags().StringArrayVar(&p.Goals, "goal", nil, "prove the goal or lemma `NAME` (as in --format json), any number of times, and trust the other goals")
	c.Flags().StringVar(&stdin, "stdin-name", "standard input", "`FILE` whose name and language - has")
	c.Flags().StringVar(&p.Certificate, "certificate", "", "write a certificate of the proofs into `FILE`")
	return c
}

// start makes the verifier and the reports that the flags ask for.
func (p *proving) start(cmd *cobra.Command, o *options) (*verify.Verifier, *reports, error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	r, err := p.open(cmd.OutOrStdout(), o.colored(os.Stdout))
	if err != nil {
		return nil, nil, err
	}
	p.Language, p.Warn = o.Language, warn
	v, err := verify.New(cmd.Context(), p.Options)
	return v, r, err
}
