// Changes to a pattern as text edits.

import { parameterValue } from "../pattern/items.js";
import { child } from "../pattern/json-node.js";
import { endOf, envelopesOf, withOwned } from "./own-envelope.js";
import { readPattern } from "../pattern/pattern.js";
import { appendParts, numberLiteral, removeParts, replaceNumber, spliced } from "../pattern/splice.js";
import { clamp, controlRange, eventParameters } from "../pattern/vocabulary.js";

/**
 * Sets a number; adds the member if it is missing.
 *
 * @param {string} text
 * @param {TextNode} node
 * @param {string} name
 * @param {number} value
 */
function setNumber(text, node, name, value) {
  const present = child(node, name);
  if (present && present.end > present.start) return [replaceNumber(text, present, value)];
  return appendParts(text, node, [`"${name}": ${numberLiteral(value, "0.0")}`]);
}

/** @param {string} text @param {TextNode} node @param {string} name @param {string} value */
function setString(text, node, name, value) {
  const present = child(node, name);
  if (present && present.end > present.start) {
    return [{ start: present.start, end: present.end, text: JSON.stringify(value) }];
  }
  return appendParts(text, node, [`"${name}": ${JSON.stringify(value)}`]);
}

/** @param {string} text @param {TextNode} node @param {string} name */
function removeMember(text, node, name) {
  const index = node.members.findLastIndex((one) => one.name === name);
  return index < 0 ? [] : removeParts(text, node, [index]);
}

/**
 * Sets an item's time, counted from the pattern's start even for points.
 *
 * @param {Pattern} pattern
 * @param {PatternItem} item
 * @param {number} time
 */
export function setTime(pattern, item, time) {
  const at = Math.max(0, item.kind === "point" ? time - item.curve.time : time);
  return [...setNumber(pattern.text, item.node, "Time", at), ...followed(pattern, item, at, item.duration)];
}

/** @param {Pattern} pattern @param {PatternItem} event @param {number} seconds */
export function setDuration(pattern, event, seconds) {
  const length = Math.max(0, seconds);
  return [...setNumber(pattern.text, event.node, "EventDuration", length),
    ...followed(pattern, event, event.time, length)];
}

/** @param {Pattern} pattern @param {PatternItem} event @param {number} time @param {number} seconds */
export const setSpan = (pattern, event, time, seconds) => [
  ...setNumber(pattern.text, event.node, "Time", Math.max(0, time)),
  ...setNumber(pattern.text, event.node, "EventDuration", Math.max(0, seconds)),
  ...followed(pattern, event, Math.max(0, time), seconds),
];

/**
 * Moves and stretches an event's own envelope with it.
 *
 * @param {Pattern} pattern
 * @param {PatternItem} event
 * @param {number} time
 * @param {number | undefined} length
 */
function followed(pattern, event, time, length) {
  if (event.kind !== "event" || !length || !(length > 0)) return [];
  const factor = length / (event.duration ?? 0);
  return envelopesOf(pattern, event).flatMap(({ curves, reset }) => [
    ...curves.flatMap((curve) => [
      ...setNumber(pattern.text, curve.node, "Time", time + (curve.time - event.time) * factor),
      ...(factor === 1 ? [] : curve.points.flatMap((point) =>
        setNumber(pattern.text, point.node, "Time", point.offset * factor))),
    ]),
    ...(reset ? setNumber(pattern.text, reset.node, "Time", time + length + reset.time - endOf(event)) : []),
  ]);
}

/** @param {Pick<Pattern, "text">} pattern @param {PatternItem} item @param {number} value */
export function setValue({ text }, item, value) {
  const { low, high } = controlRange(item.id ?? "");
  return setNumber(text, item.node, "ParameterValue", clamp(value, low, high));
}

/**
 * Sets an event parameter; `undefined` removes it.
 *
 * @param {Pick<Pattern, "text">} pattern
 * @param {PatternItem} event
 * @param {string} id
 * @param {number | undefined} value
 */
