// Changes to a pattern as text edits.

import { child, member } from "./json-reader.js";
import { endOf, envelopesOf, withOwned } from "./own-envelope.js";
import { parameterValue, readPattern } from "./pattern.js";
import { appendParts, numberLiteral, removeParts, replaceNumber, spliced } from "./splice.js";
import { clamp, controlRange, eventParameters } from "./vocabulary.js";

/** Sets a number; adds the member if it is missing. */
function setNumber(text, node, name, value) {
  const present = child(node, name);
  if (present && present.end > present.start) return [replaceNumber(text, present, value)];
  return appendParts(text, node, [`"${name}": ${numberLiteral(value, "0.0")}`]);
}

function setString(text, node, name, value) {
  const present = child(node, name);
  if (present && present.end > present.start) {
    return [{ start: present.start, end: present.end, text: JSON.stringify(value) }];
  }
  return appendParts(text, node, [`"${name}": ${JSON.stringify(value)}`]);
}

function removeMember(text, node, name) {
  const index = node.members.indexOf(member(node, name));
  return index < 0 ? [] : removeParts(text, node, [index]);
}

/** Sets an item's time, counted from the pattern's start even for points. */
export function setTime(pattern, item, time) {
  const at = Math.max(0, item.kind === "point" ? time - item.curve.time : time);
  return [...setNumber(pattern.text, item.node, "Time", at), ...followed(pattern, item, at, item.duration)];
}

export function setDuration(pattern, event, seconds) {
  const length = Math.max(0, seconds);
  return [...setNumber(pattern.text, event.node, "EventDuration", length),
    ...followed(pattern, event, event.time, length)];
}

export const setSpan = (pattern, event, time, seconds) => [
  ...setNumber(pattern.text, event.node, "Time", Math.max(0, time)),
  ...setNumber(pattern.text, event.node, "EventDuration", Math.max(0, seconds)),
  ...followed(pattern, event, Math.max(0, time), seconds),
];

/** Moves and stretches an event's own envelope with it. */
function followed(pattern, event, time, length) {
  if (event.kind !== "event" || !(length > 0)) return [];
  const factor = length / event.duration;
  return envelopesOf(pattern, event).flatMap(({ curves, reset }) => [
    ...curves.flatMap((curve) => [
      ...setNumber(pattern.text, curve.node, "Time", time + (curve.time - event.time) * factor),
      ...(factor === 1 ? [] : curve.points.flatMap((point) =>
        setNumber(pattern.text, point.node, "Time", point.offset * factor))),
    ]),
    ...(reset ? setNumber(pattern.text, reset.node, "Time", time + length + reset.time - endOf(event)) : []),
  ]);
}

export function setValue({ text }, item, value) {
  const { low, high } = controlRange(item.id);
  return setNumber(text, item.node, "ParameterValue", clamp(value, low, high));
}

/** Sets an event parameter; `undefined` removes it. */
export function setParameter({ text }, event, id, value) {
  const list = child(event.node, "EventParameters");
  const given = event.given.get(id);
  if (value === undefined) return given ? removeParts(text, list, [list.items.indexOf(given.item)]) : [];
  const { low, high } = eventParameters[id];
  const kept = clamp(value, low, high);
  if (given) return setNumber(text, given.item, "ParameterValue", kept);
  const literal = `{ "ParameterID": "${id}", "ParameterValue": ${numberLiteral(kept, "0.0")} }`;
  if (list?.type === "array") return appendParts(text, list, [literal]);
  return appendParts(text, event.node, [`"EventParameters": [\n            ${literal}\n        ]`]);
}

/** Sets the type; adds or removes the duration as needed. */
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

export const setControl = ({ text }, item, id) => setString(text, item.node, "ParameterID", id);
export const setWaveform = ({ text }, event, path) => setString(text, event.node, "EventWaveformPath", path);

/** Sets a waveform flag; omits the default. */
export function setFlag({ text }, event, name, value, standard) {
  const present = child(event.node, name);
  if (present?.end > present?.start) return [{ start: present.start, end: present.end, text: String(value) }];
  return value === standard ? [] : appendParts(text, event.node, [`"${name}": ${value}`]);
}

/** Appends entries; returns the new text and the new keys. */
export function addEntries(pattern, literals) {
  if (!pattern.list) return undefined;
  const first = pattern.list.items.length;
  const text = spliced(pattern.text, appendParts(pattern.text, pattern.list, literals));
  const keys = [...readPattern(text).items.values()]
    .filter((item) => item.index >= first && item.kind !== "point").map((item) => item.key);
  return { text, keys };
}

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

