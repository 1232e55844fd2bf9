// Findings as marks above the events, and a lane for each motor with what is felt.

import { drawLabel } from "./draw-axes.js";
import { worstByColumn } from "./hit-test.js";
import { feelLane } from "./panels.js";

/**
 * Circles for errors, squares for warnings: a triangle is a sharp tap.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Finding[]} findings
 */
export function drawFindings(c, view, findings) {
  const { scale, panels, colors } = view;
  const top = panels.get("intensity").top;
  /** @type {Map<number, Finding>} */
  const places = new Map();
  for (const finding of findings) {
    // A motor's findings are marked in its lane.
    if (finding.time === undefined || finding.severity === "note" || finding.motor) continue;
    const x = Math.round(scale.x(finding.time));
    if (places.get(x)?.severity !== "error") places.set(x, finding);
  }
  for (const [x, { severity }] of places) {
    c.fillStyle = severity === "error" ? colors.error : severity === "warning" ? colors.warning : colors.note;
    c.beginPath();
    if (severity === "error") c.arc(x, top + 8, 7, 0, 2 * Math.PI);
    else c.rect(x - 6, top + 2, 12, 12);
    c.fill();
    c.fillStyle = colors.panel;
    c.font = view.font(11);
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText("!", x, top + 8.5);
  }
}

// A lane for each motor, with the level of each event in dB over the threshold of touch.

/** @type {Record<string, string>} Colours after Okabe and Ito, which colour-blind people can tell apart. */
const colors = {
  "not-felt": "#d5262f", "too-short": "#c96a00", swallowed: "#9a63bd", fused: "#009e73", "order-changed": "#b86bb4",
  smeared: "#a58a1a", uncertain: "#8a8f98", faint: "#4f9fd0", felt: "#1f86c7", silent: "#a0a0a0",
};

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {FeltMotor[]} motors
 */
export function drawFeel(c, view, motors) {
  const { panels, scale, colors: page } = view;
  for (const { name, title, events } of motors) {
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
    drawLabel(c, view, title ?? name, scale.left + scale.width - 4, panel.top + 2);
  }
}

/**
 * A disc for what is felt, a ring for a note, a cross for a finding.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {Panel} panel
 * @param {Theme} page
 * @param {number} x
 * @param {FeltEvent} event
 */
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
