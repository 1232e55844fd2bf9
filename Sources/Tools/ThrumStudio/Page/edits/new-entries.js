// New entries of a pattern, as text.

import { numberLiteral } from "../pattern/splice.js";

/** @type {Record<string, (time: number) => string>} */
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

/** @param {string} id @param {number} time @param {number} value */
export const parameterEntry = (id, time, value) =>
  `{ "Parameter": { "Time": ${numberLiteral(time, "0.0")}, "ParameterID": "${id}", ` +
  `"ParameterValue": ${numberLiteral(value, "0.0")} } }`;

/** @param {number} time @param {string} type @param {string} more @param {Record<string, number>} parameters */
function eventLiteral(time, type, more, parameters) {
  const lines = Object.entries(parameters).map(
    ([id, value]) => `            { "ParameterID": "${id}", "ParameterValue": ${numberLiteral(value, "0.0")} }`);
  return `{ "Event": { "Time": ${numberLiteral(time, "0.0")}, "EventType": "${type}"${more}, "EventParameters": [\n` +
    `${lines.join(",\n")}\n        ] } }`;
}

/** @param {number} time @param {number} length @param {number} intensity */
export const holdEntry = (time, length, intensity, sharpness = 0.4) => eventLiteral(time, "HapticContinuous",
  `, "EventDuration": ${numberLiteral(length, "0.0")}`, { HapticIntensity: intensity, HapticSharpness: sharpness });

/** @param {number} time @param {number} intensity @param {number} sharpness */
export const tapEntry = (time, intensity, sharpness) =>
  eventLiteral(time, "HapticTransient", "", { HapticIntensity: intensity, HapticSharpness: sharpness });

/** `EventLimits.curvePoints` of the library; its linter reports longer curves. */
const mostPoints = 16;

/**
 * A path through points as consecutive curves, none longer than a phone plays.
 *
 * @param {string} id
 * @param {{ time: number, value: number }[]} points
 */
export function curveEntries(id, points, most = mostPoints) {
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

/** @param {number} time @param {string} path */
export const soundEntry = (time, path) =>
  `{ "Event": { "Time": ${numberLiteral(time, "0.0")}, "EventType": "AudioCustom", ` +
  `"EventWaveformPath": ${JSON.stringify(path)}, ` +
  `"EventParameters": [\n            { "ParameterID": "AudioVolume", "ParameterValue": 0.8 }\n        ] } }`;

/** @param {string} what @param {number} time */
export const newEntry = (what, time) => literals[what](time);
