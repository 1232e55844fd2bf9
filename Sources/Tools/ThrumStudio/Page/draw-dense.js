// @ts-check
// Thousands of haptic events at once, in a few shades of sharpness.

import { drawMarks, inkOf } from "./pixel-marks.js";

/** Sharpness steps. */
const shades = 24;
/** Half the size of a dot, points. */
const half = 1.5;

/** Inks by shade. */
const shadesOf = ({ colors, isGhost }, make) => inkOf(Array.from({ length: shades + 1 }, (_, shade) =>
  (isGhost ? colors.muted : make(shade / shades))));

const shadeOf = (sharpness) => Math.round(sharpness * shades);

/** Draws the strongest transient of each column as a line. */
export function drawColumns(c, view, panel, taps) {
  const { scale, colors } = view;
  const ink = shadesOf(view, colors.edge);
  drawMarks(c, view, panel, "columns", ({ bar }) => {
    for (const { time, played, sharpness } of taps) {
      const x = Math.round(scale.x(time));
      bar(x, x + 1, panel.y(played), ink[shadeOf(sharpness)]);
    }
  });
}

/** Draws continuous events as blocks, without their envelopes. */
export function drawBlocks(c, view, panel, holds) {
  const { scale, colors } = view;
  const ink = shadesOf(view, (sharpness) => colors.sharpness(sharpness, 0.5));
  drawMarks(c, view, panel, "blocks", ({ bar }) => {
    for (const { time, release, level, base } of holds) {
      bar(scale.x(time), scale.x(release), panel.y(level), ink[shadeOf(base)]);
    }
  });
}

/** Draws the sharpness of continuous events as lines. */
export function drawLevels(c, view, panel, holds) {
  const { scale, colors } = view;
  const ink = shadesOf(view, colors.edge);
  drawMarks(c, view, panel, "levels", ({ box }) => {
    for (const { time, release, base } of holds) {
      const y = panel.y(base);
      box(scale.x(time), y - 1, scale.x(release), y + 1, ink[shadeOf(base)]);
    }
  });
}

/** Draws the sharpness of transients as dots. */
export function drawDots(c, view, panel, taps) {
  const { scale, colors } = view;
  const ink = shadesOf(view, (sharpness) => colors.sharpness(sharpness));
  drawMarks(c, view, panel, "dots", ({ box }) => {
    for (const { time, sharpness } of taps) {
      const [x, y] = [scale.x(time), panel.y(sharpness)];
      box(x - half, y - half, x + half, y + half, ink[shadeOf(sharpness)]);
    }
  });
}

/** Draws bars up to the levels of selected items, if these are too many to be drawn as single shapes. */
export function drawChosenLevels(c, view, panel, items) {
  const { scale, colors } = view;
  if (items.length === 0) return;
  const [ink] = inkOf([colors.accent]);
  drawMarks(c, view, panel, undefined, ({ bar }) => {
    for (const { time, release = time, level } of items) {
      bar(scale.x(time) - 1, scale.x(release) + 1, panel.y(level), ink);
    }
  });
}

/** Draws dots at the sharpness of selected items, if these are too many to be drawn as single shapes. */
export function drawChosenDots(c, view, panel, items, valueOf) {
  const { scale, colors } = view;
  if (items.length === 0) return;
  const [ink] = inkOf([colors.accent]);
  drawMarks(c, view, panel, undefined, ({ box }) => {
    for (const item of items) {
      const [x, y] = [scale.x(item.time), panel.y(valueOf(item))];
      box(x - half, y - half, x + half, y + half, ink);
    }
  });
}
