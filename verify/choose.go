package verify

import (
	"fmt"
	"slices"
	"strings"

	"rlv/annotate"
	"rlv/prover"
)

// choose makes all goals trusted but the chosen ones, if any are. Lemmas are proved in any case:
// goals may need them. A name that nothing has is an error.
func choose(chosen []string, goals []*prover.Goal, lemmas []annotate.Lemma) error {
	if len(chosen) == 0 {
		return nil
	}
	var names []string
	for _, l := range lemmas {
		names = append(names, l.Name)
	}
	for _, g := range goals {
		names = append(names, g.Name)
		g.Trusted = g.Trusted || !slices.Contains(chosen, g.Name)
	}
	for _, name := range chosen {
		if !slices.Contains(names, name) {
			return fmt.Errorf("no goal is called %q; there are: %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}
