// @ts-check
import { around, button, byID, focusIn, make } from "./dom.js";
import { countOf, isFolder, parts, treeOf } from "./file-tree.js";
import { TreeKeys } from "./tree-keys.js";

/** @typedef {import("./file-tree.js").TreeFolder} TreeFolder */

const most = 400;

export class FilesPanel {
  /** @type {Listing} */
  #lists = { files: [], library: [] };
  /** Summary of the documents when last drawn. */
  #shown = "";
  /** @type {Set<string>} Keys of folded folders. */
  #folded = new Set();
  /** Whether the filter is in use, which unfolds everything. */
  isFiltered = false;

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
      event.key === "Enter" && this.place.querySelector("[data-path]")?.click());
    this.keys = new TreeKeys(this.place, (key, isOpen) => this.fold(key, isOpen));
    this.place.addEventListener("click", (event) => {
      const path = around(event, "[data-path]")?.dataset.path;
      if (path !== undefined) this.open(path);
      const folder = around(event, "[data-folder]")?.dataset.folder;
      if (folder !== undefined) this.fold(folder, this.#folded.has(folder));
    });
    this.place.addEventListener("keydown", (event) => {
      const path = around(event, "[data-path]")?.dataset.path;
      if (event.key !== "Insert" || !path?.includes(":")) return;
      event.preventDefault();
      this.files.insert(path, this.cursor());
    });
    for (const change of ["document", "drafts", "saved"]) studio.on(change, () => this.drawIfChanged());
    studio.on("document", () => {
      this.place.querySelector("[aria-current]")?.closest("li").scrollIntoView({ block: "nearest" });
    });
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
    this.isFiltered = sought !== "";
    /** @param {FileRow} row */
    const fits = ({ path, title, about }) => `${path} ${title ?? ""} ${about ?? ""}`.toLowerCase().includes(sought);
    const loose = this.studio.documents.filter((document) => !document.path || document.isGone);
    const focused = focusIn(this.place)?.dataset.key;
    const files = this.#lists.files.filter(fits);
    const library = this.#lists.library.filter(fits);
    const groups = [
      this.folder("unsaved:", "Unsaved", loose.length, () => loose.map((document) => this.looseRow(document)), 1),
      this.group("folder:", this.studio.session.folder || "This folder", treeOf(files.slice(0, most)), 1),
      this.group("built-in:", "Built-in", { path: "", name: "", entries: library.slice(0, most) }, 1),
    ];
    const rest = Math.max(0, files.length - most) + Math.max(0, library.length - most);
    const hints = [
      rest > 0 && `${rest} more. Use the filter to find them.`,
      this.#lists.isCut && "The folder contains more files than are listed.",
      this.#lists.isPolled
        && "The system does not report changes in this folder, so it is checked every few seconds.",
    ].filter(Boolean);
    this.place.replaceChildren(
      make("ul", { role: "tree", "aria-label": "Patterns" }, ...groups),
      ...hints.map((hint) => make("p", { className: "hint" }, hint)));
    this.keys.refresh();
    if (focused) this.place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** @param {string} key @param {boolean} isOpen */
  fold(key, isOpen) {
    if (isOpen) this.#folded.delete(key);
    else this.#folded.add(key);
    this.draw();
  }

  /** @param {string} root @param {string} name @param {TreeFolder} tree @param {number} level @returns {HTMLElement} */
  group(root, name, tree, level) {
    return this.folder(`${root}${tree.path}`, name, countOf(tree), () => tree.entries.map((entry) =>
      (isFolder(entry) ? this.group(root, entry.name, entry, level + 1) : this.row(entry, level + 1))), level);
  }

  /**
   * @param {string} key
   * @param {string} name
   * @param {number} count of the files in it
   * @param {() => HTMLElement[]} rows made if it is unfolded
   * @param {number} level
   */
  folder(key, name, count, rows, level) {
    if (count === 0) return undefined;
    const isOpen = this.isFiltered || !this.#folded.has(key);
    const mark = make("span", { className: "count" }, String(count));
    const heading = this.item(name, level, { key, folder: key }, {}, mark);
    heading.setAttribute("aria-expanded", String(isOpen));
    return make("li", { role: "none" }, heading, isOpen ? make("ul", { role: "group" }, ...rows()) : null);
  }

  /**
   * @param {string} name
   * @param {number} level
   * @param {Record<string, string>} dataset
   * @param {Properties<"button">} properties
   * @param {Child} [mark]
   */
  item(name, level, dataset, properties, mark) {
    const [start, end] = parts(name);
    const item = make("button", {
      type: "button", role: "treeitem", title: name, ...properties, dataset, "aria-level": String(level),
    }, make("span", { className: "name" }, make("span", { className: "start" }, start), end), mark);
    item.style.setProperty("--level", String(level));
    return item;
  }

  /** @param {FileRow} row @param {number} level */
  row({ path, title, about }, level) {
    const open = this.studio.documents.find((document) => document.path === path);
    const name = title ?? path.split("/").at(-1);
    const isCurrent = open !== undefined && open === this.studio.document;
    const entry = this.item(name, level, { key: path, path }, { title: about ? `${name}: ${about}` : path },
      open?.isEdited ? make("span", { className: "unsaved" }, "edited") : null);
    if (isCurrent) entry.setAttribute("aria-current", "true");
    return make("li", { role: "none" }, entry, path.includes(":") ? this.inserter(path, name) : null,
      open ? this.closer(open) : null, isCurrent ? this.actions(open) : null);
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
      tabIndex: document === this.studio.document ? 0 : -1,
    }, "×");
    cross.addEventListener("click", () => this.files.close(document));
    return cross;
  }

  /** @param {PatternDocument} document */
  looseRow(document) {
    const isCurrent = document === this.studio.document;
    const entry = this.item(document.name, 2, { key: `unsaved:${document.name}` }, {},
      document.isEdited ? make("span", { className: "unsaved" }, "unsaved") : null);
    if (isCurrent) entry.setAttribute("aria-current", "true");
    entry.addEventListener("click", () => this.studio.show(document));
    return make("li", { role: "none" }, entry, this.closer(document), isCurrent ? this.actions(document) : null);
  }
}
