// A pattern that is parsed later, in small portions.

import { patternOfEntries, readEntries, readPattern } from "../pattern/pattern.js";

/** Number of entries above which a text is parsed in parts, and number per part. */
const [long, part] = [2000, 800];

/** A pattern whose text is parsed in parts, so that the page can do other things in between. */
export class LaterPattern {
  /** @type {Pattern | undefined} */
  #pattern;
  /** @type {{ starts: number[], ends: number[], like: Pick<Pattern, "description" | "groups"> } | undefined} */
  #places;
  /** @type {(Entry & { node: TextNode })[]} */
  #entries = [];

  /**
   * @param {string} text
   * @param {Pattern | undefined} same a pattern parsed from the same text, if there is one, for the entries' offsets
   * @param {() => void} onReady called if the pattern was not ready at once
   */
  constructor(text, same, onReady) {
    this.text = text;
    const items = same?.text === text && same.problems.length === 0 ? same.list?.items : undefined;
    if (!items || items.length < long) {
      this.#pattern = readPattern(text);
      return;
    }
    const { description, groups } = /** @type {Pattern} */ (same);
    this.#places = {
      starts: items.map(({ start }) => start), ends: items.map(({ end }) => end), like: { description, groups },
    };
    setTimeout(() => this.#continue(onReady));
  }

  get isReady() {
    return this.#pattern !== undefined;
  }

  /** The pattern; parses the rest at once if it is not ready. */
  get pattern() {
    while (!this.#pattern) this.#parse();
    return this.#pattern;
  }

  /** @param {() => void} onReady */
  #continue(onReady) {
    if (this.#pattern) return;
    this.#parse();
    if (this.#pattern) onReady();
    else setTimeout(() => this.#continue(onReady));
  }

  #parse() {
    if (!this.#places) return;
    const { starts, ends, like } = this.#places;
    const first = this.#entries.length;
    const last = Math.min(starts.length, first + part) - 1;
    this.#entries.push(...readEntries(this.text, starts[first], ends[last], first));
    if (this.#entries.length < starts.length) return;
    this.#pattern = patternOfEntries(this.text, this.#entries, like);
    this.#places = undefined;
    this.#entries = [];
  }
}
