// The items of a pattern: read from its entries, their values, and descriptions of them.

import { child } from "./json-node.js";
import { controlName, controlRange, eventTypes, standardValue } from "./vocabulary.js";

/**
 * @template {number | undefined} Otherwise
 * @param {TextNode | undefined} node
 * @param {Otherwise} otherwise
 */
export const numberOf = (node, otherwise) =>
  (node?.type === "number" && Number.isFinite(node.value) ? /** @type {number} */ (node.value) : otherwise);

/** @param {TextNode | undefined} node */
export const stringOf = (node) => (node?.type === "string" ? String(node.value) : "");

/**
 * What an entry holds; a curve's points last.
 *
 * @param {Entry} entry
 * @returns {PatternItem[]}
 */
export const itemsOf = ({ event, parameter, curve }) =>
  [event, parameter, curve, ...(curve?.points ?? [])].filter(Boolean);

/**
 * @param {TextNode} entry
 * @param {number} index
 * @returns {Entry}
 */
export function readEntry(entry, index) {
  const parts = { entry, index };
  const [event, parameter, curve] = ["Event", "Parameter", "ParameterCurve"].map((name) => child(entry, name));
  return {
    event: event?.type === "object" ? readEvent(event, parts) : undefined,
    parameter: parameter?.type === "object" ? readParameter(parameter, parts) : undefined,
    curve: curve?.type === "object" ? readCurve(curve, parts) : undefined,
  };
}

/**
 * @param {TextNode} node
 * @param {{ entry: TextNode, index: number }} parts
 * @returns {PatternEvent}
 */
function readEvent(node, parts) {
  const type = stringOf(child(node, "EventType"));
  /** @type {PatternEvent["given"]} */
  const given = new Map();
  for (const item of child(node, "EventParameters")?.items ?? []) {
    const value = child(item, "ParameterValue");
    given.set(stringOf(child(item, "ParameterID")), { node: value, value: numberOf(value, undefined), item });
  }
  return {
    ...parts, kind: "event", key: `${parts.index}.Event`, node, type, given,
    time: numberOf(child(node, "Time"), 0),
    duration: numberOf(child(node, "EventDuration"), undefined),
    waveform: stringOf(child(node, "EventWaveformPath")),
    loops: child(node, "EventWaveformLoopEnabled")?.value === true,
    usesEnvelope: child(node, "EventWaveformUseVolumeEnvelope")?.value !== false,
    isHaptic: type.startsWith("Haptic"), isTap: type === "HapticTransient", isKnown: type in eventTypes,
  };
}

/**
 * @param {TextNode} node
 * @param {{ entry: TextNode, index: number }} parts
 * @returns {PatternParameter}
 */
function readParameter(node, parts) {
  const id = stringOf(child(node, "ParameterID"));
  return {
    ...parts, kind: "parameter", key: `${parts.index}.Parameter`, node, id,
    time: numberOf(child(node, "Time"), 0),
    value: numberOf(child(node, "ParameterValue"), controlRange(id).neutral),
  };
}

/**
 * @param {TextNode} node
 * @param {{ entry: TextNode, index: number }} parts
 * @returns {PatternCurve}
 */
function readCurve(node, parts) {
  const id = stringOf(child(node, "ParameterID"));
  const list = child(node, "ParameterCurveControlPoints");
  /** @type {PatternCurve} */
  const curve = {
    ...parts, kind: "curve", key: `${parts.index}.Curve`, node, id, list,
    time: numberOf(child(node, "Time"), 0), points: [],
  };
  curve.points = (list?.items ?? []).map((item, place) => ({
    kind: "point", key: `${parts.index}.Point.${place}`, curve, place, node: item, id, index: parts.index,
    offset: numberOf(child(item, "Time"), 0),
    value: numberOf(child(item, "ParameterValue"), controlRange(id).neutral),
    get time() {
      return curve.time + this.offset;
    },
  }));
  return curve;
}

/**
 * An event parameter's value or default.
 *
 * @param {PatternItem} event
 * @param {string} id
 */
export function parameterValue(event, id) {
  return event.given?.get(id)?.value ?? standardValue(event.type ?? "", id);
}

/**
 * The parameter shown as an event's height.
 *
 * @param {PatternItem} event
 */
export const levelID = (event) => (event.isHaptic ? "HapticIntensity" : "AudioVolume");

/** @param {PatternItem} item */
export function describe(item) {
  const at = `at ${seconds(item.time)}`;
  if (item.kind === "point") return `Point ${item.place + 1} ${at}, value ${short(item.value)}`;
  if (item.kind === "parameter") return `${controlName(item.id)} parameter ${at}, value ${short(item.value)}`;
  if (item.kind === "curve") return `${controlName(item.id)} curve ${at}, ${item.points.length} points`;
  const name = eventTypes[item.type ?? ""]?.name ?? "Unknown event";
  const length = item.duration === undefined || item.isTap ? "" : ` for ${seconds(item.duration)}`;
  const level = item.isHaptic ? "intensity" : "volume";
  const sharpness = item.isHaptic ? `, sharpness ${short(parameterValue(item, "HapticSharpness"))}` : "";
  return `${name} ${at}${length}, ${level} ${short(parameterValue(item, levelID(item)))}${sharpness}`;
}

/**
 * A value as stored, to six decimals.
 *
 * @param {number} value
 */
export const exact = (value) => String(Math.round(value * 1e6) / 1e6);

/** @param {number} value */
export const short = (value) => String(Math.round(value * 1000) / 1000);

/** @param {number} value */
export const seconds = (value) => `${short(value)} s`;

/**
 * Whether items have unequal values.
 *
 * @param {PatternItem[]} items
 * @param {(item: PatternItem) => number | string | undefined} read
 */
export function differ(items, read) {
  const first = read(items[0]);
  return items.some((item) => read(item) !== first);
}
