// The sound that a pattern was made from, and the values with which it was made.

import { LongWork } from "../server/long-work.js";
import { notify } from "../base/announcer.js";

/** @type {GenerateValues} */
const standard = {
  sensitivity: 0.5, gain: 0, resolution: 0.5, lowSharpness: 0, highSharpness: 1, hasTransients: true,
  hasContinuous: true,
};

/** Number of texts whose values are known, for undo. */
const most = 50;

let count = 0;

export class SoundSource {
  number = (count += 1);
  values = { ...standard };
  /** @type {string[]} What was done to the sound before it was analysed. */
  notes = [];
  /** @type {Map<string, GenerateValues>} The last texts that were made, and their values. */
  #made = new Map();
  /** @type {number | undefined} The server's number of the sound. */
  #sound;
  #isMaking = false;
  #isStale = false;
  #mark = 0;

  /**
   * @param {Server} server
   * @param {File} file
   * @param {(error: Failure) => void} report
   */
  constructor(server, file, report) {
    this.server = server;
    this.file = file;
    this.report = report;
  }

  /**
   * Whether a document was edited since it was made. After an undo, the values are those of its text again.
   *
   * @param {PatternDocument} document
   */
  isEdited(document) {
    const values = this.#made.get(document.text);
    if (values && !this.#isMaking) this.values = { ...values };
    return !values;
  }

  /**
   * Notes with which values a text was made.
   *
   * @param {string} text
   * @param {GenerateValues} values
   */
  remember(text, values) {
    this.#made.delete(text);
    this.#made.set(text, values);
    if (this.#made.size > most) this.#made.delete([...this.#made.keys()][0]);
  }

  get lastMade() {
    return [...this.#made].at(-1);
  }

  /** Begins a step of the history: what is changed until the next one is undone at once. */
  begin() {
    this.#mark += 1;
  }

  /**
   * Makes the pattern. Returns its text, or `undefined` if that failed or was cancelled.
   *
   * @returns {Promise<string | undefined>}
   */
  async make() {
    const work = new LongWork(this.server, `Making a pattern from “${this.file.name}”`);
    try {
      const values = { ...this.values };
      const [asked, options] = [{ name: this.file.name, ...values }, { job: work.job, signal: work.signal }];
      const known = this.#sound && await this.server.ask("generate", { ...asked, sound: this.#sound }, options);
      const answer = known || await this.server.ask("generate", asked, { ...options, file: this.file });
      if (!answer) throw new Error("The sound was not read.");
      this.#sound = answer.sound;
      this.notes = answer.notes;
      this.remember(answer.text, values);
      return answer.text;
    } catch (caught) {
      if (!work.signal.aborted) this.report(/** @type {Failure} */ (caught));
      return undefined;
    } finally {
      work.end();
    }
  }

  /**
   * Makes a document's text again with other values. Of the values that arrive meanwhile, the last count.
   *
   * @param {Studio} studio
   * @param {Partial<GenerateValues>} values
   */
  async change(studio, values) {
    const { document } = studio;
    Object.assign(this.values, values);
    this.#isStale = this.#isMaking;
    if (this.#isMaking || !document) return;
    this.#isMaking = true;
    const isFree = !this.isEdited(document);
    do {
      this.#isStale = false;
      const text = await this.make();
      // Edits made meanwhile stay.
      if (text === undefined || !isFree || studio.document !== document) break;
      const label = `Generate from “${this.file.name}”`;
      if (text === document.text && !this.#isStale) notify("The pattern stays the same with these values.");
      studio.change(text, { selection: [], mark: `generate ${this.#mark}`, label });
      studio.emit("source", document);
    } while (this.#isStale);
    this.#isMaking = false;
    studio.emit("selection");
  }
}
