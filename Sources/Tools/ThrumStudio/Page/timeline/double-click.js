// Double clicks and taps: a marker in the ruler, a point on a curve, or a tap elsewhere.

import { addEntries, addPoint, eventAt } from "../edits/edits.js";
import { describe } from "../pattern/items.js";
import { tapEntry } from "../edits/new-entries.js";
import { curveEnd, envelopesOf } from "../edits/own-envelope.js";
import { snapped } from "../edits/snapping.js";
import { clamp } from "../pattern/vocabulary.js";
import { hitTest } from "../picture/hit-test.js";
import { rulerHeight } from "../picture/panels.js";

/** @param {Timeline} timeline @param {{ x: number, y: number }} place */
export function doubleClick(timeline, { x, y }) {
  const { studio, scale } = timeline;
  if (!studio.document) return studio.notify("Open or create a pattern first.");
  if (y < rulerHeight) return studio.addMarker(Math.max(0, scale.time(x)));
  if (studio.isShowingA) return studio.refuseA();
  const { pattern } = studio.document;
  const view = timeline.view();
  const hit = hitTest(view, x, y);
  const item = hit && pattern.items.get(hit.key);
  const time = scale.time(x);
  const curve = item?.kind === "curve" ? item : outlineCurve(view, item, { time, y });
  if (!curve) return addTap(studio, view, item, { x, y });
  return studio.insert(addPoint(pattern, curve, time, view.scene.paths.get(curve.id)?.at(time) ?? 0));
}

/**
 * The curve of an event's own envelope, if a place is on the event's outline: the outline is that curve's line.
 *
 * @param {View} view
 * @param {PatternItem | undefined} item
 * @param {{ time: number, y: number }} place
 */
function outlineCurve({ scene, panels }, item, { time, y }) {
  const hold = scene.holds.find(({ key }) => key === item?.key);
  if (!hold || Math.abs(panels.get("intensity").y(hold.levelAt(time)) - y) > 5) return undefined;
  return envelopesOf(scene.pattern, hold.event).filter(({ id }) => id === "HapticIntensityControl")
    .flatMap(({ curves }) => curves).find((curve) => time >= curve.time && time <= curveEnd(curve));
}

/**
 * Adds a tap with the level or sharpness at a place, if the place is empty or shows a continuous event. Otherwise,
 * tells the user why it is not added.
 *
 * @param {Studio} studio
 * @param {View} view
 * @param {PatternItem | undefined} item
 * @param {{ x: number, y: number }} place
 */
function addTap(studio, { panels, scale }, item, { x, y }) {
  const { pattern } = studio.current;
  const panel = [panels.get("intensity"), panels.get("sharpness")].find(({ top, bottom }) =>
    y >= top && y <= bottom);
  if (!panel) return studio.notify("Double-click in the intensity or sharpness panel to add a tap.");
  const { step } = studio.snap;
  const time = Math.max(0, snapped(scale.time(x), { step, reach: step }));
  const isHold = item?.isHaptic && !item.isTap;
  const taken = item && !isHold ? item : eventAt(pattern, "HapticTransient", time);
  if (taken) {
    return studio.notify(`${describe(taken).split(",")[0]} is too close for a tap here. Zoom in, or press t.`);
  }
  const value = Math.round(clamp(panel.value(y), 0, 1) * 100) / 100;
  const entry = panel.name === "intensity" ? tapEntry(time, value, 0.5) : tapEntry(time, 0.8, value);
  return studio.insert(addEntries(pattern, [entry]), "Add tap");
}

/** Longest time (ms) and greatest distance (points) between the two taps of a double tap. */
const [longest, farthest] = [400, 24];

/** Finds double taps of a finger, only some of which browsers report as double clicks. */
export class DoubleTap {
  /** @type {{ x: number, y: number, at: number } | undefined} */
  #last;
  #found = -Infinity;

  /**
   * Whether a tap is the second of two.
   *
   * @param {PointerEvent} event
   */
  take({ pointerType, clientX: x, clientY: y, timeStamp: at }) {
    if (pointerType !== "touch") return false;
    const last = this.#last;
    const isSecond = last && at - last.at < longest && Math.hypot(x - last.x, y - last.y) < farthest;
    this.#last = isSecond ? undefined : { x, y, at };
    if (isSecond) this.#found = at;
    return Boolean(isSecond);
  }

  /**
   * Whether a double click from the browser is a new one, not the double tap just found.
   *
   * @param {MouseEvent} event
   */
  isNew({ timeStamp }) {
    return timeStamp - this.#found > longest;
  }
}
