package kdef

import "strings"

// unliterate returns a literate file with everything but the content of its
// code blocks tagged `k` replaced by blanks, so that all offsets stay true.
func unliterate(text string) string {
	out := make([]byte, 0, len(text))
	var m markdown
	for len(text) > 0 {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		line := text[:n]
		text = text[n:]
		out = appendLine(out, line, m.code(line))
	}
	return string(out)
}

// appendLine appends a line of which all before keep is blanked.
func appendLine(out []byte, line string, keep int) []byte {
	for i := range len(line) {
		c := line[i]
		if i < keep && c != '\n' && c != '\r' {
			c = ' '
		}
		out = append(out, c)
	}
	return out
}

// markdown follows fenced code blocks line by line, as CommonMark has them.
type markdown struct {
	fence   string // the characters that opened the block, "" outside
	kept    bool   // the block is tagged k
	quotes  int    // block quote markers around the block
	list    int    // column of the text of the list item that we are in
	comment bool   // in an HTML comment
}

// code returns the offset in the line from which it is code to keep; its
// length if there is none.
func (m *markdown) code(line string) int {
	if m.fence != "" {
		return m.inside(line)
	}
	if m.comment || strings.HasPrefix(strings.TrimLeft(line, " "), "<!--") {
		if !strings.HasPrefix(line, " ") {
			m.list = 0
		}
		m.comment = !strings.Contains(line, "-->")
		return len(line)
	}
	quotes, rest := unquoteLine(line, -1)
	indent := len(rest) - len(strings.TrimLeft(rest, " "))
	body := strings.TrimRight(rest[indent:], " \t\r\n")
	if body == "" {
		return len(line)
	}
	if indent < m.list {
		m.list = 0
	}
	if n := listMarker(body); n > 0 && indent < m.list+4 {
		m.list = indent + n
		indent, body = m.list, body[n:]
	}
	if indent >= m.list+4 {
		return len(line) // an indented code block
	}
	m.open(body, quotes)
	return len(line)
}

// open starts a block if the line opens one.
func (m *markdown) open(body string, quotes int) {
	n := fenceLength(body)
	if n == 0 || body[0] == '`' && strings.Contains(body[n:], "`") {
		return
	}
	m.fence, m.quotes = body[:n], quotes
	m.kept = hasTag(body[n:], "k")
}

// inside treats a line of an open block.
func (m *markdown) inside(line string) int {
	quotes, rest := unquoteLine(line, m.quotes)
	if quotes < m.quotes {
		m.fence = "" // the quotation ends, and the block with it
		return m.code(line)
	}
	body := strings.TrimSpace(rest)
	indent := len(rest) - len(strings.TrimLeft(rest, " "))
	if n := fenceLength(body); n >= len(m.fence) && body[0] == m.fence[0] && n == len(body) && indent < m.list+4 {
		m.fence = ""
		return len(line)
	}
	if m.kept {
		return len(line) - len(rest)
	}
	return len(line)
}

// unquoteLine strips up to limit block quote markers (all of them if it is
// negative) and returns how many there were.
func unquoteLine(line string, limit int) (int, string) {
	count := 0
	for count != limit {
		trimmed := strings.TrimLeft(line, " ")
		if len(line)-len(trimmed) > 3 || !strings.HasPrefix(trimmed, ">") {
			break
		}
		line = strings.TrimPrefix(trimmed[1:], " ")
		count++
	}
	return count, line
}

// listMarker returns the width of a list item's marker with the blanks behind
// it, 0 if the line starts no list item.
func listMarker(body string) int {
	n := 0
	for n < len(body) && n < 9 && isDigit(body[n]) {
		n++
	}
	switch {
	case n > 0 && n < len(body) && (body[n] == '.' || body[n] == ')'):
		n++
	case n == 0 && (body[0] == '-' || body[0] == '*' || body[0] == '+'):
		n++
	default:
		return 0
	}
	blanks := len(body[n:]) - len(strings.TrimLeft(body[n:], " "))
	if blanks == 0 || blanks > 4 {
		return 0
	}
	return n + blanks
}

// fenceLength returns how many ` or ~ the line starts with, 0 if below three.
func fenceLength(body string) int {
	if body == "" || body[0] != '`' && body[0] != '~' {
		return 0
	}
	n := len(body) - len(strings.TrimLeft(body, body[:1]))
	if n < 3 {
		return 0
	}
	return n
}

// hasTag reports whether the info string of a block has a tag: ```k or ```{.k .x}.
func hasTag(info, tag string) bool {
	info = strings.TrimSpace(info)
	braced := strings.HasPrefix(info, "{")
	for _, word := range strings.Fields(strings.Trim(info, "{}")) {
		if braced {
			word = strings.TrimPrefix(word, ".")
		}
		if word == tag {
			return true
		}
	}
	return false
}
