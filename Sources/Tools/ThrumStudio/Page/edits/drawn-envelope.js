// A stroke over a continuous event becomes its envelope, with as few points as possible.

import { controlPaths } from "../pattern/control-path.js";
import { setParameter } from "./edits.js";
import { setEnvelopes } from "./envelope-edits.js";
import { parameterValue } from "../pattern/items.js";
import { endOf, holdsOf, ownEnvelopes } from "./own-envelope.js";
import { readPattern } from "../pattern/pattern.js";
import { spliced } from "../pattern/splice.js";

/** @typedef {{ time: number, value: number }} Level */

const intensity = "HapticIntensityControl";
/** Length of a step between the stroke and the previous levels, s. */
const step = 0.001;

/**
 * The continuous event within which a stroke was drawn, if it is the only one there.
 *
 * @param {Pattern} pattern
 * @param {Level[]} stroke
 * @param {number} reach how far the stroke may begin before the event or end after it, s
 */
export function eventUnder(pattern, stroke, reach) {
  const [from, to] = [stroke[0].time, stroke.at(-1).time];
  const around = holdsOf(pattern).filter((hold) => from < endOf(hold) - reach && to > hold.time + reach);
  const [hold] = around;
  const isWithin = around.length === 1 && from >= hold.time - reach && to <= endOf(hold) + reach;
  return isWithin ? hold : undefined;
}

/**
 * Gives an event the levels of a stroke (0…1); where there is no stroke, the event keeps its levels. The event's
 * intensity is raised if the stroke goes above it.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {Level[]} stroke
 * @param {{ reach: number, tolerance: number }} how
 * @returns {Added | undefined}
 */
export function drawnEnvelope(pattern, event, stroke, { reach, tolerance }) {
  const levels = simplified(completed(pattern, event, stroke, reach), tolerance);
  const given = parameterValue(event, "HapticIntensity");
  const top = Math.max(given, ...levels.map(({ value }) => value));
  const points = levels.map(({ time, value }) => (
    /** @type {[number, number]} */ ([(time - event.time) / (event.duration ?? 0), top > 0 ? value / top : 0])));
  const added = setEnvelopes(pattern, [{ event, points }]);
  if (!added || top === given) return added;
  const now = readPattern(added.text);
  const raised = /** @type {PatternItem} */ (now.items.get(added.keys[0]));
  return {
    ...added, text: spliced(added.text, setParameter(now, raised, "HapticIntensity", top)),
  };
}

/**
 * Levels from the event's start to its end: the stroke's, and the event's previous levels before and after it.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {Level[]} stroke
 * @param {number} reach
 */
function completed(pattern, event, stroke, reach) {
  const [start, end] = [event.time, endOf(event)];
  const path = controlPaths(pattern).get(intensity);
  const before = (/** @type {number} */ time) => (
    { time, value: parameterValue(event, "HapticIntensity") * (path?.at(time) ?? 1) });
  const inside = stroke.filter(({ time }) => time >= start && time <= end);
  if (inside.length === 0) return [before(start), before(end)];
  const own = ownEnvelopes(pattern).byEvent.get(event.key)?.find(({ id }) => id === intensity);
  const old = (own?.curves ?? []).flatMap((curve) => curve.points.map(({ time }) => before(time)));
  const [first, last] = [inside[0].time, inside.at(-1).time];
  const head = first - start <= reach ? [{ ...inside[0], time: start }]
    : [before(start), ...old.filter(({ time }) => time > start && time < first - step), before(first - step)];
  const tail = end - last <= reach ? [{ ...inside.at(-1), time: end }]
    : [before(last + step), ...old.filter(({ time }) => time > last + step && time < end), before(end)];
  return [...head, ...inside.filter(({ time }) => time > head.at(-1).time && time < tail[0].time), ...tail];
}

/**
 * Drops points, such that the lines between the others pass within a tolerance of the dropped ones. This is the
 * Ramer–Douglas–Peucker algorithm with vertical distance, since only the value at a time matters.
 *
 * @param {Level[]} points
 * @param {number} tolerance
 */
export function simplified(points, tolerance) {
  if (points.length < 3) return points;
  const kept = new Set([0, points.length - 1]);
  const stretches = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [first, last] = stretch;
    const [a, b] = [points[first], points[last]];
    let [farthest, most] = [-1, tolerance];
    for (let index = first + 1; index < last; index += 1) {
      const { time, value } = points[index];
      const line = a.value + ((b.value - a.value) * (time - a.time)) / (b.time - a.time);
      if (Math.abs(value - line) > most) [farthest, most] = [index, Math.abs(value - line)];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    stretches.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept.has(index));
}
