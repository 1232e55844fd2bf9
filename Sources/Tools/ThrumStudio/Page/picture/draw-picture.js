// The layers of the picture, in order.

import { differing } from "./differences.js";
import { drawGround, drawNamesInside, drawRuler } from "./draw-axes.js";
import { drawControls } from "./draw-controls.js";
import { drawFeel, drawFindings } from "./draw-findings.js";
import { inside } from "./draw-overlay.js";

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {{ ghost: View | undefined, findings: Finding[], felt: FeltMotor[] }} shown `ghost` is the other version
 */
export function drawPicture(c, view, { ghost, findings, felt }) {
  drawGround(c, view);
  inside(c, view, () => {
    drawNamesInside(c, view);
    for (const { lane } of view.panels.values()) lane.drawUnder?.(c, view);
    if (view.parts) drawQuiet(c, view, view.parts.quiet);
    drawEvents(c, { ...view, scene: view.parts?.loud ?? view.scene });
    if (ghost) drawOther(c, { ...ghost, scene: differing(ghost.scene, view.scene) });
    drawControls(c, view);
    drawFindings(c, view, findings);
    drawFeel(c, view, felt);
    drawRuler(c, view);
  });
}

/**
 * What is not heard, behind a veil.
 *
 * @param {CanvasRenderingContext2D} c @param {View} view @param {Scene} quiet
 */
function drawQuiet(c, view, quiet) {
  const { scale, panels, colors } = view;
  drawEvents(c, { ...view, scene: quiet });
  c.globalAlpha = 0.75;
  c.fillStyle = colors.panel;
  for (const { lane, top, height } of panels.values()) {
    if (lane.drawEvents) c.fillRect(scale.left, top, scale.width, height);
  }
  c.globalAlpha = 1;
}

/**
 * Over the version shown, in outline: what would be hidden below it is what differs.
 *
 * @param {CanvasRenderingContext2D} c @param {View} view
 */
function drawOther(c, view) {
  drawEvents(c, view);
  drawControls(c, view);
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawEvents(c, view) {
  for (const { lane } of view.panels.values()) lane.drawEvents?.(c, view);
}
