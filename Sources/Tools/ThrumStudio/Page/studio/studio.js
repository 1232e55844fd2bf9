// What the page shows and changes: open documents, versions, selection, markers, analysis and tool.

import { removeItems } from "../edits/edits.js";
import { Emitter } from "../pattern/emitter.js";
import { copyText, pasteEntries } from "../edits/pasting.js";
import { readPattern } from "../pattern/pattern.js";
import { gridSeconds } from "../edits/snapping.js";
import { spliced } from "../pattern/splice.js";
import { Layers } from "./layers-panel.js";
import { keep, load } from "../base/kept.js";

const nothing = readPattern("");

/** @extends {Emitter<StudioEvents>} */
export class Studio extends Emitter {
  /** @type {Finding[]} From the analysis. */
  #ownFindings = [];
  /** @type {Finding[]} From the verdicts per motor. */
  #feltFindings = [];
  /** @type {PatternDocument[]} */
  documents = [];
  /** @type {PatternDocument | undefined} */
  document = undefined;
  isShowingA = false;
  /** @type {AnalysisAnswer} */
  analysis = { diagnostics: [], sounds: [] };
  /** @type {Finding[]} */
  findings = [];
  /** @type {FeltMotor[]} Verdicts for the chosen motors. */
  felt = [];
  /** @type {string | undefined} */
  #knownSounds;
  /** @type {Map<string, SoundNote>} Sounds by path. */
  soundSeconds = new Map();
  /** @type {Marker[]} */
  markers = [];
  /** Drag tool: "choose", "hold" or "curve". */
  tool = "choose";
  layers = new Layers(() => this.document);
  /** @type {WeakMap<PatternDocument, SoundSource>} Sounds that patterns were made from. */
  sources = new WeakMap();

  /**
   * `announce` is for screen readers; `notify` also shows the message.
   *
   * @param {Settings} settings
   * @param {Session} session
   * @param {(message: string) => void} announce
   * @param {(message: string) => void} notify
   */
  constructor(settings, session, announce, notify) {
    super();
    this.settings = settings;
    this.session = session;
    this.announce = announce;
    this.notify = notify;
  }

  /** @param {Session} session of a server that was started again */
  renewSession(session) { this.session = session; }

  /** @param {string} tool */
  chooseTool(tool) {
    this.tool = tool;
    this.emit("tool");
  }

  /** @param {PatternDocument} document others stay open with their changes */
  show(document) {
    if (!this.documents.includes(document)) this.watch(document);
    this.document = document;
    this.isShowingA = false;
    this.markers = load(this.markerPlace, []);
    this.emit("document", document);
    this.emit("text");
    this.emit("selection");
    this.emit("slots");
    this.emit("markers");
  }

  /** @param {PatternDocument} document */
  watch(document) {
    this.documents.push(document);
    /** @param {keyof DocumentEvents} name */
    const pass = (name) => document.on(name, () => document === this.document && this.emit(name));
    for (const name of /** @type {const} */ (["text", "selection", "saved", "slots", "history"])) pass(name);
    document.on("text", () => this.emit("drafts"));
    document.on("saved", () => this.emit("drafts"));
  }

  /** @param {PatternDocument} document replaced by its neighbour */
  close(document) {
    const place = this.documents.indexOf(document);
    this.documents = this.documents.filter((one) => one !== document);
    this.emit("closed", document);
    if (document === this.document) this.showInstead(this.documents[Math.min(place, this.documents.length - 1)]);
    this.emit("drafts");
  }

  /** @param {PatternDocument | undefined} document */
  showInstead(document) {
    if (document) return this.show(document);
    this.document = undefined;
    this.isShowingA = false;
    this.markers = [];
    for (const name of /** @type {const} */ (["document", "text", "selection", "slots", "markers"])) this.emit(name);
    return undefined;
  }

  /** The shown document, for those who know that there is one. */
  get current() {
    return /** @type {PatternDocument} */ (this.document);
  }

  get selection() {
    return this.document?.selection ?? [];
  }

  get selectedItems() {
    return this.document?.selectedItems ?? [];
  }

  get shownText() {
    return (this.isShowingA ? this.document?.slotA : this.document)?.text ?? "";
  }

  /** @returns {Pattern} */
  get shownPattern() {
    return (this.isShowingA ? this.document?.slotA : this.document)?.pattern ?? nothing;
  }

  /** The other version, for comparison. */
  get ghostPattern() {
    if (!this.document?.slotA) return undefined;
    const { slotA, pattern, text } = this.document;
    if (slotA.text === text || !slotA.isReady) return undefined;
    return this.isShowingA ? pattern : slotA.pattern;
  }

  get snap() {
    return { step: gridSeconds(this.settings), toEvents: this.settings.snapsToEvents };
  }

