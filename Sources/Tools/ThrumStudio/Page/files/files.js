// Opening, beginning and closing patterns.

import { Document } from "../edits/document.js";
import { Emitter } from "../pattern/emitter.js";
import { entriesOf, joined } from "../edits/pasting.js";
import { announce } from "../base/announcer.js";
import { removeBannersOf, showBanner, showNotes } from "../base/banners.js";
import { DiskChanges } from "./disk-changes.js";
import { DroppedSounds } from "./dropped-sounds.js";
import { FileChanges } from "./file-changes.js";
import { kindOf } from "./file-kind.js";
import { isRecorded } from "./recorded-words.js";
import { Recorded } from "./recorded.js";

const emptyPattern = `{
    "Version": 1.0,
    "Pattern": [
    ]
}
`;

const largest = 64 << 20;

/** @extends {Emitter<FilesEvents>} */
export class Files extends Emitter {
  /** @type {Map<string, Promise<void>>} Files being opened, by path. */
  #opening = new Map();

  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {{ downloads: Downloads, cursor: () => number, soundtrack: (file: File) => void }} uses `soundtrack` sets
   *   the backing track
   */
  constructor(studio, server, { downloads, cursor, soundtrack }) {
    super();
    this.studio = studio;
    this.server = server;
    this.downloads = downloads;
    this.recorded = new Recorded();
    this.disk = new DiskChanges(studio, server, {
      save: () => this.changes.save(), download: (document) => this.downloads.text(document),
      report: (...parts) => this.report(...parts),
    });
    this.changes = new FileChanges(studio, server, this);
    this.sounds = new DroppedSounds(studio, server, {
      report: (...parts) => this.report(...parts), onAdded: () => this.emit("list"), cursor,
      take: (text, name) => this.take(text, name), soundtrack,
    });
  }

  /** @param {string} path */
  documentOf(path) {
    return this.studio.documents.find((document) => document.path === path);
  }

  /**
   * @param {string} path
   * @param {{ unlessOpen?: boolean }} [options] `unlessOpen`: shows nothing if another pattern was opened meanwhile
   * @returns {Promise<void>}
   */
  open(path, options) {
    const known = this.documentOf(path);
    if (known) return Promise.resolve(this.studio.show(known));
    const opening = this.#opening.get(path)
      ?? this.openFromDisk(path, options).finally(() => this.#opening.delete(path));
    this.#opening.set(path, opening);
    return opening;
  }

  /** @param {string} path @param {{ unlessOpen?: boolean }} [options] */
  async openFromDisk(path, options) {
    try {
      const { text, revision, writable, notes, partner } = await this.server.file(path);
      if (options?.unlessOpen && this.studio.document) return undefined;
      if (partner) return await this.openPair(path, text, partner);
      const name = path.replace(/^(library|preset):/, "");
      this.studio.show(new Document({ path, name, text, revision, writable, notes }));
      announce(`${this.studio.current.name} opened`);
      removeBannersOf(path);
      showNotes(this.studio.document, this.studio.current.name, notes);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      this.report(`“${path}” could not be opened.`, error, [], path);
    }
    return undefined;
  }

  /**
   * Opens the two files of a pair as one new pattern.
   *
   * @param {string} path
   * @param {string} text
   * @param {string} partner
   */
  async openPair(path, text, partner) {
    const name = path.split("/").at(-1).replace(/_continuous(?=\.ahap$)/, "");
    const whole = joined(text, (await this.server.file(partner)).text);
    if (!whole) return this.report(`“${path}” and “${partner}” could not be joined: one of them is not a pattern.`);
    const known = this.studio.documents.find((document) => document.pair === path);
    if (known) return this.studio.show(known);
    const document = new Document({ name: this.freeName(name), text: whole, pair: path });
    this.studio.show(document);
    announce(`${document.name} opened`);
    return showNotes(document, document.name, [
      `“${path}” and “${partner}” were opened as one pattern; saving creates a new file`,
    ]);
  }

  /**
   * Opens a text without a file in the folder. One that was made here counts as edited, unlike a file's.
   *
   * @param {string} text
   * @param {string} [name]
   */
  take(text, name, { isFile = false } = {}) {
    const wasBegunHere = text === emptyPattern;
    const document = new Document({
      text, name: name === undefined || wasBegunHere ? this.freeName(name ?? "untitled.ahap") : name, wasBegunHere,
      savedText: wasBegunHere || isFile ? text : "",
    });
    this.studio.show(document);
    announce(`${document.name} opened`);
    return document;
  }

  /** @param {string} name */
  freeName(name) {
    const taken = new Set(this.studio.documents.map((document) => document.name));
    const [, stem, end] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? ["", name];
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${stem}-${count}${end ?? ""}`;
    return free;
  }

  begin() {
    this.take(emptyPattern);
  }

  /** @param {File[]} list */
  async takeDropped(list) {
    for (const file of list) {
      const kind = await kindOf(file);
      if (file.size > largest) this.report(`“${file.name}” is larger than ${largest >> 20} MB.`);
      else if (kind === "clip") await this.takeClip(await file.text(), file.name);
      else if (kind === "pattern") this.takeText(await file.text(), file.name, { isFile: true });
      else if (kind === "sound") this.sounds.offer(file);
      else {
        this.report(
          `“${file.name}” is ${kind}. The studio opens AHAP patterns, .haptic clips, Android effects and sounds.`);
      }
    }
  }

  /**
   * Opens a pattern, or shows a recorded timeline.
   *
   * @param {string} text
   * @param {string} [name]
   * @param {{ isFile?: boolean }} [options]
   */
  takeText(text, name, options = {}) {
    if (isRecorded(text)) this.recorded.show(text, name);
    else this.take(text, name, options);
  }

  /** @param {PatternDocument} document that the user can reopen if it was edited */
  close(document) {
    const { isEdited, name } = document;
    this.studio.close(document);
    if (!isEdited) return announce(`${name} closed`);
    return showBanner("closed", {
      file: document, text: `“${name}” was closed without being saved.`, severity: "note",
      actions: [{ name: "Reopen", run: () => this.reopen(document) }],
    });
  }

  /** @param {PatternDocument} document whose file may have changed since it was closed */
  reopen(document) {
    this.studio.show(document);
    return this.disk.check(document);
  }

  /**
   * @param {string} clip
   * @param {string} name
   */
  async takeClip(clip, name) {
    try {
      const { text, notes } = await this.server.ask("convert", { name }, { file: new Blob([clip]) });
      this.take(text, name.replace(/\.(haptic|xml|json)$/i, ".ahap"));
      showNotes(this.studio.document, name, notes);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      this.report(`“${name}” could not be opened.`, error);
    }
  }

  /**
   * Inserts the events of another pattern at the given time.
   *
   * @param {string} path
   * @param {number} time
   */
  async insert(path, time) {
    if (!this.studio.document) this.begin();
    try {
      const block = entriesOf((await this.server.file(path)).text);
      if (!block || !this.studio.paste(block, time)) this.report(`“${path}” contains no events.`);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      this.report(`“${path}” could not be inserted.`, error);
    }
  }

  /** @param {string} what @param {Error} [error] @param {BannerAction[]} [actions] @param {unknown} [file] */
  report(what, error, actions, file) {
    showBanner("problem", { text: error ? `${what} ${error.message}` : what, severity: "error", actions, file });
  }
}
