// The lanes of the timeline, from the top. All that one is stands in its object; layout, axes, picture and pointer ask
// the objects. To add a lane, add one here.

import { ticks } from "../pattern/time-scale.js";
import { controls } from "../pattern/vocabulary.js";
import { drawIntensity, drawSharpness } from "./draw-haptics.js";
import { drawSounds, drawTrack, drawWave } from "./draw-sound.js";
import { holdBody, holdEdge, sharpnessMark, sound, tapHead, tapStem } from "./hit-test.js";
import { feelLane, waveTop } from "./panels.js";

const bare = { sounds: [], pattern: { curves: [], parameters: [] } };

/** @type {Lane[]} */
const lanes = [
  {
    name: "intensity", share: 5, range: [0, 1.08], isShown: () => true, title: () => "intensity",
    values: ({ height }) => plain(height > 130 ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1]),
    drawEvents: drawIntensity,
    hitMark: (view, x, y, reach) => tapHead(view, x, y, reach) ?? holdEdge(view, x, y, reach),
    hitBody: (view, x, y) => tapStem(view, x, y) ?? holdBody(view, x, y),
  },
  {
    name: "sharpness", share: 1.7, range: [0, 1], isShown: () => true, title: () => "sharpness",
    values: () => plain([0, 1]), drawScale: drawColours, drawEvents: drawSharpness, hitMark: sharpnessMark,
  },
  {
    name: "audio", share: 1.6, range: [0, 1], title: () => "sounds", values: () => [],
    isShown: ({ scene, used }) => scene.sounds.length > 0 || used.has("audio"),
    drawEvents: drawSounds, hitMark: sound,
  },
  {
    name: "controls", share: 1.5, range: [-1, 1], isShown: ({ used }) => used.has("controls"), title: () => "controls",
    values: () => [{ at: -1, label: "−1" }, { at: 0, label: "0" }, { at: 1, label: "+1" }],
  },
  {
    name: "track", share: 1.5, range: [-1, 1], isShown: ({ track }) => track !== undefined, title: () => "track",
    values: () => [], drawUnder: drawTrack,
  },
  {
    name: "wave", share: 2.2, range: [-1, 1], isShown: () => true, values: waveValues, drawUnder: drawWave,
    title: ({ wave }) => (wave ? `${wave.signal}, ${wave.unit}` : "waveform"),
  },
];

/**
 * A motor's lane, in dB over the threshold of touch; it draws its own name.
 *
 * @param {FeltMotor} motor
 * @returns {Lane}
 */
const motorLane = ({ name }) => ({
  name: feelLane(name), share: 1.6, range: [-18, 48], isShown: () => true, title: () => "", values: () => [],
});

/**
 * The lanes that are shown; without a scene, those of a pattern of haptic events.
 *
 * @param {Pick<Scene, "sounds"> & { pattern: Pick<Pattern, "curves" | "parameters"> }} [scene]
 * @param {Track} [track]
 * @param {FeltMotor[]} felt
 * @returns {Lane[]}
 */
export function shownLanes(scene = bare, track = undefined, felt = []) {
  const { curves, parameters } = scene.pattern;
  const used = new Set([...curves, ...parameters].map(({ id }) => controls[id]?.panel ?? "controls"));
  return [...lanes.filter(({ isShown }) => isShown({ scene, used, track })), ...felt.map(motorLane)];
}

/** @param {number[]} values */
const plain = (values) => values.map((at) => ({ at, label: String(at) }));

/**
 * The colours of sharpness, beside its panel.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 */
function drawColours(c, { scale, colors }, panel) {
  const [top, bottom] = [panel.y(1), panel.y(0)];
  const colour = c.createLinearGradient(0, bottom, 0, top);
  for (let part = 0; part <= 8; part += 1) colour.addColorStop(part / 8, colors.sharpness(part / 8));
  c.fillStyle = colour;
  c.fillRect(scale.left, top, 4, bottom - top);
}

/** @param {Panel} panel @param {View} view */
function waveValues(panel, view) {
  if (!view.wave) return [{ at: 0, label: "0" }];
  const top = waveTop(view);
  const values = ticks(-top, top, panel.height, 28).values;
  return (values.length >= 3 ? values : around0(top)).map(({ value, label }) =>
    ({ at: value / top, label: label.replace("-", "−") }));
}

/**
 * Tick values for small panels: zero, and plus and minus the largest round number that fits.
 *
 * @param {number} top
 */
function around0(top) {
  const power = 10 ** Math.floor(Math.log10(top));
  const round = [5, 2, 1].map((part) => part * power).find((size) => size <= top) ?? power;
  const digits = Math.max(0, -Math.floor(Math.log10(round) + 1e-9));
  return [-round, 0, round].map((value) => ({ value, label: value.toFixed(value === 0 ? 0 : digits) }));
}
