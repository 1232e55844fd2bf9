// @ts-check
// Changes of several items together, as edits of the text.

import { setDuration, setParameter, setTime, setValue } from "./edits.js";
import { levelID, parameterValue } from "./pattern.js";

/** The items that change on their own: a point whose curve is among them moves with it. */
export const independent = (items) => items.filter((item) => !(item.kind === "point" && items.includes(item.curve)));

const endOf = (item) =>
  (item.kind === "curve" ? Math.max(item.time, ...item.points.map(({ time }) => time)) : item.time + (item.duration ?? 0));

/** From the first beginning to the last end, seconds. */
export function extent(items) {
  return { start: Math.min(...items.map(({ time }) => time)), end: Math.max(...items.map(endOf)) };
}

/** Times and lengths by a factor, counted from the first beginning. */
export function stretched(pattern, items, factor) {
  const { start } = extent(items);
  const placed = (time) => start + (time - start) * factor;
  return independent(items).flatMap((item) => {
    const edits = setTime(pattern, item, placed(item.time));
    if (item.duration !== undefined) edits.push(...setDuration(pattern, item, item.duration * factor));
    // The points of a curve count from its beginning.
    for (const point of item.points ?? []) edits.push(...setTime(pattern, point, item.time + point.offset * factor));
    return edits;
  });
}

/** Levels by a factor. */
export function scaled(pattern, items, factor) {
  return independent(items).flatMap((item) => {
    if (item.kind === "event") return setParameter(pattern, item, levelID(item), parameterValue(item, levelID(item)) * factor);
    if (item.kind === "curve") return item.points.flatMap((point) => setValue(pattern, point, point.value * factor));
    return setValue(pattern, item, item.value * factor);
  });
}

/** Beginnings on a grid of `step` seconds. */
export function quantised(pattern, items, step) {
  return independent(items).flatMap((item) => setTime(pattern, item, Math.round(item.time / step) * step));
}

/** The last first. A curve keeps its points in the order of time and takes their values from the other end. */
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
