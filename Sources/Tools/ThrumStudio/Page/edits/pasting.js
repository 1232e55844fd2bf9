// Entries from one pattern to another: copied, pasted and joined.

import { controlPaths } from "../pattern/control-path.js";
import { addEntries, removeItems, setTime } from "./edits.js";
import { extent } from "./group-edits.js";
import { curveEntries, parameterEntry } from "./new-entries.js";
import { curveEnd, withOwned } from "./own-envelope.js";
import { readPattern } from "../pattern/pattern.js";
import { appendParts, spliced } from "../pattern/splice.js";
import { controlRange } from "../pattern/vocabulary.js";

/** Time of a jump between two points, and from an event to what acts after it, s. */
const jump = 0.001;

/**
 * The entries of a selection as text. Of a control of which only some points are selected, what it does during the
 * selection is taken, from its first to its last moment.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 */
export function copyText(pattern, keys) {
  const all = withOwned(pattern, keys).map((key) => pattern.items.get(key)).filter(Boolean);
  const nodes = pattern.list?.items ?? [];
  const whole = new Set(all.filter(({ kind }) => kind !== "point").map(({ index }) => index));
  const points = /** @type {PatternPoint[]} */ (all.filter(({ kind, index }) => kind === "point" && !whole.has(index)));
  /** @type {Set<string>} Controls of which only a part is selected. */
  const parts = new Set();
  for (const [curve, chosen] of Map.groupBy(points, (point) => point.curve)) {
    if (chosen.length === curve.points.length) whole.add(curve.index);
    else parts.add(curve.id);
  }
  const controls = [...pattern.curves, ...pattern.parameters].filter(({ index }) => whole.has(index));
  for (const { id, index } of controls) if (parts.has(id)) whole.delete(index);
  const texts = [...whole].sort((one, other) => one - other)
    .map((index) => pattern.text.slice(nodes[index].start, nodes[index].end));
  const cuts = [...parts].flatMap((id) => cut(pattern, id, extent(all)));
  return `[\n${[...texts, ...cuts].map((text) => `    ${text}`).join(",\n")}\n]\n`;
}

/**
 * What a control does from one time to another, as curves.
 *
 * @param {Pattern} pattern
 * @param {string} id
 * @param {{ start: number, end: number }} range
 */
function cut(pattern, id, { start, end }) {
  const path = controlPaths(pattern).get(id);
  if (path?.start === undefined) return [];
  const from = Math.max(start, path.start);
  const inner = path.outline(end).filter(([time]) => time > from && time < end);
  const line = [[from, path.at(from)], ...inner, [Math.max(from, end), path.at(Math.max(from, end))]];
  /** @type {{ time: number, value: number }[]} */
  const points = [];
  for (const [time, value] of line) {
    const last = points.at(-1);
    if (last && time <= last.time && value === last.value) continue;
    points.push({ time: last && time <= last.time ? last.time + jump : time, value });
  }
  return curveEntries(id, points.length === 1 ? [points[0], points[0]] : points);
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
  const empty = readPattern('{"Pattern": []}');
  let at = pattern;
  /** @type {string[]} */
  const keys = [];
  for (let turn = 0; turn < count; turn += 1) {
    // Between the copies, each takes over from the last.
    const added = pasteEntries(at, copied, first + turn * period, turn === count - 1 ? pattern : empty);
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
 * Inserts copied entries at the given time: `{ text, keys }`, or `undefined` if the text contains none. A control that
 * comes with events acts on these: after them, it returns to what it was for the events that follow.
 *
 * @param {Pattern} pattern
 * @param {string} copied
 * @param {number} time
 * @param {Pattern} [before] the pattern to which controls return, or none
 */
export function pasteEntries(pattern, copied, time, before = pattern) {
  const wrapped = readPattern(`{"Pattern": ${/^\s*\[/.test(copied) ? copied : `[${copied}]`}}`);
  const tops = [...wrapped.items.values()].filter((item) => item.kind !== "point");
  if (tops.length === 0 || wrapped.problems.length > 0) return undefined;
  const shift = time - tops.reduce((least, item) => Math.min(least, item.time), Infinity);
  const text = spliced(wrapped.text, tops.flatMap((item) => setTime(wrapped, item, item.time + shift)));
  const ready = readPattern(text);
  const entries = (ready.list?.items ?? []).map((entry) => text.slice(entry.start, entry.end));
  return addEntries(pattern, [...entries, ...returning(before, ready)]);
}

/**
 * Parameters after pasted events, which set the controls that came with them to what they would be without.
 *
 * @param {Pattern} before
 * @param {Pattern} pasted
 */
function returning(before, pasted) {
  if (pasted.events.length === 0) return [];
  const kinds = [...pasted.curves, ...pasted.parameters];
  const end = Math.max(extent(pasted.events).end, ...pasted.curves.map(curveEnd)) + jump;
  const [own, others] = [controlPaths(pasted), controlPaths(before)];
  return [...new Set(kinds.map(({ id }) => id))].flatMap((id) => {
    const isHaptic = id.startsWith("Haptic");
    const isHeard = before.events.some((event) =>
      event.isHaptic === isHaptic && event.time + (event.duration ?? 0) >= end);
    const value = others.get(id)?.at(end) ?? controlRange(id).neutral;
    return !isHeard || own.get(id)?.at(end) === value ? [] : [parameterEntry(id, end, value)];
  });
}
