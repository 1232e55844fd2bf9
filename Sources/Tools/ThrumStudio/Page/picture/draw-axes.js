// Background: panels, grids, labels with units, and the ruler.

import { ticks } from "../pattern/time-scale.js";
import { rulerHeight } from "./panels.js";

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawGround(c, view) {
  const { scale, panels, colors } = view;
  const times = ticks(scale.from, scale.to, scale.width);
  for (const panel of panels.values()) {
    c.fillStyle = colors.panel;
    c.fillRect(scale.left, panel.top, scale.width, panel.height);
    c.strokeStyle = colors.grid;
    c.lineWidth = 1;
    c.beginPath();
    if (view.grid) drawGrid(c, view, panel);
    else for (const { value } of times.values) line(c, Math.round(scale.x(value)) + 0.5, panel.top, panel.bottom);
    for (const { at } of panel.lane.values(panel, view)) across(c, scale, Math.round(panel.y(at)) + 0.5);
    c.stroke();
    drawValues(c, view, panel);
    panel.lane.drawScale?.(c, view, panel);
    drawNameBeside(c, view, panel);
  }
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel */
function drawGrid(c, { grid = { step: Infinity, strong: Infinity }, scale, colors }, panel) {
  for (let index = Math.max(0, Math.ceil(scale.from / grid.step)); index * grid.step <= scale.to; index += 1) {
    line(c, Math.round(scale.x(index * grid.step)) + 0.5, panel.top, panel.bottom);
  }
  c.stroke();
  c.strokeStyle = colors.frame;
  c.beginPath();
  for (let index = Math.max(0, Math.ceil(scale.from / grid.strong)); index * grid.strong <= scale.to; index += 1) {
    line(c, Math.round(scale.x(index * grid.strong)) + 0.5, panel.top, panel.bottom);
  }
  c.stroke();
  c.strokeStyle = colors.grid;
  c.beginPath();
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel */
function drawValues(c, view, panel) {
  const { scale, colors } = view;
  c.fillStyle = colors.muted;
  c.font = view.font(11);
  c.textAlign = "right";
  c.textBaseline = "middle";
  let last = Infinity;
  for (const { at, label } of panel.lane.values(panel, view)) {
    const y = Math.min(panel.bottom - 4, Math.max(panel.top + 5, panel.y(at)));
    // The label would overlap the one below it.
    if (last - y < 10) continue;
    c.fillText(label, scale.left - 6, y);
    last = y;
  }
}

/**
 * Whether a panel's name fits vertically beside its values.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {string} name
 * @param {Panel} panel
 * @param {View} view
 */
const fitsBeside = (c, name, panel, { scale }) => scale.left >= 40 && c.measureText(name).width <= panel.height + 4;

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel */
function drawNameBeside(c, view, panel) {
  const name = panel.lane.title(view);
  if (!fitsBeside(c, name, panel, view)) return;
  c.save();
  c.translate(11, panel.top + panel.height / 2);
  c.rotate(-Math.PI / 2);
  c.textAlign = "center";
  c.fillStyle = view.colors.ink;
  c.fillText(name, 0, 0);
  c.restore();
}

/**
 * Draws the motor's name, and the names that have no room beside their panels, over the picture.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 */
export function drawNamesInside(c, view) {
  const { scale, colors, panels, font } = view;
  c.font = font(11);
  c.fillStyle = colors.muted;
  c.textAlign = "right";
  c.textBaseline = "top";
  for (const panel of panels.values()) {
    const name = panel.lane.title(view);
    const motor = panel.name === "wave" ? view.wave?.motor : undefined;
    const inside = [motor, fitsBeside(c, name, panel, view) ? "" : name].filter(Boolean).join(", ");
    drawLabel(c, view, inside, scale.left + scale.width - 4, panel.top + 2);
  }
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawRuler(c, view) {
  const { scale, colors, loop, markers } = view;
  c.fillStyle = colors.panel;
  c.fillRect(scale.left, 0, scale.width, rulerHeight);
  if (loop) {
    const [left, right] = [scale.x(loop.start), scale.x(loop.end)];
    c.fillStyle = colors.accent;
    c.globalAlpha = 0.25;
    c.fillRect(left, rulerHeight - 8, right - left, 8);
    c.globalAlpha = 1;
    c.fillRect(left, rulerHeight - 8, 2, 8);
    c.fillRect(right - 2, rulerHeight - 8, 2, 8);
  }
  c.strokeStyle = colors.frame;
  c.fillStyle = colors.muted;
  c.font = view.font(11);
  c.textAlign = "left";
  c.textBaseline = "alphabetic";
  c.beginPath();
  for (const { value, text, length } of rulerMarks(view)) {
    const x = Math.round(scale.x(value)) + 0.5;
    line(c, x, rulerHeight - length, rulerHeight);
    // Skips a label that the edge would cut off.
    if (x + 4 + c.measureText(text).width <= scale.left + scale.width + 8) c.fillText(text, x + 4, rulerHeight - 12);
  }
  c.stroke();
  // Right ends of the names, by line: a name that would cover another begins a new line.
  /** @type {number[]} */
  const ends = [];
  for (const marker of markers.toSorted((one, other) => one.time - other.time)) drawMarker(c, view, marker, ends);
}

/** Beats of a bar, and the least room for a label, points. */
const [beatsOfBar, labelRoom] = [4, 44];

/**
 * Seconds or, with a tempo, bars and beats.
 *
 * @param {View} view
 * @returns {{ value: number, text: string, length: number }[]}
 */
function rulerMarks({ scale, beat }) {
  if (!beat) {
    return ticks(scale.from, scale.to, scale.width).values.map(({ value, label }) =>
      ({ value, text: `${label} s`, length: 9 }));
  }
  const room = labelRoom * scale.secondsPerPoint;
  const stride = [1, 2, 4, 8, 16, 32, 64, 128, 256].find((beats) => beats * beat >= room) ?? 512;
  const first = Math.max(0, Math.ceil(scale.from / beat / stride)) * stride;
  const marks = [];
  for (let index = first; index * beat <= scale.to; index += stride) {
    const [bar, part] = [Math.floor(index / beatsOfBar) + 1, (index % beatsOfBar) + 1];
    marks.push({ value: index * beat, text: part === 1 ? String(bar) : `${bar}.${part}`, length: part === 1 ? 14 : 9 });
  }
  return marks;
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Marker} marker @param {number[]} ends */
function drawMarker(c, view, marker, ends) {
  const { scale, colors, height } = view;
  const x = Math.round(scale.x(marker.time)) + 0.5;
  c.strokeStyle = colors.accent;
  c.setLineDash([2, 3]);
  c.beginPath();
  line(c, x, rulerHeight, height);
  c.stroke();
  c.setLineDash([]);
  c.fillStyle = colors.accent;
  c.beginPath();
  c.moveTo(x, rulerHeight);
  c.lineTo(x - 5, rulerHeight - 7);
  c.lineTo(x + 5, rulerHeight - 7);
  c.fill();
  c.fillStyle = colors.ink;
  const free = ends.findIndex((end) => end < x);
  const row = free < 0 ? ends.length : free;
  ends[row] = x + 12 + c.measureText(marker.name).width;
  drawLabel(c, view, marker.name, x + 8, rulerHeight + 16 + 13 * row);
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawCursor(c, { scale, colors, height, position }) {
  const x = Math.round(scale.x(position)) + 0.5;
  if (x < scale.left - 1 || x > scale.left + scale.width + 1) return;
  c.strokeStyle = colors.accent;
  c.fillStyle = colors.accent;
  c.lineWidth = 1.5;
  c.beginPath();
  line(c, x, 6, rulerHeight);
  c.stroke();
  // A mark at the cursor stays visible below it.
  c.globalAlpha = 0.6;
  c.beginPath();
  line(c, x, rulerHeight, height);
  c.stroke();
  c.globalAlpha = 1;
  c.beginPath();
  c.arc(x, 6, 5, 0, 2 * Math.PI);
  c.fill();
  c.lineWidth = 1;
}

/** @param {CanvasRenderingContext2D} c @param {number} x @param {number} top @param {number} bottom */
function line(c, x, top, bottom) {
  c.moveTo(x, top);
  c.lineTo(x, bottom);
}

/** @param {CanvasRenderingContext2D} c @param {TimeScale} scale @param {number} y */
function across(c, scale, y) {
  c.moveTo(scale.left, y);
  c.lineTo(scale.left + scale.width, y);
}

/**
 * Draws text over the picture, outlined in the colour of the panel, so that it stays legible on events and lines.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
export function drawLabel(c, { colors, font }, text, x, y) {
  c.font = font(11);
  c.strokeStyle = colors.panel;
  c.lineWidth = 3;
  c.lineJoin = "round";
  c.strokeText(text, x, y);
  c.fillText(text, x, y);
  c.lineWidth = 1;
  c.lineJoin = "miter";
}
