// What is shown of one row: its rules, what it added and what was asked for it, the path
// condition, and the configuration, with marks at what it changed.

class Detail {
  constructor(tree, element, program, go) {
    this.tree = tree;
    this.element = element;
    this.program = program;
    this.go = go; // shows another row
  }

  show(i) {
    const n = this.tree.nodes[i];
    this.at = i;
    this.element.replaceChildren(this.head(n), ...this.facts(n), ...this.failure(n), ...this.values(n), ...this.proved(n), ...this.pattern(n));
    this.element.scrollTop = 0;
    this.program.take(n.file.source);
    const range = this.tree.rangeOf(n);
    this.program.mark(this.passed(n), range?.[0] ?? 0, range);
  }

  head(n) {
    const words = n.kind === "file" ? n.file.file : n.goal ? n.goal.title : this.headings()[n.kind];
    return make("h2", "", make("span", `kind ${kindClass(n.kind)}`, kindIcon(n.kind)), typeof words === "function" ? words(n) : words);
  }

  headings() {
    return {
      steps: (n) => `${n.last - n.first + 1} steps`, line: (n) => `${n.last - n.first + 1} steps${n.line ? ` at line ${n.line}` : ""}`, step: "Step", condition: "Step with a condition",
      hypothesis: "Use of a goal", assert: "Assertion", assume: "Assumption", rest: "Where the goal does not apply", cases: (n) => `${n.end.next.length} cases`,
      case: (n) => `Case ${n.number}`, join: (n) => `Join ${n.number}`, joins: (n) => `To join ${n.to}`, reached: "The right side is reached",
      dead: "Nothing is left to prove", "no state": "No state is left", fails: "Not proved here", open: "Not tried",
    };
  }

  // facts are a table of names and what belongs to them.
  facts(n) {
    const list = make("dl", "facts");
    const add = (name, ...content) => content.length && list.append(make("dt", "", name), make("dd", "", ...content));
    if (n.kind === "file") {
      add("status", n.file.status);
      add("goals", `${n.file.goals.filter((g) => g.status === "proved").length} of ${n.file.goals.length} proved`);
      for (const f of n.file.trusted) add(f.kind, make("code", "", f.text));
    }
    if (n.goal) {
      const g = n.goal;
      add("status", g.status === "proved" && g.partial && n.node !== undefined ? "proved; it is not shown that it ends" : g.status);
      add("name", make("code", "", g.name));
      add("work", [[g.steps, "step", "steps"], [g.queries, "query", "queries"], [g.joins, "join", "joins"]].filter(([k]) => k).map(([k, one, many]) => `${k} ${k === 1 ? one : many}`).join(", ") || "none");
      for (const f of g.rests ?? []) add(f.kind, make("code", "", f.text));
      if (n.node === undefined) add("proof", g.status === "proved" ? "by the solver, as a whole" : "there are no steps to show");
    }
    const steps = this.tree.stepsOf(n);
    if (steps.length) add(steps.length > 1 ? "rules" : n.kind === "hypothesis" ? "goal" : "rule", ...this.names(n, steps));
    const left = steps.flatMap((s) => s.leftOut ?? []);
    if (left.length) add("left out", ...left.map((l) => make("code", "rule", `${n.proof.proof.names[l.name]} (obligation ${l.obligation})`)));
    if (steps.length === 1 && steps[0].use) add("use", steps[0].use);
    if (n.place || n.line) add("at", make("code", "", this.tree.source(n)), ` line ${this.tree.lineOf(n)}`);
    const facts = n.first === -1 ? (n.proof.proof.nodes[n.node].rests ?? []) : [];
    for (const f of n.goal ? [] : facts) add(n.proof.proof.facts[f].kind, make("code", "", n.proof.proof.facts[f].text));
    if (n.kind === "joins") {
      const to = make("button", "link", `join ${n.to}`);
      to.addEventListener("click", () => this.go(joinOf(this.tree, this.at)));
      add("goes on at", to);
    }
    if (n.end?.with?.length && n.kind !== "cases") add("with", make("code", "", n.end.with.map((p) => n.proof.text(p)).join(" \u2227 ")));
    if (n.kind === "join") add("paths", `${n.paths} meet here; what follows is proved once for all of them`);
    return list.children.length ? [list] : [];
  }

