// @ts-check
import { clamp, controls } from "./vocabulary.js";

export const rulerHeight = 30;
const gap = 8;
const shares = { intensity: 5, sharpness: 1.7, audio: 1.6, controls: 1.5, track: 1.5, wave: 2.2 };
const ranges = {
  intensity: [0, 1.08], sharpness: [0, 1], audio: [0, 1], controls: [-1, 1], track: [-1, 1],
  wave: [-1, 1],
};

/** A motor's lane: share of the height, and range in dB over the threshold of touch. */
const lane = { share: 1.6, range: [-18, 48] };

/** @param {string[]} names */
const totalOf = (names) => names.reduce((sum, name) => sum + (shares[name] ?? lane.share), 0);

/** Sets a frame's minimum height, below which its panels would be too small to read. @param {HTMLElement} frame */
export function makeRoom({ style }, names) {
  const height = `${Math.ceil(rulerHeight + gap * names.length + 15 * totalOf(names))}px`;
  if (style.getPropertyValue("--least-height") !== height) style.setProperty("--least-height", height);
}

/** Layout of the panels: name → { name, top, height, bottom, y(value), value(y) }. */
export function placePanels(names, height) {
  const room = height - rulerHeight - gap * names.length;
  const total = totalOf(names);
  const panels = new Map();
  let top = rulerHeight + gap;
  for (const name of names) {
    const panel = makePanel(name, top, Math.floor((room * (shares[name] ?? lane.share)) / total),
      ranges[name] ?? lane.range);
    panels.set(name, panel);
    top += panel.height + gap;
  }
  return panels;
}

function makePanel(name, top, height, [low, high]) {
  const inset = 5;
  const bottom = top + height;
  const reach = height - 2 * inset;
  return {
    name, top, height, bottom,
    y: (value) => bottom - inset - ((value - low) / (high - low)) * reach,
    value: (y) => low + ((bottom - inset - y) / reach) * (high - low),
    /** Change in value for a downward move of `points` pixels. */
    step: (points) => (-points / reach) * (high - low),
    /** For additive controls: −1…1 over the whole panel. */
    added: (value) => bottom - inset - ((clamp(value, -1, 1) + 1) / 2) * reach,
  };
}

export function controlPlace(panels, id) {
  const panel = panels.get(controls[id]?.panel ?? "controls");
  return panel && { panel, y: controls[id]?.multiplies ? panel.y : panel.added };
}
