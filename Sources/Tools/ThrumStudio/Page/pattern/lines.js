// Lines and columns of a text.

import { partitionPoint } from "./sorted.js";

/** @type {WeakMap<Pattern, Lines>} */
const known = new WeakMap();

/**
 * The lines of a pattern's text.
 *
 * @param {Pattern} pattern
 */
export function linesOf(pattern) {
  const lines = known.get(pattern) ?? new Lines(pattern.text);
  known.set(pattern, lines);
  return lines;
}

/** Converts offsets to lines and columns, counted from 1, and back. */
export class Lines {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  get count() {
    return this.starts.length;
  }

  /** @param {number} offset */
  lineAt(offset) {
    return Math.max(1, partitionPoint(this.starts.length, (index) => this.starts[index] <= offset));
  }

  /** @param {number} line @param {number} column */
  offsetAt(line, column) {
    const start = this.starts[Math.min(Math.max(line, 1), this.count) - 1];
    const end = this.starts[line] ?? this.text.length;
    const before = [...this.text.slice(start, end)].slice(0, Math.max(0, (column ?? 1) - 1));
    return start + before.join("").length;
  }
}