function insertBefore(text, node, literal) {
  const line = text.slice(text.lastIndexOf("\n", node.start - 1) + 1, node.start);
  const gap = /^\s*$/.test(line) ? `\n${line}` : " ";
  return { start: node.start, end: node.start, text: `${literal},${gap}` };
}

/** Names a time range in the metadata; `undefined` if there is no place for it. */
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

export function removeGroup({ text, root }, index) {
  const groups = child(child(root, "Metadata"), "Groups");
  return groups?.type === "array" ? removeParts(text, groups, [index]) : [];
}

/** Removes items along with their own envelopes, and the entries and curves left empty. */
export function removeItems(pattern, keys) {
  const gone = withOwned(pattern, keys).map((key) => pattern.items.get(key)).filter(Boolean);
  const edits = [];
  const whole = new Set(gone.filter((item) => item.kind !== "point"));
  const byCurve = Map.groupBy(gone.filter((item) => item.kind === "point"), (point) => point.curve);
  for (const [curve, points] of byCurve) {
    if (whole.has(curve)) continue;
    if (points.length === curve.points.length) whole.add(curve);
    else edits.push(...removeParts(pattern.text, curve.list, points.map((point) => point.place)));
  }
  const entries = [];
  for (const [index, items] of Map.groupBy(whole, (item) => item.index)) {
    const others = [...pattern.items.values()].filter((item) =>
      item.index === index && item.kind !== "point" && !whole.has(item));
    if (others.length === 0) entries.push(index);
    else for (const item of items) edits.push(...removeMember(pattern.text, item.entry, memberName[item.kind]));
  }
  if (entries.length > 0) edits.push(...removeParts(pattern.text, pattern.list, entries));
  return spliced(pattern.text, edits);
}

const memberName = { event: "Event", parameter: "Parameter", curve: "ParameterCurve" };

const literals = {
  HapticTransient: (time) => eventLiteral(time, "HapticTransient", "", { HapticIntensity: 0.8, HapticSharpness: 0.5 }),
  HapticContinuous: (time) =>
    eventLiteral(time, "HapticContinuous", ', "EventDuration": 0.3', { HapticIntensity: 0.6, HapticSharpness: 0.4 }),
  AudioContinuous: (time) =>
    eventLiteral(time, "AudioContinuous", ', "EventDuration": 0.3', { AudioVolume: 0.7, AudioPitch: 0 }),
  Curve: (time) =>
    `{ "ParameterCurve": { "Time": ${numberLiteral(time, "0.0")}, "ParameterID": "HapticIntensityControl", ` +
    `"ParameterCurveControlPoints": [\n            { "Time": 0.0, "ParameterValue": 1.0 },\n` +
    `            { "Time": 0.3, "ParameterValue": 0.5 }\n        ] } }`,
  Parameter: (time) => parameterEntry("HapticIntensityControl", time, 0.5),
};

export const parameterEntry = (id, time, value) =>
  `{ "Parameter": { "Time": ${numberLiteral(time, "0.0")}, "ParameterID": "${id}", ` +
  `"ParameterValue": ${numberLiteral(value, "0.0")} } }`;

function eventLiteral(time, type, more, parameters) {
  const lines = Object.entries(parameters).map(
    ([id, value]) => `            { "ParameterID": "${id}", "ParameterValue": ${numberLiteral(value, "0.0")} }`);
  return `{ "Event": { "Time": ${numberLiteral(time, "0.0")}, "EventType": "${type}"${more}, "EventParameters": [\n` +
    `${lines.join(",\n")}\n        ] } }`;
}

export const holdEntry = (time, length, intensity, sharpness = 0.4) => eventLiteral(time, "HapticContinuous",
  `, "EventDuration": ${numberLiteral(length, "0.0")}`, { HapticIntensity: intensity, HapticSharpness: sharpness });

export const tapEntry = (time, intensity, sharpness) =>
  eventLiteral(time, "HapticTransient", "", { HapticIntensity: intensity, HapticSharpness: sharpness });

