// An open pattern: its text with history, its file, and version A.

import { Emitter } from "../pattern/emitter.js";
import { History } from "./history.js";
import { LaterPattern } from "./later-pattern.js";
import { readPattern, rereadPattern } from "../pattern/pattern.js";

/** @extends {Emitter<DocumentEvents>} */
export class Document extends Emitter {
  /** @type {Pattern | undefined} */
  #pattern;
  /** @type {{ selection: string[], pattern: Pattern, items: PatternItem[] } | undefined} */
  #selected;
  /** @type {LaterPattern | undefined} The pattern of version A. */
  #later;

  /**
   * @param {{ text: string, path?: string, name?: string, revision?: string | null, writable?: boolean,
   *   notes?: string[], savedText?: string, pair?: string, wasBegunHere?: boolean, id?: string }} given
   */
  constructor({
    path, name, text, revision = null, writable = false, notes = [], savedText = text, pair, wasBegunHere = false,
    id = crypto.randomUUID(),
  }) {
    super();
    /** The same after a reload. */
    this.id = id;
    this.path = path;
    this.name = name ?? path?.split("/").at(-1) ?? "untitled.ahap";
    this.history = new History({ text, selection: [], label: "Open" });
    this.savedText = savedText;
    this.revision = revision;
    /** Whether its file was deleted or moved outside the studio. */
    this.isGone = false;
    this.writable = writable;
    this.notes = notes;
    /** @type {{ text: string, label: string, pattern: Pattern, isReady: boolean } | undefined} Version A. */
    this.slotA = undefined;
    /** First file of a pair that was opened as one. */
    this.pair = pair;
    /** Whether it began empty. */
    this.wasBegunHere = wasBegunHere;
    this.position = 0;
  }

  /**
   * Name under which the browser keeps what belongs to the document.
   *
   * @param {string} [folder]
   */
  placeIn(folder = "") {
    return this.path ? `${folder}/${this.path}` : `draft ${this.id}`;
  }

  /** @returns {string} */
  get text() {
    return this.history.state.text;
  }

  /**
   * The parsed text; only changed parts are parsed again.
   *
   * @returns {Pattern}
   */
  get pattern() {
    if (this.#pattern?.text === this.text) return this.#pattern;
    this.#pattern = (this.#pattern && rereadPattern(this.#pattern, this.text)) ?? readPattern(this.text);
    return this.#pattern;
  }

  /** @returns {string[]} */
  get selection() {
    return this.history.state.selection;
  }

  get selectedItems() {
    const { selection, pattern } = this;
    if (this.#selected?.selection !== selection || this.#selected.pattern !== pattern) {
      const items = selection.map((key) => pattern.items.get(key)).filter(Boolean);
      this.#selected = { selection, pattern, items };
    }
    return this.#selected.items;
  }

  get isEdited() {
    return this.isGone || this.text !== this.savedText;
  }

  /** @param {string} text @param {ChangeOptions} options */
  change(text, { selection = this.selection, mark, label = "Change" } = {}) {
    if (text === this.text) return;
    this.history.push({ text, selection, label: "" }, mark);
    this.history.state.label = typeof label === "string" ? label : label(this.pattern);
    this.dropLostSelection();
    this.emit("text");
    this.emit("selection");
  }

  /** @param {string[]} keys */
  select(keys) {
    this.history.state.selection = [...new Set(keys)].filter((key) => this.pattern.items.has(key));
    this.emit("selection");
  }

  /** Returns whether there was anything to undo. */
  undo() {
    return this.travel(this.history.undo());
  }

  redo() {
    return this.travel(this.history.redo());
  }

  /** @param {number} index */
  goTo(index) {
    this.travel(this.history.goTo(index));
  }

  /** @param {boolean} happened */
  travel(happened) {
    if (!happened) return false;
    this.dropLostSelection();
    this.emit("text");
    this.emit("selection");
    return true;
  }

  dropLostSelection() {
    const state = this.history.state;
    state.selection = state.selection.filter((key) => this.pattern.items.has(key));
  }

  /** @param {string} text @param {string} revision */
  saved(text, revision) {
    this.savedText = text;
    this.revision = revision;
    this.isGone = false;
    this.history.seal();
    this.emit("saved");
  }

  /**
   * Notes the file that now has the text.
   *
   * @param {string} path
   * @param {string} text
   * @param {string} revision
   */
  savedAs(path, text, revision) {
    this.path = path;
    this.name = path.split("/").at(-1);
    this.writable = true;
    this.saved(text, revision);
  }

  /** @param {string} path of the file, or the name of a document without one */
  renamed(path) {
    if (this.path) this.path = path;
    this.name = this.path ? path.split("/").at(-1) : path;
  }

  /** @param {string} revision of the file that the next save replaces */
  keepOver(revision) {
    this.revision = revision;
  }

  /** @param {number} position of the cursor, to return to */
  leaveAt(position) {
    this.position = position;
  }

  /** Marks the file as deleted; saving creates it again. */
  lost() {
    this.isGone = true;
    this.revision = null;
    this.emit("saved");
  }

  /** Marks the file as existing again, with a new revision. */
  found() {
    if (!this.isGone) return;
    this.isGone = false;
    this.emit("saved");
  }

  /** @param {string} label */
  keepAsA(label, text = this.text) {
    /** @type {LaterPattern} */
    const later = new LaterPattern(text, this.#pattern, () => later === this.#later && this.emit("slots"));
    this.#later = later;
    this.slotA = { text, label, get pattern() { return later.pattern; }, get isReady() { return later.isReady; } };
    this.emit("slots");
  }
}
