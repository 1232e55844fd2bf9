// @ts-check
// Controls: the resulting path as a line, curve points and dynamic parameters as marks.

import { controlPlace } from "./panels.js";
import { controls } from "./vocabulary.js";

export function drawControls(c, view) {
  const { scene, panels, scale, colors, isGhost } = view;
  for (const [id, path] of scene.paths) {
    const place = controlPlace(panels, id);
    if (!place || path.start === undefined) continue;
    c.strokeStyle = isGhost ? colors.muted : colors.ink;
    c.globalAlpha = isGhost ? 0.6 : 0.8;
    c.lineWidth = 1.2;
    c.setLineDash(controls[id]?.dash ?? [1, 3]);
    c.beginPath();
    path.outline(Math.max(scene.end, path.start)).forEach(([time, value], index) =>
      c[index === 0 ? "moveTo" : "lineTo"](scale.x(time), place.y(value)));
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }
  if (isGhost) return;
  for (const curve of scene.pattern.curves) drawPoints(c, view, curve);
  for (const parameter of scene.pattern.parameters) drawJump(c, view, parameter);
}

function drawPoints(c, view, curve) {
  const { scale, panels, selected } = view;
  const place = controlPlace(panels, curve.id);
  if (!place) return;
  const places = curve.points.map((point) => ({ x: scale.x(point.time), y: place.y(point.value) }));
  curve.points.forEach((point, index) => {
    if (point.time < scale.from || point.time > scale.to) return;
    const isSelected = selected.has(point.key) || selected.has(curve.key);
    drawPoint(c, view, places[index], { isSelected, r: pointRadius(places, index, isSelected) });
  });
}

/** Half the size of a point's mark, smaller where its neighbours are close, so that each can be told apart. */
export function pointRadius(places, index, isSelected) {
  const { x, y } = places[index];
  const distances = [places[index - 1], places[index + 1]].filter(Boolean).map((other) =>
    Math.max(Math.abs(other.x - x), Math.abs(other.y - y)));
  return Math.min(isSelected ? 5 : 3.2, Math.max(1, Math.min(...distances) / 2 - 1));
}

function drawPoint(c, { colors }, { x, y }, { isSelected, r }) {
  c.fillStyle = isSelected ? colors.accent : colors.panel;
  c.strokeStyle = isSelected ? colors.accent : colors.ink;
  c.fillRect(x - r, y - r, 2 * r, 2 * r);
  c.lineWidth = 1.3;
  c.strokeRect(x - r, y - r, 2 * r, 2 * r);
  c.lineWidth = 1;
}

function drawJump(c, view, parameter) {
  const { scale, colors, panels } = view;
  const place = controlPlace(panels, parameter.id);
  if (!place) return;
  const isSelected = view.selected.has(parameter.key);
  const r = isSelected ? 7 : 5.5;
  const [x, y] = [scale.x(parameter.time), place.y(parameter.value)];
  c.beginPath();
  c.moveTo(x - r, y - r);
  c.lineTo(x + r, y);
  c.lineTo(x - r, y + r);
  c.closePath();
  c.strokeStyle = colors.panel;
  c.lineWidth = 2;
  c.stroke();
  c.lineWidth = 1;
  c.fillStyle = isSelected ? colors.accent : colors.ink;
  c.fill();
}