/** A path through points as consecutive curves of at most `most` points. */
export function curveEntries(id, points, most) {
  const rounded = points.map(({ time, value }) => (
    { time: Math.round(time * 1e4) / 1e4, value: Math.round(value * 1000) / 1000 }));
  const entries = [];
  for (let first = 0; first < rounded.length - 1; first += most - 1) {
    const part = rounded.slice(first, first + most);
    const lines = part.map(({ time, value }) =>
      `            { "Time": ${numberLiteral(time - part[0].time, "0.0")}, ` +
      `"ParameterValue": ${numberLiteral(value, "0.0")} }`);
    entries.push(`{ "ParameterCurve": { "Time": ${numberLiteral(part[0].time, "0.0")}, "ParameterID": "${id}", ` +
      `"ParameterCurveControlPoints": [\n${lines.join(",\n")}\n        ] } }`);
  }
  return entries;
}

export const soundEntry = (time, path) =>
  `{ "Event": { "Time": ${numberLiteral(time, "0.0")}, "EventType": "AudioCustom", ` +
  `"EventWaveformPath": ${JSON.stringify(path)}, ` +
  `"EventParameters": [\n            { "ParameterID": "AudioVolume", "ParameterValue": 0.8 }\n        ] } }`;

export const newEntry = (what, time) => literals[what](time);

/** The event of this type that starts at this time, to within 0.1 ms. */
export const eventAt = ({ events }, type, time) =>
  events.find((event) => event.type === type && Math.abs(event.time - time) < 1e-4);

/** The event that a new curve belongs to: the continuous event selected or at the cursor. */
export function curveHold({ events }, selectedKeys, cursor) {
  const holds = events.filter((event) => event.isHaptic && event.duration > 0);
  const selected = holds.filter(({ key }) => selectedKeys.includes(key));
  if (selected.length === 1) return selected[0];
  return holds.findLast(({ time, duration }) => cursor >= time && cursor < time + duration);
}

/** The edits for dragging an item in time and level, or by its part "end", "begin" or "sharpness". */
export function moved(pattern, item, part, seconds, level) {
  const edits = [];
  if (part === "end") return setDuration(pattern, item, Math.max(0.001, (item.duration ?? 0) + seconds));
  if (part === "begin") {
    const step = clamp(seconds, -item.time, (item.duration ?? 0) - 0.001);
    return setSpan(pattern, item, item.time + step, item.duration - step);
  }
  if (seconds) edits.push(...setTime(pattern, item, item.time + seconds));
  if (!level || item.kind === "curve") return edits;
  if (item.kind !== "event") return [...edits, ...setValue(pattern, item, item.value + level)];
  const id = part === "sharpness" ? "HapticSharpness" : item.isHaptic ? "HapticIntensity" : "AudioVolume";
  return [...edits, ...setParameter(pattern, item, id, parameterValue(item, id) + level)];
}

export function copyText(pattern, keys) {
  const all = withOwned(pattern, keys).map((key) => pattern.items.get(key)?.index);
  const indexes = new Set(all.filter((index) => index !== undefined));
  const entries = [...indexes].sort((a, b) => a - b).map((index) => pattern.list.items[index]);
  return `[\n${entries.map((entry) => `    ${pattern.text.slice(entry.start, entry.end)}`).join(",\n")}\n]\n`;
}

/** A pattern's entries in clipboard format; `undefined` if there are none. */
export function entriesOf(text) {
  const { list } = readPattern(text);
  if (!(list?.items.length > 0)) return undefined;
  return `[${list.items.map(({ start, end }) => text.slice(start, end)).join(",\n")}]`;
}

/** Appends the entries of another pattern; `undefined` if either text is not a pattern. */
export function joined(text, otherText) {
  const [pattern, other] = [readPattern(text), readPattern(otherText)];
  if (!pattern.list || !other.list) return undefined;
  const entries = other.list.items.map(({ start, end }) => otherText.slice(start, end));
  return spliced(text, appendParts(text, pattern.list, entries));
}

/** Inserts copied entries at the given time: `{ text, keys }`, or `undefined` if the text contains none. */
export function pasteEntries(pattern, copied, time) {
  const wrapped = readPattern(`{"Pattern": ${/^\s*\[/.test(copied) ? copied : `[${copied}]`}}`);
  const tops = [...wrapped.items.values()].filter((item) => item.kind !== "point");
  if (tops.length === 0 || wrapped.problems.length > 0) return undefined;
  const shift = time - tops.reduce((least, item) => Math.min(least, item.time), Infinity);
  const text = spliced(wrapped.text, tops.flatMap((item) => setTime(wrapped, item, item.time + shift)));
  const ready = readPattern(text);
  return addEntries(pattern, ready.list.items.map((entry) => text.slice(entry.start, entry.end)));
}
