// Parsed patterns.

import { child, readJSON } from "./json-reader.js";
import { partitionPoint } from "./sorted.js";
import { controlRange, eventTypes, standardValue } from "./vocabulary.js";

const number = (node, otherwise) => (node?.type === "number" && Number.isFinite(node.value) ? node.value : otherwise);
const string = (node) => (node?.type === "string" ? node.value : "");

/** Parses a pattern. An item's `key` is its entry's index and kind, `3.Event` or `4.Point.0`. */
export function readPattern(text) {
  const { root, problems } = readJSON(text);
  const list = child(root, "Pattern");
  const pattern = { text, root, problems, list: list?.type === "array" ? list : undefined };
  pattern.entries = (pattern.list?.items ?? []).map((entry, index) => readEntry(entry, index));
  return completed(pattern);
}

/**
 * Parses a text that differs from a parsed pattern's in one range, reading only the entries there. Returns `undefined`
 * if that is impossible. The old pattern becomes invalid: the new one reuses its entries.
 */
export function rereadPattern(old, text) {
  const { list, entries, root } = old;
  if (!list || old.problems.length > 0 || list.items.length < 2) return undefined;
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

/** Shifts the members after the entries, and extends the one that contains them. */
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

function shiftAll(node, grown) {
  node.first += grown;
  node.last += grown;
  if (node.commaAt >= 0) node.commaAt += grown;
  if (node.insideAt !== undefined) node.insideAt += grown;
  for (const part of [...(node.members ?? []), ...(node.items ?? [])]) shiftAll(part, grown);
  if (node.type === "member") shiftAll(node.value, grown);
}

/** Parses the entries between two offsets of a text that has no problems; `index` is that of the first. */
export function readEntries(text, from, to, index) {
  const { root } = readJSON(`[${text.slice(from, to)}]`, { itemDepth: 0, offset: from - 1 });
  return root.items.map((node, place) => ({ node, ...readEntry(node, index + place) }));
}

/** A pattern of parsed entries, for reading only. */
export function patternOfEntries(text, entries, { description, groups }) {
  const list = { type: "array", items: entries.map(({ node }) => node) };
  return Object.assign(completed({ text, root: undefined, problems: [], list, entries }), { description, groups });
}

/** The range in which two texts differ, found quickly by comparing halves. */
function difference(before, after) {
  const start = common(Math.min(before.length, after.length), (low, high) =>
    before.slice(low, high) === after.slice(low, high));
  const same = common(Math.min(before.length, after.length) - start, (low, high) =>
    before.slice(before.length - high, before.length - low) === after.slice(after.length - high, after.length - low));
  return { start, oldEnd: before.length - same, newEnd: after.length - same };
}

/** The largest count, up to `most`, for which `isEqual` holds. */
function common(most, isEqual) {
  let known = 0;
  return partitionPoint(most, (index) => {
    const isLonger = isEqual(known, index + 1);
    if (isLonger) known = index + 1;
    return isLonger;
  });
}

/** Index of the last item that satisfies a monotonic condition, or -1. */
const lastIndex = (items, isBefore) => partitionPoint(items.length, (index) => isBefore(items[index])) - 1;

/** Collects items in lists and by key. If no key has changed, `known` are the old items, and `read` the new entries. */
function completed(pattern, known, read) {
  Object.assign(pattern, { events: [], parameters: [], curves: [], items: known ?? new Map() });
  for (const { event, parameter, curve } of pattern.entries) {
    if (event) pattern.events.push(event);
    if (parameter) pattern.parameters.push(parameter);
    if (curve) pattern.curves.push(curve);
  }
  // Unchanged keys keep their order.
  for (const kind of ["event", "parameter", "curve"]) {
    for (const entry of read ?? pattern.entries) if (entry[kind]) put(pattern.items, entry[kind]);
  }
  pattern.duration = durationOf(pattern);
  const metadata = child(pattern.root, "Metadata");
  pattern.description = string(child(metadata, "Description"));
  pattern.groups = (child(metadata, "Groups")?.items ?? []).map((group) => ({
    name: string(child(group, "Name")) || "unnamed", time: number(child(group, "Time"), 0),
    duration: number(child(group, "Duration"), 0),
  }));
  return pattern;
}

function put(items, item) {
  items.set(item.key, item);
  if (item.points) for (const point of item.points) items.set(point.key, point);
}

const keysOf = ({ event, parameter, curve }) =>
  [event, parameter, curve, ...(curve?.points ?? [])].filter(Boolean).map(({ key }) => key).join();

function renumber({ event, parameter, curve }, index) {
  for (const item of [event, parameter, curve]) {
    if (!item) continue;
    Object.assign(item, { index, key: `${index}.${item.key.split(".")[1]}` });
    for (const point of item.points ?? []) Object.assign(point, { index, key: `${index}.Point.${point.place}` });
  }
}

export function readEntry(entry, index) {
  const parts = { entry, index };
  const [event, parameter, curve] = ["Event", "Parameter", "ParameterCurve"].map((name) => child(entry, name));
  return {
    event: event?.type === "object" ? readEvent(event, parts) : undefined,
    parameter: parameter?.type === "object" ? readParameter(parameter, parts) : undefined,
    curve: curve?.type === "object" ? readCurve(curve, parts) : undefined,
  };
}

function readEvent(node, parts) {
  const type = string(child(node, "EventType"));
  const given = new Map();
  for (const item of child(node, "EventParameters")?.items ?? []) {
    const value = child(item, "ParameterValue");
    given.set(string(child(item, "ParameterID")), { node: value, value: number(value), item });
  }
  const event = {
    ...parts, kind: "event", key: `${parts.index}.Event`, node, type, given,
    time: number(child(node, "Time"), 0),
    duration: number(child(node, "EventDuration")),
    waveform: string(child(node, "EventWaveformPath")),
    loops: child(node, "EventWaveformLoopEnabled")?.value === true,
    usesEnvelope: child(node, "EventWaveformUseVolumeEnvelope")?.value !== false,
  };
  event.isHaptic = type.startsWith("Haptic");
  event.isTap = type === "HapticTransient";
  event.isKnown = type in eventTypes;
  return event;
}

/** An event parameter's value or default. */
export function parameterValue(event, id) {
  return event.given.get(id)?.value ?? standardValue(event.type, id);
}

/** The parameter shown as an event's height. */
export const levelID = (event) => (event.isHaptic ? "HapticIntensity" : "AudioVolume");

function readParameter(node, parts) {
  const id = string(child(node, "ParameterID"));
  return {
    ...parts, kind: "parameter", key: `${parts.index}.Parameter`, node, id,
    time: number(child(node, "Time"), 0),
    value: number(child(node, "ParameterValue"), controlRange(id).neutral),
  };
}

function readCurve(node, parts) {
  const id = string(child(node, "ParameterID"));
  const list = child(node, "ParameterCurveControlPoints");
  const curve = {
    ...parts, kind: "curve", key: `${parts.index}.Curve`, node, id, list,
    time: number(child(node, "Time"), 0),
  };
  curve.points = (list?.items ?? []).map((item, place) => ({
    kind: "point", key: `${parts.index}.Point.${place}`, curve, place, node: item, id, index: parts.index,
    offset: number(child(item, "Time"), 0),
    value: number(child(item, "ParameterValue"), controlRange(id).neutral),
    get time() {
      return curve.time + this.offset;
    },
  }));
  return curve;
}

/** End of the last item, seconds. */
function durationOf({ events, parameters, curves }) {
  let end = 0;
  for (const event of events) end = Math.max(end, event.time + (event.duration ?? 0));
  for (const parameter of parameters) end = Math.max(end, parameter.time);
  for (const curve of curves) for (const point of curve.points) end = Math.max(end, point.time);
  return end;
}

/** Key of the item at a text offset. */
export function itemAt(pattern, offset) {
  const index = lastIndex(pattern.list?.items ?? [], (item) => item.start <= offset);
  if (index < 0 || offset > pattern.list.items[index].end) return undefined;
  const { event, parameter, curve } = pattern.entries[index];
  const all = [event, parameter, curve, ...(curve?.points ?? [])].filter(Boolean);
  return (all.findLast(({ node }) => node.start <= offset && offset <= node.end) ?? all[0])?.key;
}

export function describe(item) {
  const at = `at ${seconds(item.time)}`;
  if (item.kind === "point") return `Point ${item.place + 1} ${at}, value ${short(item.value)}`;
  if (item.kind === "parameter") return `Parameter ${item.id} ${at}, value ${short(item.value)}`;
  if (item.kind === "curve") return `Curve ${item.id} ${at}, ${item.points.length} points`;
  const name = eventTypes[item.type]?.name ?? "Unknown event";
  const length = item.duration === undefined || item.isTap ? "" : ` for ${seconds(item.duration)}`;
  const level = item.isHaptic ? "intensity" : "volume";
  const sharpness = item.isHaptic ? `, sharpness ${short(parameterValue(item, "HapticSharpness"))}` : "";
  return `${name} ${at}${length}, ${level} ${short(parameterValue(item, levelID(item)))}${sharpness}`;
}

/** A value as stored, to six decimals. */
export const exact = (value) => String(Math.round(value * 1e6) / 1e6);
export const short = (value) => String(Math.round(value * 1000) / 1000);
export const seconds = (value) => `${short(value)} s`;

/** @param {Pattern} pattern */
export function inOrder(pattern) {
  const tops = [...pattern.events, ...pattern.parameters, ...pattern.curves].sort((a, b) => a.time - b.time);
  return tops.flatMap((item) => (item.kind === "curve" ? [item, ...item.points] : [item]));
}
