// Entries from one pattern to another: copied, pasted and joined.

import { addEntries, setTime } from "./edits.js";
import { withOwned } from "./own-envelope.js";
import { readPattern } from "./pattern.js";
import { appendParts, spliced } from "./splice.js";

/** @param {Pattern} pattern @param {string[]} keys */
export function copyText(pattern, keys) {
  const all = withOwned(pattern, keys).map((key) => pattern.items.get(key)).filter(Boolean);
  const indexes = new Set(all.map(({ index }) => index));
  const nodes = pattern.list?.items ?? [];
  const entries = [...indexes].sort((a, b) => a - b).map((index) => nodes[index]);
  return `[\n${entries.map((entry) => `    ${pattern.text.slice(entry.start, entry.end)}`).join(",\n")}\n]\n`;
}

/**
 * A pattern's entries in clipboard format; `undefined` if there are none.
 *
 * @param {string} text
 */
export function entriesOf(text) {
  const { list } = readPattern(text);
  if (!list || list.items.length === 0) return undefined;
  return `[${list.items.map(({ start, end }) => text.slice(start, end)).join(",\n")}]`;
}

/**
 * Appends the entries of another pattern; `undefined` if either text is not a pattern.
 *
 * @param {string} text
 * @param {string} otherText
 */
export function joined(text, otherText) {
  const [pattern, other] = [readPattern(text), readPattern(otherText)];
  if (!pattern.list || !other.list) return undefined;
  const entries = other.list.items.map(({ start, end }) => otherText.slice(start, end));
  return spliced(text, appendParts(text, pattern.list, entries));
}

/**
 * Inserts copied entries at the given time: `{ text, keys }`, or `undefined` if the text contains none.
 *
 * @param {Pattern} pattern
 * @param {string} copied
 * @param {number} time
 */
export function pasteEntries(pattern, copied, time) {
  const wrapped = readPattern(`{"Pattern": ${/^\s*\[/.test(copied) ? copied : `[${copied}]`}}`);
  const tops = [...wrapped.items.values()].filter((item) => item.kind !== "point");
  if (tops.length === 0 || wrapped.problems.length > 0) return undefined;
  const shift = time - tops.reduce((least, item) => Math.min(least, item.time), Infinity);
  const text = spliced(wrapped.text, tops.flatMap((item) => setTime(wrapped, item, item.time + shift)));
  const ready = readPattern(text);
  return addEntries(pattern, (ready.list?.items ?? []).map((entry) => text.slice(entry.start, entry.end)));
}
