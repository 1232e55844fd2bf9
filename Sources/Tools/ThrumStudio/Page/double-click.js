// @ts-check
// Double clicks in the timeline: a marker in the ruler, a point on a curve, a tap elsewhere.

import { addEntries, addPoint, eventAt, tapEntry } from "./edits.js";
import { hitTest } from "./hit-test.js";
import { rulerHeight } from "./panels.js";
import { describe } from "./pattern.js";
import { snapped } from "./snapping.js";
import { clamp } from "./vocabulary.js";

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
  if (item?.kind !== "curve") return addTap(studio, view, item, { x, y });
  const time = scale.time(x);
  return studio.insert(addPoint(pattern, item, time, view.scene.paths.get(item.id).at(time)));
}

/**
 * Adds a tap where the intensity panel is empty or shows a continuous event; otherwise says why not.
 *
 * @param {Studio} studio
 * @param {View} view
 * @param {PatternItem | undefined} item
 * @param {{ x: number, y: number }} place
 */
function addTap(studio, { panels, scale }, item, { x, y }) {
  const { pattern } = studio.document;
  const panel = panels.get("intensity");
  if (y < panel.top || y > panel.bottom) return studio.notify("Double-click in the intensity panel to add a tap.");
  const { step } = studio.snap;
  const time = Math.max(0, snapped(scale.time(x), { step, reach: step }));
  const isHold = item?.isHaptic && !item.isTap;
  const taken = item && !isHold ? item : eventAt(pattern, "HapticTransient", time);
  if (taken) {
    return studio.notify(`${describe(taken).split(",")[0]} is too close to add a tap here. Zoom in, or press t.`);
  }
  const level = Math.round(clamp(panel.value(y), 0, 1) * 100) / 100;
  return studio.insert(addEntries(pattern, [tapEntry(time, level, 0.5)]));
}
