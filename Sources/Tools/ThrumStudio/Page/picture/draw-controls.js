// Controls: the resulting path as a line; curve points and dynamic parameters as marks. An event's own envelope
// has no separate line: it is the event's outline.

import { ownEnvelopes, ownerOf, silentFrom } from "../edits/own-envelope.js";
import { firstAfter } from "../pattern/sorted.js";
import { controls } from "../pattern/vocabulary.js";
import { controlPlace, drawnPlace } from "./panels.js";

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawControls(c, view) {
  const { scene, panels, scale, colors, isGhost } = view;
  for (const [id, path] of scene.paths) {
    const place = controlPlace(panels, id);
    if (!place || path.start === undefined) continue;
    c.save();
    leaveOut(c, view, id);
    c.strokeStyle = isGhost ? colors.other : colors.ink;
    c.globalAlpha = isGhost ? 1 : 0.8;
    c.lineWidth = isGhost ? 1.6 : 1.2;
    c.setLineDash(controls[id]?.dash ?? [1, 3]);
    c.beginPath();
    const { neutral } = path;
    let [before, last] = [NaN, NaN];
    for (const [time, value] of path.outline(Math.max(scene.end, path.start))) {
      // No line where the control changes nothing, nor for the return to that.
      const isLine = !Number.isNaN(before) && !(value === neutral && (before === neutral || time === last));
      c[isLine ? "lineTo" : "moveTo"](scale.x(time), place.y(value));
      [before, last] = [value, time];
    }
    c.stroke();
    c.restore();
  }
  if (isGhost) return;
  const crowded = crowdedControls(view);
  for (const curve of scene.pattern.curves) drawPoints(c, view, curve, !crowded.has(groupOf(view, curve)));
  for (const parameter of scene.pattern.parameters) {
    if (!ownerOf(scene.pattern, parameter) || view.selected.has(parameter.key)) drawJump(c, view, parameter);
  }
}

/**
 * Clips away the events that have their own curves for a control, and the neutral value that follows each.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {string} id
 */
function leaveOut(c, { scene, scale, width, height }, id) {
  const own = [...ownEnvelopes(scene.pattern).byEvent.values()].flat().filter((envelope) => envelope.id === id);
  if (own.length === 0) return;
  const clip = new Path2D();
  clip.rect(0, 0, width, height);
  const { curves, parameters } = scene.pattern;
  const starts = [...curves, ...parameters].filter((item) => item.id === id).sort((a, b) => a.time - b.time);
  for (const { event, reset } of own) {
    const next = reset && (starts[firstAfter(starts, reset.time + 1e-6)]?.time ?? scene.end + 1);
    // A line's width beyond both ends.
    const [left, right] = [scale.x(event.time) - 1, scale.x(next ?? silentFrom(event)) + 1];
    clip.rect(left, 0, right - left, height);
  }
  c.clip(clip, "evenodd");
}

/** Points that stand further apart are always drawn; closer ones only of a curve that is pointed at or selected. */
const roomy = 12;

/**
 * The curves of a control show their points together, as one line; an event's envelope shows its points alone.
 *
 * @param {View} view @param {PatternCurve} curve
 */
const groupOf = ({ scene: { pattern } }, curve) => (ownerOf(pattern, curve) ? curve.key : curve.id);

/** @param {View} view */
function crowdedControls(view) {
  const least = roomy * view.scale.secondsPerPoint - 1e-9;
  const crowded = view.scene.pattern.curves.filter(({ points }) =>
    points.some(({ time }, index) => index > 0 && time - points[index - 1].time < least));
  return new Set(crowded.map((curve) => groupOf(view, curve)));
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {PatternCurve} curve
 */
export function drawPoints(c, view, curve, isShown = true) {
  const { scale, selected } = view;
  const place = drawnPlace(view, curve);
  if (!place) return;
  const places = curve.points.map((point) => ({ x: scale.x(point.time), y: place.y(point.value) }));
  const isChosen = isShown || selected.has(curve.key) || curve.points.some(({ key }) => selected.has(key));
  if (!isChosen) return;
  if (ownerOf(view.scene.pattern, curve)) joinPoints(c, view, places);
  curve.points.forEach((point, index) => {
    if (point.time < scale.from || point.time > scale.to) return;
    const isSelected = selected.has(point.key) || selected.has(curve.key);
    drawPoint(c, view, places[index], { isSelected, r: pointRadius(places, index, isSelected) });
  });
}

/**
 * An event's envelope has no line besides the outline, which does not pass its points where the event decays.
 *
 * @param {CanvasRenderingContext2D} c @param {View} view @param {Place[]} places
 */
function joinPoints(c, { colors }, places) {
  c.strokeStyle = colors.ink;
  c.globalAlpha = 0.5;
  c.beginPath();
  for (const [index, { x, y }] of places.entries()) c[index === 0 ? "moveTo" : "lineTo"](x, y);
  c.stroke();
  c.globalAlpha = 1;
}

/**
 * Half the size of a point's mark, smaller where its neighbours are close, so that they can be told apart.
 *
 * @param {Place[]} places
 * @param {number} index
 * @param {boolean} isSelected
 */
export function pointRadius(places, index, isSelected) {
  const { x, y } = places[index];
  const distances = [places[index - 1], places[index + 1]].filter(Boolean).map((other) =>
    Math.max(Math.abs(other.x - x), Math.abs(other.y - y)));
  return Math.min(isSelected ? 5 : 3.2, Math.max(1, Math.min(...distances) / 2 - 1));
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Place} place
 * @param {{ isSelected: boolean, r: number }} how
 */
function drawPoint(c, { colors }, { x, y }, { isSelected, r }) {
  c.fillStyle = isSelected ? colors.accent : colors.panel;
  c.strokeStyle = isSelected ? colors.accent : colors.ink;
  c.fillRect(x - r, y - r, 2 * r, 2 * r);
  c.lineWidth = 1.3;
  c.strokeRect(x - r, y - r, 2 * r, 2 * r);
  c.lineWidth = 1;
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {PatternParameter} parameter */
function drawJump(c, view, parameter) {
  const { scale, colors } = view;
  const place = drawnPlace(view, parameter);
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
