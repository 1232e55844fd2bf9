// @ts-check
import { notify } from "./announcer.js";
import { showBanner } from "./banners.js";
import { addEntries, soundEntry } from "./edits.js";
import { LongWork } from "./long-work.js";

/** Sounds of this computer that are dropped on the page: what one can do with them. */
export class DroppedSounds {
  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {{ report: (what: string, error?: Error) => void, onAdded: () => void }} tells
   */
  constructor(studio, server, { report, onAdded }) {
    this.studio = studio;
    this.server = server;
    this.report = report;
    this.onAdded = onAdded;
  }

  /** @param {File} file */
  offer(file) {
    const { document } = this.studio;
    /** @type {BannerAction[]} */
    const actions = [{ name: "Make a pattern from it", run: () => this.generate(file) }];
    if (document) actions.push({ name: "Add it as an audio event", run: () => this.add(file, document) });
    showBanner(`sound ${file.name}`, { text: `“${file.name}” is a sound.`, severity: "note", actions });
  }

  /**
   * A new pattern that follows the sound, which plays along; another sensitivity generates it again.
   *
   * @param {File} file
   * @param {PatternDocument} [document]
   */
  async generate(file, sensitivity = 0.5, document = undefined) {
    const work = new LongWork(this.server, `Making a pattern from “${file.name}”`);
    try {
      const { text } = await this.server.generate(file, { sensitivity, job: work.job, signal: work.signal });
      const made = document ?? this.take(text, file.name.replace(/(\.[^.]*)?$/, ".ahap"));
      if (document) {
        this.studio.show(document);
        this.studio.change(text, { selection: [], label: `Generate, sensitivity ${sensitivity}` });
        this.studio.settle();
      } else {
        this.soundtrack(file);
      }
      this.adjust(file, sensitivity, made);
    } catch (error) {
      if (!work.signal.aborted) this.report(`No pattern was made from “${file.name}”.`, error);
    } finally {
      work.end();
    }
  }

  /** @param {File} file @param {number} sensitivity @param {PatternDocument} document */
  adjust(file, sensitivity, document) {
    /** @param {number} by */
    const step = (by) => () => this.generate(file, Math.round(Math.min(1, Math.max(0, sensitivity + by)) * 10) / 10, document);
    showBanner(`generated ${file.name}`, {
      text: `Made from “${file.name}”, which plays along. Sensitivity ${sensitivity}.`, severity: "note",
      actions: [{ name: "Fewer events", run: step(-0.1) }, { name: "More events", run: step(0.1) }],
    });
  }

  /**
   * Opens a text as a document: set by the page.
   *
   * @type {(text: string, name: string) => PatternDocument | undefined}
   */
  take = () => undefined;
  /**
   * Gives a file to what plays along: set by the page.
   *
   * @type {(file: File) => void}
   */
  soundtrack = () => {};

  /**
   * Puts the sound beside the pattern, and an event at the cursor.
   *
   * @param {File} file
   * @param {PatternDocument} document
   */
  async add(file, document) {
    const { session } = this.studio;
    if (!session.writable || !session.folder) {
      return this.report(`“${file.name}” has to be in the folder to be an audio event: start “thrum studio FOLDER --write”.`);
    }
    const folder = document.path?.includes("/") && !document.path.includes(":") ? document.path.replace(/[^/]*$/, "") : "";
    try {
      await this.server.saveSound(folder + file.name, file);
    } catch (error) {
      return this.report(`“${file.name}” was not added.`, error);
    }
    if (document !== this.studio.document) this.studio.show(document);
    const added = addEntries(document.pattern, [soundEntry(this.position(), file.name)]);
    if (this.studio.insert(added)) notify(`“${file.name}” was copied to the folder and added as an event.`);
    return this.onAdded();
  }

  /** Where the event goes: set by the page, which knows the cursor. */
  position = () => 0;
}
