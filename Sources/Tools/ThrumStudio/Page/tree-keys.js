// @ts-check
import { around, focusIn } from "./dom.js";

/**
 * Moves the focus in a tree of buttons, which is one Tab stop: arrow keys, Home and End. Left and right also fold and
 * unfold. The items of folded folders are not in the page.
 */
export class TreeKeys {
  /** @type {string | undefined} Key of the Tab stop. */
  #stop;

  /** @param {HTMLElement} place @param {(key: string, isOpen: boolean) => void} onFold */
  constructor(place, onFold) {
    this.place = place;
    this.onFold = onFold;
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("focusin", (event) => {
      const item = around(event, "[role=treeitem]");
      if (item) this.stopAt(item);
    });
  }

  get items() {
    return [...this.place.querySelectorAll("[role=treeitem]")];
  }

  /** Sets the Tab stop after the tree was drawn: where it was, or else at the current or the first item. */
  refresh() {
    const { items } = this;
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
    const { items } = this;
    const focused = focusIn(this.place);
    const at = items.indexOf(focused);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const isOpen = { true: true, false: false }[focused.getAttribute("aria-expanded")];
    const level = Number(focused.getAttribute("aria-level"));
    /** @type {Record<string, () => HTMLElement | void>} */
    const moves = {
      ArrowDown: () => items[at + 1],
      ArrowUp: () => items[at - 1],
      Home: () => items[0],
      End: () => items.at(-1),
      ArrowRight: () => (isOpen === false ? this.onFold(focused.dataset.key, true) : items[at + Number(isOpen ?? 0)]),
      ArrowLeft: () => (isOpen ? this.onFold(focused.dataset.key, false)
        : items.slice(0, at).findLast((item) => Number(item.getAttribute("aria-level")) < level)),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = moves[event.key]();
    if (next) next.focus();
  }
}
