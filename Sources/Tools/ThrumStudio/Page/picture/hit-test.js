// The item under the pointer: { key, part }, where part is body, begin, end or sharpness.

import { ownerOf } from "../edits/own-envelope.js";
import { firstAfter } from "../pattern/sorted.js";
import { drawnPlace, feelLane, soundRow } from "./panels.js";

/** @param {View} view @param {number} x @param {number} y */
export function hitTest(view, x, y, reach = 8) {
  const lanes = [...view.panels.values()].map(({ lane }) => lane);
  /** @param {(lane: Lane) => Hit | undefined} ask */
  const first = (ask) => lanes.reduce((/** @type {Hit | undefined} */ found, lane) => found ?? ask(lane), undefined);
  return mark(view, x, y, reach) ?? first((lane) => lane.hitMark?.(view, x, y, reach)) ??
    first((lane) => lane.hitBody?.(view, x, y)) ?? curveLine(view, x, y);
}

/** @param {number} dx @param {number} dy @param {number} reach */
const near = (dx, dy, reach) => Math.abs(dx) <= reach && Math.abs(dy) <= reach;

/**
 * @template Item
 * @param {Item[]} list
 * @param {(item: Item) => number[]} place
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
function nearest(list, place, x, y, reach) {
  let best;
  let least = Infinity;
  for (const item of list) {
    const [px, py] = place(item);
    const distance = Math.hypot(px - x, py - y);
    if (near(px - x, py - y, reach) && distance < least) [best, least] = [item, distance];
  }
  return best;
}

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
function mark(view, x, y, reach) {
  const { scene, scale } = view;
  const { curves, parameters } = scene.pattern;
  /** @param {PatternPoint | PatternParameter} item */
  const place = (item) => [scale.x(item.time), drawnPlace(view, item)?.y(item.value) ?? -99];
  const points = curves.flatMap((curve) => curve.points);
  const found = nearest([...points, ...parameters.filter(isDrawn(view))], place, x, y, reach);
  return found && { key: found.key, part: "body" };
}

/**
 * The parameter that ends an event's own envelope is not drawn.
 *
 * @param {View} view
 */
const isDrawn = ({ scene, selected }) => (/** @type {PatternItem} */ item) =>
  selected.has(item.key) || !ownerOf(scene.pattern, item);

/**
 * Transients within `reach` pixels.
 *
 * @param {View} view
 * @param {number} x
 * @param {number} reach
 */
function tapsNear({ scene: { taps }, scale }, x, reach) {
  return taps.slice(firstAfter(taps, scale.time(x - reach)), firstAfter(taps, scale.time(x + reach)) + 1);
}

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
export function tapHead(view, x, y, reach) {
  const { scale, panels } = view;
  const panel = panels.get("intensity");
  /** @param {SceneTap} tap */
  const place = (tap) => [scale.x(tap.time), panel.y(tap.played)];
  const found = nearest(tapsNear(view, x, reach + 3), place, x, y, reach + 2);
  return found && { key: found.key, part: "body" };
}

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
export function sharpnessMark(view, x, y, reach) {
  const { scene, scale, panels } = view;
  const panel = panels.get("sharpness");
  if (y < panel.top || y > panel.bottom) return undefined;
  const tap = nearest(tapsNear(view, x, reach + 1), (one) => [scale.x(one.time), panel.y(one.sharpness)], x, y, reach);
  if (tap) return { key: tap.key, part: "sharpness" };
  const time = scale.time(x);
  const hold = scene.holds.findLast((one) =>
    time >= one.time && time <= one.end && Math.abs(panel.y(one.sharpnessAt(time)) - y) <= reach);
  return hold && { key: hold.key, part: "sharpness" };
}

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
export function holdEdge({ scene, scale, panels }, x, y, reach) {
  const panel = panels.get("intensity");
  for (const hold of scene.holds.toReversed()) {
    if (y > panel.y(0) || y < panel.y(hold.level) - reach) continue;
    const [left, right] = [scale.x(hold.time), scale.x(hold.release)];
    const grip = Math.min(6, (right - left) / 4);
    if (Math.abs(x - right) <= Math.max(grip, 3)) return { key: hold.key, part: "end" };
    if (Math.abs(x - left) <= grip) return { key: hold.key, part: "begin" };
  }
  return undefined;
}

/** @param {View} view @param {number} x @param {number} y */
export function holdBody({ scene, scale, panels }, x, y) {
  const panel = panels.get("intensity");
  if (y < panel.top || y > panel.bottom) return undefined;
  const time = scale.time(x);
  const found = scene.holds
    .filter((hold) => time >= hold.time && time <= hold.end)
    .filter((hold) => y >= panel.y(Math.max(hold.levelAt(time), time <= hold.release ? 0.08 : 0)) - 4)
    .sort((a, b) => a.end - a.time - (b.end - b.time))[0];
  return found && { key: found.key, part: "body" };
}

