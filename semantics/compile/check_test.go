package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const checked = `module CHECKED-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Exp "/" Exp [strict] | Exp "%" Exp [strict] | "abs" Exp [strict] | "sign" Exp [strict] | "not" Bool
endmodule
module CHECKED
  imports CHECKED-SYNTAX
  imports DOMAINS
  syntax KResult ::= Int | Bool
  configuration <k> $PGM:Exp </k>
  syntax KItem ::= "#never" "(" Exp ")"
  rule I1:Int / I2:Int => I1 /Int I2
  rule I1:Int % I2:Int => I1 %Int I2 requires I2 =/=Int 0
  rule abs I:Int => I requires I >=Int 0
  rule abs I:Int => 0 -Int I requires I <Int 0
  rule sign I:Int => 1 requires I >Int 0
  rule not true => false
  rule not false => true
  rule #never(E) => E
  rule not B:Bool => B [priority(60)]
endmodule
`

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checked.k")
	if err := os.WriteFile(path, []byte(checked), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Load(path, Options{CacheDir: "off"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range Check(d) {
		got = append(got, w.Code+": "+strings.TrimSpace(w.Span.Text()))
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{
		"unguarded-partial-function: rule I1:Int / I2:Int",
		"uncovered-cases: rule I1:Int % I2:Int",
		"uncovered-cases: rule sign I:Int",
		"unreachable-rule: rule #never(E)",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning %q in\n%s", want, all)
		}
	}
	for _, wrong := range []string{"rule abs", "rule not true", "unreachable-rule: rule abs"} {
		if strings.Contains(all, wrong) {
			t.Errorf("a false alarm %q in\n%s", wrong, all)
		}
	}
}
