// Straight fades at both ends of a hold, as its own intensity envelope.

import { curvesWith, removeEnvelopes, setEnvelopes } from "./envelope-edits.js";

/** @typedef {{ in: number, out: number }} Fades lengths in seconds */

/** Times and values that count as equal. */
const equal = 1e-3;

/**
 * The fades of a hold; `undefined` if its envelope has another shape.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @returns {Fades | undefined}
 */
export function fadesOf(pattern, event) {
  const length = event.duration ?? 0;
  if (!event.isHaptic || event.isTap || length <= 0) return undefined;
  const points = curvesWith(pattern, event).flatMap((curve) => curve.points);
  if (points.length === 0) return { in: 0, out: 0 };
  const full = points.filter(({ value }) => Math.abs(value - 1) < equal).map(({ time }) => time - event.time);
  if (full.length === 0) return undefined;
  const fades = { in: Math.min(...full), out: length - Math.max(...full) };
  const wanted = pointsFor(fades, length);
  const isSame = points.length === wanted.length && wanted.every(([share, value], index) => {
    const { time, value: own } = points[index];
    return Math.abs(time - event.time - share * length) < equal && Math.abs(own - value) < equal;
  });
  return isSame ? fades : undefined;
}

/**
 * Gives a hold fades of these lengths, which together are at most its own.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {Fades} fades
 */
export function withFades(pattern, event, fades) {
  if (fades.in <= equal && fades.out <= equal) return removeEnvelopes(pattern, [event]);
  return setEnvelopes(pattern, [{ event, points: pointsFor(fades, event.duration ?? 0) }]);
}

/**
 * @param {Fades} fades
 * @param {number} length
 * @returns {[number, number][]} shares of the length and of the intensity
 */
function pointsFor(fades, length) {
  const [rise, fall] = [fades.in / length, 1 - fades.out / length];
  /** @type {[number, number][]} */
  const points = [];
  if (fades.in > equal) points.push([0, 0]);
  points.push([fades.in > equal ? rise : 0, 1]);
  if (fall - (points.at(-1)?.[0] ?? 0) > equal / length) points.push([fades.out > equal ? fall : 1, 1]);
  if (fades.out > equal) points.push([1, 0]);
  return points;
}
