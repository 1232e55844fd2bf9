// Core Haptics' event types and parameters, with ranges and defaults.

const haptic = ["HapticTransient", "HapticContinuous"];
const audio = ["AudioContinuous", "AudioCustom"];
const lasting = ["HapticContinuous", ...audio];

export const eventTypes = {
  __proto__: null,
  HapticTransient: { name: "Transient", lasts: false },
  HapticContinuous: { name: "Continuous", lasts: true },
  AudioContinuous: { name: "Tone", lasts: true },
  AudioCustom: { name: "Sound file", lasts: true },
};

/** In display order. */
export const eventParameters = {
  __proto__: null,
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
};

const standards = {
  __proto__: null,
  HapticTransient: { HapticIntensity: 0.75, HapticSharpness: 0.5 },
  HapticContinuous: { HapticIntensity: 0.6, HapticSharpness: 0.422601 },
};

/** A device's default for a missing parameter. */
export function standardValue(type, id) {
  return standards[type]?.[id] ?? eventParameters[id]?.standard ?? 0;
}

/** @type {Map<string, string[]>} */
const known = new Map();

/** @param {string} type */
export function parametersOf(type) {
  if (!known.has(type)) {
    known.set(type, Object.keys(eventParameters).filter((id) => eventParameters[id].types.includes(type)));
  }
  return known.get(type);
}

/** Dynamic parameters; `panel` is where they appear. */
export const controls = {
  __proto__: null,
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
};

export function controlRange(id) {
  return controls[id]?.multiplies ? { low: 0, high: 1, neutral: 1 } : { low: -1, high: 1, neutral: 0 };
}

export function controlName(id) {
  return controls[id]?.name ?? (id || "Unknown control");
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
