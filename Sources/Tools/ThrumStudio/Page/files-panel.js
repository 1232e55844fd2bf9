// @ts-check
import { around, button, byID, focusIn, make } from "./dom.js";

const most = 400;

export class FilesPanel {
  /** @type {Listing} */
  #lists = { files: [], library: [] };
  /** Summary of the documents when last drawn. */
  #shown = "";

  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {{ open: (path: string) => void, files: Files, cursor: () => number }} uses
   */
  constructor(studio, server, { open, files, cursor }) {
    this.studio = studio;
    this.server = server;
    this.open = open;
    this.files = files;
    this.cursor = cursor;
    this.filter = byID("filter");
    this.place = byID("file-list");
    this.filter.addEventListener("input", () => this.draw());
    this.filter.addEventListener("keydown", (event) =>
      event.key === "Enter" && this.place.querySelector("button")?.click());
    this.place.addEventListener("click", (event) => {
      const path = around(event, "[data-path]")?.dataset.path;
      if (path !== undefined) this.open(path);
    });
    this.place.addEventListener("keydown", (event) => {
      const path = around(event, "[data-path]")?.dataset.path;
      if (event.key !== "Insert" || !path?.includes(":")) return;
      event.preventDefault();
      this.files.insert(path, this.cursor());
    });
    for (const change of ["document", "drafts", "saved"]) studio.on(change, () => this.drawIfChanged());
  }

  /** Does not redraw during a drag. */
  drawIfChanged() {
    if (this.summary() !== this.#shown) this.draw();
  }

  summary() {
    const { documents, document, session } = this.studio;
    const rows = documents.map((one) => [one.path, one.name, one.isEdited, one.isGone, one === document]);
    return JSON.stringify([rows, session.folder, session.writable]);
  }

  /** Patterns of the folder. */
  get rows() {
    return this.#lists.files;
  }

  async refresh() {
    try {
      this.#lists = await this.server.files();
      this.draw();
    } catch {
      // A banner reports the lost connection.
    }
  }

  draw() {
    this.#shown = this.summary();
    const sought = this.filter.value.trim().toLowerCase();
    /** @param {FileRow} row */
    const fits = ({ path, title, about }) => `${path} ${title ?? ""} ${about ?? ""}`.toLowerCase().includes(sought);
    const loose = this.studio.documents.filter((document) => !document.path || document.isGone);
    const focused = focusIn(document)?.dataset.path;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (loose.length > 0) parts.push(...this.looseGroup(loose));
    const folder = this.studio.session.folder;
    if (folder || this.#lists.files.length > 0) {
      parts.push(...this.group(folder || "This folder", this.#lists.files.filter(fits)));
    }
    parts.push(...this.group("Built-in", this.#lists.library.filter(fits)));
    if (this.#lists.isCut) {
      parts.push(make("p", { className: "hint" }, "The folder contains more files than are listed."));
    }
    if (this.#lists.isPolled) {
      parts.push(make("p", { className: "hint" },
        "The system does not report changes in this folder, so it is checked every few seconds."));
    }
    this.place.replaceChildren(...parts);
    if (focused) this.place.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {string} title @param {FileRow[]} entries */
  group(title, entries) {
    const rows = entries.slice(0, most).map((entry) => this.row(entry));
    const rest = entries.length - rows.length;
    const list = make("ul", {}, ...rows);
    const heading = make("h3", {}, title, " ", make("span", { className: "count" }, String(entries.length)));
    const more = rest > 0 ? [make("p", { className: "hint" }, `${rest} more. Use the filter to find them.`)] : [];
    return entries.length > 0 ? [heading, list, ...more] : [];
  }

  /** @param {FileRow} row */
  row({ path, title, about }) {
    const open = this.studio.documents.find((document) => document.path === path);
    const name = title ?? path;
    const isCurrent = open !== undefined && open === this.studio.document;
    const entry = make("button", { type: "button", title: about ?? path, dataset: { path } },
      make("span", { className: "name" }, name),
      open?.isEdited ? make("span", { className: "unsaved" }, "edited") : null);
    if (isCurrent) entry.setAttribute("aria-current", "true");
    const isBlock = path.includes(":");
    return make("li", {}, entry, isBlock ? this.inserter(path, name) : null, open ? this.closer(open) : null,
      isCurrent ? this.actions(open) : null);
  }

  /** @param {string} path @param {string} name */
  inserter(path, name) {
    const plus = make("button", {
      type: "button", className: "insert", tabIndex: -1, title: "Insert at the cursor",
      "aria-label": `Insert ${name} at the cursor`,
    }, "+");
    plus.addEventListener("click", () => this.files.insert(path, this.cursor()));
    return plus;
  }

  /** @param {PatternDocument} document */
  actions(document) {
    const isFile = document.path && !document.path.includes(":");
    const canChange = isFile && !document.isGone && this.studio.session.writable;
    /** @type {[name: string, run: () => void][]} */
    const entries = [["Duplicate", () => this.files.duplicate(document)]];
    if (canChange || !document.path || document.isGone) entries.push(["Rename", () => this.files.rename(document)]);
    if (canChange) entries.push(["Delete", () => this.files.remove(document)]);
    return make("div", { className: "group file-actions", role: "group", "aria-label": document.name },
      ...entries.map(([name, run]) => button(name, run)));
  }

  /** @param {PatternDocument} document */
  closer(document) {
    const cross = make("button", {
      type: "button", className: "close", title: "Close", "aria-label": `Close ${document.name}`,
    }, "×");
    cross.addEventListener("click", () => this.files.close(document));
    return cross;
  }

  /** @param {PatternDocument[]} documents */
  looseGroup(documents) {
    const rows = documents.map((document) => {
      const entry = make("button", { type: "button" }, make("span", { className: "name" }, document.name),
        document.isEdited ? make("span", { className: "unsaved" }, "unsaved") : null);
      if (document === this.studio.document) entry.setAttribute("aria-current", "true");
      entry.addEventListener("click", () => this.studio.show(document));
      const isCurrent = document === this.studio.document;
      return make("li", {}, entry, this.closer(document), isCurrent ? this.actions(document) : null);
    });
    return [make("h3", {}, "Unsaved"), make("ul", {}, ...rows)];
  }
}
