// @ts-check
import { copyText, pasteEntries, removeItems } from "./edits.js";
import { Emitter } from "./emitter.js";
import { readPattern } from "./pattern.js";
import { keep, load } from "./settings.js";
import { spliced } from "./splice.js";
import { gridSeconds } from "./tempo.js";

const nothing = readPattern("");

/** What the page is about: open documents, which version is shown, what the server says about it. */
export class Studio extends Emitter {
  /** @type {PatternDocument[]} */
  documents = [];
  /** @type {PatternDocument | undefined} */
  document = undefined;
  isShowingA = false;
  /** @type {AnalysisAnswer} */
  analysis = { diagnostics: [], wave: null, sounds: [], duration: null };
  /** @type {Finding[]} */
  findings = [];
  /**
   * What is known of sounds, by their paths.
   *
   * @type {Map<string, SoundNote>}
   */
  soundSeconds = new Map();
  /** @type {Marker[]} */
  markers = [];
  /** What a drag over the picture's ground does: "choose", or draws a "hold" or a "curve". */
  tool = "choose";
  /**
   * Chooses it: set by tools.js.
   *
   * @type {(tool: string) => void}
   */
  chooseTool = () => {};
  /** @type {Session} */
  session = { writable: false, actuators: [], monitors: [], devices: [] };

  /**
   * `announce` says something to those who listen, `notify` to everybody.
   *
   * @param {Settings} settings
   * @param {(message: string) => void} announce
   * @param {(message: string) => void} notify
   */
  constructor(settings, announce, notify) {
    super();
    this.settings = settings;
    this.announce = announce;
    this.notify = notify;
  }

  /**
   * Shows a document; all others stay open with what was changed in them.
   *
   * @param {PatternDocument} document
   */
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
    /** @param {string} name */
    const pass = (name) => document.on(name, () => document === this.document && this.emit(name));
    for (const name of ["text", "selection", "saved", "slots"]) pass(name);
    document.on("text", () => this.emit("drafts"));
    document.on("saved", () => this.emit("drafts"));
  }

  /**
   * Closes a document; the one beside it is shown.
   *
   * @param {PatternDocument} document
   */
  close(document) {
    const place = this.documents.indexOf(document);
    this.documents = this.documents.filter((one) => one !== document);
    if (document === this.document) this.showInstead(this.documents[Math.min(place, this.documents.length - 1)]);
    this.emit("drafts");
  }

  /** @param {PatternDocument | undefined} document */
  showInstead(document) {
    if (document) return this.show(document);
    this.document = undefined;
    this.isShowingA = false;
    this.markers = [];
    for (const name of ["document", "text", "selection", "slots", "markers"]) this.emit(name);
    return undefined;
  }

  get selection() {
    return this.document?.selection ?? [];
  }

  get selectedItems() {
    return this.selection.map((key) => this.document.pattern.items.get(key)).filter(Boolean);
  }

  /** The version that is seen and heard. */
  get shownText() {
    return this.isShowingA ? this.document.slotA.text : this.document?.text ?? "";
  }

  /** @returns {Pattern} */
  get shownPattern() {
    return this.isShowingA ? this.document.slotA.pattern : this.document?.pattern ?? nothing;
  }

  /** The version beside it, for comparing. */
  get ghostPattern() {
    if (!this.document?.slotA) return undefined;
    const other = this.isShowingA ? this.document.pattern : this.document.slotA.pattern;
    return other.text === this.shownText ? undefined : other;
  }

  get snap() {
    return { step: gridSeconds(this.settings), toEvents: this.settings.snapsToEvents };
  }

  /**
   * The one way by which a person changes the text. Version A is for comparing only.
   *
   * @param {string} text
   * @param {ChangeOptions} options
   */
  change(text, options) {
    if (this.isShowingA) return this.refuseA();
    this.document.change(text, options);
    return true;
  }

  /**
   * Applies edits that were made for the present text.
   *
   * @param {Edit[]} edits
   * @param {ChangeOptions} [options]
   */
  apply(edits, options) {
    return this.change(spliced(this.document.text, edits), options);
  }

  /**
   * Takes a new text with the keys of what is new in it, as adding and pasting give.
   *
   * @param {Added | undefined} added
   */
  insert(added, label = "Add") {
    if (!added) return this.notify("There is no Pattern array to add to.");
    if (!this.change(added.text, { selection: added.keys, label })) return false;
    this.settle();
    return true;
  }

  refuseA() {
    this.notify("Version A is for comparison only; nothing was changed. Switch to B (b) to edit.");
    return false;
  }

  /** Takes the last change back, and says which. */
  undo() {
    if (this.isShowingA) return void this.refuseA();
    const label = this.document?.history.state.label;
    if (this.document?.undo()) this.announce(`Undone: ${label}`);
  }

  redo() {
    if (this.isShowingA) return void this.refuseA();
    if (this.document?.redo()) this.announce(`Redone: ${this.document.history.state.label}`);
  }

  /**
   * To one of the history's states.
   *
   * @param {number} index
   */
  goTo(index) {
    if (this.isShowingA) return void this.refuseA();
    this.document?.goTo(index);
  }

  /** What follows is a change of its own. */
  settle() {
    this.document.history.seal();
  }

  /** @param {string[]} keys */
  select(keys) {
    this.document?.select(keys);
  }

  selectAll() {
    this.select([...this.document.pattern.items.values()].filter(({ kind }) => kind !== "point").map(({ key }) => key));
  }

  removeSelection() {
    const count = this.selection.length;
    if (count === 0) return;
    if (this.change(removeItems(this.document.pattern, this.selection), { selection: [], label: `Remove ${count}` })) {
      this.announce(`${count} removed`);
    }
    this.settle();
  }

  copySelection() {
    return this.selection.length > 0 ? copyText(this.document.pattern, this.selection) : undefined;
  }

  /**
   * Pastes entries at a time; tells whether the text was any.
   *
   * @param {string} text
   * @param {number} time
   */
  paste(text, time) {
    const added = this.document && pasteEntries(this.document.pattern, text, time);
    if (!added) return false;
    if (this.insert(added, `Paste ${added.keys.length}`)) this.announce(`${added.keys.length} pasted`);
    return true;
  }

  keepAsA(label = "kept") {
    this.document.keepAsA(label);
    this.announce("Kept as version A");
  }

  /** Shows and plays A or B. */
  flip(showA = !this.isShowingA) {
    if (!this.document?.slotA) return this.notify("There is no version A yet. Keep the current one as A first.");
    if (this.isShowingA === showA) return undefined;
    this.isShowingA = showA;
    this.announce(showA ? "Version A" : "Version B");
    this.emit("slots");
    this.emit("text", { isFlip: true });
    this.emit("selection");
    return undefined;
  }

  /** Version A becomes the text again; that can be undone. */
  takeBackA() {
    const { slotA } = this.document;
    this.flip(false);
    this.change(slotA.text, { label: "Revert to version A" });
    this.settle();
  }

  /** @param {AnalysisAnswer} analysis @param {Finding[]} findings */
  setAnalysis(analysis, findings) {
    this.analysis = analysis;
    this.findings = findings;
    const sounds = JSON.stringify(analysis.sounds ?? []);
    if (sounds !== this.knownSounds) {
      this.knownSounds = sounds;
      this.soundSeconds = new Map((analysis.sounds ?? []).map((sound) => [sound.path, sound]));
    }
    this.emit("analysis");
  }

  get wave() {
    return this.analysis.wave;
  }

  get markerPlace() {
    return `thrum.markers.${this.session.folder ?? ""}/${this.document.path ?? this.document.name}`;
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
