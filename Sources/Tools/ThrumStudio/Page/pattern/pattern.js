// Parsed patterns.

import { itemsOf, numberOf, readEntry, stringOf } from "./items.js";
import { child } from "./json-node.js";
import { readJSON } from "./json-reader.js";
import { partitionPoint } from "./sorted.js";
import { difference } from "./splice.js";

/**
 * Parses a pattern. An item's `key` is its entry's index and kind, `3.Event` or `4.Point.0`.
 *
 * @param {string} text
 */
export function readPattern(text) {
  const { root, problems } = readJSON(text);
  const list = child(root, "Pattern");
  const found = list?.type === "array" ? list : undefined;
  const entries = (found?.items ?? []).map((entry, index) => readEntry(entry, index));
  return completed({ text, root, problems, list: found, entries });
}

/**
 * Parses a text that differs from a parsed pattern's in one range, reading only the entries there. Returns `undefined`
 * if that is impossible. The old pattern becomes invalid: the new one reuses its entries.
 *
 * @param {Pattern} old
 * @param {string} text
 */
export function rereadPattern(old, text) {
  const { list, entries, root } = old;
  if (!list || !root || old.problems.length > 0 || list.items.length < 2) return undefined;
  const { start, oldEnd, newEnd } = difference(old.text, text);
  if (start <= list.start || oldEnd > list.inside) return undefined;
  const { items } = list;
  // One more entry on either side, to include the text between them.
  const first = Math.max(0, lastIndex(items, (item) => item.end < start));
  const last = Math.min(items.length - 1, lastIndex(items, (item) => item.start <= oldEnd) + 1);
  const grown = newEnd - oldEnd;
  const from = start <= items[0].start ? list.start + 1 : items[first].start;
  const to = oldEnd >= items.at(-1).end ? list.inside : items[last].end;
  const piece = readJSON(`[${text.slice(from, to + grown)}]`, { itemDepth: 0, offset: from - 1 });
  if (piece.problems.length > 0 || piece.root.type !== "array") return undefined;
  const fresh = piece.root.items;
  const behind = items.slice(last + 1);
  const comma = items[last].comma;
  if (behind.length > 0 && fresh.length === 0) return undefined;
  if (fresh.length > 0 && to !== list.inside) fresh.at(-1).comma = comma < 0 ? -1 : comma + grown;
  for (const item of behind) item.origin.shift += grown;
  list.items = items.slice();
  list.items.splice(first, last + 1 - first, ...fresh);
  for (const node of [list, root]) Object.assign(node, { inside: node.inside + grown, end: node.end + grown });
  moveMembers(root, list, grown);
  const read = fresh.map((entry, index) => readEntry(entry, first + index));
  const others = entries.slice(last + 1);
  const isRenumbered = fresh.length !== last + 1 - first;
  if (isRenumbered) others.forEach((entry, index) => renumber(entry, first + fresh.length + index));
  const keepsKeys = !isRenumbered && read.every((entry, index) => keysOf(entry) === keysOf(entries[first + index]));
  const pattern = { text, root, problems: [], list, entries: entries.slice() };
  pattern.entries.splice(first, last + 1 - first, ...read);
  return completed(pattern, keepsKeys ? old.items : undefined, keepsKeys ? read : undefined);
}

/**
 * Shifts the members after the entries, and extends the one that contains them.
 *
 * @param {TextNode} root
 * @param {TextNode} list
 * @param {number} grown
 */
function moveMembers(root, list, grown) {
  for (const member of root.members ?? []) {
    if (member.value === list) {
      member.end += grown;
      if (member.comma >= 0) member.comma += grown;
    } else if (member.start > list.start) {
      shiftAll(member, grown);
    }
  }
}

/** @param {TextNode} node @param {number} grown */
function shiftAll(node, grown) {
  node.first += grown;
  node.last += grown;
  if (node.commaAt >= 0) node.commaAt += grown;
  if (node.insideAt !== undefined) node.insideAt += grown;
  for (const part of [...(node.members ?? []), ...(node.items ?? [])]) shiftAll(part, grown);
  if (node.type === "member") shiftAll(/** @type {TextNode} */ (node.value), grown);
}

/**
 * Parses the entries between two offsets of a text that has no problems; `index` is that of the first.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {number} index
 */
