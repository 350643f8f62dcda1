package kdef

import (
	"fmt"
	"strings"
	"testing"

	"rlv/semantics/source"
)

// largeDefinition returns a definition of about n lines.
func largeDefinition(n int) string {
	var b strings.Builder
	b.WriteString("module M-SYNTAX\n  imports DOMAINS-SYNTAX\n")
	for i := range n / 10 {
		fmt.Fprintf(&b, "  syntax Exp%d ::= Int | Id | \"op%d\" Exp%d [strict]\n    > left: Exp%d \"*%d\" Exp%d [strict]\n    > left: Exp%d \"+%d\" Exp%d [strict]\n", i, i, i, i, i, i, i, i, i)
	}
	b.WriteString("endmodule\nmodule M\n  imports M-SYNTAX\n  imports DOMAINS\n  configuration <T> <k> $PGM:Exp0 </k> <state> .Map </state> </T>\n")
	for i := range n * 7 / 10 {
		fmt.Fprintf(&b, "  rule <k> X:Id = I:Int => I ...</k> <state> X |-> (_ => %d) ...</state> requires I <=Int %d [priority(%d)]\n", i, i, i)
	}
	b.WriteString("endmodule\n")
	return b.String()
}

func BenchmarkLoad(b *testing.B) {
	text := largeDefinition(1000)
	b.ReportMetric(float64(strings.Count(text, "\n")), "lines")
	for b.Loop() {
		mustLoad(b, text)
	}
}

func BenchmarkClosures(b *testing.B) {
	text := largeDefinition(1000)
	for b.Loop() {
		b.StopTimer()
		d := mustLoad(b, text)
		clear(d.signatures)
		b.StartTimer()
		d.Whole()
		for _, programs := range []bool{false, true} {
			if _, err := d.Closure("M", programs); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkLibrary(b *testing.B) {
	for b.Loop() {
		for _, name := range library().names {
			f := library().files[name]
			parseFile(f.Source.Name, []byte(f.Source.Text()), true, &source.List{})
		}
	}
}
