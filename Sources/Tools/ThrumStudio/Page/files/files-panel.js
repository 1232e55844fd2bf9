// The list of the folder's patterns, the built-in ones and those without a file.

import { around, button, byID, make } from "../base/dom.js";
import { FileShapes } from "./file-shapes.js";
import { commandsOf, parts, treeOf, treeRows } from "./file-tree.js";
import { TreeKeys } from "./tree-keys.js";
import { TreeWindow } from "./tree-window.js";

/** @typedef {import("./file-tree.js").TreeRow} TreeRow */

export class FilesPanel {
  /** @type {Listing} */
  #lists = { files: [], library: [] };
  /** Summary of the documents as last drawn. */
  #shown = "";
  /** @type {string | undefined} Path that was last scrolled to. */
  #revealed;
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
    this.tree = make("ul", { role: "tree", "aria-label": "Patterns" });
    this.hints = make("div", {});
    this.place.replaceChildren(this.tree, this.hints);
    this.shapes = new FileShapes(server, () => /** @type {HTMLCanvasElement[]} */ (
      [...this.tree.querySelectorAll("canvas.shape")]));
    this.window = new TreeWindow(byID("files"), this.tree, {
      make: (row) => this.element(row), signature: (row) => this.signature(row),
      onShown: (rows) => {
        this.keys?.refresh();
        this.shapes.want(rows.map(({ row }) => row).filter(Boolean).filter(({ path }) => !path.startsWith("unsaved:")));
      },
    });
    this.keys = new TreeKeys(this.place, {
      rows: () => this.window.rows, reveal: (key) => this.window.reveal(key) ?? undefined,
      fold: (key, isOpen) => this.fold(key, isOpen),
    });
    this.filter.addEventListener("input", () => this.draw());
    this.filter.addEventListener("keydown", (event) =>
      event.key === "Enter" && this.place.querySelector("[data-path]")?.click());
    this.place.addEventListener("click", (event) => this.click(event));
    this.place.addEventListener("keydown", (event) => {
      const path = around(event, "[data-path]")?.dataset.path;
      if (event.key !== "Insert" || !path?.includes(":")) return;
      event.preventDefault();
      this.files.insert(path, this.cursor());
    });
    files.on("list", async () => {
      await this.refresh();
      this.revealCurrent();
    });
    for (const change of /** @type {const} */ (["document", "drafts", "saved"])) {
      studio.on(change, () => this.drawIfChanged());
    }
    studio.on("document", () => this.revealCurrent());
  }

  /** Scrolls to the open file, which may have another name now; a filter that hides it ends. */
  revealCurrent() {
    if (byID("files").hidden || !this.studio.document) return;
    let current = this.window.rows.find(({ isCurrent }) => isCurrent);
    if (!current && this.isFiltered && this.studio.document.path !== this.#revealed) {
      this.filter.value = "";
      this.draw();
      current = this.window.rows.find(({ isCurrent }) => isCurrent);
    }
    this.#revealed = this.studio.document.path;
    if (!current) return;
    // Also reveals the commands below the file.
    this.window.reveal(commandsOf(current.key));
    this.window.reveal(current.key);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { path, folder } = around(event, "[role=treeitem]")?.dataset ?? {};
    if (path !== undefined) this.open(path);
    if (folder !== undefined) this.fold(folder, this.folded.has(folder));
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

  /** Keys of folded folders, which the page remembers for each studio folder. */
  get folded() {
    return new Set(this.studio.settings.foldedFolders[this.studio.session.folder ?? ""] ?? []);
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
    const fits = ({ path, title }) => {
      const name = `${path} ${title ?? ""}`.toLowerCase();
      return sought.split(/\s+/).every((word) => name.includes(word));
    };
    const { documents, document, session } = this.studio;
    const loose = documents.filter((one) => !one.path || one.isGone);
    /** @type {FileRow[]} */
    const looseRows = loose.map((one, index) => ({ path: `unsaved:${index}`, title: one.name }));
    const byPath = new Map(documents.filter(({ path }) => path).map((one) => [one.path, one]));
    const { folded } = this;
    const library = this.#lists.library.filter(fits);
    this.window.show(treeRows([
      { root: "unsaved:", name: "Opened here", tree: { path: "", name: "", entries: looseRows } },
      { root: "folder:", name: session.folder || "This folder", tree: treeOf(this.#lists.files.filter(fits)) },
      { root: "built-in:", name: "Built-in", tree: { path: "", name: "", entries: library } },
    ], {
      isFolded: (key) => !this.isFiltered && folded.has(key), current: document,
      documentOf: (row) => loose[looseRows.indexOf(row)] ?? byPath.get(row.path),
    }));
    const isNothing = this.isFiltered && !this.window.rows.some(({ row }) => row);
    const hints = [
      isNothing && `Nothing found for “${this.filter.value.trim()}”.`,
      this.#lists.isCut && "The folder contains more files than are listed.",
      this.#lists.isPolled
        && "The system does not report changes in this folder, so it is checked every few seconds.",
    ].filter(Boolean);
    this.hints.replaceChildren(...hints.map((hint) => make("p", { className: "hint" }, hint)));
  }

  /** @param {string} key @param {boolean} isOpen */
  fold(key, isOpen) {
    const { settings, session } = this.studio;
    const folded = this.folded;
    if (isOpen) folded.delete(key);
    else folded.add(key);
    settings.set({ foldedFolders: { ...settings.foldedFolders, [session.folder ?? ""]: [...folded] } });
    this.draw();
  }

  /**
   * What a row shows, as a string: rows with the same signature look the same.
   *
   * @param {TreeRow} row
   */
  signature({ kind, level, name, place, count, files, isOpen, row, document, isCurrent }) {
    return JSON.stringify([
      kind, level, name, place, count, files, isOpen, row?.path, row?.size, row?.modified, row?.about,
      document && [this.studio.documents.indexOf(document), document.isEdited, document.isGone], isCurrent,
      this.studio.session.writable,
    ]);
  }

  /** @param {TreeRow} row */
  element(row) {
    const { kind, document, row: file } = row;
    if (kind === "commands" && document) {
      return make("li", { role: "none", className: "commands" }, this.actions(document));
    }
    if (!file) return this.folderRow(row);
    return file.path.startsWith("unsaved:") && document ? this.looseRow(row, document) : this.fileRow(row, file);
  }

  /** @param {TreeRow} row */
  folderRow(row) {
    const mark = make("span", { className: "count" }, String(row.files));
    const heading = this.item(row, { folder: row.key }, { title: row.name }, mark);
    heading.setAttribute("aria-expanded", String(row.isOpen));
    return make("li", { role: "none" }, heading);
  }

  /**
   * @param {TreeRow} row
   * @param {Record<string, string>} dataset
   * @param {Properties<"div">} properties
   * @param {Child[]} marks
   */
  item({ key, name, level, place, count }, dataset, properties, ...marks) {
    const [start, end] = parts(name);
    const item = make("div", {
      role: "treeitem", title: name, ...properties, dataset: { key, ...dataset },
      "aria-level": String(level), "aria-posinset": String(place), "aria-setsize": String(count), tabIndex: -1,
    }, make("span", { className: "name" }, make("span", { className: "start" }, start), end), ...marks);
    item.style.setProperty("--level", String(level));
    return item;
  }

  /** @param {TreeRow} row @param {FileRow} file */
  fileRow(row, file) {
    const { name, document, isCurrent } = row;
    const { path, about } = file;
    const entry = this.item(row, { path }, { title: about ? `${name}: ${about}` : path },
      document?.isEdited ? badge("edited", "edited") : null, formatBadge(path), this.shapes.canvas(file));
    if (isCurrent) entry.setAttribute("aria-current", "true");
    return make("li", { role: "none" }, entry, path.includes(":") ? this.inserter(path, name) : null,
      document ? this.closer(document) : null);
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
    const { changes } = this.files;
    /** @type {[name: string, run: () => void][]} */
    const entries = [["Duplicate", () => changes.duplicate(document)]];
    if (canChange || !document.path || document.isGone) entries.push(["Rename", () => changes.rename(document)]);
    if (canChange) entries.push(["Delete", () => changes.remove(document)]);
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

  /** @param {TreeRow} row @param {PatternDocument} document */
  looseRow(row, document) {
    const mark = document.isGone ? badge("deleted", "gone") : document.isEdited ? badge("unsaved", "edited") : null;
    const entry = this.item(row, {}, {}, mark);
    if (row.isCurrent) entry.setAttribute("aria-current", "true");
    entry.addEventListener("click", () => this.studio.show(document));
    return make("li", { role: "none" }, entry, this.closer(document));
  }
}

/** @param {string} text @param {string} kind */
const badge = (text, kind) => make("span", { className: `mark ${kind}` }, text);

/** @type {Record<string, string>} Formats that open read-only, by ending. */
const formats = { haptic: "clip", he: "RichTap", xml: "Android", json: "Android" };

/** @param {string} path */
function formatBadge(path) {
  const format = path.includes(":") ? undefined : formats[path.toLowerCase().split(".").at(-1)];
  return format ? badge(format, "kind") : null;
}
