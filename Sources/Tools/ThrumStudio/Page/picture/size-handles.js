// The frame around several selected events, whose two handles stretch them and scale their levels.

import { extent, largestLevel, scaled, stretched } from "../edits/group-edits.js";
import { exact, seconds, short } from "../pattern/items.js";
import { detached } from "../edits/own-envelope.js";
import { snappedAsChosen, snapTimes } from "../edits/snapping.js";
import { spliced } from "../pattern/splice.js";
import { clamp } from "../pattern/vocabulary.js";

/** @typedef {{ start: number, end: number, level: number }} Frame `level` is the highest one drawn */

/** Distance of the frame from what it surrounds, points: the heads of taps and the ends of holds stay free. */
const margin = 13;
const half = 4;
let dragCount = 0;

/** @type {WeakMap<Scene, { selected: Set<string>, frame: Frame | undefined }>} The last frame in each scene. */
const frames = new WeakMap();

/**
 * The frame around the selected haptic events, if there are several.
 *
 * @param {View} view
 */
function frameOf({ scene, selected, isGhost }) {
  if (selected.size < 2 || isGhost) return undefined;
  const known = frames.get(scene);
  if (known?.selected === selected) return known.frame;
  const frame = measured(scene, selected);
  frames.set(scene, { selected, frame });
  return frame;
}

/**
 * @param {Scene} scene @param {Set<string>} selected
 * @returns {Frame | undefined}
 */
function measured(scene, selected) {
  let [start, end, level, count] = [Infinity, -Infinity, 0, 0];
  /** @param {number} from @param {number} to @param {number} height */
  const take = (from, to, height) => {
    [start, end, level, count] = [Math.min(start, from), Math.max(end, to), Math.max(level, height), count + 1];
  };
  for (const { key, time, played } of scene.taps) if (selected.has(key)) take(time, time, played);
  for (const { key, time, release, level: height } of scene.holds) if (selected.has(key)) take(time, release, height);
  if (count < 2) return undefined;
  const { pattern } = scene;
  // Few in comparison.
  const others = [...scene.sounds.map(({ event }) => event), ...pattern.curves, ...pattern.parameters,
    ...pattern.curves.flatMap(({ points }) => points)].filter(({ key }) => selected.has(key));
  const reach = extent(others);
  return { start: Math.min(start, reach.start), end: Math.max(end, reach.end), level };
}

/**
 * @param {View} view
 * @returns {Handle[]}
 */
export function sizeHandles(view) {
  const frame = frameOf(view);
  if (!frame) return [];
  const { scale, panels } = view;
  const panel = panels.get("intensity");
  const [left, right] = [scale.x(frame.start), scale.x(frame.end)];
  /** @type {Handle[]} */
  const handles = [];
  if (frame.end > frame.start) {
    handles.push({
      x: right + margin, y: (panel.y(0) + panel.y(frame.level)) / 2, cursor: "ew-resize",
      begin: (timeline) => stretching(timeline, frame),
    });
  }
  if (frame.level > 0) {
    const middle = (Math.max(left, scale.left) + Math.min(right, scale.left + scale.width)) / 2;
    handles.push({
      x: middle, y: panel.y(frame.level) - margin, cursor: "ns-resize",
      begin: (timeline) => scaling(timeline, frame, panel),
    });
  }
  return handles.filter(({ x }) => x > scale.left && x < scale.left + scale.width + 4);
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawSizeHandles(c, view) {
  const frame = frameOf(view);
  if (!frame) return;
  const { colors, scale, panels } = view;
  const panel = panels.get("intensity");
  const [left, top] = [scale.x(frame.start) - margin, panel.y(frame.level) - margin];
  c.strokeStyle = colors.accent;
  c.fillStyle = colors.panel;
  c.globalAlpha = 0.6;
  c.strokeRect(left, top, scale.x(frame.end) + margin - left, panel.y(0) - top);
  c.globalAlpha = 1;
  c.lineWidth = 2;
  for (const { x, y } of sizeHandles(view)) {
    c.beginPath();
    c.rect(x - half, y - half, 2 * half, 2 * half);
    c.fill();
    c.stroke();
  }
  c.lineWidth = 1;
}

/**
 * Alt ignores the grid.
 *
 * @param {Timeline} timeline
 * @param {Frame} frame
 * @returns {Drag}
 */
function stretching(timeline, { start, end }) {
  const { studio, scale } = timeline;
  const times = snapTimes(studio.current.pattern, new Set(studio.selection));
  let first = 0;
  return resizing(timeline, "Stretch", stretched, {
    start: ({ x }) => (first = scale.time(x)),
    factorAt: ({ x }, isFree) => {
      const target = end + scale.time(x) - first;
      const kept = isFree ? target : snappedAsChosen(timeline, target, times);
      return Math.max(0.01, (kept - start) / (end - start));
    },
    words: (factor) => `${seconds(start)} to ${seconds(start + (end - start) * factor)}`,
  });
}

/**
 * @param {Timeline} timeline
 * @param {Frame} frame
 * @param {Panel} panel
 * @returns {Drag}
 */
function scaling(timeline, { level }, panel) {
  const most = 1 / Math.max(level, largestLevel(timeline.studio.selectedItems));
  let first = 0;
  return resizing(timeline, "Scale levels", scaled, {
    start: ({ y }) => (first = y),
    factorAt: ({ y }) => clamp(Math.round((level + panel.step(y - first)) * 100) / 100 / level, 0.01, most),
    words: (factor) => `highest ${short(level * factor)}`,
  });
}

/**
 * @param {Timeline} timeline
 * @param {string} name
 * @param {(pattern: Pattern, items: PatternItem[], factor: number) => Edit[]} makeEdits
 * @param {{ start: (place: Place) => unknown, factorAt: (place: Place, isFree: boolean) => number,
 *   words: (factor: number) => string }} how
 * @returns {Drag}
 */
function resizing(timeline, name, makeEdits, { start, factorAt, words }) {
  const { studio } = timeline;
  const { text, pattern } = studio.current;
  const source = detached(pattern, studio.selection);
  const items = studio.selection.map((key) => source.items.get(key)).filter(Boolean);
  const mark = `resize ${(dragCount += 1)}`;
  timeline.hold();
  /** @type {Drag} */
  const drag = {
    followsTime: true,
    start,
    move: (place, event) => {
      const factor = factorAt(place, event.altKey);
      const label = `${name} × ${exact(Math.round(factor * 1000) / 1000)}`;
      studio.change(spliced(source.text, makeEdits(source, items, factor)), { mark, label });
      drag.words = `${label}, ${words(factor)}`;
    },
    end: () => drag.isMoving && studio.settle(),
    cancel: () => void (studio.current.text !== text && studio.undo()),
  };
  return drag;
}
