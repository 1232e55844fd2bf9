// Drawing continuous events and freehand curves by dragging. A stroke within a continuous event becomes its envelope.

import { drawnEnvelope, eventUnder, simplified } from "../edits/drawn-envelope.js";
import { addEntries } from "../edits/edits.js";
import { setEnvelopes } from "../edits/envelope-edits.js";
import { seconds, short } from "../pattern/items.js";
import { curveEntries, holdEntry } from "../edits/new-entries.js";
import { readPattern } from "../pattern/pattern.js";
import { snappedTime } from "../edits/snapping.js";
import { clamp, table } from "../pattern/vocabulary.js";

/** Maximum error of a simplified curve. */
const tolerance = 0.02;
/** How far a stroke may pass an edge of its event, or stop short of it and still count as reaching it. */
const nearPixels = 14;

/**
 * Handlers for a drag; `undefined` where the tool cannot draw.
 *
 * @param {Timeline} timeline
 * @param {string} tool
 * @param {Place} place
 */
export function drawing(timeline, tool, place) {
  const { panels } = timeline.view();
  const panel = [...panels.values()].find(({ top, bottom, name }) =>
    name in controlOf && place.y >= top && place.y <= bottom);
  if (tool === "hold") return panel?.name === "intensity" ? drawingHold(timeline, panel) : undefined;
  return panel && drawingCurve(timeline, panel);
}

const controlOf = table({
  intensity: "HapticIntensityControl", sharpness: "HapticSharpnessControl", audio: "AudioVolumeControl",
});

/** @param {Timeline} timeline @param {Panel} panel */
function drawingHold(timeline, panel) {
  const { studio, scale } = timeline;
  let [from, to, first, last] = [0, 0, 0, 0];
  /** @param {number} y */
  const levelAt = (y) => Math.round(clamp(panel.value(y), 0, 1) * 100) / 100;
  const isRamp = () => Math.abs(last - first) >= leastRamp;
  /** @type {Drag} */
  const drag = {
    followsTime: true,
    start: ({ x, y }, event) => {
      from = snappedTime(timeline, x, event.altKey);
      first = levelAt(y);
    },
    move: ({ x, y }, event) => {
      to = snappedTime(timeline, x, event.altKey);
      last = levelAt(y);
      const [left, right] = [scale.x(from), scale.x(to)].sort((a, b) => a - b);
      const marquee = { left, right, top: panel.y(isRamp() ? Math.max(first, last) : last), bottom: panel.y(0) };
      const stroke = isRamp() ? [{ time: from, y: panel.y(first) }, { time: to, y: panel.y(last) }] : undefined;
      timeline.showGesture({ marquee, stroke });
      drag.words = `${seconds(Math.min(from, to))} to ${seconds(Math.max(from, to))}, intensity `
        + (isRamp() ? `${from < to ? first : last} to ${from < to ? last : first}` : String(last));
    },
    end: () => {
      timeline.showGesture();
      const length = Math.abs(to - from);
      if (to === 0 || length < 0.001) return;
      const ends = isRamp() ? (from < to ? [first, last] : [last, first]) : [last, last];
      studio.insert(drawnHold(studio.current.pattern, Math.min(from, to), length, ends), "Draw hold");
    },
  };
  return drag;
}

/** Smallest difference of levels that makes a stroke a ramp. */
const leastRamp = 0.15;

/**
 * A hold or, between different levels, one with a ramp.
 *
 * @param {Pattern} pattern
 * @param {number} time
 * @param {number} length
 * @param {number[]} ends
 */
function drawnHold(pattern, time, length, [first, last]) {
  const peak = Math.max(first, last, 0.01);
  const added = addEntries(pattern, [holdEntry(time, length, peak)]);
  const changed = added && readPattern(added.text);
  const event = /** @type {PatternEvent | undefined} */ (changed?.items.get(added?.keys[0] ?? ""));
  if (first === last || !changed || !event) return added;
  return setEnvelopes(changed, [{ event, points: [[0, first / peak], [1, last / peak]] }]) ?? added;
}

/** @param {Timeline} timeline @param {Panel} panel */
function drawingCurve(timeline, panel) {
  const { studio, scale } = timeline;
  const isAdded = panel.name === "sharpness";
  const [low, high] = isAdded ? [-1, 1] : [0, 1];
  /** @param {number} y */
  const valueAt = (y) => clamp(isAdded ? panel.value(y) * 2 - 1 : panel.value(y), low, high);
  /** @type {{ time: number, value: number, snapped: number }[]} The stroke, from where the pointer was pressed. */
  let points = [];
  /** @param {Place} place @param {PointerEvent} event */
  const take = ({ x, y }, event) => {
    const snapped = snappedTime(timeline, x, event.altKey);
    const point = { time: Math.max(0, scale.time(x)), value: valueAt(y), snapped };
    // Moving back erases.
    points = [...points.filter(({ time }) => time < point.time), point];
    const stroke = points.map(({ time, value }) => ({ time, y: isAdded ? panel.added(value) : panel.y(value) }));
    timeline.showGesture({ stroke });
    drag.words = `${seconds(point.time)}, ${short(point.value)}`;
  };
  /** @type {Drag} */
  const drag = {
    followsTime: true,
    start: take,
    move: take,
    end: () => {
      timeline.showGesture();
      const path = withSnappedEnds(points);
      if (path.length < 2) return;
      const { pattern } = studio.current;
      const reach = nearPixels * scale.secondsPerPoint;
      const event = panel.name === "intensity" ? eventUnder(pattern, path, reach) : undefined;
      if (event) {
        studio.insert(drawnEnvelope(pattern, event, path, { reach, tolerance }), "Draw envelope");
        return;
      }
      const literals = curveEntries(controlOf[panel.name], simplified(path, tolerance));
      studio.insert(addEntries(pattern, literals), "Draw curve");
    },
  };
  return drag;
}

/**
 * Moves the ends of a stroke to their snapped times, and drops the points that would lie outside them.
 *
 * @param {{ time: number, value: number, snapped: number }[]} points
 */
function withSnappedEnds(points) {
  if (points.length < 2) return [];
  const [first, last] = [points[0], points.at(-1)].map(({ snapped, value }) => ({ time: snapped, value }));
  const between = points.slice(1, -1).filter(({ time }) => time > first.time && time < last.time);
  return last.time > first.time ? [first, ...between, last] : [];
}
