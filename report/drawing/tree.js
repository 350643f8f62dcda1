// A tree as an outline asks it: what stands under what, and in which order. Its nodes have
// id, up (-1: a root), and kind; a node stands behind that above it. A subclass says which
// nodes are the goals of a reader, has a title for each, and finds texts and lines.

class Tree {
  constructor(nodes) {
    this.nodes = nodes;
    this.roots = [];
    nodes.forEach((n, i) => {
      n.level = n.up < 0 ? 1 : nodes[n.up].level + 1;
      n.down = [];
      (n.up < 0 ? this.roots : nodes[n.up].down).push(i);
    });
    // Preorder, and the rank of each node in it.
    this.order = this.preorder(() => true);
    this.order.forEach((i, rank) => { nodes[i].rank = rank; });
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

  // matches reports for each node whether it is of one of the kinds, and a query is met.
  matches(kinds, query) {
    const meets = this.meets(query);
    return Uint8Array.from(this.nodes, (n, i) => meets[i] && (!kinds.size || this.isOf(n, kinds)) ? 1 : 0);
  }

  isOf(n, kinds) {
    return kinds.has(n.kind);
  }

  // meets reports for each node whether it meets a query: "line 12" if the line is
  // passed on it; else a text that is in it.
  meets(query) {
    const line = /^line\s+(\d+)$/i.exec(query.trim());
    if (line) return Uint8Array.from(this.nodes, (n) => this.passes(n, Number(line[1])) ? 1 : 0);
    const q = query.toLowerCase();
    return q ? this.contain(q) : new Uint8Array(this.nodes.length).fill(1);
  }
}