/** @param {View} view @param {number} x @param {number} y */
export function tapStem(view, x, y) {
  const { scale, panels } = view;
  const panel = panels.get("intensity");
  const found = tapsNear(view, x, 5).findLast((tap) =>
    Math.abs(scale.x(tap.time) - x) <= 4 && y <= panel.y(0) && y >= panel.y(tap.played));
  return found && { key: found.key, part: "body" };
}

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
export function sound({ scene, scale, panels }, x, y, reach) {
  const panel = panels.get("audio");
  if (!panel || y < panel.top || y > panel.bottom) return undefined;
  for (const one of scene.sounds.toReversed()) {
    const row = soundRow(panel, scene, one);
    if (y < row.top || y > row.bottom) continue;
    const right = scale.x(one.release);
    if (one.event.duration !== undefined && Math.abs(x - right) <= reach / 2) return { key: one.key, part: "end" };
    if (x >= scale.x(one.time) - 2 && x <= scale.x(one.end)) return { key: one.key, part: "body" };
  }
  return undefined;
}

/**
 * The curve whose line is at a place. Own envelopes are skipped: their line is their event's outline.
 *
 * @param {View} view
 * @param {number} x
 * @param {number} y
 */
function curveLine(view, x, y) {
  const { scene, scale } = view;
  const time = scale.time(x);
  const found = scene.pattern.curves.findLast((curve) => {
    const path = scene.paths.get(curve.id);
    const place = drawnPlace(view, curve);
    const end = curve.points.at(-1)?.time ?? curve.time;
    return path && place && !ownerOf(scene.pattern, curve) && time >= curve.time && time <= end &&
      Math.abs(place.y(path.at(time)) - y) <= 5;
  });
  return found && { key: found.key, part: "body" };
}

/**
 * Keys of the items inside a rectangle.
 *
 * @param {View} view
 * @param {Box} box
 */
export function itemsInside(view, box) {
  const { scene, scale, panels } = view;
  const keys = [];
  /** @param {number} x @param {number} y */
  const inside = (x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  /** @param {number} left @param {number} right @param {number} top @param {number} bottom */
  const crosses = (left, right, top, bottom) =>
    right >= box.left && left <= box.right && bottom >= box.top && top <= box.bottom;
  const intensity = panels.get("intensity");
  for (const tap of scene.taps) if (inside(scale.x(tap.time), intensity.y(tap.played))) keys.push(tap.key);
  for (const hold of scene.holds) {
    const [top, bottom] = [intensity.y(hold.level), intensity.y(0)];
    if (crosses(scale.x(hold.time), scale.x(hold.release), top, bottom)) keys.push(hold.key);
  }
  for (const one of scene.sounds) {
    const panel = panels.get("audio");
    const row = panel && soundRow(panel, scene, one);
    if (row && crosses(scale.x(one.time), scale.x(one.release), row.top, row.bottom)) keys.push(one.key);
  }
  const { parameters, curves } = scene.pattern;
  const marks = [...parameters.filter(isDrawn(view)), ...curves.flatMap((curve) => curve.points)];
  for (const item of marks) {
    if (inside(scale.x(item.time), drawnPlace(view, item)?.y(item.value) ?? -99)) keys.push(item.key);
  }
  return keys;
}

/**
 * The backing track, if a place is in its lane and within it.
 *
 * @param {View} view
 * @param {number} x
 * @param {number} y
 */
export function trackAt({ track, panels, scale }, x, y) {
  const panel = panels.get("track");
  if (!track || !panel || y < panel.top || y > panel.bottom) return undefined;
  const at = scale.time(x) - track.start;
  return at >= 0 && at <= track.source.seconds ? track : undefined;
}

/**
 * The mark of a finding at a place.
 *
 * @param {View} view
 * @param {Finding[]} findings
 * @param {number} x
 * @param {number} y
 */
export function findingAt({ scale, panels }, findings, x, y) {
  const top = panels.get("intensity").top;
  if (Math.abs(y - top - 8) > 9) return undefined;
  return findings.find(({ time, severity, motor }) =>
    time !== undefined && severity !== "note" && !motor && Math.abs(scale.x(time) - x) < 9);
}

/**
 * Visible events by column of pixels; where several share a column, the worst one.
 *
 * @param {TimeScale} scale
 * @param {FeltEvent[]} events
 */
export function worstByColumn(scale, events) {
  const columns = new Map();
  for (const event of events) {
    if (event.time < scale.from || event.time > scale.to) continue;
    const x = Math.round(scale.x(event.time));
    const known = columns.get(x);
    if (!known || event.rank < known.rank) columns.set(x, event);
  }
  return columns;
}

/**
 * The event under the pointer, if the pointer is in a motor's lane.
 *
 * @param {View} view
 * @param {FeltMotor[]} motors
 * @param {number} x
 * @param {number} y
 */
export function feltAt({ panels, scale }, motors, x, y) {
  for (const { name, title = name, events } of motors) {
    const panel = panels.get(feelLane(name));
    if (!panel || y < panel.top || y > panel.bottom) continue;
    const [, event] = [...worstByColumn(scale, events)].filter(([place]) => Math.abs(place - x) < 7)
      .sort(([one], [other]) => Math.abs(one - x) - Math.abs(other - x))[0] ?? [];
    return event && { motor: name, title, event };
  }
  return undefined;
}
