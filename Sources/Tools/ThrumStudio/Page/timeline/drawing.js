// Drawing continuous events and freehand curves by dragging. A stroke within a continuous event becomes its envelope.

import { drawnEnvelope, eventUnder, simplified } from "../pattern/drawn-envelope.js";
import { addEntries } from "../pattern/edits.js";
import { curveEntries, holdEntry } from "../pattern/new-entries.js";
import { snappedTime } from "../pattern/snapping.js";
import { clamp, table } from "../pattern/vocabulary.js";

/** Maximum error of a simplified curve. */
const tolerance = 0.02;
/** `EventLimits.curvePoints` of the library; its linter reports longer curves. */
const mostPoints = 16;
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
  let [from, to, level] = [0, 0, 0];
  return {
    followsTime: true,
    /** @param {Place} place @param {PointerEvent} event */
    start: ({ x }, event) => (from = snappedTime(timeline, x, event.altKey)),
    /** @param {Place} place @param {PointerEvent} event */
    move: ({ x, y }, event) => {
      to = snappedTime(timeline, x, event.altKey);
      level = Math.round(clamp(panel.value(y), 0, 1) * 100) / 100;
      const [left, right] = [scale.x(from), scale.x(to)].sort((a, b) => a - b);
      timeline.showGesture({ marquee: { left, right, top: panel.y(level), bottom: panel.y(0) } });
    },
    end: () => {
      timeline.showGesture();
      const length = Math.abs(to - from);
      if (to === 0 || length < 0.001) return;
      const added = addEntries(studio.current.pattern, [holdEntry(Math.min(from, to), length, level)]);
      studio.insert(added, "Draw continuous event");
    },
  };
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
  };
  return {
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
      const literals = curveEntries(controlOf[panel.name], simplified(path, tolerance), mostPoints);
      studio.insert(addEntries(pattern, literals), "Draw curve");
    },
  };
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
