// What lies over the picture: the cursor, the item under the pointer, a freehand line, the selection rectangle and
// what a running recording has captured.

import { head } from "../base/theme.js";
import { drawCursor } from "./draw-axes.js";
import { drawPoints } from "./draw-controls.js";
import { drawGrips } from "./draw-haptics.js";
import { drawFadeHandles } from "./fade-handles.js";
import { drawSizeHandles } from "./size-handles.js";

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Pick<Timeline, "stroke" | "marquee" | "taken">} gesture
 */
export function drawOverlay(c, view, { stroke, marquee, taken }) {
  drawCursor(c, view);
  drawHovered(c, view);
  inside(c, view, () => drawFadeHandles(c, view));
  if (!marquee) inside(c, view, () => drawSizeHandles(c, view));
  if (stroke) drawStroke(c, view, stroke);
  if (taken) inside(c, view, () => drawTaken(c, view, taken));
  if (!marquee) return;
  const { left, top, right, bottom } = marquee;
  c.fillStyle = c.strokeStyle = view.colors.accent;
  c.globalAlpha = 0.12;
  c.fillRect(left, top, right - left, bottom - top);
  c.globalAlpha = 1;
  c.strokeRect(left + 0.5, top + 0.5, right - left, bottom - top);
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {{ time: number, y: number }[]} stroke */
function drawStroke(c, { scale, colors }, stroke) {
  c.strokeStyle = colors.accent;
  c.lineWidth = 2.5;
  c.beginPath();
  stroke.forEach(({ time, y }, index) => c[index === 0 ? "moveTo" : "lineTo"](scale.x(time), y));
  c.stroke();
  c.lineWidth = 1;
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
function drawHovered(c, view) {
  const hold = view.hovered && !view.selected.has(view.hovered)
    && view.scene.holds.find(({ key }) => key === view.hovered);
  if (hold) inside(c, view, () => drawGrips(c, view, view.panels.get("intensity"), hold));
  const curve = view.hovered && view.scene.pattern.curves.find(({ key, points }) =>
    key === view.hovered || points.some((point) => point.key === view.hovered));
  if (curve) inside(c, view, () => drawPoints(c, view, curve));
}

/**
 * Clips to the area right of the labels.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {() => void} body
 */
export function inside(c, { scale, height }, body) {
  c.save();
  c.beginPath();
  c.rect(scale.left - 8, 0, scale.width + 16, height);
  c.clip();
  body();
  c.restore();
}

/** @typedef {{ time: number, length?: number, intensity: number, sharpness: number }} TakenMark */

/**
 * Draws what a running recording has captured.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {TakenMark[]} taken
 */
export function drawTaken(c, { scale, panels, colors }, taken) {
  const panel = panels.get("intensity");
  for (const { time, length = 0, intensity, sharpness } of taken) {
    const [x, y] = [scale.x(time), panel.y(intensity)];
    c.strokeStyle = colors.accent;
    c.fillStyle = colors.sharpness(sharpness);
    c.lineWidth = 2;
    c.strokeRect(x, y, length / scale.secondsPerPoint, panel.y(0) - y);
    head(c, x, y, sharpness, 5.5);
    c.fill();
    c.stroke();
  }
  c.lineWidth = 1;
}
