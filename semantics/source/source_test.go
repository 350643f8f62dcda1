package source

import (
	"strings"
	"testing"
)

// TestPosition has lines and columns from 1, columns in code points, for every offset
// and those beyond the text.
func TestPosition(t *testing.T) {
	f := NewFile("f", "ab\n\tgröße\r\n\n∀x")
	tests := []struct{ offset, line, column int }{
		{-5, 1, 1}, {0, 1, 1}, {2, 1, 3}, // at the newline
		{3, 2, 1}, {4, 2, 2}, {6, 2, 4}, {8, 2, 5}, // behind ö, which has two bytes
		{len("ab\n\tgröße"), 2, 7}, {len("ab\n\tgröße\r"), 2, 8}, {len("ab\n\tgröße\r\n"), 3, 1},
		{len("ab\n\tgröße\r\n\n"), 4, 1}, {len("ab\n\tgröße\r\n\n∀"), 4, 2},
		{len(f.Text()), 4, 3}, {len(f.Text()) + 9, 4, 3},
	}
	for _, tt := range tests {
		if line, column := f.Position(tt.offset); line != tt.line || column != tt.column {
			t.Errorf("offset %d is at %d:%d, not %d:%d", tt.offset, line, column, tt.line, tt.column)
		}
	}
	if line, column := NewFile("f", "").Position(0); line != 1 || column != 1 {
		t.Errorf("an empty file begins at %d:%d", line, column)
	}
}

func TestLine(t *testing.T) {
	f := NewFile("f", "first\r\n\nthird\r\n")
	for i, want := range []string{"", "first", "", "third", "", ""} {
		if got := f.Line(i); got != want {
			t.Errorf("line %d is %q, not %q", i, got, want)
		}
	}
	if got := f.Line(-1); got != "" {
		t.Errorf("line -1 is %q", got)
	}
}

func TestSpan(t *testing.T) {
	f, g := NewFile("dir/f.c", "int x = y;\nreturn x;\n"), NewFile("g", "0123456789")
	at := func(f *File, start, end int) Span { return Span{File: f, Start: start, End: end} }
	for _, tt := range []struct {
		span         Span
		text, string string
	}{
		{at(f, 4, 5), "x", "dir/f.c:1:5"},
		{at(f, 11, 19), "return x", "dir/f.c:2:1"},
		{at(f, 8, 17), "y;\nreturn", "dir/f.c:1:9"},
		{at(f, len(f.Text()), len(f.Text())), "", "dir/f.c:3:1"},
		{at(f, 5, 4), "", "dir/f.c:1:6"},
		{at(f, -1, 4), "", "dir/f.c:1:1"},
		{at(f, 4, 99), "", "dir/f.c:1:5"},
		{Span{}, "", "-"},
		{at(NewFile("\x1b[31m", ""), 0, 0), "", `\x1b[31m:1:1`},
	} {
		if got := tt.span.Text(); got != tt.text {
			t.Errorf("%s: the text is %q, not %q", tt.span, got, tt.text)
		}
		if got := tt.span.String(); got != tt.string {
			t.Errorf("the span is %s, not %s", got, tt.string)
		}
	}
	if !(Span{}).IsZero() || at(f, 0, 0).IsZero() {
		t.Error("which spans point nowhere")
	}
	for _, tt := range []struct{ s, t, want Span }{
		{at(f, 4, 5), at(f, 8, 9), at(f, 4, 9)},
		{at(f, 4, 9), at(f, 5, 6), at(f, 4, 6)},
		{at(f, 8, 9), at(f, 4, 5), at(f, 8, 9)},
		{at(f, 4, 5), at(g, 8, 9), at(f, 4, 5)},
		{at(f, 4, 5), Span{}, at(f, 4, 5)},
		{Span{}, at(f, 8, 9), at(f, 8, 9)},
	} {
		if got := tt.s.To(tt.t); got != tt.want {
			t.Errorf("%s to %s is %s", tt.s, tt.t, got)
		}
	}
}

