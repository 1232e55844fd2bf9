// Envelope of a continuous event. Positions 0…1 stand for seconds: t(v) = shortest · (longest / shortest)^v.
// Same as `EnvelopeShape` of the library; `Tests/SharedCases/drawn-levels.json` runs against both.

import { parameterValue } from "./items.js";
import { clamp } from "./vocabulary.js";

/** @type {Record<string, [shortest: number, longest: number]>} */
const scales = {
  AttackTime: [0.005, 1.5],
  DecayTime: [0.02, 3],
  ReleaseTime: [0.005, 1.5],
};
const longestHaptic = 30;
const limitFade = 0.05;
const quickFade = 0.005;
const endless = 1e6;
const sustainedFrom = 0.5;

/**
 * Seconds for a position on an envelope scale.
 *
 * @param {string} id
 * @param {number} position
 */
export function envelopeSeconds(id, position) {
  const [shortest, longest] = scales[id];
  return shortest * (longest / shortest) ** clamp(position, 0, 1);
}

/**
 * The position on an envelope scale for a time in seconds.
 *
 * @param {string} id
 * @param {number} seconds
 */
export function envelopePosition(id, seconds) {
  const [shortest, longest] = scales[id];
  return clamp(Math.log(seconds / shortest) / Math.log(longest / shortest), 0, 1);
}

/**
 * The shortest and the longest time of an envelope scale, s.
 *
 * @param {string} id
 */
export const envelopeRange = (id) => scales[id];

/**
 * An event's envelope: its `end`, and `at(time)` as a share of the event's level. `paths` are the controls. Envelopes
 * with the same `corners` that begin at the same time are the same.
 *
 * @param {PatternEvent} event
 * @param {ControlPaths} paths
 * @param {number} duration
 */
export function envelopeOf(event, paths, duration) {
  const prefix = event.isHaptic ? "Haptic" : "Audio";
  /** @param {string} id @param {number} time */
  const read = (id, time) => {
    const control = paths.get(`${prefix}${id}Control`)?.at(time) ?? 0;
    return envelopeSeconds(id, clamp(parameterValue(event, id), 0, 1) + control);
  };
  const hasEnvelope = event.type !== "AudioCustom" || event.usesEnvelope;
  const isLimited = event.isHaptic && duration > longestHaptic;
  const cut = event.time + (isLimited ? longestHaptic - limitFade : duration);
  const attack = hasEnvelope ? read("AttackTime", event.time) : 0;
  const holds = !hasEnvelope || clamp(parameterValue(event, "Sustained"), 0, 1) >= sustainedFrom;
  const decay = holds ? Infinity : read("DecayTime", event.time + attack);
  const releases = hasEnvelope && holds && !isLimited && Number.isFinite(cut);
  const tail = isLimited ? limitFade : releases ? read("ReleaseTime", cut) : quickFade;
  /** @param {number} age */
  const body = (age) => (age < attack ? age / attack : holds ? 1 : Math.max(0, 1 - (age - attack) / decay));
  return {
    end: Math.min(event.time + attack + decay, cut + tail),
    corners: [attack, decay, cut, tail],
    /** @param {number} time */
    at(time) {
      if (time < event.time) return 0;
      if (time < cut) return body(time - event.time);
      return body(cut - event.time) * Math.max(0, 1 - (time - cut) / tail);
    },
  };
}

/**
 * Seconds until the release: infinite if there is no usable duration, and limited by the length of a sound file as it
 * is played at the event's pitch.
 *
 * @param {PatternEvent} event
 * @param {number} [soundSeconds]
 * @param {ControlPaths} [paths]
 */
export function sustainSeconds(event, soundSeconds, paths) {
  const { duration = 0 } = event;
  const given = duration > 0 && duration < endless ? duration : Infinity;
  if (event.type !== "AudioCustom") return given;
  if (soundSeconds === undefined) return Number.isFinite(given) ? given : 0.1;
  if (event.loops) return given;
  const change = paths?.get("AudioPitchControl")?.at(event.time) ?? 0;
  return Math.min(given, soundSeconds / 2 ** clamp(parameterValue(event, "AudioPitch") + change, -1, 1));
}
