// Haptic events: transients as marks with heads, continuous events as filled envelopes. Sharpness is shown by colour
// and, without relying on colour, by the head's shape and the density of hatching.

import { firstAfter } from "../pattern/sorted.js";
import { head } from "../base/theme.js";
import { drawBlocks, drawChosenDots, drawChosenLevels, drawColumns, drawDots, drawLevels } from "./draw-dense.js";

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawIntensity(c, view) {
  const { scene, panels } = view;
  const panel = panels.get("intensity");
  const long = scene.holds.filter((hold) => isSeen(view, hold));
  const isCrowded = long.length > mostShapes;
  if (!isCrowded) long.sort((a, b) => b.end - b.time - (a.end - a.time));
  if (isCrowded) drawBlocks(c, view, panel, long);
  const shapes = isCrowded ? chosen(view, long) : { few: long, many: [] };
  drawChosenLevels(c, view, panel, shapes.many);
  for (const hold of shapes.few) drawHold(c, view, panel, hold);
  const taps = seenTaps(view);
  const isDense = taps.length > view.scale.width / 3;
  if (isDense) drawColumns(c, view, panel, taps);
  const marks = isDense ? chosen(view, taps) : { few: taps, many: [] };
  drawChosenLevels(c, view, panel, marks.many);
  drawGrounds(c, view, marks.few, ({ played }) => panel.y(played), 5.5, panel.y(0));
  for (const tap of marks.few) drawTap(c, view, panel, tap);
}

/**
 * Selected items: `few` are drawn one by one, `many` together.
 *
 * @template {SceneMark} Item
 * @param {View} view
 * @param {Item[]} items
 */
function chosen(view, items) {
  if (view.selected.size === 0) return { few: [], many: [] };
  const all = items.filter(({ key }) => view.selected.has(key));
  return all.length > mostShapes ? { few: [], many: all } : { few: all, many: [] };
}

/** Maximum number of envelopes; above it, continuous events become blocks. */
const mostShapes = 200;

/** @param {View} view @param {SceneMark} mark */
const isSeen = ({ scale }, { time, end }) => end >= scale.from && time <= scale.to;

/**
 * Visible transients, sorted by time.
 *
 * @param {View} view
 */
function seenTaps({ scene: { taps }, scale }) {
  const reach = 12 * scale.secondsPerPoint;
  return taps.slice(firstAfter(taps, scale.from - reach), firstAfter(taps, scale.to + reach));
}

/** Taps whose stems are closer have no ground there: in a row, it would cut what lies below into stripes, points. */
const apart = 14;

/**
 * What sets taps apart from what lies below. All at once, or a tap's ground would cut its neighbours.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {SceneTap[]} taps
 * @param {(tap: SceneTap) => number} yOf
 * @param {number} r
 * @param {number} [foot] where stems end
 */
