// The rows of the file list that are in view; only these are elements.

import { focusIn, make, oncePerFrame } from "../base/dom.js";

/** @typedef {import("./file-tree.js").TreeRow} TreeRow */

/** Height of a row in points, as in style.css. */
const narrow = matchMedia("(max-width: 480px)");
const rowHeight = () => (narrow.matches ? 44 : 30);
/** Up to this number, all rows are in the page. */
const few = 300;
/** Rows beyond the visible ones on either side. */
const margin = 12;

/**
 * A long list of which only the rows in view are in the page. Rows are `rowHeight` high, except for a few in view.
 */
export class TreeWindow {
  /** @type {TreeRow[]} */
  #rows = [];
  /** @type {Map<string, { element: HTMLElement, signature: string }>} Rows in the page. */
  #shown = new Map();
  #range = [0, 0];

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} list
   * @param {{ make: (row: TreeRow) => HTMLElement, signature: (row: TreeRow) => string,
   *   onShown: (rows: TreeRow[]) => void }} how
   */
  constructor(scroller, list, { make: makeRow, signature, onShown }) {
    this.scroller = scroller;
    this.list = list;
    this.makeRow = makeRow;
    this.signature = signature;
    this.onShown = onShown;
    this.before = make("li", { role: "none", "aria-hidden": "true" });
    this.after = make("li", { role: "none", "aria-hidden": "true" });
    scroller.addEventListener("scroll", () => this.soon(), { passive: true });
    new ResizeObserver(() => this.soon()).observe(scroller);
  }

  /** @param {TreeRow[]} rows */
  show(rows) {
    this.#rows = rows;
    this.draw(true);
  }

  get rows() {
    return this.#rows;
  }

  /** Draws at most once per frame. */
  soon = oncePerFrame(() => this.draw(false));

  /** First and end of the rows in view, including the margin. */
  range() {
    const count = this.#rows.length;
    if (count <= few) return [0, count];
    const top = this.scroller.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    const first = Math.floor(top / rowHeight()) - margin;
    const end = Math.ceil((top + this.scroller.clientHeight) / rowHeight()) + margin;
    return [Math.min(count, Math.max(0, first)), Math.min(count, Math.max(0, end))];
  }

  /** @param {boolean} isNew whether the rows may differ */
  draw(isNew) {
    const [first, end] = this.range();
    if (!isNew && first === this.#range[0] && end === this.#range[1]) return;
    this.#range = [first, end];
    const rows = this.#rows.slice(first, end);
    /** @type {Map<string, { element: HTMLElement, signature: string }>} */
    const next = new Map();
    for (const row of rows) {
      const signature = this.signature(row);
      const known = this.#shown.get(row.key);
      if (known?.signature === signature) {
        next.set(row.key, known);
      } else {
        next.set(row.key, { element: this.makeRow(row), signature });
      }
    }
    this.#shown = next;
    const focused = focusIn(this.list)?.dataset;
    this.before.style.height = `${first * rowHeight()}px`;
    this.after.style.height = `${(this.#rows.length - end) * rowHeight()}px`;
    place(this.list, [this.before, ...[...next.values()].map(({ element }) => element), this.after]);
    this.onShown(rows);
    // The row with the focus may have been replaced.
    if (focused?.key && !focusIn(this.list)) this.itemOf(focused.key)?.focus({ preventScroll: true });
  }

  /**
   * Scrolls to a row and returns its item.
   *
   * @param {string} key
   */
  reveal(key) {
    const place = this.#rows.findIndex((row) => row.key === key);
    if (place < 0) return undefined;
    if (!this.#shown.has(key)) {
      const top = this.list.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
      this.scroller.scrollTop += top + place * rowHeight() - this.scroller.clientHeight / 2;
      this.draw(false);
    }
    this.#shown.get(key)?.element.scrollIntoView({ block: "nearest" });
    return this.itemOf(key);
  }

  /** @param {string} key @returns {HTMLElement | null} */
  itemOf(key) {
    return this.#shown.get(key)?.element.querySelector("[role=treeitem]") ?? null;
  }
}

/**
 * Makes elements the children of a list, in order; those that stay are not moved, so that they keep the focus.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement[]} elements
 */
function place(list, elements) {
  const kept = new Set(elements);
  for (const child of [...list.children]) if (!(child instanceof HTMLElement && kept.has(child))) child.remove();
  elements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}
