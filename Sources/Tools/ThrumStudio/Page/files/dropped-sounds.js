// Sound files from the user: made into a pattern, or added to one as an audio event.

import { addEntries } from "../edits/edits.js";
import { soundEntry } from "../edits/new-entries.js";
import { notify } from "../base/announcer.js";
import { showBanner } from "../base/banners.js";
import { keepSources } from "./kept-sources.js";
import { SoundSource } from "./sound-source.js";

export class DroppedSounds {
  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {{ report: (what: string, error?: Error) => void, onAdded: () => void, cursor: () => number,
   *   take: (text: string, name: string) => PatternDocument, soundtrack: (file: File) => void }} uses `take` opens a
   *   text, `soundtrack` sets the backing track
   */
  constructor(studio, server, { report, onAdded, cursor, take, soundtrack }) {
    this.studio = studio;
    this.server = server;
    this.report = report;
    this.onAdded = onAdded;
    this.cursor = cursor;
    this.take = take;
    this.soundtrack = soundtrack;
    studio.on("generate", (source) => this.generate(source.file, source.values, studio.document));
    if (server.canGenerate) keepSources(studio, (file) => this.#sourceOf(file));
  }

  /** @param {File} file */
  #sourceOf(file) {
    return new SoundSource(this.server, file, (error) =>
      this.report(`Could not make a pattern from “${file.name}”.`, error));
  }

  /** @param {File} file */
  offer(file) {
    const { document } = this.studio;
    /** @type {BannerAction[]} */
    const actions = [];
    if (this.server.canGenerate) actions.push({ name: "Make pattern", run: () => this.generate(file) });
    else actions.push({ name: "Backing track", run: () => this.soundtrack(file) });
    if (document) actions.push({ name: "Add as audio event", run: () => this.add(file, document) });
    showBanner("sound", { file: file.name, text: `“${file.name}” is a sound file.`, severity: "note", actions });
  }

  /**
   * Makes a pattern from a sound. The inspector shows how it follows the sound.
   *
   * @param {File} file
   * @param {GenerateValues} [values]
   * @param {PatternDocument} [edited] another pattern from the sound
   */
  async generate(file, values = undefined, edited = undefined) {
    const source = this.#sourceOf(file);
    Object.assign(source.values, values);
    const text = await source.make();
    if (text === undefined) return;
    const document = this.take(text, file.name.replace(/(\.[^.]*)?$/, ".ahap"));
    this.studio.sources.set(document, source);
    this.studio.emit("source", document);
    this.studio.emit("selection");
    this.soundtrack(file);
    const notes = source.notes.map((note) => ` ${note[0].toUpperCase()}${note.slice(1)}`.replace(/\.?$/, "."));
    notify((edited ? `Your edits of “${edited.name}” stay in it. This is another pattern.`
      : `Made from “${file.name}”, which is now the backing track.`) + notes.join(""));
  }

  /**
   * Copies the sound to the folder and adds an event at the cursor.
   *
   * @param {File} file
   * @param {PatternDocument} document
   */
  async add(file, document) {
    const { session } = this.studio;
    if (!session.writable || !session.folder) {
      return this.report(
        `“${file.name}” must be in the folder to become an audio event. Run “thrum studio FOLDER --write”.`);
    }
    const isInSubfolder = document.path?.includes("/") && !document.path.includes(":");
    const folder = isInSubfolder && document.path ? document.path.replace(/[^/]*$/, "") : "";
    try {
      await this.server.saveSound(folder + file.name, file);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      return this.report(`“${file.name}” was not added.`, error);
    }
    if (document !== this.studio.document) this.studio.show(document);
    const added = addEntries(document.pattern, [soundEntry(this.cursor(), file.name)]);
    if (this.studio.insert(added)) notify(`“${file.name}” was copied to the folder and added as an event.`);
    return this.onAdded();
  }
}
