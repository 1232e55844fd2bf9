// @ts-check
import { clamp } from "./vocabulary.js";

const shortest = 0.0005;
/** A picture is at least so wide when it is zoomed out, and a pattern may be placed so far out, seconds. */
const roomiest = 30;

/** Which part of time the picture shows, and where. Begins at `from`, `span` seconds over `width` points. */
export class TimeScale {
  from = 0;
  span = 1;
  left = 0;
  width = 100;
  /** The end of what there is to see, seconds. */
  end = 1;
  /** Where the cursor stands, which may be farther out. */
  reached = 0;

  x(time) {
    return this.left + ((time - this.from) / this.span) * this.width;
  }

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

  /** Zooms by a factor with the time at `x` staying where it is. */
  zoom(factor, x = this.left + this.width / 2) {
    const kept = this.time(x);
    this.span = clamp(this.span * factor, shortest, Math.max(this.fittedSpan * 4, roomiest));
    this.from = kept - ((x - this.left) / this.width) * this.span;
    this.keepInside();
  }

  pan(seconds) {
    this.from += seconds;
    this.keepInside();
  }

  /** Moves as little as needed so that a time is seen. */
  reveal(time) {
    const margin = this.span * 0.01;
    if (time < this.from + margin) this.from = time - margin;
    else if (time > this.to - margin) this.from = time - this.span + margin;
    else return false;
    this.keepInside();
    return true;
  }

  keepInside() {
    // To the right there is always room.
    const least = Math.min(this.fittedStart, -0.02 * this.span);
    this.from = clamp(this.from, least, Math.max(this.end, this.reached));
  }
}

/** Round numbers across a range, about one for every `gap` points. */
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
