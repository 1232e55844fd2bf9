// The scene: computed times and levels of a pattern, ready to draw.

import { controlPaths } from "../pattern/control-path.js";
import { envelopeOf, sustainSeconds } from "../pattern/envelope.js";
import { levelID, parameterValue } from "../pattern/items.js";
import { clamp } from "../pattern/vocabulary.js";

/**
 * Makes a scene; `soundSeconds` maps paths to sounds. Unchanged parts of the scene `before` are reused.
 *
 * @param {Pattern} pattern
 * @param {Map<string, SoundNote>} soundSeconds
 * @param {Scene} [before]
 * @returns {Scene}
 */
export function makeScene(pattern, soundSeconds = new Map(), before = undefined) {
  const same = before?.soundSeconds === soundSeconds && hasControlsOf(before.pattern, pattern)
    && before.pattern.duration === pattern.duration ? before : undefined;
  const paths = same?.paths ?? controlPaths(pattern);
  /** @type {Scene["marks"]} */
  const marks = same?.marks ?? new WeakMap();
  /** @type {Scene} */
  const scene = {
    pattern, soundSeconds, paths, marks, taps: [], holds: [], sounds: [], end: pattern.duration,
    isEmpty: pattern.items.size === 0, rows: 1,
  };
  const gain = paths.get("HapticIntensityControl");
  const bend = paths.get("HapticSharpnessControl");
  /**
   * @template {SceneTap | SceneHold} Mark
   * @param {PatternEvent} event
   * @param {() => Mark} make
   */
  const markOf = (event, make) => {
    const mark = /** @type {Mark} */ (marks.get(event) ?? make());
    marks.set(event, mark);
    mark.key = event.key;
    return mark;
  };
  for (const event of pattern.events) {
    if (event.isTap) scene.taps.push(markOf(event, () => tap(event, gain)));
    else if (event.isHaptic) scene.holds.push(markOf(event, () => hold(event, paths, gain, bend)));
    else if (event.isKnown) scene.sounds.push(sound(event, paths, soundSeconds, pattern.duration));
  }
  for (const { end } of scene.holds) scene.end = Math.max(scene.end, end);
  for (const { end } of scene.sounds) scene.end = Math.max(scene.end, end);
  scene.taps.sort((a, b) => a.time - b.time);
  scene.rows = arrangeInRows(scene.sounds);
  return scene;
}

/**
 * A scene without some events; `only` makes one with just those.
 *
 * @param {Scene} scene
 * @param {Set<string>} keys
 */
export function without(scene, keys) {
  /** @param {{ key: string }} item */
  const isLeft = ({ key }) => !keys.has(key);
  return {
    ...scene, taps: scene.taps.filter(isLeft), holds: scene.holds.filter(isLeft), sounds: scene.sounds.filter(isLeft),
  };
}

/** @param {Scene} scene @param {Set<string>} keys */
export function only(scene, keys) {
  const items = [...keys].map((key) => scene.pattern.items.get(key)).filter(Boolean);
  const marks = items.map((item) => scene.marks.get(item)).filter(Boolean);
  return {
    ...scene, taps: /** @type {SceneTap[]} */ (marks.filter(({ event }) => event.isTap)),
    holds: /** @type {SceneHold[]} */ (marks.filter(({ event }) => !event.isTap)),
    sounds: scene.sounds.filter(({ key }) => keys.has(key)),
  };
}

/** @param {Pattern} one @param {Pattern} other */
function hasControlsOf(one, other) {
  /** @param {unknown[]} a @param {unknown[]} b */
  const isEqual = (a, b) => a.length === b.length && a.every((item, index) => item === b[index]);
  return isEqual(one.curves, other.curves) && isEqual(one.parameters, other.parameters);
}

/**
 * @param {PatternEvent} event
 * @param {ControlPath | undefined} gain
 * @returns {SceneTap}
 */
function tap(event, gain) {
  const level = clamp(parameterValue(event, "HapticIntensity"), 0, 1);
  return {
    event, key: event.key, time: event.time, end: event.time, level,
    played: level * (gain?.at(event.time) ?? 1),
    sharpness: clamp(parameterValue(event, "HapticSharpness"), 0, 1),
  };
}

/**
 * @param {PatternEvent} event
 * @param {ControlPaths} paths
 * @param {ControlPath | undefined} gain
 * @param {ControlPath | undefined} bend
 * @returns {SceneHold}
 */
function hold(event, paths, gain, bend) {
  const level = clamp(parameterValue(event, "HapticIntensity"), 0, 1);
  const base = clamp(parameterValue(event, "HapticSharpness"), 0, 1);
  const envelope = envelopeOf(event, paths, sustainSeconds(event));
  return {
    event, key: event.key, time: event.time, end: envelope.end, level, base, envelope,
    release: event.time + (event.duration ?? 0),
    moves: bend !== undefined,
    /** @param {number} time */
    levelAt: (time) => level * envelope.at(time) * (gain?.at(time) ?? 1),
    /** @param {number} time */
    sharpnessAt: (time) => clamp(base + (bend?.at(time) ?? 0), 0, 1),
  };
}

/**
 * @param {PatternEvent} event
 * @param {ControlPaths} paths
 * @param {Map<string, SoundNote>} soundSeconds
 * @param {number} patternEnd
 * @returns {SceneSound}
 */
function sound(event, paths, soundSeconds, patternEnd) {
  const known = soundSeconds.get(event.waveform);
  const duration = sustainSeconds(event, known?.found === false ? undefined : known?.seconds, paths);
  const envelope = envelopeOf(event, paths, duration);
  const volume = paths.get("AudioVolumeControl");
  const level = clamp(parameterValue(event, levelID(event)), 0, 1);
  return {
    event, key: event.key, time: event.time, level, row: 0,
    // Endless sounds are drawn to the pattern's end, or for two seconds if that is longer.
    end: Number.isFinite(envelope.end) ? envelope.end : Math.max(patternEnd, event.time + 2),
    release: event.time + (Number.isFinite(duration) ? duration : 2),
    peaks: known?.peaks, seconds: known?.seconds, loops: event.loops,
    name: event.type === "AudioCustom" ? event.waveform || "no file" : "tone",
    isMissing: event.type === "AudioCustom" && known?.found === false,
    /** @param {number} time */
    levelAt: (time) => level * envelope.at(time) * (volume?.at(time) ?? 1),
  };
}

/**
 * Assigns up to four rows, so that sounds do not overlap.
 *
 * @param {SceneSound[]} sounds
 */
function arrangeInRows(sounds) {
  /** @type {number[]} */
  const ends = [];
  for (const one of sounds.toSorted((a, b) => a.time - b.time)) {
    let row = ends.findIndex((end) => end <= one.time);
    if (row < 0) row = Math.min(ends.length, 3);
    ends[row] = Math.max(ends[row] ?? 0, one.end);
    one.row = row;
  }
  return Math.max(1, ends.length);
}
