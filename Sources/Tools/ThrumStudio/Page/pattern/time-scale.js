// The visible range of time, and its ticks.

import { clamp } from "./vocabulary.js";

const shortest = 0.0005;
/** Minimum span when zoomed out, seconds. */
const roomiest = 30;

/** The visible time range: `span` seconds from `from`, over `width` pixels. */
export class TimeScale {
  from = 0;
  span = 1;
  left = 0;
  width = 100;
  /** End of the content, seconds. */
  end = 1;
  /** Cursor position, possibly beyond the end. */
  reached = 0;

  /** @param {number} time */
  x(time) {
    return this.left + ((time - this.from) / this.span) * this.width;
  }

  /** @param {number} x */
  time(x) {
    return this.from + ((x - this.left) / this.width) * this.span;
  }

  get to() {
    return this.from + this.span;
  }

  get secondsPerPoint() {
    return this.span / this.width;
  }

  get isFitted() {
    return Math.abs(this.span - this.fittedSpan) < 1e-9 && Math.abs(this.from - this.fittedStart) < 1e-9;
  }

  get fittedSpan() {
    return Math.max(0.1, this.end) * 1.12;
  }

  get fittedStart() {
    return -Math.max(0.1, this.end) * 0.02;
  }

  fit() {
    this.span = this.fittedSpan;
    this.from = this.fittedStart;
  }

  /**
   * Zooms by a factor around `x`.
   *
   * @param {number} factor
   */
  zoom(factor, x = this.left + this.width / 2) {
    const kept = this.time(x);
    this.span = clamp(this.span * factor, shortest, Math.max(this.fittedSpan * 4, roomiest));
    this.from = kept - ((x - this.left) / this.width) * this.span;
    this.keepInside();
  }

  /** @param {number} seconds */
  pan(seconds) {
    this.from += seconds;
    this.keepInside();
  }

  /**
   * Scrolls just enough to show a time; returns whether it moved.
   *
   * @param {number} time
   */
  reveal(time) {
    const margin = this.span * 0.01;
    if (time < this.from + margin) this.from = time - margin;
    else if (time > this.to - margin) this.from = time - this.span + margin;
    else return false;
    this.keepInside();
    return true;
  }

  keepInside() {
    // There is always room to the right.
    const least = Math.min(this.fittedStart, -0.02 * this.span);
    this.from = clamp(this.from, least, Math.max(this.end, this.reached));
  }
}

/**
 * Round numbers in a range, about one per `gap` pixels.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} points
 */
export function ticks(low, high, points, gap = 90) {
  const rough = ((high - low) * gap) / Math.max(1, points);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((size) => size >= rough) ?? 10 * power;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const result = [];
  for (let index = Math.ceil(low / step); index * step <= high && result.length < 500; index += 1) {
    const value = index * step;
    result.push({ value, label: (Object.is(value, -0) ? 0 : value).toFixed(digits) });
  }
  return { step, values: result };
}
