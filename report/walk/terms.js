// The terms and patterns of a proof, each of which the data has once, or as a change.

// Same is the place of a term before, where it is known to be no other.
const Same = Symbol("same");

class Terms {
  constructor(proof) {
    this.proof = proof;
    this.terms = proof.terms;
    this.kept = new Map(); // patterns by node and step
  }

  // items are those of a collection; the last one is kept.
  items(id) {
    if (this.lastId === id) return this.lastItems;
    const chain = [];
    let items = [];
    for (let k = id; k; k = this.terms[k - 1].like ?? 0) {
      if (k === this.lastId) {
        items = this.lastItems;
        break;
      }
      chain.push(k);
    }
    while (chain.length) items = changed(items, this.terms[chain.pop() - 1]);
    this.lastId = id;
    this.lastItems = items;
    return items;
  }

  // text is the text of a piece, or of its start.
  text(piece, most = 2000) {
    let out = "";
    const stack = [piece];
    while (stack.length && out.length < most) {
      const p = stack.pop();
      if (typeof p === "string") {
        out += p;
        continue;
      }
      const t = this.terms[p - 1];
      const parts = Array.isArray(t) ? t : spaced(this.items(p));
      for (let i = parts.length - 1; i >= 0; i--) stack.push(parts[i]);
    }
    return out.length > most || stack.length ? `${out.slice(0, most)}\u2026` : out;
  }

  // draw makes nodes of the document of a piece, as far as left allows, in which what is
  // not as in the piece before is marked. The rest comes when it is asked for.
  draw(piece, before = Same, left = { chars: 1500 }) {
    if (left.chars <= 0) return [this.more(piece, before)];
    left.chars--;
    if (piece === before) before = Same;
    if (before !== Same && !this.alike(piece, before)) return [make("ins", "", ...this.draw(piece, Same, left))];
    if (typeof piece === "string") {
      left.chars -= piece.length;
      return [piece];
    }
    const t = this.terms[piece - 1];
    if (!Array.isArray(t)) return this.drawItems(this.items(piece), before === Same ? null : new Set(this.items(before)), left);
    if (isSequence(t)) return this.drawSequence(piece, before, left);
    return t.flatMap((part, i) => this.draw(part, before === Same ? Same : this.terms[before - 1][i], left));
  }

  // alike reports whether two terms are of one form, so that it is their parts that differ.
  alike(piece, before) {
    if (typeof piece === "string" || typeof before === "string" || before === undefined) return false;
    const t = this.terms[piece - 1], u = this.terms[before - 1];
    if (!Array.isArray(t) || !Array.isArray(u)) return !Array.isArray(t) && !Array.isArray(u);
    if (isSequence(t) || isSequence(u)) return true;
    return t.length === u.length && t.every((part, i) => typeof part !== "string" || typeof u[i] !== "string" || part === u[i])
      && t.some((part, i) => part === u[i]);
  }

  drawItems(items, before, left) {
    const out = [];
    for (const item of spaced(items)) {
      if (left.chars <= 0) {
        out.push(this.moreItems(items.slice((out.length + 1) >> 1), before));
        break;
      }
      const isNew = before && item !== " " && !before.has(item);
      const drawn = this.draw(item, Same, left);
      out.push(isNew ? make("ins", "", ...drawn) : drawn.length === 1 ? drawn[0] : make("span", "", ...drawn));
    }
    return out;
  }

  // drawSequence draws a computation: of its items those are new that stand in front of a
  // rest that was there.
  drawSequence(piece, before, left) {
    const out = [], rests = new Set();
    for (let p = before; before !== Same; p = this.terms[p - 1][2]) {
      rests.add(p);
      if (typeof p === "string" || !isSequence(this.terms[p - 1])) break;
    }
    let isNew = before !== Same;
    for (let p = piece; ; p = this.terms[p - 1][2]) {
      if (rests.has(p)) isNew = false;
      const isLast = typeof p === "string" || !isSequence(this.terms[p - 1]);
      if (left.chars <= 0) {
        out.push(this.more(p, Same));
        break;
      }
      const drawn = this.draw(isLast ? p : this.terms[p - 1][0], Same, left);
      out.push(...(isNew ? [make("ins", "", ...drawn)] : drawn));
      if (isLast) break;
      out.push(" ~> ");
    }
    return out;
  }

  more(piece, before) {
    return moreButton(() => this.draw(piece, before, { chars: 5000 }));
  }

  moreItems(items, before) {
    return moreButton(() => this.drawItems(items, before, { chars: 5000 }), `${items.length} more`);
  }

  // pattern is a pattern as a whole: that at the start of a node, or behind a step.
  pattern(node, step) {
    const { nodes } = this.proof, chain = [];
    let at = { cells: [], condition: [] }, n = node, k = step;
    for (;;) {
      const kept = this.kept.get(`${n}:${k}`);
      if (kept) {
        at = kept;
        break;
      }
      chain.push([n, k]);
      if (k >= 0) k--;
      else if (nodes[n].from < 0) break;
      else {
        n = nodes[n].from;
        k = (nodes[n].steps?.length ?? 0) - 1;
      }
    }
    while (chain.length) {
      const [m, i] = chain.pop();
      at = applied(at, i < 0 ? nodes[m].start : nodes[m].steps[i]);
      if (!chain.length || chain.length % 256 === 0) this.keep(`${m}:${i}`, at);
    }
    return at;
  }

  // before is the pattern before the first of some steps of a node; -1 is that of its case.
  before(node, step) {
    if (step >= 0) return this.pattern(node, step - 1);
    const { from } = this.proof.nodes[node];
    return from < 0 ? null : this.pattern(from, (this.proof.nodes[from].steps?.length ?? 0) - 1);
  }

  keep(key, pattern) {
    if (this.kept.size > 500) this.kept.clear();
    this.kept.set(key, pattern);
  }
}

// isSequence reports whether a term is a computation: an item, and the rest.
function isSequence(t) {
  return Array.isArray(t) && t.length === 3 && t[1] === " ~> ";
}

// changed is what a list becomes by a change.
function changed(list, change) {
  if (!change) return list;
  const [first, last] = change.keep;
  return [...list.slice(0, first), ...(change.items ?? []), ...list.slice(list.length - last)];
}

// applied is what a pattern becomes by a change.
function applied(pattern, change) {
  const cells = change.cells ? pattern.cells.slice() : pattern.cells;
  for (const c of change.cells ?? []) cells[c.cell] = c.holds;
  return { cells, condition: changed(pattern.condition, change.condition) };
}

function spaced(items) {
  return items.flatMap((item, i) => i ? [" ", item] : [item]);
}

// moreButton stands for what is drawn when it is pressed.
function moreButton(draw, text = "\u2026") {
  const button = make("button", "rest", text);
  button.title = "Show the rest";
  button.addEventListener("click", () => button.replaceWith(...draw()));
  return button;
}
