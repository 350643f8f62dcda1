// The rows of the outline; and the start of all.

class WalkOutline extends Outline {
  cells(i, space, slot) {
    const n = this.tree.nodes[i];
    const what = make("span", `what ${kindClass(n.kind)}`, kindIcon(n.kind));
    return [
      make("span", `condition${n.onPath ? " on-path" : ""}`, space, slot, what, make("span", "label", ...this.label(n))),
      make("span", "values", ...withMarks(valuesOf(this.tree, n).map((v) => `${v.name} = ${v.value}`).join(", "), this.query)),
      make("span", "line", this.lines(n)),
    ];
  }

  // label says what a row is, in words, in code, and what else is of interest.
  label(n) {
    const [words, code, more] = this.words(n);
    const out = [];
    if (words) out.push(make("span", "words", ...withMarks(words, this.query)));
    if (code) out.push(make("span", "text", ...withMarks(inLine(code), this.query)));
    if (more) out.push(make("span", "faint more", ...withMarks(inLine(more), this.query)));
    return out;
  }

  words(n) {
    const steps = this.tree.stepsOf(n), name = (s) => n.proof.proof.names[s.name];
    const added = () => steps.flatMap((s) => s.added ?? []).map((p) => n.proof.text(p, 200)).join(" \u2227 ");
    switch (n.kind) {
      case "file": return [n.file.file, ""];
      case "proved": case "unproved": case "undecided": return [n.goal.title, n.goal.status === "proved" ? "" : n.goal.status];
      case "steps": return [`${n.last - n.first + 1} steps`, ""];
      case "line": return [n.line ? "" : `${n.last - n.first + 1} steps`, this.tree.source(n), n.line ? `${n.last - n.first + 1} steps` : ""];
      case "step": return ["", name(steps[0]) || "step", this.tree.source(n)];
      case "condition": return [`${name(steps[0])}`, added()];
      case "hypothesis": return [`uses ${name(steps[0])}`, added()];
      case "assert": case "assume": return [n.kind, added()];
      case "rest": return ["where it does not apply", added()];
      case "cases": return [`${n.end.next.length} cases`, ""];
      case "case": return [`case ${n.number}`, added() || (steps.length ? name(steps[0]) : "")];
      case "join": return [`join ${n.number} of ${n.paths} paths`, ""];
      case "joins": return [`${n.number ? `case ${n.number} ` : ""}goes on at join ${n.to}`, ""];
      case "reached": return ["the goal's right side is reached", ""];
      case "dead": return ["nothing is left to prove", n.proof.proof.facts[n.end.fact].text];
      case "no state": return ["no state is left", ""];
      case "fails": return ["not proved here", n.of.failure?.condition ?? "", n.of.failure?.message ?? ""];
      default: return ["not tried", ""];
    }
  }

  // lines are those of the program at which a row is.
  lines(n) {
    if (n.kind !== "steps") return `${this.tree.lineOf(n) || ""}`;
    const { places } = n.proof.proof;
    const all = this.tree.stepsOf(n).filter((s) => s.place).map((s) => places[s.place - 1][0]);
    if (!all.length) return "";
    const [least, most] = all.reduce(([a, b], k) => [Math.min(a, k), Math.max(b, k)], [Infinity, 0]);
    return least === most ? `${least}` : `${least}\u2013${most}`;
  }

  // key has one more: Enter at what goes on elsewhere goes there.
  key(e) {
    const n = this.tree.nodes[this.selected];
    if (e.key !== "Enter" || n?.kind !== "joins") return super.key(e);
    e.preventDefault();
    this.select(joinOf(this.tree, this.selected));
  }
}

// joinOf is the row of the join at which a path goes on.
function joinOf(tree, i) {
  const n = tree.nodes[i];
  return tree.nodes.findIndex((m) => m.kind === "join" && m.proof === n.proof && m.number === n.to);
}

// valuesOf are the values of the counterexample that are new in a row.
function valuesOf(tree, n) {
  if (!n.proof?.proof.values || n.node === undefined) return [];
  const node = n.proof.proof.nodes[n.node];
  if (n.first < 0) return n.kind === "case" || n.goal ? node.values ?? [] : [];
  const out = new Map();
  for (const s of tree.stepsOf(n)) for (const v of s.values ?? []) out.set(v.name, v);
  return [...out.values()];
}

const tree = new WalkTree(JSON.parse(document.getElementById("data").textContent));
document.body.classList.toggle("no-values", !tree.hasValues);
start(tree, (...of) => new WalkOutline(...of), (...of) => new Detail(...of));