  // names are those of the rules of some steps, or of the goal that is used.
  names(n, steps) {
    const all = steps.map((s) => n.proof.proof.names[s.name]);
    const shown = all.slice(0, 12).map((name) => {
      const row = n.kind === "hypothesis" ? this.tree.nodes.findIndex((m) => m.goal?.name === name && m.file === n.file) : -1;
      if (row < 0) return make("code", "rule", name || "(no name)");
      const link = make("button", "link", name);
      link.addEventListener("click", () => this.go(row));
      return link;
    });
    return all.length > 12 ? [...shown, make("span", "faint", `and ${all.length - 12} more`)] : shown;
  }

  failure(n) {
    const f = (n.goal ?? (n.kind === "fails" ? n.of : undefined))?.failure;
    if (!f) return [];
    const box = make("div", "failure", make("p", "", f.message));
    if (f.condition) box.append(make("p", "", make("code", "", f.condition), f.at ? make("span", "faint", ` line ${f.at.line}`) : ""));
    for (const c of f.contradiction ?? []) box.append(make("p", "", make("code", "", c.text), make("span", "faint", ` line ${c.at.line}`)));
    const table = make("table", "", make("tr", "", make("th"), make("th", "", "at the start"), make("th", "", "where it fails")));
    const names = new Set([...Object.keys(f.start ?? {}), ...Object.keys(f.end ?? {})]);
    for (const name of names) table.append(make("tr", "", make("th", "", name), make("td", "", f.start?.[name] ?? ""), make("td", "", f.end?.[name] ?? "")));
    if (names.size) box.append(make("h3", "", f.spurious ? "Possible counterexample (no run confirms it)" : "Counterexample"), table);
    if (f.asked) box.append(make("p", "faint", `asked ${f.asked}`));
    if (f.replay) box.append(make("p", "faint", f.replay));
    if (n.proof?.proof.path && names.size && !n.proof.proof.values) box.append(make("p", "faint", "The steps that failed are not those that a run on these values takes, so they have no values beside them."));
    return [box];
  }

  // values are those of the counterexample behind a row, of which the new ones are marked.
  values(n) {
    if (!n.onPath || !n.proof.proof.values || n.goal || n.kind === "fails") return [];
    const { path, nodes } = n.proof.proof, all = new Map(), fresh = new Set(valuesOf(this.tree, n).map((v) => v.name));
    for (const k of path) {
      for (const v of nodes[k].values ?? []) all.set(v.name, v.value);
      const steps = nodes[k].steps ?? [];
      for (let s = 0; s < steps.length && (k !== n.node || s <= n.last); s++) for (const v of steps[s].values ?? []) all.set(v.name, v.value);
      if (k === n.node) break;
    }
    if (!all.size) return [];
    const list = make("p", "values", ...[...all].map(([name, value]) => make(fresh.has(name) ? "ins" : "span", "", `${name} = ${value}`)));
    return [make("h3", "", "In the counterexample"), list];
  }

  // proved lists what the steps of a row, or its end, added and asked.
  proved(n) {
    const out = [], steps = this.tree.stepsOf(n), text = (p) => make("li", "", make("code", "", ...n.proof.draw(p)));
    const added = steps.flatMap((s) => s.added ?? []);
    if (added.length) out.push(make("h3", "", "Adds to the path condition"), make("ul", "path", ...added.map(text)));
    const asked = steps.flatMap((s, i) => (s.obligations ?? []).map((o) => [o, n.proof.before(n.node, n.first + i)]));
    if (n.end && !steps.length) for (const o of n.end.obligations ?? []) asked.push([o, n.proof.pattern(n.node, n.last)]);
    if (n.goal) for (const o of n.proof?.proof.obligations ?? []) asked.push([o, { condition: [] }]);
    if (asked.length) out.push(make("h3", "", n.goal && n.node !== undefined ? "Obligations beside the steps" : "Obligations"), ...asked.map(([o, at]) => this.obligation(n, o, at)));
    return out;
  }

