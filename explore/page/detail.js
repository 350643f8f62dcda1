// What is shown of one node: its facts, the path condition from the start, what was
// written, and the lines of the program that its path passes.

class Detail {
  constructor(tree, element, program, go) {
    this.tree = tree;
    this.element = element;
    this.program = program;
    this.go = go; // shows another node
    program.take(tree.source);
  }

  show(i, query) {
    const n = this.tree.nodes[i], path = this.tree.path(i);
    this.element.replaceChildren(this.head(n), this.facts(n, path), ...this.condition(i, path), ...this.output(i, query));
    this.element.scrollTop = 0;
    this.program.mark(new Set(path.flatMap((k) => this.tree.nodes[k].lines ?? [])), n.line);
  }

  head(n) {
    const kind = make("span", `kind ${kindClass(n.kind)}`, kindIcon(n.kind), n.kind === "inner" ? "branching" : n.kind);
    const h = make("h2", "", `Node ${n.id}`, kind);
    if (n.solution) h.append(solutionBadge(n, `solution ${n.solution}`));
    return h;
  }

  facts(n, path) {
    const steps = path.reduce((sum, k) => sum + this.tree.nodes[k].steps, 0);
    const list = make("dl", "facts");
    const add = (name, text) => list.append(make("dt", "", name), make("dd", "", text));
    if (n.because) add("because", n.because);
    if (n.line) add("ends at line", `${n.line}`);
    add("steps", `${n.steps}, ${steps} from the start`);
    add("branchings before", `${path.length - 1}`);
    if (n.rule) add("begins by rule", n.rule);
    if (n.down.length) add("below", below(n));
    return list;
  }

  // condition lists the conjuncts with the nodes that added them. A long list shows its
  // end first, and the rest piece by piece.
  condition(i, path) {
    const all = path.flatMap((k) => (this.tree.nodes[k].condition ?? []).map((text) => [k, text]));
    const title = make("h3", "", "Path condition");
    if (!all.length) return [title, make("p", "faint", "none")];
    const list = make("ol", "path"), more = make("button", "more");
    list.setAttribute("aria-label", "Path condition, with the nodes that added the conjuncts");
    let from = all.length;
    const extend = (by) => {
      const before = from;
      from = Math.max(0, from - by);
      list.prepend(...all.slice(from, before).map(([k, text]) => this.conjunct(k, text, k === i)));
      more.textContent = `${Math.min(from, 500)} of ${from} before these`;
      more.hidden = from === 0;
    };
    more.addEventListener("click", () => extend(500));
    extend(50);
    return [title, more, list];
  }

  conjunct(k, text, isNew) {
    const id = make("button", "", `${this.tree.nodes[k].id}`);
    id.setAttribute("aria-label", `added by node ${this.tree.nodes[k].id}`);
    id.addEventListener("click", () => this.go(k));
    return make("li", isNew ? "new" : "", id, make("code", "", text));
  }

  // output shows the end of what was written, and all of it if asked.
  output(i, query) {
    const { before, on } = this.tree.output(i), most = 2000;
    const title = make("h3", "", "Written");
    if (!before && !on) return [title, make("p", "faint", "nothing")];
    const all = before + on, pre = make("pre", "", ...withMarks(all.slice(-most), query));
    if (all.length <= most) return [title, pre];
    const more = make("button", "more", `all ${all.length} characters`);
    more.addEventListener("click", () => {
      pre.textContent = all;
      more.remove();
    });
    return [title, more, pre];
  }
}

// below says in words what is under a node.
function below(n) {
  const ends = n.ends === 1 ? "1 end" : `${n.ends} ends`;
  const solutions = n.solutions - (n.solution ? 1 : 0);
  if (!solutions) return ends;
  return `${ends}, ${solutions === 1 ? "1 solution" : `${solutions} solutions`}`;
}
