// Sound files from the user: made into a pattern, or added to one as an audio event.

import { addEntries } from "../pattern/edits.js";
import { soundEntry } from "../pattern/new-entries.js";
import { LongWork } from "../server/long-work.js";
import { notify } from "../shell/announcer.js";
import { showBanner } from "../shell/banners.js";
import { contentsOf } from "../shell/top-bar.js";

export class DroppedSounds {
  /** @type {WeakMap<PatternDocument, string>} Texts as they were made. */
  #made = new WeakMap();

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
   * Generates a pattern from a sound, or regenerates it in `document`: in another one if that was edited since.
   *
   * @param {File} file
   * @param {PatternDocument} [before]
   */
  async generate(file, sensitivity = 0.5, before = undefined) {
    const work = new LongWork(this.server, `Making a pattern from “${file.name}”`);
    try {
      const { text } = await this.server.generate(file, { sensitivity, job: work.job, signal: work.signal });
      const document = before?.text === (before && this.#made.get(before)) ? before : undefined;
      const made = document ?? this.take(text, file.name.replace(/(\.[^.]*)?$/, ".ahap"));
      if (document) {
        const contents = contentsOf(document.pattern);
        this.studio.show(document);
        this.studio.change(text, { selection: [], label: `Generate, sensitivity ${sensitivity}` });
        this.studio.settle();
        const isSame = contentsOf(document.pattern) === contents;
        if (isSame) notify(`Sensitivity ${sensitivity} finds the same: ${contents}.`);
      } else {
        this.soundtrack(file);
        if (before) notify(`Your edits of “${before.name}” stay in it. This is another pattern.`);
      }
      this.#made.set(made, text);
      this.adjust(file, sensitivity, made);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (!work.signal.aborted) this.report(`Could not make a pattern from “${file.name}”.`, error);
    } finally {
      work.end();
    }
  }

  /** @param {File} file @param {number} sensitivity @param {PatternDocument} document */
  adjust(file, sensitivity, document) {
    /** @param {number} by */
    const step = (by) => () =>
      this.generate(file, Math.round(Math.min(1, Math.max(0, sensitivity + by)) * 10) / 10, document);
    showBanner("generated", {
      file: document, severity: "note",
      text: `Made from “${file.name}”, which is now the backing track. Sensitivity ${sensitivity}.`,
      actions: [{ name: "Fewer events", run: step(-0.1) }, { name: "More events", run: step(0.1) }],
    });
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
