// The lines of a program, with marks at some.

class Program {
  // findLine is called for a line whose number is clicked.
  constructor(element, findLine) {
    this.lines = [];
    this.passed = new Set();
    this.rows = new Rows(element, 20, (first, behind) => this.draw(first, behind));
    element.addEventListener("click", (e) => {
      if (e.target.tagName === "BUTTON") findLine(Number(e.target.textContent));
    });
  }

  // take shows another program.
  take(source) {
    if (source === this.source) return;
    this.source = source;
    this.lines = visible(source.replace(/\n$/, "")).split("\n");
    let widest = 0;
    for (const line of this.lines) widest = Math.max(widest, line.replaceAll("\t", "    ").length);
    this.rows.whole.style.minWidth = `calc(${widest}ch + 80px)`;
    this.rows.show(this.lines.length);
  }

  // mark marks the lines that are passed, and the one of what is selected, of which range
  // may be a part: its line, column, and those of its end, from 1.
  mark(passed, line, range) {
    Object.assign(this, { passed, line, range });
    if (line) this.rows.reveal(line - 1);
    this.rows.later();
  }

  draw(first, behind) {
    const out = [];
    for (let i = first; i < behind; i++) {
      const number = make("button", "", `${i + 1}`), at = make("span", "at");
      number.tabIndex = -1;
      number.title = "Find what passes this line";
      const row = make("div", "row", number, at, make("code", "", ...this.text(i)));
      row.setAttribute("role", "listitem");
      if (this.passed.has(i + 1)) {
        row.classList.add("passed");
        at.append(make("span", "unseen", "passed"));
      }
      if (this.line === i + 1) {
        row.setAttribute("aria-current", "true");
        at.append(icon("here"));
      }
      out.push(row);
    }
    return out;
  }

  // text is a line. Of the range that part is marked which is in its first line: a whole
  // procedure would be a page of marks. Columns are code points.
  text(i) {
    const line = this.lines[i], r = this.range;
    if (!r || i + 1 !== r[0]) return [line];
    const points = [...line], text = (from, to) => points.slice(from, to).join("");
    const to = r[2] === r[0] ? r[3] - 1 : points.length;
    return [text(0, r[1] - 1), make("mark", "", text(r[1] - 1, to)), text(to)];
  }
}