// TestRender renders whole diagnostics. The text marks the span with « and ».
func TestRender(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a word", "int «x» = y;", "" +
			"    1 | int x = y;\n" +
			"            ^\n"},
		{"nothing is marked as one column", "int «»x;", "" +
			"    1 | int x;\n" +
			"            ^\n"},
		{"behind tabs", "\t\tx = «yy»;", "" +
			"    1 |   x = yy;\n" +
			"              ^^\n"},
		{"a tab in the span", "a«\tb»c", "" +
			"    1 | a bc\n" +
			"         ^^\n"},
		{"behind letters of several bytes", "größe = «∀x»;", "" +
			"    1 | größe = ∀x;\n" +
			"                ^^\n"},
		{"behind a control character", "a\x07«b»", "" +
			"    1 | a\\x07b\n" +
			"             ^\n"},
		{"over several lines: to the end of the first", "x = «f(\n1)»;", "" +
			"    1 | x = f(\n" +
			"            ^^\n"},
		{"a later line, with its number", strings.Repeat("\n", 122) + "  «x»", "" +
			"  123 |   x\n" +
			"          ^\n"},
		{"at the end of the file", "x = 1«»", "" +
			"    1 | x = 1\n" +
			"             ^\n"},
		{"behind the last newline", "x = 1\n«»", "" +
			"    2 | \n" +
			"        ^\n"},
		{"an empty file", "«»", "" +
			"    1 | \n" +
			"        ^\n"},
		{"lines that end in CR and LF", "a\r\nb = «c»;\r\nd", "" +
			"    2 | b = c;\n" +
			"            ^\n"},
		{"the line end itself, with CR", "a«\r\n»b", "" +
			"    1 | a\n" +
			"         ^\n"},
		{"bytes that are no text", "\xff\xfe«x»", "" +
			"    1 | \\xff\\xfex\n" +
			"                ^\n"},
	}
	for _, tt := range tests {
		before, rest, _ := strings.Cut(tt.text, "«")
		marked, after, _ := strings.Cut(rest, "»")
		span := Span{File: NewFile("f", before+marked+after), Start: len(before), End: len(before) + len(marked)}
		_, got, _ := strings.Cut(Warningf(span, "code", "wrong").Render(), "\n")
		if got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestRenderOutside has spans that are not in their file: they are drawn where the
// file is, and nothing panics.
func TestRenderOutside(t *testing.T) {
	f := NewFile("f", "one\ntwo")
	for _, s := range []Span{{f, -3, -1}, {f, 2, 1}, {f, 5, 900}, {f, 900, 901}} {
		if got := Errorf(s, "code", "m").Render(); !strings.Contains(got, "^") {
			t.Errorf("%d to %d: %s", s.Start, s.End, got)
		}
	}
	if got := Errorf(Span{}, "code", "nowhere").Render(); got != "-: error: nowhere [code]\n" {
		t.Errorf("nowhere: %q", got)
	}
}

func TestRelated(t *testing.T) {
	f := NewFile("f", "int x;\nint x;")
	d := Errorf(Span{f, 11, 12}, "duplicate", "x twice")
	d.Related = []Diagnostic{{Span: Span{f, 4, 5}, Message: "the first"}, {Message: "no place\x07"}}
	want := "f:2:5: error: x twice [duplicate]\n" +
		"    2 | int x;\n            ^\n" +
		"  f:1:5: the first\n" +
		"    1 | int x;\n            ^\n" +
		"  -: no place\\x07\n"
	if got := d.Render(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for s, want := range map[Severity]string{Error: "error", Warning: "warning", Note: "note"} {
		if s.String() != want {
			t.Errorf("%d is %s", s, s)
		}
	}
}

// TestLongLines shows maxLine code points of a line, wherever the span is in it, and
// the carets stand below it.
func TestLongLines(t *testing.T) {
	line := strings.Repeat("é", 300) + "HERE" + strings.Repeat("z", 300)
	for _, mark := range []string{"HERE", "éHERE", "HEREz", line} {
		start := strings.Index(line, mark)
		got := strings.Split(Errorf(Span{NewFile("f", line), start, start + len(mark)}, "c", "m").Render(), "\n")
		shown, carets := []rune(got[1]), []rune(got[2])
		if n := len(shown) - len("    1 | "); n != maxLine {
			t.Errorf("%d code points of the line are shown", n)
		}
		if len(carets) > len(shown) {
			t.Errorf("the carets are longer than the line: %s", got[2])
		}
		first := len(carets) - strings.Count(got[2], "^")
		if want := []rune(mark)[0]; shown[first] != want {
			t.Errorf("the first caret is below %q, not %q", shown[first], want)
		}
	}
}

// TestSpanInLongLine shows all of a short span, wherever it begins.
func TestSpanInLongLine(t *testing.T) {
	f := NewFile("f", strings.Repeat("a", 1000))
	for start := range 900 {
		if n := strings.Count(Errorf(Span{f, start, start + 20}, "c", "m").Render(), "^"); n != 20 {
			t.Fatalf("of a span of 20 at %d %d carets are shown", start, n)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc..."}, {"ééé", 2, "éé..."}, {"ab", 0, "..."}} {
		if got := Shorten(tt.text, tt.n); got != tt.want {
			t.Errorf("%q in %d is %q", tt.text, tt.n, got)
		}
	}
}

func FuzzRender(f *testing.F) {
	f.Add("int x\r\n\t\xff∀", 4, 9)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		file := NewFile(text, text)
		got := Errorf(Span{file, start, end}, "c", "%s", text).Render()
		if i := strings.IndexFunc(got, isControl); i >= 0 {
			t.Errorf("%q is printed", got[i:])
		}
		if line, column := file.Position(start); line < 1 || column < 1 || strings.Contains(file.Line(line), "\n") {
			t.Errorf("offset %d is at %d:%d", start, line, column)
		}
	})
}
