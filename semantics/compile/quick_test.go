package compile

import (
	"fmt"
	"os"
	"testing"
)

func TestQuick(t *testing.T) {
	path := os.Getenv("DEF")
	if path == "" {
		t.Skip()
	}
	d, err := Load(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range d.Warnings {
		fmt.Println(w)
	}
	for _, r := range d.Rules {
		fmt.Println(r.Label, r.Priority)
		for _, s := range r.Left {
			fmt.Println("    L", d.Layout.Slots[s.Index].Name, s.Term)
		}
		for _, s := range r.Right {
			fmt.Println("    R", d.Layout.Slots[s.Index].Name, s.Term)
		}
		if len(r.Requires) > 0 {
			fmt.Println("    requires", r.Requires)
		}
		if len(r.Defined) > 0 {
			fmt.Println("    defined", r.Defined)
		}
	}
	for _, rs := range d.Functions {
		for _, r := range rs {
			fmt.Println(r.Label, r.Symbol, r.LeftArgs, "=>", r.RightTerm, r.Requires)
		}
	}
}