export function setParameter({ text }, event, id, value) {
  const list = child(event.node, "EventParameters");
  const given = event.given?.get(id);
  if (value === undefined) return list && given ? removeParts(text, list, [list.items.indexOf(given.item)]) : [];
  const { low, high } = eventParameters[id];
  const kept = clamp(value, low, high);
  if (given) return setNumber(text, given.item, "ParameterValue", kept);
  const literal = `{ "ParameterID": "${id}", "ParameterValue": ${numberLiteral(kept, "0.0")} }`;
  if (list?.type === "array") return appendParts(text, list, [literal]);
  return appendParts(text, event.node, [`"EventParameters": [\n            ${literal}\n        ]`]);
}

/**
 * Sets the type; adds or removes the duration as needed.
 *
 * @param {Pick<Pattern, "text">} pattern
 * @param {PatternItem} event
 * @param {string} type
 */
export function setType({ text }, event, type) {
  const edits = setString(text, event.node, "EventType", type);
  if (/Continuous$/.test(type) && event.duration === undefined) {
    edits.push(...appendParts(text, event.node, ['"EventDuration": 0.5']));
  }
  if (type === "HapticTransient" && event.duration !== undefined) {
    edits.push(...removeMember(text, event.node, "EventDuration"));
  }
  return edits;
}

/** @param {Pick<Pattern, "text">} pattern @param {PatternItem} item @param {string} id */
export const setControl = ({ text }, item, id) => setString(text, item.node, "ParameterID", id);
/** @param {Pick<Pattern, "text">} pattern @param {PatternItem} event @param {string} path */
export const setWaveform = ({ text }, event, path) => setString(text, event.node, "EventWaveformPath", path);

/**
 * Sets a waveform flag; omits the default.
 *
 * @param {Pick<Pattern, "text">} pattern
 * @param {PatternItem} event
 * @param {string} name
 * @param {boolean} value
 * @param {boolean} standard
 */
export function setFlag({ text }, event, name, value, standard) {
  const present = child(event.node, name);
  if (present && present.end > present.start) return [{ start: present.start, end: present.end, text: String(value) }];
  return value === standard ? [] : appendParts(text, event.node, [`"${name}": ${value}`]);
}

/**
 * Appends entries; returns the new text and the new keys.
 *
 * @param {Pattern} pattern
 * @param {string[]} literals
 */
export function addEntries(pattern, literals) {
  if (!pattern.list) return undefined;
  const first = pattern.list.items.length;
  const text = spliced(pattern.text, appendParts(pattern.text, pattern.list, literals));
  const keys = [...readPattern(text).items.values()]
    .filter((item) => item.index >= first && item.kind !== "point").map((item) => item.key);
  return { text, keys };
}

/** @param {Pattern} pattern @param {PatternCurve} curve @param {number} time @param {number} value */
export function addPoint(pattern, curve, time, value) {
  if (!curve.list) return undefined;
  const offset = Math.max(0, time - curve.time);
  const literal = `{ "Time": ${numberLiteral(offset, "0.0")}, "ParameterValue": ${numberLiteral(value, "0.0")} }`;
  const next = curve.points.findIndex((point) => point.offset > offset);
  const edits = next < 0
    ? appendParts(pattern.text, curve.list, [literal])
    : [insertBefore(pattern.text, curve.points[next].node, literal)];
  const place = next < 0 ? curve.points.length : next;
  return { text: spliced(pattern.text, edits), keys: [`${curve.index}.Point.${place}`] };
}

/** @param {string} text @param {TextNode} node @param {string} literal */
function insertBefore(text, node, literal) {
  const line = text.slice(text.lastIndexOf("\n", node.start - 1) + 1, node.start);
  const gap = /^\s*$/.test(line) ? `\n${line}` : " ";
  return { start: node.start, end: node.start, text: `${literal},${gap}` };
}

/**
 * Names a time range in the metadata; `undefined` if there is no place for it.
 *
 * @param {Pick<Pattern, "text" | "root">} pattern
 * @param {string} name
 * @param {number} time
 * @param {number} duration
 */
