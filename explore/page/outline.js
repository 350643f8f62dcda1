// The rows of the outline; and the start of all.

class SearchOutline extends Outline {
  cells(i, space, slot, hasBelow) {
    const n = this.tree.nodes[i];
    slot.classList.add(kindClass(hasBelow ? "inner" : n.kind));
    if (!hasBelow) slot.append(kindIcon(n.kind));
    return [
      make("span", "number", `${n.id}`),
      make("span", "condition", space, slot, this.label(n)),
      make("span", "written", ...withMarks(inLine(n.written ?? ""), this.query)),
      this.end(n, hasBelow && !this.open[i]),
      make("span", "line", n.line ? `${n.line}` : ""),
    ];
  }

  label(n) {
    const text = conjunction(n);
    if (!text) return make("span", "text start", n.up < 0 ? "start" : "no condition");
    return make("span", "text", ...withMarks(inLine(text), this.query));
  }

  // end says what is at the end of a node; of a closed branching, what is below.
  end(n, closed) {
    const cell = make("span", "end");
    if (n.solution) cell.append(solutionBadge(n, `${n.solution}`));
    if (closed) cell.append(make("span", "faint", below(n)));
    if (n.kind === "inner") return cell;
    cell.append(make("span", "", make("span", kindClass(n.kind), n.kind), make("span", "faint", n.because ? ` ${n.because}` : "")));
    cell.title = n.because ?? "";
    return cell;
  }
}

function solutionBadge(n, text) {
  const badge = make("span", "solution", icon("kind-solution"), text);
  badge.title = `solution ${n.solution}`;
  return badge;
}

start(new SearchTree(JSON.parse(document.getElementById("data").textContent)),
  (...of) => new SearchOutline(...of), (...of) => new Detail(...of));
