// What a text means as a pattern: events, parameters and curves with the nodes they stand in.

import { child, readJSON } from "./json-reader.js";
import { controlRange, eventTypes, standardValue } from "./vocabulary.js";

const number = (node, otherwise) => (node?.type === "number" && Number.isFinite(node.value) ? node.value : otherwise);
const string = (node) => (node?.type === "string" ? node.value : "");

/** Reads a text. Items have a `key`: the index of their entry and what they are, `3.Event` or `4.Point.0`. */
export function readPattern(text) {
  const { root, problems } = readJSON(text);
  const list = child(root, "Pattern");
  const pattern = {
    text, root, problems, list: list?.type === "array" ? list : undefined,
    events: [], parameters: [], curves: [], items: new Map(),
  };
  pattern.list?.items.forEach((entry, index) => readEntry(pattern, entry, index));
  for (const item of [...pattern.events, ...pattern.parameters, ...pattern.curves]) {
    pattern.items.set(item.key, item);
    for (const point of item.points ?? []) pattern.items.set(point.key, point);
  }
  pattern.duration = durationOf(pattern);
  pattern.description = string(child(child(root, "Metadata"), "Description"));
  return pattern;
}

function readEntry(pattern, entry, index) {
  const parts = { entry, index };
  const [event, parameter, curve] = ["Event", "Parameter", "ParameterCurve"].map((name) => child(entry, name));
  if (event?.type === "object") pattern.events.push(readEvent(event, parts));
  if (parameter?.type === "object") pattern.parameters.push(readParameter(parameter, parts));
  if (curve?.type === "object") pattern.curves.push(readCurve(curve, parts));
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

/** The value of an event's parameter, the standard one where none is given. */
export function parameterValue(event, id) {
  return event.given.get(id)?.value ?? standardValue(event.type, id);
}

/** What an event's height stands for. */
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

/** The end of the last thing, seconds. */
function durationOf({ events, parameters, curves }) {
  let end = 0;
  for (const event of events) end = Math.max(end, event.time + (event.duration ?? 0));
  for (const parameter of parameters) end = Math.max(end, parameter.time);
  for (const curve of curves) for (const point of curve.points) end = Math.max(end, point.time);
  return end;
}

/** The key of the item in which an offset of the text stands. */
export function itemAt(pattern, offset) {
  const entry = pattern.list?.items.findIndex((item) => item.start <= offset && offset <= item.end) ?? -1;
  if (entry < 0) return undefined;
  const item = [...pattern.items.values()].filter(
    ({ index, node }) => index === entry && node.start <= offset && offset <= node.end);
  return item.at(-1)?.key ?? [...pattern.items.values()].find(({ index }) => index === entry)?.key;
}

/** An item in a few words, for lists and for listeners. */
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

/** A value as it is stored, to the millionth. */
export const exact = (value) => String(Math.round(value * 1e6) / 1e6);
export const short = (value) => String(Math.round(value * 1000) / 1000);
export const seconds = (value) => `${short(value)} s`;
