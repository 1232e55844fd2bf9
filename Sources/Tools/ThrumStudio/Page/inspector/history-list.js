// The list of undo steps.

import { around, byID, make } from "../shell/dom.js";

const most = 200;

export class HistoryList {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.place = byID("history");
    for (const change of /** @type {const} */ (["document", "text", "saved"])) studio.on(change, () => this.refresh());
    this.place.addEventListener("click", (event) => {
      const index = around(event, "[data-index]")?.dataset.index;
      if (index === undefined) return;
      this.studio.goTo(Number(index));
      this.place.querySelector("[aria-current]")?.focus();
    });
  }

  refresh() {
    if (this.place.closest("[role=tabpanel]")?.hidden) return;
    const { labels, at } = this.studio.document?.history.list ?? { labels: [], at: 0 };
    const first = Math.max(0, labels.length - most);
    this.place.replaceChildren(...labels.slice(first).map((label, index) => this.row(label, first + index, at)));
    this.place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} label @param {number} index @param {number} at */
  row(label, index, at) {
    const className = index > at ? "undone" : "";
    const entry = make("button", { type: "button", className, dataset: { index } }, `${index + 1}. ${label}`);
    if (index === at) entry.setAttribute("aria-current", "step");
    return make("li", {}, entry);
  }
}
