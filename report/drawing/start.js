// start puts the parts of a page together: a tree, its outline, and what find shows beside
// it. Find is what puts a query into the search field.
function start(tree, outlineOf, detailOf) {
  const at = (id) => document.getElementById(id);
  const kinds = new Set(), query = at("query");
  const outline = outlineOf(tree, at("tree"), (i) => detail.show(i, outline.query));
  const refresh = () => {
    outline.filter(kinds, query.value);
    at("found").textContent = outline.matched ? `${outline.goals.length} of ${tree.nodes.length}` : "";
    for (const id of ["previous", "next"]) at(id).disabled = !outline.goals.length;
  };
  const find = (text) => {
    query.value = text;
    refresh();
  };
  const detail = detailOf(tree, at("detail"), new Program(at("program"), (line) => find(`line ${line}`)), (i) => outline.select(i));
  drawLegend(tree, at("legend"), kinds, refresh);
  query.addEventListener("input", refresh);
  query.addEventListener("keydown", (e) => {
    if (e.key === "Enter") outline.step(e.shiftKey ? -1 : 1);
    if (e.key === "Escape" || e.key === "ArrowDown") at("tree").focus();
    if (e.key === "Escape") find("");
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.target === query) return;
    e.preventDefault();
    query.select();
  });
  at("next").addEventListener("click", () => outline.step(1));
  at("previous").addEventListener("click", () => outline.step(-1));
  at("open-all").addEventListener("click", () => outline.openAll(true));
  at("close-all").addEventListener("click", () => outline.openAll(false));
  outline.begin();
  refresh();
  at("tree").focus();
}

// drawLegend shows how many nodes there are of each kind; what is pressed is shown.
function drawLegend(tree, element, kinds, refresh) {
  for (const [kind, name, count] of tree.legend()) {
    if (!count) continue;
    const button = make("button", "", make("span", kindClass(kind), kindIcon(kind)), name, make("span", "count", `${count}`));
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      if (!kinds.delete(kind)) kinds.add(kind);
      button.setAttribute("aria-pressed", `${kinds.has(kind)}`);
      refresh();
    });
    element.append(button);
  }
}
