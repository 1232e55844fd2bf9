// Values of controls over time, from dynamic parameters and curves.

import { partitionPoint } from "./sorted.js";
import { clamp, controlRange } from "./vocabulary.js";

/** @typedef {[start: number, end: number, from: number | undefined, to: number]} RampStep */
/** @typedef {{ start: number, end: number, from: number, to: number }} Ramp */

/** A control's value over time. */
export class ControlPath {
  /** @type {Ramp[]} */
  #pieces = [];

  /** @param {string} id @param {number} neutral */
  constructor(id, neutral) {
    this.id = id;
    this.neutral = neutral;
  }

  /**
   * Adds a ramp; without `from`, it starts at the current value.
   *
   * @param {number} start
   * @param {number} end
   * @param {number | undefined} from
   * @param {number} to
   */
  add(start, end, from, to) {
    this.#pieces.push({ start, end, from: from ?? this.at(start), to });
  }

  /**
   * Drops the ramps from `time` on, where another curve or parameter takes over.
   *
   * @param {number} time
   */
  takeOver(time) {
    while (this.#pieces.at(-1)?.start >= time) this.#pieces.pop();
  }

  /** @param {number} time */
  at(time) {
    const count = partitionPoint(this.#pieces.length, (index) => this.#pieces[index].start <= time);
    if (count === 0) return this.neutral;
    const { start, end, from, to } = this.#pieces[count - 1];
    return time >= end || end <= start ? to : from + ((to - from) * (time - start)) / (end - start);
  }

  get start() {
    return this.#pieces[0]?.start;
  }

  /**
   * Times and values up to `end`.
   *
   * @param {number} end
   */
  outline(end) {
    /** @type {[time: number, value: number][]} */
    const line = [];
    this.#pieces.forEach((piece, index) => {
      const next = this.#pieces[index + 1]?.start ?? Math.max(end, piece.end);
      if (index > 0) line.push([piece.start, this.valueOf(this.#pieces[index - 1], piece.start)]);
      line.push([piece.start, piece.end > piece.start ? piece.from : piece.to]);
      if (piece.end > piece.start && piece.end <= next) line.push([piece.end, piece.to]);
      line.push([next, this.valueOf(piece, next)]);
    });
    return line;
  }

  /** @param {Ramp} ramp @param {number} time */
  valueOf({ start, end, from, to }, time) {
    return time >= end || end <= start ? to : from + ((to - from) * (time - start)) / (end - start);
  }
}

/** @param {Pattern} pattern */
export function controlPaths(pattern) {
  const jumps = pattern.parameters.map(({ index, id, time, value }) => (
    { index, id, time, steps: /** @type {RampStep[]} */ ([[time, time, undefined, value]]) }));
  const curves = pattern.curves.map((curve) => (
    { index: curve.index, id: curve.id, time: curve.time, steps: stepsOf(curve) }));
  /** @type {ControlPaths} */
  const paths = new Map();
  // The item that starts later wins; if two start at the same time, the later entry wins.
  for (const { id, steps } of [...jumps, ...curves].sort((a, b) => a.time - b.time || a.index - b.index)) {
    const { low, high, neutral } = controlRange(id);
    const path = paths.get(id) ?? new ControlPath(id, neutral);
    paths.set(id, path);
    if (steps.length > 0) path.takeOver(steps[0][0]);
    for (const [start, end, from, to] of steps) {
      path.add(start, end, from === undefined ? undefined : clamp(from, low, high), clamp(to, low, high));
    }
  }
  return paths;
}

/**
 * A curve's ramps; the first one leads from the curve's start to its first point.
 *
 * @param {PatternCurve} curve
 * @returns {RampStep[]}
 */
function stepsOf(curve) {
  const points = curve.points.toSorted((a, b) => a.offset - b.offset);
  return points.map((point, index) => {
    const before = points[index - 1];
    if (before) return [before.time, point.time, before.value, point.value];
    return [Math.min(curve.time, point.time), point.time, undefined, point.value];
  });
}
