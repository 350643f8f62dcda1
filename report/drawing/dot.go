package drawing

import "strings"

// Quoted is a text as a double-quoted string of the DOT language in which nothing has
// a meaning: backslashes begin escapes of labels, & begins an entity of HTML. Each
// line ends in an escape that also says how it is aligned, `\n` or `\l`.
func Quoted(lines []string, end string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, line := range lines {
		if i > 0 && end == `\n` {
			b.WriteString(end)
		}
		for _, r := range line {
			switch {
			case r == '"', r == '\\':
				b.WriteByte('\\')
				b.WriteRune(r)
			case r == '&':
				b.WriteString("&amp;")
			case r == '\n':
				b.WriteString(end)
			case r == '\t':
				b.WriteByte(' ')
			case r < ' ':
				b.WriteRune('\u2400' + r) // the picture of the control character
			case r == 0x7f:
				b.WriteRune('\u2421')
			default:
				b.WriteRune(r) // U+FFFD for what is not UTF-8
			}
		}
		if end == `\l` {
			b.WriteString(end)
		}
	}
	b.WriteByte('"')
	return b.String()
}
