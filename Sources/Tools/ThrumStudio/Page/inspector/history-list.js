// The list of undo steps, and the names that turn steps into versions.

import { around, byID, make } from "../base/dom.js";

const most = 200;

export class HistoryList {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.place = byID("history");
    for (const change of /** @type {const} */ (["document", "text", "saved", "history"])) {
      studio.on(change, () => this.refresh());
    }
    this.place.addEventListener("click", (event) => {
      const row = around(event, "[data-step]");
      if (!row) return;
      const index = Number(row.dataset.step);
      if (around(event, ".name-version")) return this.rename(row, index);
      if (around(event, ".compare-version")) return this.compare(index);
      if (!around(event, "[data-index]")) return;
      this.studio.goTo(index);
      this.place.querySelector("[aria-current]")?.focus();
    });
  }

  refresh() {
    if (this.place.closest("[role=tabpanel]")?.hidden) return;
    const { steps, at } = this.studio.document?.history.list ?? { steps: [], at: 0 };
    // Named steps stay in the list, however old.
    const shown = steps.map((step, index) => ({ step, index }))
      .filter(({ step, index }) => index >= steps.length - most || step.name !== undefined);
    this.place.replaceChildren(...shown.map(({ step, index }) => this.row(step, index, at)));
    this.place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Step} step @param {number} index @param {number} at */
  row({ label, name }, index, at) {
    const className = `${index > at ? "undone" : ""} ${name === undefined ? "" : "version"}`;
    const title = name === undefined ? label : `${name} (${label})`;
    const entry = make("button", { type: "button", className, dataset: { index } }, `${index + 1}. ${title}`);
    if (index === at) entry.setAttribute("aria-current", "step");
    const naming = make("button", {
      type: "button", className: "labelled name-version", title: "Keep this step as a version with a name",
      "aria-label": `Name step ${index + 1}`,
    }, "Name");
    const comparing = make("button", {
      type: "button", className: "labelled compare-version",
      title: "Set this step as A, to compare it with the pattern",
      "aria-label": `Set step ${index + 1} as A`,
    }, "A");
    return make("li", { dataset: { step: index } }, entry, naming, comparing);
  }

  /** @param {HTMLElement} row @param {number} index */
  rename(row, index) {
    const history = this.studio.current.history;
    const field = make("input", {
      type: "text", value: history.list.steps[index].name ?? "", maxLength: 40, "aria-label": "Name of the version",
      placeholder: "Name of the version",
    });
    let isOver = false;
    /** @param {boolean} takes */
    const end = (takes) => {
      if (isOver) return;
      isOver = true;
      if (takes) history.name(index, field.value.trim());
      this.studio.current.emit("history");
      this.place.querySelector(`[data-index="${index}"]`)?.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      event.stopPropagation();
    });
    field.addEventListener("blur", () => end(true));
    row.replaceChildren(field);
    field.focus();
  }

  /** @param {number} index */
  compare(index) {
    const { text, label, name } = this.studio.current.history.list.steps[index];
    this.studio.current.keepAsA(name ?? label, text);
    this.studio.announce(`Step ${index + 1} is version A`);
  }
}
