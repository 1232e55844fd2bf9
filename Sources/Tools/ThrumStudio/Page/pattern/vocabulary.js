// Core Haptics' event types and parameters, with ranges and defaults.

/**
 * A table without the names that all objects have, such as `constructor`.
 *
 * @template Entry
 * @param {Record<string, Entry>} entries
 * @returns {Record<string, Entry>}
 */
export const table = (entries) => Object.assign(Object.create(null), entries);

const haptic = ["HapticTransient", "HapticContinuous"];
const audio = ["AudioContinuous", "AudioCustom"];
const lasting = ["HapticContinuous", ...audio];

export const eventTypes = table({
  HapticTransient: { name: "Tap", lasts: false },
  HapticContinuous: { name: "Hold", lasts: true },
  AudioContinuous: { name: "Tone", lasts: true },
  AudioCustom: { name: "Sound file", lasts: true },
});

/**
 * In display order.
 *
 * @type {Record<string, { name: string, low: number, high: number, standard?: number, types: string[] }>}
 */
export const eventParameters = table({
  HapticIntensity: { name: "Intensity", low: 0, high: 1, types: haptic },
  HapticSharpness: { name: "Sharpness", low: 0, high: 1, types: haptic },
  AudioVolume: { name: "Volume", low: 0, high: 1, standard: 1, types: audio },
  AudioPitch: { name: "Pitch", low: -1, high: 1, standard: 0, types: audio },
  AudioPan: { name: "Pan", low: -1, high: 1, standard: 0, types: audio },
  AudioBrightness: { name: "Brightness", low: 0, high: 1, standard: 1, types: audio },
  AttackTime: { name: "Attack", low: 0, high: 1, standard: 0, types: lasting },
  DecayTime: { name: "Decay", low: 0, high: 1, standard: 0, types: lasting },
  ReleaseTime: { name: "Release", low: 0, high: 1, standard: 0, types: lasting },
  Sustained: { name: "Sustained", low: 0, high: 1, standard: 1, types: lasting },
});

/** @type {Record<string, Record<string, number>>} */
const standards = table({
  HapticTransient: { HapticIntensity: 0.75, HapticSharpness: 0.5 },
  HapticContinuous: { HapticIntensity: 0.6, HapticSharpness: 0.422601 },
});

/**
 * A device's default for a missing parameter.
 *
 * @param {string} type
 * @param {string} id
 */
export function standardValue(type, id) {
  return standards[type]?.[id] ?? eventParameters[id]?.standard ?? 0;
}

/** @type {Map<string, string[]>} */
const known = new Map();

/** @param {string} type */
export function parametersOf(type) {
  const ids = known.get(type)
    ?? Object.keys(eventParameters).filter((id) => eventParameters[id].types.includes(type));
  known.set(type, ids);
  return ids;
}

/**
 * Dynamic parameters; `panel` is where they appear.
 *
 * @type {Record<string, { name: string, panel: string, multiplies?: boolean, dash: number[] }>}
 */
export const controls = table({
  HapticIntensityControl: { name: "Intensity control", panel: "intensity", multiplies: true, dash: [] },
  HapticSharpnessControl: { name: "Sharpness control", panel: "sharpness", dash: [] },
  HapticAttackTimeControl: { name: "Attack control", panel: "controls", dash: [6, 3] },
  HapticDecayTimeControl: { name: "Decay control", panel: "controls", dash: [2, 2] },
  HapticReleaseTimeControl: { name: "Release control", panel: "controls", dash: [7, 2, 2, 2] },
  AudioVolumeControl: { name: "Volume control", panel: "audio", multiplies: true, dash: [] },
  AudioPitchControl: { name: "Pitch control", panel: "controls", dash: [6, 3] },
  AudioBrightnessControl: { name: "Brightness control", panel: "controls", dash: [2, 2] },
  AudioPanControl: { name: "Pan control", panel: "controls", dash: [7, 2, 2, 2] },
  AudioAttackTimeControl: { name: "Audio attack control", panel: "controls", dash: [10, 3] },
  AudioDecayTimeControl: { name: "Audio decay control", panel: "controls", dash: [3, 5] },
  AudioReleaseTimeControl: { name: "Audio release control", panel: "controls", dash: [10, 2, 4, 2] },
});

/** Levels over the threshold of touch from which a pattern is felt, and clearly felt, dB. */
export const feltDecibels = { felt: -6, clear: 6 };

/** @param {string} id */
export function controlRange(id) {
  return controls[id]?.multiplies ? { low: 0, high: 1, neutral: 1 } : { low: -1, high: 1, neutral: 0 };
}

/** @param {string} id */
export function controlName(id) {
  return controls[id]?.name ?? (id || "Unknown control");
}

/** @type {[RegExp, string][]} */
const pageWords = [
  [/\btransient(?=s?\b)/g, "tap"], [/\bTransient(?=s?\b)/g, "Tap"], [/\bcontinuous event(?=s?\b)/g, "hold"],
  [/\x60([^\x60]*)\x60/g, "“$1”"],
];

/**
 * A sentence about a file in the page's words: a transient is a tap, a continuous event a hold, and names
 * stand in quotation marks.
 *
 * @param {string} text
 */
export const inPageWords = (text) => pageWords.reduce((words, [name, own]) => words.replace(name, own), text);

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