  // obligation is a question that a solver answered; its hypotheses are drawn when they
  // are asked for.
  obligation(n, o, at) {
    const goal = o.goal === "false" ? make("span", "", "the hypotheses contradict each other") : make("code", "", ...n.proof.draw(o.goal));
    const box = make("details", "obligation", make("summary", "", goal, make("span", "faint", `${o.id} \u00b7 ${o.for} \u00b7 by ${o.by || "nobody"}`)));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      const given = changed(at?.condition ?? [], o.given), list = (ps) => make("ul", "path", ...ps.map((p) => make("li", "", make("code", "", ...n.proof.draw(p)))));
      if (o.core) box.append(...this.core(n, o.core));
      box.append(make("p", "faint", o.core ? "All hypotheses" : given.length ? "Follows from" : "Follows from nothing"), list(given));
    });
    return box;
  }

  // core lists what of an obligation is enough: hypotheses, facts, and instances of what is
  // quantified among them.
  core(n, core) {
    const code = (p) => make("code", "", ...n.proof.draw(p)), list = make("ul", "path core");
    const add = (...content) => list.append(make("li", "", ...content));
    for (const p of core.hypotheses ?? []) add(code(p));
    for (const f of core.facts ?? []) add(make("span", "faint", `${n.proof.proof.facts[f.fact].kind} `), code(f.formula));
    for (const u of core.uses ?? []) {
      const values = (u.values ?? []).flatMap((p, i) => [i ? ", " : "", code(p)]);
      add(code(u.result), make("span", "faint", values.length ? [" by ", " at "][u.witness ? 0 : 1] : " by "), ...values, make("span", "faint", " of "), code(u.formula));
    }
    return [make("p", "faint", `Enough, by ${core.by}${core.goal ? "" : ", whatever is to be shown: these contradict each other"}`), list];
  }

  // pattern is the pattern behind a row.
  pattern(n) {
    if (n.node === undefined) return [];
    const steps = this.tree.stepsOf(n).length;
    const after = n.proof.pattern(n.node, n.first < 0 ? -1 : n.last);
    const before = !steps ? after : n.proof.before(n.node, n.first);
    return [...this.condition(n, after, before), ...this.configuration(n, after, before)];
  }

  // condition lists the path condition; a long one shows its end first, and the rest piece
  // by piece.
  condition(n, after, before) {
    const title = make("h3", "", "Path condition");
    if (!after.condition.length) return [title, make("p", "faint", "none")];
    const known = new Set(before?.condition), list = make("ul", "path"), more = make("button", "more");
    let from = after.condition.length;
    const extend = (by) => {
      const end = from;
      from = Math.max(0, from - by);
      list.prepend(...after.condition.slice(from, end).map((p) => make("li", before && !known.has(p) ? "new" : "", make("code", "", ...n.proof.draw(p)))));
      more.textContent = `${Math.min(from, 500)} of ${from} before these`;
      more.hidden = from === 0;
    };
    more.addEventListener("click", () => extend(500));
    extend(40);
    return [title, more, list];
  }

  // configuration lists the cells; what is not as before is marked.
  configuration(n, after, before) {
    const list = make("dl", "cells");
    after.cells.forEach((holds, i) => {
      const old = before?.cells[i], isNew = before && old !== holds;
      list.append(make("dt", isNew ? "new" : "", n.proof.proof.cells[i] ?? `${i}`), make("dd", isNew ? "new" : "", make("code", "", ...n.proof.draw(holds, before ? old : undefined))));
    });
    return [make("h3", "", "Configuration"), list];
  }

  // passed are the lines on the way to a row.
  passed(n) {
    const out = new Set();
    if (n.node === undefined) return out;
    const { nodes, places } = n.proof.proof, see = (s) => s?.place && out.add(places[s.place - 1][0]);
    for (let k = n.node, last = n.last; k >= 0; k = nodes[k].from, last = Infinity) {
      see(nodes[k].case);
      (nodes[k].steps ?? []).slice(0, last === Infinity ? undefined : Math.max(0, last + 1)).forEach(see);
    }
    return out;
  }
}
