// Entries from one pattern to another: copied, pasted and joined.

import { addEntries, removeItems, setTime } from "./edits.js";
import { exact } from "./items.js";
import { withOwned } from "./own-envelope.js";
import { readPattern } from "./pattern.js";
import { appendParts, spliced } from "./splice.js";

/**
 * The entries of a selection as text. Of a curve of which only some points are selected, only the part between the
 * first and the last of them is taken.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 */
export function copyText(pattern, keys) {
  const all = withOwned(pattern, keys).map((key) => pattern.items.get(key)).filter(Boolean);
  const nodes = pattern.list?.items ?? [];
  /** @type {Map<number, string>} */
  const entries = new Map();
  const whole = new Set(all.filter(({ kind }) => kind !== "point").map(({ index }) => index));
  for (const index of whole) entries.set(index, pattern.text.slice(nodes[index].start, nodes[index].end));
  const points = /** @type {PatternPoint[]} */ (all.filter(({ kind, index }) => kind === "point" && !whole.has(index)));
  for (const [curve, chosen] of Map.groupBy(points, (point) => point.curve)) {
    const { start, end } = nodes[curve.index];
    const isWhole = chosen.length === curve.points.length;
    entries.set(curve.index, isWhole ? pattern.text.slice(start, end) : cut(curve, chosen));
  }
  const texts = [...entries].sort(([one], [other]) => one - other).map(([, text]) => `    ${text}`);
  return `[\n${texts.join(",\n")}\n]\n`;
}

/**
 * The part of a curve from the first to the last of some points.
 *
 * @param {PatternCurve} curve
 * @param {PatternPoint[]} chosen
 */
function cut(curve, chosen) {
  const times = chosen.map(({ time }) => time);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const points = curve.points.filter(({ time }) => time >= start && time <= end)
    .sort((one, other) => one.time - other.time);
  const list = points.map(({ time, value }) =>
    `{ "Time": ${exact(time - start)}, "ParameterValue": ${exact(value)} }`).join(", ");
  return `{ "ParameterCurve": { "ParameterID": ${JSON.stringify(curve.id)}, "Time": ${exact(start)}, ` +
    `"ParameterCurveControlPoints": [${list}] } }`;
}

/**
 * Copied entries without curves and parameters, which would act on other events too.
 *
 * @param {string} copied
 */
export function withoutControls(copied) {
  const { list, events, text } = readPattern(`{"Pattern": ${copied}}`);
  const nodes = list?.items ?? [];
  return `[${events.map(({ index }) => text.slice(nodes[index].start, nodes[index].end)).join(",\n")}]`;
}

/**
 * Inserts copied entries several times, each a period after the last: `{ text, keys }` with the keys of all of them.
 *
 * @param {Pattern} pattern
 * @param {string} copied
 * @param {{ first: number, period: number, count: number }} how times in seconds
 */
export function repeatEntries(pattern, copied, { first, period, count }) {
  let at = pattern;
  /** @type {string[]} */
  const keys = [];
  for (let turn = 0; turn < count; turn += 1) {
    const added = pasteEntries(at, copied, first + turn * period);
    if (!added) return undefined;
    keys.push(...added.keys);
    at = readPattern(added.text);
  }
  return { text: at.text, keys };
}

/**
 * The pattern with nothing but copied entries, which begin at 0: `{ text, keys, removed }` with the number of entries
 * that were not copied.
 *
 * @param {Pattern} pattern
 * @param {string} copied
 */
export function trimmed(pattern, copied) {
  const tops = [...pattern.items.values()].filter(({ kind }) => kind !== "point").map(({ key }) => key);
  const empty = readPattern(removeItems(pattern, tops));
  const added = pasteEntries(empty, copied, 0);
  return added && { ...added, removed: tops.length - added.keys.length };
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
