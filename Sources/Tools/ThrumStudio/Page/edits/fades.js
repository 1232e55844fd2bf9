// Straight fades at both ends of a hold. The first one is its attack, which acts on no other event, unless a curve
// already makes it; the last one is its own intensity envelope, because a release begins where a hold ends.

import { setParameter } from "./edits.js";
import { curvesWith, removeEnvelopes, setEnvelopes } from "./envelope-edits.js";
import { envelopePosition, envelopeRange, envelopeSeconds } from "../pattern/envelope.js";
import { parameterValue } from "../pattern/items.js";
import { spliced } from "../pattern/splice.js";

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
 * The attack of a hold, s; 0 if it is the shortest.
 *
 * @param {PatternEvent} event
 */
export function attackOf(event) {
  const position = parameterValue(event, "AttackTime");
  return position > 0 ? envelopeSeconds("AttackTime", position) : 0;
}

/**
 * Gives a hold an attack of some seconds, of which the longest is 1.5.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {number} seconds
 * @returns {Added}
 */
export function withAttack(pattern, event, seconds) {
  const [shortest, longest] = envelopeRange("AttackTime");
  const position = seconds <= shortest ? 0 : envelopePosition("AttackTime", Math.min(seconds, longest));
  const edits = setParameter(pattern, event, "AttackTime", Math.round(position * 1000) / 1000);
  return { text: spliced(pattern.text, edits), keys: [event.key] };
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
