import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const { drawing } = await page("picture/drawing");
const { shownLanes } = await page("picture/lanes");
const { placePanels } = await page("picture/panels");
const { controlPaths } = await page("pattern/control-path");
const { envelopesOf } = await page("edits/own-envelope");
const { parameterValue } = await page("pattern/items");
const { readPattern } = await page("pattern/pattern");
const { TimeScale } = await page("pattern/time-scale");

const panels = placePanels(shownLanes(), 400);

/** Draws a stroke through points of time and level, and returns the curves it adds. */
function drawn(stroke, { step = 0.01, toEvents = true, altKey = false } = {}) {
  const scale = Object.assign(new TimeScale(), { left: 50, width: 600, from: 0, span: 3 });
  let added;
  const studio = { snap: { step, toEvents }, current: { pattern: readPattern(sample) }, insert: (made) => (added = made) };
  const places = stroke.map(([time, level]) => ({ x: scale.x(time), y: panels.get("intensity").y(level) }));
  const drag = drawing({ studio, scale, view: () => ({ panels }), showGesture() {} }, "curve", places[0]);
  drag.start(places[0], { altKey });
  for (const place of places.slice(1)) drag.move(place, { altKey });
  drag.end(places.at(-1));
  return added ? readPattern(added.text).curves.slice(1) : [];
}

/** The pattern after a stroke without a grid. */
function strokeOver(stroke) {
  const scale = Object.assign(new TimeScale(), { left: 50, width: 600, from: 0, span: 3 });
  let text = sample;
  const studio = {
    snap: { step: 0, toEvents: false }, current: { pattern: readPattern(sample) },
    insert: (made) => ({ text } = made),
  };
  const places = stroke.map(([time, level]) => ({ x: scale.x(time), y: panels.get("intensity").y(level) }));
  const drag = drawing({ studio, scale, view: () => ({ panels }), showGesture() {} }, "curve", places[0]);
  drag.start(places[0], {});
  for (const place of places.slice(1)) drag.move(place, {});
  drag.end(places.at(-1));
  return readPattern(text);
}

test("a drawn curve begins where the pointer was pressed", () => {
  const [curve] = drawn([[2.0, 0.2], [2.02, 0.4], [2.4, 0.8]], { step: 0, toEvents: false });
  assert.equal(curve.time, 2);
  assert.equal(curve.points[0].value, 0.2);
});

test("the ends of a drawn curve snap to the grid", () => {
  const [curve] = drawn([[2.03, 0.2], [2.2, 0.4], [2.43, 0.8]], { step: 0.05, toEvents: false });
  assert.equal(curve.time, 2.05);
  assert.equal(curve.points.at(-1).time.toFixed(4), "2.4500");
});

test("Alt ignores the grid while a curve is drawn", () => {
  const [curve] = drawn([[2.03, 0.2], [2.2, 0.4], [2.43, 0.8]], { step: 0.05, toEvents: false, altKey: true });
  assert.equal(curve.time, 2.03);
});

test("a stroke within one grid step adds nothing", () => {
  assert.deepEqual(drawn([[2.01, 0.2], [2.02, 0.8]], { step: 0.05, toEvents: false }), []);
});

test("a curve drawn across the end of a continuous event is nobody's envelope", () => {
  const [curve] = drawn([[1.0, 0.2], [1.5, 0.4], [2.0, 0.8]], { step: 0, toEvents: false });
  assert.equal(curve.time, 1);
});

test("a stroke over a continuous event gives it those levels, from its start to its end", () => {
  const pattern = strokeOver([[0.52, 0.2], [1.0, 0.9], [1.49, 0.4]]);
  const [buzz] = pattern.events.filter(({ isTap }) => !isTap);
  const [{ curves, reset }] = envelopesOf(pattern, buzz);
  assert.equal(pattern.curves.length, 1);
  assert.deepEqual([curves[0].time, curves[0].points.at(-1).time], [0.5, 1.5]);
  assert.ok(Math.abs(buzz.given.get("HapticIntensity").value - 0.9) < 0.01);
  const levels = curves[0].points.map(({ value }) => value * buzz.given.get("HapticIntensity").value);
  assert.ok(Math.abs(levels[0] - 0.2) < 0.02 && Math.abs(Math.max(...levels) - 0.9) < 0.02, String(levels));
  assert.equal(reset.value, 1);
});

test("a stroke over a part of a continuous event keeps the rest of its envelope", () => {
  const before = controlPaths(readPattern(sample)).get("HapticIntensityControl");
  const pattern = strokeOver([[1.0, 0.1], [1.1, 0.1], [1.2, 0.1]]);
  const path = controlPaths(pattern).get("HapticIntensityControl");
  const level = parameterValue(pattern.events.at(-1), "HapticIntensity");
  assert.ok(Math.abs(path.at(1.1) * level - 0.1) < 0.02);
  for (const time of [0.5, 0.7, 0.99, 1.21, 1.4]) {
    assert.ok(Math.abs(path.at(time) - before.at(time)) < 0.04, `${time}: ${path.at(time)}, ${before.at(time)}`);
  }
});
