// The tree as it is asked: what stands under what, what a path has, where a text is.

class SearchTree extends Tree {
  constructor(data) {
    const byID = new Map();
    data.nodes.forEach((n, i) => {
      byID.set(n.id, i);
      n.up = n.parent ? byID.get(n.parent) : -1;
      n.ends = n.solutions = 0;
    });
    super(data.nodes);
    this.source = data.source;
    this.kinds = data.kinds;
    this.count();
    this.goals = this.order.filter((i) => this.nodes[i].solution);
  }

  // openAtFirst opens the first nodes where there is no solution.
  openAtFirst(open) {
    if (!this.goals.length) open.fill(1, 0, 100);
  }

  title(n) {
    return conjunction(n);
  }

  // legend lists the kinds with their names, and how many nodes are of each.
  legend() {
    const counts = new Map(this.kinds.map((kind) => [kind, 0]));
    for (const n of this.nodes) counts.set(n.kind, counts.get(n.kind) + 1);
    return [["solution", this.goals.length], ...counts].map(([kind, count]) => [kind, kind === "inner" ? "branching" : kind, count]);
  }

  isOf(n, kinds) {
    return kinds.has(n.kind) || (n.solution > 0 && kinds.has("solution"));
  }

  passes(n, line) {
    return n.lines?.includes(line);
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

  // contain reports for each node whether a text is in its condition, its reason or its
  // rule, or in what was written from the start to its end.
  contain(q) {
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
