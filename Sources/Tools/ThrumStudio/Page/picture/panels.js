// Layout of the panels, and where their values are drawn.

import { ownerOf } from "../edits/own-envelope.js";
import { clamp, controls } from "../pattern/vocabulary.js";

export const rulerHeight = 30;
const gap = 8;
/** @param {string} motor */
export const feelLane = (motor) => `feel:${motor}`;

/** @param {Lane[]} lanes */
const totalOf = (lanes) => lanes.reduce((sum, { share }) => sum + share, 0);

/**
 * Sets a frame's minimum height, below which its panels would be too small to read.
 *
 * @param {HTMLElement} frame
 * @param {Lane[]} lanes
 */
export function makeRoom({ style }, lanes) {
  const height = `${Math.ceil(rulerHeight + gap * lanes.length + 15 * totalOf(lanes))}px`;
  if (style.getPropertyValue("--least-height") !== height) style.setProperty("--least-height", height);
}

/**
 * Layout of the panels, by the names of their lanes.
 *
 * @param {Lane[]} lanes
 * @param {number} height
 */
export function placePanels(lanes, height) {
  const room = height - rulerHeight - gap * lanes.length;
  const total = totalOf(lanes);
  const panels = /** @type {Panels} */ (new Map());
  let top = rulerHeight + gap;
  for (const lane of lanes) {
    const panel = makePanel(lane, top, Math.floor((room * lane.share) / total));
    panels.set(lane.name, panel);
    top += panel.height + gap;
  }
  return panels;
}

/** @param {Lane} lane @param {number} top @param {number} height */
function makePanel(lane, top, height) {
  const { name, range: [low, high] } = lane;
  const inset = 5;
  const bottom = top + height;
  const reach = height - 2 * inset;
  return {
    lane, name, top, height, bottom,
    /** @param {number} value */
    y: (value) => bottom - inset - ((value - low) / (high - low)) * reach,
    /** @param {number} y */
    value: (y) => low + ((bottom - inset - y) / reach) * (high - low),
    /**
     * Change in value for a downward move of `points` pixels.
     *
     * @param {number} points
     */
    step: (points) => (-points / reach) * (high - low),
    /**
     * For additive controls: −1…1 over the whole panel.
     *
     * @param {number} value
     */
    added: (value) => bottom - inset - ((clamp(value, -1, 1) + 1) / 2) * reach,
  };
}

/** @param {Panels} panels @param {string} id */
export function controlPlace(panels, id) {
  const panel = panels.get(controls[id]?.panel ?? "controls");
  return panel && { panel, y: controls[id]?.multiplies ? panel.y : panel.added };
}

/**
 * The place of an audio event in its panel.
 *
 * @param {Panel} panel
 * @param {Scene} scene
 * @param {SceneSound} sound
 */
export function soundRow(panel, scene, sound) {
  const height = (panel.height - 6) / scene.rows;
  const bottom = panel.top + 3 + height * (sound.row + 1);
  return { top: bottom - height + 2, bottom, y: (/** @type {number} */ level) => bottom - level * (height - 2) };
}

// The scale of the waveform's panel.

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
  if (!wave) return usual;
  if (fitsWave) return Math.max(wave.peak * 1.08, 0.02);
  let top = usual;
  for (let step = 0; top < wave.peak; step += 1) top *= step % 3 === 2 ? 2.5 : 2;
  return top;
}

/**
 * Where the values of a curve, point or parameter are drawn: on its panel's scale or, for an event's own envelope, on
 * the event. `step` gives the change in value for a downward move of some pixels.
 *
 * @param {Pick<View, "scene" | "panels">} view
 * @param {PatternItem} item
 */
export function drawnPlace({ scene, panels }, item) {
  const place = controlPlace(panels, item.id ?? "");
  if (!place) return undefined;
  const owner = ownerOf(scene.pattern, item);
  const event = owner && scene.pattern.items.get(owner.key);
  const hold = event && /** @type {SceneHold | undefined} */ (scene.marks.get(event));
  /** @type {(value: number) => number} */
  let y = place.y;
  if (hold) {
    y = controls[item.id ?? ""].multiplies
      ? (value) => place.panel.y(value * hold.level) : (value) => place.panel.y(hold.base + value);
  }
  const reach = y(0) - y(1);
  const { top, bottom } = place.panel;
  // What lies beyond the scale stays at its edge.
  return {
    y: (/** @type {number} */ value) => clamp(y(value), top, bottom),
    step: (/** @type {number} */ points) => (reach > 1 ? -points / reach : 0),
  };
}
