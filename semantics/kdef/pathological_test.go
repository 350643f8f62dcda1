package kdef

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestPathologicalInputs: what takes time or depth quadratic in a text makes
// this test take minutes, or fail.
func TestPathologicalInputs(t *testing.T) {
	const n = 50_000
	many := func(text string) string { return strings.Repeat(text, n) }
	number := func(format string) string {
		var b strings.Builder
		for i := range n / 8 {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"attributes":       "module M rule x " + many("[a") + "]",
		"open values":      "module M rule x " + many("[a(") + "]",
		"nested values":    "module M rule x [a" + many("(") + many(")") + "]",
		"modules":          many("module M "),
		"many modules":     number("module A%d imports A%d endmodule "),
		"requires":         many("requires \"m.k\" "),
		"cells":            "module M configuration " + many("<a>"),
		"cells in a row":   "module M configuration " + many("<a> 0 </a>"),
		"comments":         "module M " + many("/* */"),
		"open comments":    "module M " + many("/*"),
		"bars":             "module M syntax A ::= " + many("| "),
		"unknown":          "module M syntax A ::= " + many(`"a" [strictt] | `) + `"a" endmodule`,
		"same production":  "module M syntax A ::= " + many(`"a" > `) + `"a" endmodule`,
		"sorts":            "module M " + number("syntax S%d ::= S%d ") + "endmodule",
		"productions":      "module M syntax A ::= " + number(`"a%d" "b%d" [left] > `) + `"z" endmodule`,
		"tags":             "module M syntax priority " + many("a ") + " > b endmodule",
		"quotes":           many(`"`),
		"lexical":          "module M syntax A ::= r\"" + many("{B}") + "\" syntax lexical B = r\"{B}{B}\" endmodule",
		"list":             "module M syntax A ::= f(" + many("A,"),
		"synonyms":         "module M " + number("syntax S%d = S%d ") + "endmodule",
		"label":            "module M rule [" + many("a") + many(" ["),
		"terminal strings": "module M rule " + many(`"\`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadText(t, Options{MainModule: "M"}, "m.k", map[string]string{"m.k": text})
			if err != nil {
				checkDiagnostics(t, err)
			}
		})
	}
	for name, text := range map[string]string{"fences": many("```k\n"), "quotations": many(">"), "lists": many("- "), "tildes": many("~")} {
		t.Run(name, func(t *testing.T) { unliterate(text) })
	}
}

// TestConcurrentUse asks for signatures from several goroutines; the race
// detector sees what is wrong.
func TestConcurrentUse(t *testing.T) {
	d := mustLoad(t, "module M-SYNTAX imports DOMAINS-SYNTAX endmodule module M imports M-SYNTAX imports DOMAINS endmodule")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, name := range d.Order {
				if s, err := d.Closure(name, true); err != nil || len(s.Modules) == 0 {
					t.Error(err)
				}
			}
			d.Whole()
		})
	}
	group.Wait()
}
