// A list of rows of one height, of which only those in view are in the document.

class Rows {
  // draw(first, behind) makes the elements of the rows from first on; drawn() is told when
  // they are in the document.
  constructor(element, height, draw, drawn = () => {}) {
    this.element = element;
    this.height = height;
    this.draw = draw;
    this.drawn = drawn;
    this.count = 0;
    this.inView = make("div", "in-view");
    this.whole = make("div", "whole-height", this.inView);
    for (const box of [this.whole, this.inView]) box.setAttribute("role", "none");
    element.append(this.whole);
    element.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(element);
  }

  // show draws count rows; it keeps the place.
  show(count) {
    this.count = count;
    this.whole.style.height = `${count * this.height}px`;
    this.later();
  }

  // later draws before the next picture, once.
  later() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined;
      this.now();
    });
  }

  now() {
    const spare = 4; // rows beyond the edges, so that scrolling finds them
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - spare);
    const behind = Math.min(this.count, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + spare);
    this.inView.style.top = `${first * this.height}px`;
    this.inView.replaceChildren(...this.draw(first, Math.max(first, behind)));
    this.drawn();
  }

  // page is how many rows are seen at once.
  page() {
    return Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
  }

  // reveal scrolls as little as it takes to show a row; one far away comes to the middle.
  reveal(row) {
    const top = row * this.height, e = this.element;
    const below = top + this.height - (e.scrollTop + e.clientHeight), above = e.scrollTop - top;
    if (Math.max(below, above) > 3 * this.height) e.scrollTop = top - (e.clientHeight - this.height) / 2;
    else if (below > 0) e.scrollTop += below;
    else if (above > 0) e.scrollTop = top;
  }
}

// make makes an element. Text comes in as text, never as markup.
function make(name, className, ...content) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...content);
  return e;
}

// icon is one of the symbols of the page.
function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg"), use = document.createElementNS(space, "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

function kindIcon(kind) {
  return icon(`kind-${kind.replace(" ", "-")}`);
}

function kindClass(kind) {
  return `kind-${kind.replace(" ", "-")}`;
}

// visible is a text in which what cannot be seen, or changes the look of what is around
// it, is U+FFFD, so that columns stay.
function visible(text) {
  return text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, "\ufffd");
}

// inLine is a text with pictures of its line breaks.
function inLine(text) {
  return text.replaceAll("\n", "\u21b5");
}

// withMarks is a text in which the first occurrences of a query are marked.
function withMarks(text, query) {
  const out = [], low = text.toLowerCase(), q = query.toLowerCase();
  // A letter that changes its length in lower case moves the places: no marks then.
  if (!q || low.length !== text.length) return [text];
  let from = 0;
  for (let at; out.length < 200 && (at = low.indexOf(q, from)) >= 0; from = at + q.length) {
    out.push(text.slice(from, at), make("mark", "", text.slice(at, at + q.length)));
  }
  out.push(text.slice(from));
  return out;
}
