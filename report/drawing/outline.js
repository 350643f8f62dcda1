// The outline of a tree, with its keys, filters and search. What the rows of a page show
// is for a subclass to say: cells(i, space, slot, hasBelow) makes the elements of a
// row, one of which has space, that indents it, and slot, that opens it.

class Outline {
  constructor(tree, element, onSelect) {
    this.tree = tree;
    this.element = element;
    this.onSelect = onSelect;
    this.open = new Uint8Array(tree.nodes.length);
    this.kept = null; // with a filter: what is shown
    this.matched = null; // and what is meant
    this.goals = tree.goals; // what next and previous go to: with a filter the matches
    this.query = "";
    this.shown = []; // nodes by row
    this.rowOf = new Int32Array(tree.nodes.length); // rows by node; -1: not shown
    this.selected = -1;
    this.rows = new Rows(element, 26, (first, behind) => this.draw(first, behind), () => this.mark());
    element.addEventListener("keydown", (e) => this.key(e));
    element.addEventListener("click", (e) => this.click(e));
    element.addEventListener("dblclick", (e) => this.click(e));
  }

  // begin opens what is above the goals, and what else the tree says.
  begin() {
    const { nodes, goals } = this.tree, goal = new Set(goals);
    this.open = this.above(Uint8Array.from(nodes, (_, i) => goal.has(i) ? 1 : 0));
    this.tree.openAtFirst(this.open);
    this.layout();
    if (nodes.length) this.select(goals[0] ?? 0);
  }

  // layout finds the rows anew.
  layout() {
    this.shown = this.tree.preorder((i) => this.open[i]);
    if (this.kept) this.shown = this.shown.filter((i) => this.kept[i]);
    this.rowOf.fill(-1);
    this.shown.forEach((i, row) => { this.rowOf[i] = row; });
    this.rows.show(this.shown.length);
  }

  // above reports for each node whether one of a set is under it.
  above(set) {
    const out = new Uint8Array(set.length);
    for (let i = set.length - 1; i >= 0; i--) {
      const up = this.tree.nodes[i].up;
      if (up >= 0 && (set[i] || out[i])) out[up] = 1;
    }
    return out;
  }