function drawGrounds(c, view, taps, yOf, r, foot) {
  if (view.isGhost) return;
  const places = taps.map(({ time }) => view.scale.x(time));
  for (const [index, tap] of taps.entries()) {
    const [x, y] = [places[index], yOf(tap)];
    const isApart = x - (places[index - 1] ?? -apart) >= apart && (places[index + 1] ?? Infinity) - x >= apart;
    c.strokeStyle = view.colors.panel;
    c.lineWidth = 5;
    if (foot !== undefined && isApart) c.stroke(new Path2D(`M${x} ${foot}V${y}`));
    c.lineWidth = 4;
    head(c, x, y, tap.sharpness, r);
    c.stroke();
  }
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel @param {SceneTap} tap */
function drawTap(c, view, panel, tap) {
  const { scale, colors, isGhost } = view;
  const x = scale.x(tap.time);
  const isSelected = view.selected.has(tap.key);
  const y = panel.y(tap.played);
  c.beginPath();
  c.moveTo(x, panel.y(0));
  c.lineTo(x, y);
  c.strokeStyle = isGhost ? colors.other : colors.edge(tap.sharpness);
  c.lineWidth = isGhost ? 1 : 2;
  c.stroke();
  if (tap.played < tap.level - 0.004) rest(c, x, y, panel.y(tap.level));
  c.lineWidth = 1;
  if (isSelected) halo(c, view, x, y);
  drawHead(c, view, x, y, tap.sharpness, 5.5);
}

/**
 * The part of a level that a control removes, up to a mark at the level.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {number} x
 * @param {number} from
 * @param {number} to
 */
function rest(c, x, from, to) {
  c.setLineDash([2, 2]);
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(x, from);
  c.lineTo(x, to);
  c.moveTo(x - 3, to);
  c.lineTo(x + 3, to);
  c.stroke();
  c.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {number} x
 * @param {number} y
 * @param {number} sharpness
 * @param {number} r
 */
function drawHead(c, { colors, isGhost }, x, y, sharpness, r) {
  head(c, x, y, sharpness, r);
  c.lineWidth = isGhost ? 1.8 : 1;
  c.fillStyle = isGhost ? colors.panel : colors.sharpness(sharpness);
  c.strokeStyle = isGhost ? colors.other : colors.edge(sharpness);
  c.fill();
  c.stroke();
  c.lineWidth = 1;
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {number} x @param {number} y */
function halo(c, { colors, selected }, x, y) {
  const isOneOfMany = selected.size > 12;
  c.strokeStyle = colors.accent;
  c.lineWidth = isOneOfMany ? 1.5 : 2;
  c.beginPath();
  c.arc(x, y, isOneOfMany ? 7.5 : 10, 0, 2 * Math.PI);
  c.stroke();
  c.lineWidth = 1;
}

/** @param {View} view @param {Pick<Panel, "y">} panel @param {Pick<SceneHold, "time" | "end" | "levelAt">} item */
export function outline(view, panel, item) {
  const { scale } = view;
  const start = Math.max(item.time, scale.from);
  const end = Math.max(start, Math.min(item.end, scale.to));
  const count = Math.max(12, Math.min(2000, Math.ceil((end - start) / scale.secondsPerPoint / 2)));
  const path = new Path2D();
  path.moveTo(scale.x(start), panel.y(0));
  for (let index = 0; index <= count; index += 1) {
    const time = start + ((end - start) * index) / count;
    path.lineTo(scale.x(time), panel.y(item.levelAt(time)));
  }
  path.lineTo(Math.max(scale.x(start) + 1.5, scale.x(end)), panel.y(0));
  path.closePath();
  return path;
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel @param {SceneHold} hold */
function drawHold(c, view, panel, hold) {
  const { colors, isGhost } = view;
  const path = outline(view, panel, hold);
  const isSelected = view.selected.has(hold.key);
  if (isGhost) {
    for (const [color, lineWidth] of /** @type {const} */ ([[colors.panel, 4], [colors.other, 1.8]])) {
      Object.assign(c, { strokeStyle: color, lineWidth }).stroke(path);
    }
    c.lineWidth = 1;
    return;
  }
  c.fillStyle = paint(c, view, hold, colors.isDark ? 0.42 : 0.34);
  c.fill(path);
  c.save();
  c.clip(path);
  hatch(c, view, panel, hold);
  c.restore();
  c.strokeStyle = paint(c, view, hold, 1);
  c.lineWidth = isSelected ? 2.4 : 1.4;
  c.stroke(path);
  c.lineWidth = 1;
  if (isSelected) drawGrips(c, view, panel, hold);
}

/**
 * A colour, or a gradient if a control moves the sharpness.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {SceneHold} hold
 * @param {number} alpha
 */
function paint(c, { scale, colors }, hold, alpha) {
  /** @param {number} value */
  const color = (value) => (alpha === 1 ? colors.edge(value) : colors.sharpness(value, alpha));
  if (!hold.moves || hold.end <= hold.time) return color(hold.base);
  const gradient = c.createLinearGradient(scale.x(hold.time), 0, scale.x(hold.end), 0);
  for (let index = 0; index <= 24; index += 1) {
    const part = index / 24;
    const time = hold.time + (hold.end - hold.time) * part;
    gradient.addColorStop(part, color(hold.sharpnessAt(time)));
  }
  return gradient;
}

/**
 * Hatches an event, more densely for higher sharpness.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {SceneHold} hold
 */
function hatch(c, view, panel, hold) {
  const { scale, colors } = view;
  const [base, top] = [panel.y(0), panel.y(1)];
  const lean = (base - top) * 0.35;
  const last = scale.x(Math.min(hold.end, scale.to));
  c.strokeStyle = paint(c, view, hold, colors.isDark ? 0.5 : 0.45);
  c.beginPath();
  let x = scale.x(Math.max(hold.time, scale.from)) - lean;
  for (let count = 0; x < last && count < 3000; count += 1) {
    c.moveTo(x, base);
    c.lineTo(x + lean, top);
    const dull = 1 - hold.sharpnessAt(scale.time(x + lean / 2));
    x += 3 + 17 * dull * dull;
  }
  c.stroke();
}

/** @param {CanvasRenderingContext2D} c @param {View} view @param {Panel} panel @param {SceneHold} hold */
export function drawGrips(c, view, panel, hold) {
  const { scale, colors } = view;
  const [left, right, y] = [scale.x(hold.time), scale.x(hold.release), panel.y(hold.level)];
  c.strokeStyle = colors.accent;
  c.setLineDash([3, 3]);
  c.strokeRect(left, y, Math.max(1, right - left), panel.y(0) - y);
  c.setLineDash([]);
  for (const x of [left, right]) {
    c.fillStyle = colors.panel;
    c.fillRect(x - 4, y - 4, 8, 8);
    c.lineWidth = 1.5;
    c.strokeRect(x - 4, y - 4, 8, 8);
  }
  c.lineWidth = 1;
}

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawSharpness(c, view) {
  const { scene, scale, panels, colors, isGhost } = view;
  const panel = panels.get("sharpness");
  const holds = scene.holds.filter((hold) => isSeen(view, hold));
  const isCrowded = holds.length > mostShapes;
  if (isCrowded) drawLevels(c, view, panel, holds);
  const lines = isCrowded ? chosen(view, holds) : { few: holds, many: [] };
  drawChosenDots(c, view, panel, lines.many, ({ base }) => base);
  for (const hold of lines.few) {
    c.strokeStyle = isGhost ? colors.other : paint(c, view, hold, 1);
    c.lineWidth = isGhost ? 1 : view.selected.has(hold.key) ? 4 : 2.5;
    c.beginPath();
    const count = hold.moves ? 64 : 1;
    for (let index = 0; index <= count; index += 1) {
      const time = hold.time + ((hold.end - hold.time) * index) / count;
      c[index === 0 ? "moveTo" : "lineTo"](scale.x(time), panel.y(hold.sharpnessAt(time)));
    }
    c.stroke();
  }
  c.lineWidth = 1;
  const taps = seenTaps(view);
  const isDense = taps.length > scale.width / 3;
  if (isDense) drawDots(c, view, panel, taps);
  const marks = isDense ? chosen(view, taps) : { few: taps, many: [] };
  drawChosenDots(c, view, panel, marks.many, ({ sharpness }) => sharpness);
  drawGrounds(c, view, marks.few, ({ sharpness }) => panel.y(sharpness), 4);
  for (const tap of marks.few) {
    const isSelected = view.selected.has(tap.key);
    const [x, y] = [scale.x(tap.time), panel.y(tap.sharpness)];
    if (isSelected && !isGhost) halo(c, view, x, y);
    drawHead(c, view, x, y, tap.sharpness, 4);
  }
}