export function addGroup({ text, root }, name, time, duration) {
  const literal = `{ "Name": ${JSON.stringify(name)}, "Time": ${numberLiteral(time, "0.0")}, ` +
    `"Duration": ${numberLiteral(duration, "0.0")} }`;
  const metadata = child(root, "Metadata");
  const groups = child(metadata, "Groups");
  if (groups?.type === "array") return appendParts(text, groups, [literal]);
  if (metadata?.type === "object") return appendParts(text, metadata, [`"Groups": [${literal}]`]);
  if (root?.type !== "object" || metadata) return undefined;
  return appendParts(text, root, [`"Metadata": { "Groups": [${literal}] }`]);
}

/** @param {Pick<Pattern, "text" | "root">} pattern @param {number} index */
export function removeGroup({ text, root }, index) {
  const groups = child(child(root, "Metadata"), "Groups");
  return groups?.type === "array" ? removeParts(text, groups, [index]) : [];
}

/**
 * Removes items along with their own envelopes, and the entries and curves left empty.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 */
export function removeItems(pattern, keys) {
  const gone = withOwned(pattern, keys).map((key) => pattern.items.get(key)).filter(Boolean);
  /** @type {Edit[]} */
  const edits = [];
  const whole = new Set(/** @type {Top[]} */ (gone.filter((item) => item.kind !== "point")));
  const lone = /** @type {PatternPoint[]} */ (gone.filter((item) => item.kind === "point"));
  const byCurve = Map.groupBy(lone, (point) => point.curve);
  for (const [curve, points] of byCurve) {
    if (whole.has(curve)) continue;
    if (points.length === curve.points.length) whole.add(curve);
    else if (curve.list) edits.push(...removeParts(pattern.text, curve.list, points.map((point) => point.place)));
  }
  const entries = [];
  for (const [index, items] of Map.groupBy(whole, (item) => item.index)) {
    const others = [...pattern.items.values()].filter((item) =>
      item.index === index && item.kind !== "point" && !whole.has(item));
    if (others.length === 0) entries.push(index);
    else for (const item of items) edits.push(...removeMember(pattern.text, item.entry, memberName[item.kind]));
  }
  if (entries.length > 0 && pattern.list) edits.push(...removeParts(pattern.text, pattern.list, entries));
  return spliced(pattern.text, edits);
}

/** @typedef {PatternEvent | PatternParameter | PatternCurve} Top */

const memberName = { event: "Event", parameter: "Parameter", curve: "ParameterCurve" };

/**
 * The event of this type that starts at this time, to within 0.1 ms.
 *
 * @param {Pick<Pattern, "events">} pattern
 * @param {string} type
 * @param {number} time
 */
export const eventAt = ({ events }, type, time) =>
  events.find((event) => event.type === type && Math.abs(event.time - time) < 1e-4);

/**
 * The event that a new curve belongs to: the continuous event selected or at the cursor.
 *
 * @param {Pick<Pattern, "events">} pattern
 * @param {string[]} selectedKeys
 * @param {number} cursor
 */
export function curveHold({ events }, selectedKeys, cursor) {
  const holds = events.filter((event) => event.isHaptic && (event.duration ?? 0) > 0);
  const selected = holds.filter(({ key }) => selectedKeys.includes(key));
  if (selected.length === 1) return selected[0];
  return holds.findLast(({ time, duration = 0 }) => cursor >= time && cursor < time + duration);
}

/**
 * The edits for dragging an item in time and level, or by its part "end", "begin" or "sharpness".
 *
 * @param {Pattern} pattern
 * @param {PatternItem} item
 * @param {string} part
 * @param {number} seconds
 * @param {number} level
 */
export function moved(pattern, item, part, seconds, level) {
  const edits = [];
  if (part === "end") return setDuration(pattern, item, Math.max(0.001, (item.duration ?? 0) + seconds));
  if (part === "begin") {
    const step = clamp(seconds, -item.time, (item.duration ?? 0) - 0.001);
    return setSpan(pattern, item, item.time + step, (item.duration ?? 0) - step);
  }
  if (seconds) edits.push(...setTime(pattern, item, item.time + seconds));
  if (!level || item.kind === "curve") return edits;
  if (item.kind !== "event") return [...edits, ...setValue(pattern, item, item.value + level)];
  const id = part === "sharpness" ? "HapticSharpness" : item.isHaptic ? "HapticIntensity" : "AudioVolume";
  return [...edits, ...setParameter(pattern, item, id, parameterValue(item, id) + level)];
}