  select(i) {
    this.selected = i;
    if (this.rowOf[i] < 0) {
      for (const k of this.tree.path(i)) if (k !== i) this.open[k] = 1;
      this.layout();
    }
    this.rows.reveal(this.rowOf[i]);
    this.mark();
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      this.onSelect(this.selected);
    });
  }

  // mark says which of the rows in the document is selected.
  mark() {
    const id = `node-${this.tree.nodes[this.selected]?.id}`, row = document.getElementById(id);
    this.element.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    row?.setAttribute("aria-selected", "true");
    if (row) this.element.setAttribute("aria-activedescendant", id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  toggle(i, to = !this.open[i]) {
    if (!this.below(i).length) return;
    this.open[i] = to ? 1 : 0;
    this.layout();
    // What is selected must not go out of sight with the node it is under.
    if (!to) for (let k = this.selected; k >= 0; k = this.tree.nodes[k].up) if (k === i) this.select(i);
  }

  openAll(to) {
    this.open.fill(to ? 1 : 0);
    this.layout();
    if (this.selected >= 0) this.select(to ? this.selected : this.tree.path(this.selected)[0]);
  }

  // filter shows the nodes of some kinds that meet a query, under the nodes above them.
  filter(kinds, query) {
    const before = this.kept;
    this.query = query;
    if (!kinds.size && !query) {
      this.kept = this.matched = null;
      if (before) this.open = this.openBefore;
    } else {
      if (!before) this.openBefore = this.open;
      this.matched = this.tree.matches(kinds, query);
      this.open = this.above(this.matched);
      this.kept = this.open.map((above, i) => above | this.matched[i]);
    }
    this.goals = this.matched ? this.tree.order.filter((i) => this.matched[i]) : this.tree.goals;
    this.layout();
    if (this.matched && !this.matched[this.selected] && this.goals.length) this.select(this.goals[0]);
    else if (this.selected >= 0 && (!this.kept || this.kept[this.selected])) this.select(this.selected);
  }

  // step goes to the next goal behind the selected node, or before it; around the end.
  step(by) {
    if (!this.goals.length) return;
    const rank = (i) => this.tree.nodes[i].rank, here = rank(this.selected);
    this.select(by > 0
      ? this.goals.find((i) => rank(i) > here) ?? this.goals[0]
      : this.goals.findLast((i) => rank(i) < here) ?? this.goals.at(-1));
  }

  // below lists the nodes under a node that a filter leaves.
  below(i) {
    return this.left(this.tree.nodes[i].down);
  }

  left(nodes) {
    return this.kept ? nodes.filter((k) => this.kept[k]) : nodes;
  }

  click(e) {
    const row = e.target.closest("[role=treeitem]");
    if (!row) return;
    const i = Number(row.dataset.node);
    const slot = e.type === "click" && e.target.closest(".slot");
    if (slot || (e.type === "dblclick" && !e.target.closest(".slot"))) this.toggle(i);
    if (!slot) this.select(i);
  }

  // key does what the pattern for tree views of the ARIA Authoring Practices Guide asks.
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || this.selected < 0) return;
    const row = Math.max(this.rowOf[this.selected], 0), open = this.open[this.selected], below = this.below(this.selected);
    const up = this.tree.nodes[this.selected].up;
    const move = (to) => this.select(this.shown[Math.min(Math.max(to, 0), this.shown.length - 1)]);
    const keys = {
      ArrowDown: () => move(row + 1),
      ArrowUp: () => move(row - 1),
      PageDown: () => move(row + this.rows.page()),
      PageUp: () => move(row - this.rows.page()),
      Home: () => move(0),
      End: () => move(this.shown.length - 1),
      ArrowRight: () => (below.length && !open ? this.toggle(this.selected, true) : below.length && this.select(below[0])),
      ArrowLeft: () => (below.length && open ? this.toggle(this.selected, false) : up >= 0 && this.select(up)),
      Enter: () => this.toggle(this.selected),
      " ": () => this.toggle(this.selected),
      "*": () => this.openSiblings(),
      n: () => this.step(1),
      N: () => this.step(-1),
    };
    if (!keys[e.key] || !this.shown.length) return;
    e.preventDefault();
    keys[e.key]();
  }

  openSiblings() {
    for (const k of this.tree.siblings(this.selected)) this.open[k] = 1;
    this.layout();
    this.select(this.selected);
  }

  draw(first, behind) {
    const step = this.indent(first, behind);
    this.showAbove();
    return this.shown.slice(first, behind).map((i) => this.row(i, step));
  }

  // indent says from which level on rows are indented, and by how much. The rows in view
  // share less than half of the width; deep in a tree they are moved to the left.
  indent(first, behind) {
    let least = Infinity, most = 0;
    for (let row = first; row < behind; row++) {
      const { level } = this.tree.nodes[this.shown[row]];
      least = Math.min(least, level);
      most = Math.max(most, level);
    }
    const width = this.element.clientWidth * 0.28, usual = 16;
    const from = (most - 1) * usual <= width ? 1 : Math.max(1, Math.min(least, Math.ceil(most - width / usual)));
    return { from, by: Math.min(usual, width / Math.max(1, most - from)) };
  }

  // showAbove names the node that the first row in view is under, if that is above it.
  showAbove() {
    const top = Math.ceil(this.rows.element.scrollTop / this.rows.height);
    const up = this.tree.nodes[this.shown[top]]?.up ?? -1, button = document.getElementById("above");
    button.hidden = up < 0 || this.rowOf[up] >= top;
    if (button.hidden) return;
    const n = this.tree.nodes[up];
    button.textContent = `under ${n.id}  ${this.tree.title(n)}`;
    button.onclick = () => this.select(up);
  }

  row(i, indent) {
    const n = this.tree.nodes[i], below = this.below(i), siblings = this.left(this.tree.siblings(i));
    const space = make("span", "indent"), slot = make("span", "slot");
    space.style.width = `${(n.level - indent.from) * indent.by}px`;
    space.style.setProperty("--step", `${indent.by}px`);
    if (below.length) slot.append(icon(this.open[i] ? "open" : "closed"));
    const row = make("div", "row", ...this.cells(i, space, slot, below.length > 0));
    row.id = `node-${n.id}`;
    row.dataset.node = i;
    row.classList.toggle("around", this.matched !== null && !this.matched[i]);
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", n.level);
    row.setAttribute("aria-posinset", siblings.indexOf(i) + 1);
    row.setAttribute("aria-setsize", siblings.length);
    row.setAttribute("aria-selected", "false");
    if (below.length) row.setAttribute("aria-expanded", this.open[i] === 1);
    return row;
  }
}
