// Keyboard control of the file list.

import { around, focusIn } from "../base/dom.js";

/** @typedef {import("./file-tree.js").TreeRow} TreeRow */

/**
 * Arrow keys, Home and End move the focus in a tree, which is one Tab stop. Left and right also fold and unfold, Enter
 * and Space open. Only the rows in view are in the page.
 */
export class TreeKeys {
  /** @type {string | undefined} Key of the Tab stop. */
  #stop;

  /**
   * @param {HTMLElement} place
   * @param {{ rows: () => TreeRow[], reveal: (key: string) => HTMLElement | undefined,
   *   fold: (key: string, isOpen: boolean) => void }} tree
   */
  constructor(place, tree) {
    this.place = place;
    this.tree = tree;
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("focusin", (event) => {
      const item = around(event, "[role=treeitem]");
      if (item) this.stopAt(item);
    });
  }

  /** Sets the Tab stop once the tree is drawn: where it was, or else at the current or the first item. */
  refresh() {
    const items = [...this.place.querySelectorAll("[role=treeitem]")];
    const stop = items.find(({ dataset }) => dataset.key === this.#stop)
      ?? items.find((item) => item.hasAttribute("aria-current")) ?? items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }

  /** @param {HTMLElement} item */
  stopAt(item) {
    this.#stop = item.dataset.key;
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const rows = this.tree.rows().filter(({ kind }) => kind !== "commands");
    const key = focusIn(this.place)?.dataset.key ?? "";
    const at = rows.findIndex((row) => row.key === key);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const { isOpen, level } = rows[at];
    /** @type {Record<string, () => TreeRow | void>} */
    const moves = {
      ArrowDown: () => rows[at + 1],
      ArrowUp: () => rows[at - 1],
      Home: () => rows[0],
      End: () => rows.at(-1),
      Enter: () => focusIn(this.place)?.click(),
      " ": () => focusIn(this.place)?.click(),
      ArrowRight: () => (isOpen === false ? this.tree.fold(key, true) : rows[at + Number(isOpen ?? 0)]),
      ArrowLeft: () => (isOpen ? this.tree.fold(key, false)
        : rows.slice(0, at).findLast((row) => row.level < level)),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = moves[event.key]();
    if (next) this.focus(next.key);
  }

  /** @param {string} key */
  focus(key) {
    this.tree.reveal(key)?.focus();
  }
}
