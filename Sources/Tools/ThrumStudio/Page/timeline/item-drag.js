// Dragging items in the timeline: in time and level, by an edge, or in sharpness.

import { moved } from "../edits/edits.js";
import { describe, levelID, parameterValue, seconds, short } from "../pattern/items.js";
import { moveLabel } from "../edits/move-label.js";
import { detached, envelopesOf, independent } from "../edits/own-envelope.js";
import { snappedAsChosen, snapTimes } from "../edits/snapping.js";
import { spliced } from "../pattern/splice.js";
import { drawnPlace, soundRow } from "../picture/panels.js";

/**
 * @typedef {{ pattern: Pattern, items: PatternItem[], grabbed: PatternItem | undefined, part: string, view: View,
 *   mark: string, times: number[], from: Place, startTime: number, hasMoved: boolean,
 *   axis: "time" | "level" | undefined }} ItemDrag
 */

let dragCount = 0;

/**
 * Handlers for dragging the selection and the item under the pointer.
 *
 * @param {Timeline} timeline
 * @param {View} view
 * @param {{ key: string, part: string }} hit
 * @param {{ event: PointerEvent, onReadout: (words: string) => void }} how
 */
export function draggingItems(timeline, view, hit, { event, onReadout }) {
  const { studio } = timeline;
  const { selection } = studio;
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  const { text } = studio.current;
  const wasSelected = selection.includes(hit.key);
  if (!wasSelected) studio.select(adds ? [...selection, hit.key] : [hit.key]);
  const { pattern } = studio.current;
  const keys = new Set(studio.selection);
  const source = detached(pattern, [...keys]);
  const items = independent(source, [...keys].map((key) => source.items.get(key)).filter(Boolean));
  /** @type {ItemDrag} */
  const drag = {
    pattern: source, items, grabbed: source.items.get(hit.key), part: hit.part, view,
    mark: `drag ${(dragCount += 1)}`, times: snapTimes(pattern, keys),
    from: { x: 0, y: 0 }, startTime: 0, hasMoved: false, axis: undefined,
  };
  // Moving a curve changes how other items are drawn.
  const isAlone = items.every((item) => item.kind === "event" && envelopesOf(source, item).length === 0);
  timeline.hold(isAlone ? keys : undefined);
  /** @type {Drag} */
  const handlers = {
    followsTime: true,
    /** @param {{ x: number, y: number }} place */
    start: (place) => Object.assign(drag, { from: place, startTime: timeline.scale.time(place.x) }),
    /** @param {{ x: number, y: number }} place @param {PointerEvent} now */
    move: (place, now) => {
      drag.hasMoved = true;
      apply(timeline, drag, place, now);
      const item = studio.current.pattern.items.get(hit.key);
      if (!item) return;
      handlers.words = valuesOf(item);
      onReadout(describe(item));
    },
    end: () => {
      if (drag.hasMoved) studio.settle();
      else if (wasSelected) studio.select(adds ? selection.filter((key) => key !== hit.key) : [hit.key]);
    },
    cancel: () => void (studio.current.text !== text && studio.undo()),
  };
  return handlers;
}

/** @param {PatternItem} item */
function valuesOf(item) {
  if (item.kind === "curve") return seconds(item.time);
  if (item.kind !== "event") return `${seconds(item.time)}, ${short(item.value)}`;
  const until = item.isTap || item.duration === undefined ? "" : ` to ${seconds(item.time + item.duration)}`;
  const sharpness = item.isHaptic ? `, sharpness ${short(parameterValue(item, "HapticSharpness"))}` : "";
  return `${seconds(item.time)}${until}, ${short(parameterValue(item, levelID(item)))}${sharpness}`;
}

/**
 * Shift locks the initial direction; Alt ignores the grid.
 *
 * @param {Pick<Timeline, "studio" | "scale">} timeline
 * @param {ItemDrag} drag
 * @param {Place} place
 * @param {PointerEvent} event
 */
function apply({ studio, scale }, drag, place, event) {
  const { part } = drag;
  const [dx, dy] = [place.x - drag.from.x, place.y - drag.from.y];
  if (event.shiftKey) drag.axis ??= Math.abs(dx) > Math.abs(dy) ? "time" : "level";
  else drag.axis = undefined;
  const goesInTime = part !== "sharpness" && drag.axis !== "level";
  const goesUp = (part === "body" || part === "sharpness") && drag.axis !== "time";
  const seconds = goesInTime
    ? timeStep({ studio, scale }, drag, scale.time(place.x) - drag.startTime, event.altKey) : 0;
  const edits = drag.items.flatMap((item) => {
    const isEdge = part === "begin" || part === "end";
    const level = goesUp ? levelStep(drag.view, item, part, dy) : 0;
    return moved(drag.pattern, item, isEdge && item.duration === undefined ? "body" : part, seconds, level);
  });
  const keys = drag.items.map(({ key }) => key);
  /** @param {Pattern} pattern */
  const itemsOf = (pattern) => keys.map((key) => pattern.items.get(key)).filter(Boolean);
  studio.change(spliced(drag.pattern.text, edits), {
    mark: drag.mark, label: (after) => moveLabel(itemsOf(after), part, itemsOf(drag.pattern)),
  });
}

/**
 * @param {Pick<Timeline, "studio" | "scale">} timeline
 * @param {ItemDrag} drag
 * @param {number} seconds
 * @param {boolean} isFree
 */
function timeStep({ studio, scale }, { grabbed, part, times, items }, seconds, isFree) {
  const { time = 0, duration = 0 } = grabbed ?? {};
  const origin = part === "end" ? time + duration : time;
  const target = origin + seconds;
  const kept = isFree ? target : snappedAsChosen({ studio, scale }, target, times);
  const earliest = part === "end" ? -Infinity : items.reduce((least, item) => Math.max(least, -item.time), -Infinity);
  return Math.max(Math.round((kept - origin) * 1e5) / 1e5, earliest);
}

/**
 * An item's change in level for a downward move of `dy` pixels.
 *
 * @param {View} view
 * @param {PatternItem} item
 * @param {string} part
 * @param {number} dy
 */
function levelStep(view, item, part, dy) {
  if (item.kind !== "event") return drawnPlace(view, item)?.step(dy) ?? 0;
  /** @param {number} value */
  const rounded = (value) => Math.round(value * 100) / 100;
  if (part === "sharpness") return item.isHaptic ? rounded(view.panels.get("sharpness").step(dy)) : 0;
  if (item.isHaptic) return rounded(view.panels.get("intensity").step(dy));
  const one = view.scene.sounds.find(({ key }) => key === item.key);
  const panel = view.panels.get("audio");
  const row = one && panel && soundRow(panel, view.scene, one);
  return row ? rounded(-dy / (row.bottom - row.top)) : 0;
}
