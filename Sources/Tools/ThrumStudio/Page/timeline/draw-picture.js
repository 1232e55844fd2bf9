// The layers of the picture, in order.

import { differing } from "./differences.js";
import { drawGround, drawNamesInside, drawRuler } from "./draw-axes.js";
import { drawControls } from "./draw-controls.js";
import { drawFeel, drawFindings } from "./draw-findings.js";
import { drawIntensity, drawSharpness } from "./draw-haptics.js";
import { inside } from "./draw-overlay.js";
import { drawSounds, drawTrack, drawWave } from "./draw-sound.js";

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {{ ghost: View | undefined, findings: Finding[], felt: FeltMotor[] }} shown `ghost` is the other version
 */
export function drawPicture(c, view, { ghost, findings, felt }) {
  drawGround(c, view);
  inside(c, view, () => {
    drawNamesInside(c, view);
    drawWave(c, view);
    drawTrack(c, view);
    drawEvents(c, view);
    if (ghost) drawOther(c, { ...ghost, scene: differing(ghost.scene, view.scene) });
    drawControls(c, view);
    drawFindings(c, view, findings);
    drawFeel(c, view, felt);
    drawRuler(c, view);
  });
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
  drawSounds(c, view);
  drawIntensity(c, view);
  drawSharpness(c, view);
}