export function readEntries(text, from, to, index) {
  const { root } = readJSON(`[${text.slice(from, to)}]`, { itemDepth: 0, offset: from - 1 });
  return (root?.items ?? []).map((node, place) => ({ node, ...readEntry(node, index + place) }));
}

/**
 * A pattern of parsed entries, for reading only.
 *
 * @param {string} text
 * @param {(Entry & { node: TextNode })[]} entries
 * @param {Pick<Pattern, "description" | "groups">} like
 */
export function patternOfEntries(text, entries, { description, groups }) {
  const list = /** @type {TextNode} */ ({ type: "array", items: entries.map(({ node }) => node) });
  return Object.assign(completed({ text, root: undefined, problems: [], list, entries }), { description, groups });
}

/**
 * Index of the last item that satisfies a monotonic condition, or -1.
 *
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => boolean} isBefore
 */
const lastIndex = (items, isBefore) => partitionPoint(items.length, (index) => isBefore(items[index])) - 1;

/**
 * Collects items in lists and by key. If no key has changed, `known` are the old items, and `read` the new entries.
 *
 * @param {Pick<Pattern, "text" | "root" | "problems" | "list" | "entries">} given
 * @param {Pattern["items"]} [known]
 * @param {Entry[]} [read]
 * @returns {Pattern}
 */
function completed(given, known, read) {
  /** @type {Pattern} */
  const pattern = {
    ...given, events: [], parameters: [], curves: [], items: known ?? new Map(), duration: 0, description: "",
    groups: [],
  };
  for (const { event, parameter, curve } of pattern.entries) {
    if (event) pattern.events.push(event);
    if (parameter) pattern.parameters.push(parameter);
    if (curve) pattern.curves.push(curve);
  }
  // Unchanged keys keep their order.
  for (const kind of /** @type {const} */ (["event", "parameter", "curve"])) {
    for (const { [kind]: item } of read ?? pattern.entries) if (item) put(pattern.items, item);
  }
  pattern.duration = durationOf(pattern);
  const metadata = child(pattern.root, "Metadata");
  pattern.description = stringOf(child(metadata, "Description"));
  pattern.groups = (child(metadata, "Groups")?.items ?? []).map((group) => ({
    name: stringOf(child(group, "Name")) || "unnamed", time: numberOf(child(group, "Time"), 0),
    duration: numberOf(child(group, "Duration"), 0),
  }));
  return pattern;
}

/** @param {Pattern["items"]} items @param {PatternItem} item */
function put(items, item) {
  items.set(item.key, item);
  if (item.points) for (const point of item.points) items.set(point.key, point);
}

/** @param {Entry} entry */
const keysOf = (entry) => itemsOf(entry).map(({ key }) => key).join();

/** @param {Entry} entry @param {number} index */
function renumber({ event, parameter, curve }, index) {
  for (const item of [event, parameter, curve]) {
    if (!item) continue;
    Object.assign(item, { index, key: `${index}.${item.key.split(".")[1]}` });
    for (const point of item.points ?? []) Object.assign(point, { index, key: `${index}.Point.${point.place}` });
  }
}

/**
 * End of the last item, seconds.
 *
 * @param {Pick<Pattern, "events" | "parameters" | "curves">} pattern
 */
function durationOf({ events, parameters, curves }) {
  let end = 0;
  for (const event of events) end = Math.max(end, event.time + (event.duration ?? 0));
  for (const parameter of parameters) end = Math.max(end, parameter.time);
  for (const curve of curves) for (const point of curve.points) end = Math.max(end, point.time);
  return end;
}

/**
 * Key of the item at a text offset.
 *
 * @param {Pattern} pattern
 * @param {number} offset
 */
export function itemAt(pattern, offset) {
  const nodes = pattern.list?.items ?? [];
  const index = lastIndex(nodes, (item) => item.start <= offset);
  if (index < 0 || offset > nodes[index].end) return undefined;
  const all = itemsOf(pattern.entries[index]);
  return (all.findLast(({ node }) => node.start <= offset && offset <= node.end) ?? all[0])?.key;
}

/**
 * All items by time, points behind their curve.
 *
 * @param {Pattern} pattern
 */
export function inOrder(pattern) {
  const tops = [...pattern.events, ...pattern.parameters, ...pattern.curves].sort((a, b) => a.time - b.time);
  return tops.flatMap((item) => /** @type {PatternItem[]} */ (item.kind === "curve" ? [item, ...item.points] : [item]));
}
