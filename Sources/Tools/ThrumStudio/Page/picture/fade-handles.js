// The two round handles at the top of a selected hold, which draw its fades.

import { sharedWith } from "../edits/envelope-edits.js";
import { attackOf, fadesOf, withAttack, withFades } from "../edits/fades.js";
import { seconds } from "../pattern/items.js";
import { readPattern } from "../pattern/pattern.js";
import { clamp } from "../pattern/vocabulary.js";

/** Distance from the hold's corners without a fade, points. */
const inset = 16;
const radius = 5;
let dragCount = 0;

/**
 * The handles of the hold that is selected alone.
 *
 * @param {View} view
 * @returns {Handle[]}
 */
export function fadeHandles({ scene, scale, panels, selected, isGhost }) {
  if (selected.size !== 1 || isGhost) return [];
  const hold = scene.holds.find(({ key }) => selected.has(key));
  const event = hold && scene.pattern.items.get(hold.key);
  const fades = event && fadesOf(scene.pattern, /** @type {PatternEvent} */ (event));
  const [left, right] = hold ? [scale.x(hold.time), scale.x(hold.release)] : [0, 0];
  if (!hold || !fades || right - left < 4 * inset) return [];
  const y = panels.get("intensity").y(hold.level);
  const rise = fades.in || attackOf(/** @type {PatternEvent} */ (event));
  const [first, second] = [
    Math.max(left + inset, Math.min(right - inset, scale.x(hold.time + rise))),
    Math.min(right - inset, scale.x(hold.release - fades.out)),
  ];
  const cursor = "ew-resize";
  return [
    { x: first, y, cursor, begin: (timeline) => draggingFade(timeline, hold, "in", first) },
    { x: second, y, cursor, begin: (timeline) => draggingFade(timeline, hold, "out", second) },
  ];
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawFadeHandles(c, view) {
  const { colors } = view;
  for (const { x, y } of fadeHandles(view)) {
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fillStyle = colors.panel;
    c.fill();
    c.strokeStyle = colors.accent;
    c.lineWidth = 2;
    c.stroke();
  }
  c.lineWidth = 1;
}

/**
 * @param {Timeline} timeline
 * @param {SceneHold} hold
 * @param {"in" | "out"} end
 * @param {number} grip
 * @returns {Drag}
 */
function draggingFade({ studio, scale }, hold, end, grip) {
  // A copy, because a changed text takes over the parts of the pattern that it keeps.
  const pattern = readPattern(studio.current.text);
  const event = /** @type {PatternEvent} */ (pattern.items.get(hold.key));
  const before = fadesOf(pattern, event) ?? { in: 0, out: 0 };
  const isAttack = end === "in" && before.in === 0;
  if (isAttack) before.in = attackOf(event);
  const length = event.duration ?? 0;
  const mark = `fade ${(dragCount += 1)}`;
  let first = grip;
  /** @type {Drag} */
  const drag = {
    followsTime: true,
    start: ({ x }) => (first = x),
    move: ({ x }) => {
      const moved = (x - first) * scale.secondsPerPoint * (end === "in" ? 1 : -1);
      const most = length - (end === "in" ? before.out : before.in);
      const fades = { ...before, [end]: Math.round(clamp(before[end] + moved, 0, most) * 1000) / 1000 };
      const words = `${isAttack ? "Attack" : `Fade ${end}`} ${seconds(fades[end])}`;
      const added = isAttack ? withAttack(pattern, event, fades.in) : withFades(pattern, event, fades);
      if (added) studio.change(added.text, { selection: added.keys, mark, label: words });
      const now = /** @type {PatternEvent | undefined} */ (studio.current.pattern.items.get(added?.keys[0] ?? ""));
      const others = now && !isAttack ? sharedWith(studio.current.pattern, now).length : 0;
      drag.words = others === 0 ? words : `${words}, also changes ${others} other event${others === 1 ? "" : "s"}`;
    },
    end: () => drag.isMoving && studio.settle(),
    cancel: () => void (studio.current.text !== pattern.text && studio.undo()),
  };
  return drag;
}
