// The rows of the outline: files, goals, and what was done in each proof, in chains of
// plain steps that open.

// The words for the kinds of rows that the legend counts.
const kindNames = [
  ["unproved", "not proved"], ["undecided", "undecided"], ["fails", "not proved here"], ["proved", "proved"], ["hypothesis", "uses of goals"], ["assert", "assertions"],
  ["assume", "assumptions"], ["cases", "branchings"], ["join", "joins"], ["reached", "ends"], ["dead", "nothing left"], ["open", "not tried"],
];

const stepKinds = new Set(["condition", "hypothesis", "assert", "assume", "rest"]);

class WalkTree extends Tree {
  constructor(data) {
    const rows = new RowMaker(data);
    super(rows.all);
    this.data = data;
    this.proofs = rows.proofs;
    this.goals = this.order.filter((i) => this.isGoal(this.nodes[i]));
    this.hasValues = rows.proofs.some((p) => p.proof.values);
  }

  // isGoal says what a reader looks for: where goals are not proved, and those of which
  // there is no such place.
  isGoal(n) {
    return n.kind === "fails" || (["unproved", "undecided"].includes(n.kind) && !n.proof?.proof.path);
  }

  // openAtFirst opens the chains on the ways to where goals fail; if none does, the goals
  // and their branchings. Either as far as what is shown is not too much; if there is but
  // one goal, that is open.
  openAtFirst(open) {
    let left = this.goals.length ? 300 : 60;
    for (const i of this.order) {
      const n = this.nodes[i], isChain = n.kind === "steps" || n.kind === "line";
      const wanted = this.goals.length ? n.kind === "steps" && n.onPath : !isChain;
      if (!wanted || (n.up >= 0 && !open[n.up]) || (n.down.length > left && this.roots.length + i > 1)) continue;
      open[i] = 1;
      left -= n.down.length;
    }
  }

  legend() {
    const counts = new Map();
    for (const n of this.nodes) counts.set(n.kind, (counts.get(n.kind) ?? 0) + 1);
    return kindNames.map(([kind, name]) => [kind, name, counts.get(kind) ?? 0]);
  }

  title(n) {
    return n.goal ? n.goal.title : n.kind === "case" ? `case ${n.number}` : n.file.file;
  }

  // passes leaves out chains, and the steps under a line: that counts.
  passes(n, line) {
    return n.kind !== "steps" && !this.isInLine(n) && this.lineOf(n) === line;
  }

  isInLine(n) {
    return n.kind === "step" && this.nodes[n.up].kind === "line";
  }

  lineOf(n) {
    return this.rangeOf(n)?.[0] ?? 0;
  }

  // rangeOf is the place of a row in the program: line, column, and those of the end. That
  // of a failure is where the condition stands that fails.
  rangeOf(n) {
    if (n.place) return n.proof.proof.places[n.place - 1];
    if (n.line) return [n.line, (sourceLines(n.file)[n.line - 1] ?? "").search(/\S|$/) + 1, n.line, Infinity];
    const at = n.goal ? n.goal.at : n.kind === "fails" ? n.of.failure?.at : undefined;
    return at?.line && at.file === n.file.file ? [at.line, at.column, at.endLine, at.endColumn] : undefined;
  }

  contain(q) {
    this.texts ??= this.nodes.map((n) => this.textOf(n).toLowerCase());
    return Uint8Array.from(this.texts, (text) => text.includes(q) ? 1 : 0);
  }

  // textOf is in what a text is found: names of rules and goals, conditions, questions, and
  // the place in the program. A chain has those of its steps, which are rows of their own.
  textOf(n) {
    if (n.kind === "file") return n.file.file;
    if (n.goal) return [n.goal.name, n.goal.title, n.goal.status, n.goal.failure?.message, n.goal.failure?.condition].join("\n");
    if (n.kind === "line") return this.source(n);
    if (n.kind === "steps") return "";
    const { proof } = n.proof, text = (p) => n.proof.text(p, 500), out = [];
    for (const s of this.stepsOf(n)) out.push(proof.names[s.name], ...(s.added ?? []).map(text), ...(s.obligations ?? []).map((o) => text(o.goal)));
    if (!this.isInLine(n)) out.push(this.source(n));
    if (n.end) out.push(...(n.end.obligations ?? []).map((o) => text(o.goal)), ...(n.end.with ?? []).map(text));
    if (n.kind === "fails") out.push(n.of.failure?.message, n.of.failure?.condition);
    return out.join("\n");
  }

  // stepsOf are the steps that a row stands for.
  stepsOf(n) {
    if (n.node === undefined || n.first > n.last) return [];
    const node = n.proof.proof.nodes[n.node];
    if (n.first < 0) return node.case ? [node.case] : [];
    return node.steps.slice(n.first, n.last + 1);
  }

  // source is the text of the program at the place of a row, in a line.
  source(n) {
    if (!n.place && !n.line) return "";
    const [line, column, endLine, endColumn] = this.rangeOf(n), points = [...(sourceLines(n.file)[line - 1] ?? "")];
    const text = points.slice(column - 1, line === endLine ? endColumn - 1 : undefined).join("").trim();
    return line === endLine ? text : `${text} \u2026`;
  }
}

