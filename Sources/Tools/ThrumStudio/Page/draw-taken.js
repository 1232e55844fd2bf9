// @ts-check
import { head } from "./draw-haptics.js";

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
