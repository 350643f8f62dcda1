package source

import (
	"strings"
	"testing"
)

// Whatever stands in a file, its name or a message, a terminal is not controlled
// by it, and the carets stand under what they are about.
func TestNothingControlsTheTerminal(t *testing.T) {
	tests := []struct{ line, mark, shown, carets string }{
		{"int x = \x1b[31mred;", "red", `int x = \x1b[31mred;`, "                ^^^"},
		{"\tx = y;", "y", " x = y;", "     ^"},
		{"a\u202eb\u2066c;", "c", `a\u202eb\u2066c;`, "              ^"},
		{"a\xff\xfeb;", "b", `a\xff\xfeb;`, "         ^"},
		{"a\u009b2Jb;", "\u009b", `a\u009b2Jb;`, " ^^^^^^"},
		{"a\x00b\x07c\x7f;", ";", `a\x00b\x07c\x7f;`, "               ^"},
		{"größe = ∀;", "∀", "größe = ∀;", "        ^"},
		{"a\u200b\ufeff\u00ad\U000e0041b", "b", `a\u200b\ufeff\u00ad\U000e0041b`, "                             ^"},
		{"x\rrm -rf;", "rm", `x\x0drm -rf;`, "     ^^"},
	}
	for _, tt := range tests {
		f := NewFile("f\x1b]0;name\x07.c", "first\n"+tt.line+"\nlast")
		start := strings.Index(f.Text(), tt.mark)
		d := Errorf(Span{File: f, Start: start, End: start + len(tt.mark)}, "code", "found %s here", tt.line)
		got := strings.Split(d.Render(), "\n")
		prefix := "    2 | "
		if len(got) < 3 || got[1] != prefix+tt.shown || got[2] != strings.Repeat(" ", len(prefix))+tt.carets {
			t.Errorf("%q:\n%s", tt.line, d.Render())
		}
		if i := strings.IndexFunc(d.Render(), isControl); i >= 0 {
			t.Errorf("%q: %q is printed", tt.line, d.Render()[i:i+1])
		}
		if !strings.HasPrefix(got[0], `f\x1b]0;name\x07.c:2:`) {
			t.Errorf("%s", got[0])
		}
	}
}

// Of a long line the part around the span is shown.
func TestLongLine(t *testing.T) {
	f := NewFile("f", strings.Repeat("\x01", 5000)+"here"+strings.Repeat("é", 5000))
	d := Errorf(Span{File: f, Start: 5000, End: 5004}, "code", "m")
	lines := strings.Split(d.Render(), "\n")
	at := strings.Index(lines[1], "here")
	if at < 0 || strings.Index(lines[2], "^^^^") != at || strings.HasSuffix(lines[2], "^^^^^") {
		t.Errorf("%s", d.Render())
	}
}
