// @ts-check
// Edits to several items at once.

import { setDuration, setParameter, setTime, setValue } from "./edits.js";
import { levelID, parameterValue } from "./pattern.js";

/** Drops points that move with their curve. */
export const independent = (items) => items.filter((item) => !(item.kind === "point" && items.includes(item.curve)));

const endOf = (item) =>
  (item.kind === "curve"
    ? Math.max(item.time, ...item.points.map(({ time }) => time)) : item.time + (item.duration ?? 0));

/** First start and last end, seconds. */
export function extent(items) {
  return { start: Math.min(...items.map(({ time }) => time)), end: Math.max(...items.map(endOf)) };
}

/** Scales times and lengths from the first start. */
export function stretched(pattern, items, factor) {
  const { start } = extent(items);
  const placed = (time) => start + (time - start) * factor;
  return independent(items).flatMap((item) => {
    const edits = setTime(pattern, item, placed(item.time));
    if (item.duration !== undefined) edits.push(...setDuration(pattern, item, item.duration * factor));
    // Point times are relative to the curve.
    for (const point of item.points ?? []) edits.push(...setTime(pattern, point, item.time + point.offset * factor));
    return edits;
  });
}

export function scaled(pattern, items, factor) {
  return independent(items).flatMap((item) => {
    if (item.kind === "event") {
      return setParameter(pattern, item, levelID(item), parameterValue(item, levelID(item)) * factor);
    }
    if (item.kind === "curve") return item.points.flatMap((point) => setValue(pattern, point, point.value * factor));
    return setValue(pattern, item, item.value * factor);
  });
}

/** Moves starts to a grid of `step` seconds. */
export function quantised(pattern, items, step) {
  return independent(items).flatMap((item) => setTime(pattern, item, Math.round(item.time / step) * step));
}

/** Reverses the items. A curve's points stay in order and exchange their values. */
export function reversed(pattern, items) {
  const { start, end } = extent(items);
  return independent(items).flatMap((item) => {
    const edits = setTime(pattern, item, start + end - endOf(item));
    const points = (item.points ?? []).toSorted((a, b) => a.offset - b.offset);
    const last = points.at(-1)?.offset ?? 0;
    points.forEach((point, index) => {
      const other = points[points.length - 1 - index];
      edits.push(...setTime(pattern, point, item.time + last - other.offset), ...setValue(pattern, point, other.value));
    });
    return edits;
  });
}
