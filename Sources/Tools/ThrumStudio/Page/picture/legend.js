// The legend of sharpness: colours and marks.

import { byID, make, penOf } from "../base/dom.js";
import { head, theme, whenThemeChanges } from "../base/theme.js";

const size = 18;
/** @type {[sharpness: number, text: string][]} */
const marks = [
  [0.15, "circle: sharpness below 0.34"], [0.5, "diamond: 0.34 to 0.67"], [0.85, "triangle: above 0.67"],
];

export function connectLegend() {
  const place = byID("legend");
  const draw = () => place.replaceChildren(...marks.map(([sharpness, text]) => entry(sharpness, text)), ...words());
  whenThemeChanges(draw);
  draw();
}

/** @param {number} sharpness @param {string} text */
function entry(sharpness, text) {
  const ratio = devicePixelRatio || 1;
  const canvas = make("canvas", { width: size * ratio, height: size * ratio, "aria-hidden": "true" });
  const c = penOf(canvas);
  c.scale(ratio, ratio);
  const colors = theme();
  c.fillStyle = colors.sharpness(sharpness);
  c.strokeStyle = colors.edge(sharpness);
  head(c, size / 2, size / 2, sharpness, 5.5);
  c.fill();
  c.stroke();
  return make("li", {}, canvas, text);
}

const words = () => [
  "colour and hatching density: sharpness", "height: intensity, shaped by attack, decay and release",
  "dashed line above a mark: attenuation by a control", "amber outline: the other version, A or B",
  "waveform: modelled acceleration of the motor",
  "sharpness curve: added, with its zero at the middle of the scale",
  "motor's lane: height in dB over the threshold of touch, its line",
  "in a motor's lane a disc: felt; a ring: noted; a cross: lost",
].map((text) => make("li", {}, text));