  /**
   * Changes the text; used by all user actions. Refuses while A is shown.
   *
   * @param {string} text
   * @param {ChangeOptions} [options]
   */
  change(text, options = {}) {
    if (this.isShowingA) return this.refuseA();
    this.current.change(text, options);
    return true;
  }

  /**
   * @param {Edit[]} edits
   * @param {ChangeOptions} [options]
   */
  apply(edits, options) {
    return this.change(spliced(this.current.text, edits), options);
  }

  /** @param {Added | undefined} added */
  insert(added, label = "Add") {
    if (!added) return this.notify("The text has no “Pattern” array to add to.");
    if (!this.change(added.text, { selection: added.keys, label })) return false;
    this.settle();
    return true;
  }

  refuseA() {
    this.notify("Version A is for comparison only; nothing was changed. Switch to B (b) to edit.");
    return false;
  }

  undo() {
    if (this.isShowingA) return void this.refuseA();
    const label = this.document?.history.state.label;
    if (this.document?.undo()) this.announce(`Undone: ${label}`);
  }

  redo() {
    if (this.isShowingA) return void this.refuseA();
    if (this.document?.redo()) this.announce(`Redone: ${this.current.history.state.label}`);
  }

  /** @param {number} index */
  goTo(index) {
    if (this.isShowingA) return void this.refuseA();
    this.document?.goTo(index);
  }

  /** Ends the undo step. */
  settle() {
    this.current.history.seal();
  }

  /** @param {string[]} keys */
  select(keys) {
    this.document?.select(keys.filter((key) => !this.layers.isLocked(this.current.pattern.items.get(key))));
  }

  selectAll() {
    this.select([...this.current.pattern.items.values()].filter(({ kind }) => kind !== "point").map(({ key }) => key));
  }

  removeSelection() {
    const count = this.selection.length;
    if (count === 0) return;
    if (this.change(removeItems(this.current.pattern, this.selection), { selection: [], label: `Remove ${count}` })) {
      this.announce(`${count} removed`);
    }
    this.settle();
  }

  copySelection() {
    return this.selection.length > 0 ? copyText(this.current.pattern, this.selection) : undefined;
  }

  /**
   * Pastes entries at the given time; returns whether the text contained any.
   *
   * @param {string} text @param {number} time
   */
  paste(text, time) {
    const added = this.document && pasteEntries(this.current.pattern, text, time);
    if (!added) return false;
    if (this.insert(added, `Paste ${added.keys.length}`)) {
      this.emit("pasted", { text, keys: added.keys, again: (other, later) => this.paste(other, time + later) });
    }
    return true;
  }

  keepAsA(label = "set manually") {
    this.current.keepAsA(label);
    this.announce("Set as version A");
  }

  flip(showA = !this.isShowingA) {
    if (!this.document?.slotA) return this.notify("There is no version A yet. Use “Set as A” first.");
    if (this.isShowingA === showA) return undefined;
    this.isShowingA = showA;
    this.announce(showA ? "Version A" : "Version B");
    this.emit("slots");
    this.emit("text", { isFlip: true });
    this.emit("selection");
    return undefined;
  }

  /** Replaces the text with version A; can be undone. */
  restoreA() {
    const { text } = this.current.slotA ?? this.current;
    this.flip(false);
    this.change(text, { label: "Revert to version A" });
    this.settle();
  }

  /** @param {AnalysisAnswer} analysis @param {Finding[]} findings */
  setAnalysis(analysis, findings) {
    this.analysis = analysis;
    this.findings = [...findings, ...this.#feltFindings];
    this.#ownFindings = findings;
    const sounds = JSON.stringify(analysis.sounds ?? []);
    if (sounds !== this.#knownSounds) {
      this.#knownSounds = sounds;
      this.soundSeconds = new Map((analysis.sounds ?? []).map((sound) => [sound.path, sound]));
    }
    this.emit("analysis");
  }

  /** @param {FeltMotor[]} motors @param {Finding[]} findings */
  setFeel(motors, findings = this.#feltFindings) {
    if (motors.length === 0 && this.felt.length === 0) return;
    this.felt = motors;
    this.#feltFindings = findings;
    this.findings = [...this.#ownFindings, ...findings];
    this.emit("felt");
  }

  get wave() { return this.analysis.wave; }

  get markerPlace() {
    return `thrum.markers.${this.session.folder ?? ""}/${this.current.path ?? this.current.name}`;
  }

  /** @param {Marker[]} markers */
  setMarkers(markers) {
    this.markers = markers.toSorted((a, b) => a.time - b.time);
    keep(this.markerPlace, this.markers.length > 0 ? this.markers : undefined);
    this.emit("markers");
  }

  /** @param {number} time */
  addMarker(time) {
    const name = `M${this.markers.length + 1}`;
    this.setMarkers([...this.markers, { time: Math.round(time * 1e4) / 1e4, name }]);
    this.announce(`Marker ${name} at ${time.toFixed(3)} seconds`);
  }
}
