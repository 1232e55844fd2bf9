// Edits to several items at once.

import { setParameter, setSpan, setTime, setValue } from "./edits.js";
import { levelID, parameterValue } from "../pattern/items.js";
import { envelopesOf, independent } from "./own-envelope.js";

/** Shortest length of a stretched event, s. An event of length 0 is endless. */
const shortest = 0.001;

/** @param {PatternItem} item */
const endOf = (item) =>
  (item.kind === "curve"
    ? Math.max(item.time, ...item.points.map(({ time }) => time)) : item.time + (item.duration ?? 0));

/**
 * First start and last end, seconds.
 *
 * @param {PatternItem[]} items
 */
export function extent(items) {
  return {
    start: items.reduce((least, { time }) => Math.min(least, time), Infinity),
    end: items.reduce((most, item) => Math.max(most, endOf(item)), -Infinity),
  };
}

/**
 * Seconds after which a copy begins: the length, and at a start at the very end, the last gap between starts too, so
 * that nothing coincides. A multiple of `step`, unless that is 0.
 *
 * @param {PatternItem[]} items
 * @param {number} step
 */
export function periodOf(items, step) {
  const { start, end } = extent(items);
  /** @param {number} limit */
  const lastBefore = (limit) => items.reduce((last, { kind, time }) =>
    (kind === "event" && time < limit ? Math.max(last, time) : last), -Infinity);
  const last = lastBefore(Infinity);
  const before = lastBefore(last);
  const gap = last < end - 1e-6 ? 0 : before === -Infinity ? 0.1 : last - before;
  const length = end - start + gap;
  return Math.max(0.001, step, step > 0 ? Math.ceil(length / step - 1e-6) * step : length);
}

/**
 * The largest level among events, 0…1.
 *
 * @param {PatternItem[]} items
 */
export const largestLevel = (items) => items.reduce((most, item) =>
  (item.kind === "event" ? Math.max(most, parameterValue(item, levelID(item))) : most), 0);

/**
 * Scales times and lengths from the first start.
 *
 * @param {Pattern} pattern
 * @param {PatternItem[]} items
 * @param {number} factor
 */
export function stretched(pattern, items, factor) {
  const { start } = extent(items);
  /** @param {number} time */
  const placed = (time) => start + (time - start) * factor;
  return independent(pattern, items).flatMap((item) => {
    const edits = item.duration === undefined ? setTime(pattern, item, placed(item.time))
      : setSpan(pattern, item, placed(item.time), Math.max(shortest, item.duration * factor));
    // Point times are relative to the curve.
    for (const point of item.points ?? []) edits.push(...setTime(pattern, point, item.time + point.offset * factor));
    return edits;
  });
}

/** Controls that scale the level of events, by whether these are haptic. */
const levelControls = new Map([[true, "HapticIntensityControl"], [false, "AudioVolumeControl"]]);

/**
 * Scales what is heard and felt, once: the events' levels or, without their events, the controls that scale them.
 * Sharpness, pitch and pan are not levels.
 *
 * @param {Pattern} pattern
 * @param {PatternItem[]} items
 * @param {number} factor
 */
export function scaled(pattern, items, factor) {
  const events = items.filter((item) => item.kind === "event");
  const scales = new Set([...levelControls].filter(([isHaptic]) => !events.some((event) => event.isHaptic === isHaptic))
    .map(([, id]) => id));
  return independent(pattern, items).flatMap((item) => {
    if (item.kind === "event") {
      return setParameter(pattern, item, levelID(item), parameterValue(item, levelID(item)) * factor);
    }
    if (!scales.has(item.id)) return [];
    if (item.kind === "curve") return item.points.flatMap((point) => setValue(pattern, point, point.value * factor));
    return setValue(pattern, item, item.value * factor);
  });
}

/**
 * Moves starts to a grid of `step` seconds.
 *
 * @param {Pattern} pattern
 * @param {PatternItem[]} items
 * @param {number} step
 */
export function quantised(pattern, items, step) {
  return independent(pattern, items).flatMap((item) => setTime(pattern, item, Math.round(item.time / step) * step));
}

/**
 * Reverses the items, including the shape of an event's own envelope.
 *
 * @param {Pattern} pattern
 * @param {PatternItem[]} items
 */
export function reversed(pattern, items) {
  const { start, end } = extent(items);
  return independent(pattern, items).flatMap((item) => {
    const time = start + end - endOf(item);
    if (item.kind !== "event") return reversedCurve(pattern, item, time);
    const own = envelopesOf(pattern, item).flatMap(({ curves }) => curves);
    // These come first so that they win over the edits of `setTime`, which would keep the envelope's shape.
    return [...own.flatMap((curve) => reversedCurve(pattern, curve, time + endOf(item) - endOf(curve))),
      ...setTime(pattern, item, time)];
  });
}

/**
 * The points stay in order and exchange their values.
 *
 * @param {Pattern} pattern
 * @param {PatternItem} item
 * @param {number} time
 */
function reversedCurve(pattern, item, time) {
  const points = (item.points ?? []).toSorted((a, b) => a.offset - b.offset);
  const last = points.at(-1)?.offset ?? 0;
  return [...setTime(pattern, item, time), ...points.flatMap((point, index) => {
    const other = points[points.length - 1 - index];
    return [...setTime(pattern, point, item.time + last - other.offset), ...setValue(pattern, point, other.value)];
  })];
}
