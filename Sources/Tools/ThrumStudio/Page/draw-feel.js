// @ts-check
// A lane for each motor, with the level of each event in dB over the threshold of touch.

import { drawLabel } from "./label.js";

/** Colours after Okabe and Ito, which colour-blind people can tell apart. */
const colors = {
  "not-felt": "#d5262f", "too-short": "#c96a00", swallowed: "#9a63bd", fused: "#009e73", "order-changed": "#b86bb4",
  smeared: "#a58a1a", uncertain: "#8a8f98", faint: "#4f9fd0", felt: "#1f86c7", silent: "#a0a0a0",
};

export const isFeelLane = (name) => name.startsWith("feel:");
export const laneName = (name) => name.slice(5);
export const feelLane = (motor) => `feel:${motor}`;

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {import("./feel.js").FeltMotor[]} motors
 */
export function drawFeel(c, view, motors) {
  const { panels, scale, colors: page } = view;
  for (const { name, events } of motors) {
    const panel = panels.get(feelLane(name));
    if (!panel) continue;
    const zero = Math.round(panel.y(0)) + 0.5;
    c.strokeStyle = page.muted;
    c.beginPath();
    c.moveTo(scale.left, zero);
    c.lineTo(scale.left + scale.width, zero);
    c.stroke();
    for (const [x, event] of worstByColumn(scale, events)) drawEvent(c, panel, page, x, event);
    c.fillStyle = page.ink;
    c.textAlign = "right";
    c.textBaseline = "top";
    drawLabel(c, view, name, scale.left + scale.width - 4, panel.top + 2);
  }
}

/** Visible events by column of pixels; where several share a column, the worst one. */
function worstByColumn(scale, events) {
  const columns = new Map();
  for (const event of events) {
    if (event.time < scale.from || event.time > scale.to) continue;
    const x = Math.round(scale.x(event.time));
    const known = columns.get(x);
    if (!known || event.rank < known.rank) columns.set(x, event);
  }
  return columns;
}

/** A disc for what is felt, a ring for a note, a cross for a finding. */
function drawEvent(c, panel, page, x, { decibelsOverThreshold, verdict, isFinding }) {
  const y = Math.min(panel.bottom - 5, Math.max(panel.top + 5, panel.y(decibelsOverThreshold)));
  c.strokeStyle = c.fillStyle = colors[verdict] ?? page.muted;
  c.lineWidth = 1.8;
  c.beginPath();
  c.moveTo(x, panel.bottom);
  c.lineTo(x, y);
  c.stroke();
  c.beginPath();
  if (isFinding) {
    c.moveTo(x - 4, y - 4);
    c.lineTo(x + 4, y + 4);
    c.moveTo(x - 4, y + 4);
    c.lineTo(x + 4, y - 4);
    c.stroke();
  } else {
    c.arc(x, y, 3.5, 0, 2 * Math.PI);
    if (verdict !== "felt") c.fillStyle = page.panel;
    c.fill();
    c.stroke();
  }
  c.lineWidth = 1;
}

/** The event under the pointer, if the pointer is in a motor's lane. */
export function feltAt({ panels, scale }, motors, x, y) {
  for (const { name, events } of motors) {
    const panel = panels.get(feelLane(name));
    if (!panel || y < panel.top || y > panel.bottom) continue;
    const [, event] = [...worstByColumn(scale, events)].filter(([place]) => Math.abs(place - x) < 7)
      .sort(([one], [other]) => Math.abs(one - x) - Math.abs(other - x))[0] ?? [];
    return event && { motor: name, event };
  }
  return undefined;
}