// readable is what a report says, with what cannot be seen made visible. Proofs have
// nothing of that, and the text of a program has it shown.
function readable(value) {
  if (typeof value === "string") return visible(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(readable);
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [readable(key), key === "proof" ? v : readable(v)]));
}

// sourceLines are the lines of a file.
function sourceLines(file) {
  file.lines ??= visible(file.source).split("\n");
  return file.lines;
}

// RowMaker makes the rows, each behind that above it.
class RowMaker {
  constructor(data) {
    this.all = [];
    this.proofs = [];
    data.report.files.map(readable).forEach((file, f) => {
      file.source = data.sources[f] ?? "";
      const up = data.report.files.length > 1 ? this.add(-1, { kind: "file", file }) : -1;
      for (const goal of file.goals) this.goal(up, file, goal);
    });
  }

  add(up, row) {
    row.up = up;
    row.id = this.all.length + 1;
    this.all.push(row);
    return this.all.length - 1;
  }

  goal(up, file, goal) {
    const kind = { proved: "proved", trusted: "proved", unknown: "undecided" }[goal.status] ?? "unproved";
    const proof = goal.proof && new Terms(goal.proof);
    const row = this.add(up, { kind, file, goal, proof, ...(goal.proof?.nodes ? { node: 0, first: -1, last: -2 } : {}) });
    if (!goal.proof?.nodes) return;
    this.proofs.push(proof);
    this.path = new Set(goal.proof.path);
    this.all[row].onPath = this.path.size > 0;
    this.behind = new Map(); // the joins behind a node
    this.numbers = new Map();
    goal.proof.nodes.forEach((n, i) => {
      if (!n.paths) return;
      this.numbers.set(i, this.numbers.size + 1);
      this.behind.set(n.behind ?? 0, [...(this.behind.get(n.behind ?? 0) ?? []), i]);
    });
    this.of = goal;
    const waiting = [[row, 0]]; // nodes that begin under a row
    while (waiting.length) this.chain(...waiting.pop(), file, proof, waiting);
  }

  // chain adds the rows of a node, and of those that go on at its level: the one that it
  // goes into, and the joins behind it.
  chain(up, start, file, proof, waiting) {
    const level = [start];
    while (level.length) {
      const i = level.shift(), n = proof.proof.nodes[i];
      const row = (kind, first, last, more) => this.add(more?.up ?? up, { kind, file, proof, node: i, first, last, onPath: this.path.has(i), of: this.of, ...more });
      if (n.paths) row("join", -1, -2, { number: this.numbers.get(i), paths: n.paths });
      this.steps(n, proof.proof.places, row);
      const last = (n.steps?.length ?? 0) - 1;
      const next = n.end === "joins" && !proof.proof.nodes[n.next[0]].paths ? [n.next[0]] : [];
      if (n.next && n.end !== "joins") {
        const split = row("cases", last + 1, last, { end: n });
        n.next.forEach((k, number) => {
          const c = proof.proof.nodes[k];
          if (c.paths) { // a case that others come to, too: it is there
            row("joins", last + 1, last, { up: split, to: this.numbers.get(k), number: number + 1, end: n });
            return;
          }
          const at = this.add(split, { kind: "case", file, proof, node: k, first: -1, last: -1, number: number + 1, place: c.case?.place, onPath: this.path.has(k), of: this.of });
          waiting.push([at, k]);
        });
      }
      if (!next.length && n.end !== "cases") row(n.end, last + 1, last, { end: n, to: n.end === "joins" ? this.numbers.get(n.next[0]) : undefined });
      level.unshift(...next, ...(this.behind.get(i) ?? []));
    }
  }

  // steps adds the rows of the steps of a node: a row for each that matters, and one for a
  // chain of plain steps, under which are the lines of the program, and the steps there: how
  // operands are taken out of a statement and put back is within its line.
  steps(n, places, row) {
    const steps = n.steps ?? [];
    for (let i = 0; i < steps.length;) {
      if (stepKinds.has(steps[i].what)) {
        row(steps[i].what, i, i, { place: steps[i].place });
        i++;
        continue;
      }
      let behind = i + 1;
      while (behind < steps.length && !stepKinds.has(steps[behind].what)) behind++;
      const lines = []; // first step, last step, line
      for (let k = i; k < behind; k++) {
        const line = steps[k].place ? places[steps[k].place - 1][0] : lines.at(-1)?.[2] ?? 0;
        if (lines.at(-1)?.[2] !== line) lines.push([k, k, line]);
        lines.at(-1)[1] = k;
      }
      const up = lines.length > 1 ? row("steps", i, behind - 1) : undefined;
      for (const [first, last, line] of lines) {
        const at = first < last ? row("line", first, last, { up, line }) : undefined;
        for (let k = first; k <= last; k++) row("step", k, k, { up: at ?? up, place: steps[k].place });
      }
      i = behind;
    }
  }
}
