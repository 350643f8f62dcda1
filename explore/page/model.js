// The tree as it is asked: what stands under what, what a path has, where a text is.

class Tree {
  constructor(data) {
    this.file = data.file;
    this.lines = data.source.replace(/\n$/, "").split("\n");
    this.kinds = data.kinds;
    this.nodes = data.nodes;
    this.roots = [];
    const byID = new Map();
    this.nodes.forEach((n, i) => {
      byID.set(n.id, i);
      n.up = n.parent ? byID.get(n.parent) : -1;
      n.level = n.up < 0 ? 1 : this.nodes[n.up].level + 1;
      n.down = [];
      n.ends = n.solutions = 0;
      (n.up < 0 ? this.roots : this.nodes[n.up].down).push(i);
    });
    this.count();
    // Preorder, and the place of each node in it.
    this.order = this.preorder(() => true);
    this.order.forEach((i, place) => { this.nodes[i].place = place; });
    this.solutions = this.order.filter((i) => this.nodes[i].solution);
  }

  // count counts the ends and the solutions at and under each node.
  count() {
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      const n = this.nodes[i];
      if (!n.down.length) n.ends = 1;
      if (n.solution) n.solutions++;
      if (n.up >= 0) {
        this.nodes[n.up].ends += n.ends;
        this.nodes[n.up].solutions += n.solutions;
      }
    }
  }

  // preorder lists nodes from the roots on; those under a node if enter says so.
  preorder(enter) {
    const out = [], stack = [...this.roots].reverse();
    while (stack.length) {
      const i = stack.pop();
      out.push(i);
      if (enter(i)) for (let k = this.nodes[i].down.length - 1; k >= 0; k--) stack.push(this.nodes[i].down[k]);
    }
    return out;
  }

  siblings(i) {
    const up = this.nodes[i].up;
    return up < 0 ? this.roots : this.nodes[up].down;
  }

  // path lists the nodes from the start to a node.
  path(i) {
    const out = [];
    for (; i >= 0; i = this.nodes[i].up) out.push(i);
    return out.reverse();
  }

  // output is what was written from the start: before the node, and on it.
  output(i) {
    const parts = [];
    let afresh = this.nodes[i].afresh;
    for (let k = this.nodes[i].up; k >= 0 && !afresh; k = this.nodes[k].up) {
      parts.push(this.nodes[k].written ?? "");
      afresh = this.nodes[k].afresh;
    }
    return { before: parts.reverse().join(""), on: this.nodes[i].written ?? "" };
  }

  // matches reports for each node whether it is of one of the kinds, and a query is met.
  matches(kinds, query) {
    const meets = this.meets(query);
    return Uint8Array.from(this.nodes, (n, i) =>
      meets[i] && (!kinds.size || kinds.has(n.kind) || (n.solution && kinds.has("solution"))) ? 1 : 0);
  }

  // meets reports for each node whether it meets a query: "line 12" if the line is
  // passed on it; else a text that is in its condition, its reason or its rule, or in
  // what was written from the start to its end.
  meets(query) {
    const line = /^line\s+(\d+)$/i.exec(query.trim());
    if (line) return Uint8Array.from(this.nodes, (n) => n.lines?.includes(Number(line[1])) ? 1 : 0);
    const q = query.toLowerCase();
    if (!q) return new Uint8Array(this.nodes.length).fill(1);
    this.texts ??= this.nodes.map((n) => [conjunction(n), n.because, n.rule].join("\n").toLowerCase());
    const written = this.writes(q);
    return Uint8Array.from(this.nodes, (n, i) => written[i] || this.texts[i].includes(q) ? 1 : 0);
  }

  // writes reports for each node whether a text is in its output. Of what its parents
  // wrote only the end is looked at again, where an occurrence could begin.
  writes(q) {
    const has = new Uint8Array(this.nodes.length), tails = [];
    this.nodes.forEach((n, i) => {
      const before = n.up < 0 || n.afresh ? -1 : n.up;
      const text = (before < 0 ? "" : tails[before]) + (n.written ?? "").toLowerCase();
      has[i] = (before >= 0 && has[before]) || text.includes(q) ? 1 : 0;
      tails[i] = q.length > 1 ? text.slice(1 - q.length) : "";
    });
    return has;
  }
}

// conjunction is the condition of a node in a line.
function conjunction(n) {
  return (n.condition ?? []).join(" \u2227 ");
}
