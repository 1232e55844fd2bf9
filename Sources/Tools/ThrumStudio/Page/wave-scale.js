// @ts-check
// The scale of the waveform's panel.

import { drawLabel } from "./label.js";

/** Default value at the panel's top, in g: more than a single event reaches on a phone. */
const usual = 0.5;

/** @typedef {{ wave?: Wave | null, fitsWave?: boolean }} Scaled */

/**
 * Value at the top of the waveform's panel. It is the same for all patterns that fit below it; stronger ones get the
 * next step. With `fitsWave`, it follows the peak.
 *
 * @param {Scaled} view
 */
export function waveTop({ wave, fitsWave }) {
  if (fitsWave) return Math.max(wave.peak * 1.08, 0.02);
  let top = usual;
  for (let step = 0; top < wave.peak; step += 1) top *= step % 3 === 2 ? 2.5 : 2;
  return top;
}

/** Draws the threshold of touch as a line on either side of zero. */
export function drawThreshold(c, view) {
  const { wave, scale, colors } = view;
  const panel = view.panels.get("wave");
  if (!wave?.touchThreshold) return;
  const level = wave.touchThreshold / waveTop(view);
  c.strokeStyle = c.fillStyle = colors.warning;
  c.setLineDash([5, 4]);
  c.beginPath();
  for (const value of [level, -level]) {
    const y = Math.round(panel.y(value)) + 0.5;
    c.moveTo(scale.left, y);
    c.lineTo(scale.left + scale.width, y);
  }
  c.stroke();
  c.setLineDash([]);
  if (panel.height < 60) return;
  c.textAlign = "right";
  c.textBaseline = "bottom";
  drawLabel(c, view, "touch threshold", scale.left + scale.width - 4, Math.round(panel.y(level)) - 2);
}
