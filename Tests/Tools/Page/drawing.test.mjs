import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const { drawing } = await page("drawing");
const { placePanels } = await page("panels");
const { readPattern } = await page("pattern");
const { TimeScale } = await page("time-scale");

const panels = placePanels(["intensity", "sharpness", "wave"], 400);

/** Draws a stroke through points of time and level, and returns the curves it adds. */
function drawn(stroke, { step = 0.01, toEvents = true, altKey = false } = {}) {
  const scale = Object.assign(new TimeScale(), { left: 50, width: 600, from: 0, span: 3 });
  let added;
  const studio = { snap: { step, toEvents }, document: { pattern: readPattern(sample) }, insert: (made) => (added = made) };
  const places = stroke.map(([time, level]) => ({ x: scale.x(time), y: panels.get("intensity").y(level) }));
  const drag = drawing({ studio, scale, view: () => ({ panels }), draw() {} }, "curve", places[0]);
  drag.start(places[0], { altKey });
  for (const place of places.slice(1)) drag.move(place, { altKey });
  drag.end(places.at(-1));
  return added ? readPattern(added.text).curves.slice(1) : [];
}

test("a drawn curve begins where the pointer was pressed", () => {
  const [curve] = drawn([[0.5, 0.2], [0.52, 0.4], [0.9, 0.8]], { step: 0, toEvents: false });
  assert.equal(curve.time, 0.5);
  assert.equal(curve.points[0].value, 0.2);
});

test("the ends of a drawn curve snap to the grid", () => {
  const [curve] = drawn([[0.53, 0.2], [0.7, 0.4], [0.93, 0.8]], { step: 0.05, toEvents: false });
  assert.equal(curve.time, 0.55);
  assert.equal(curve.points.at(-1).time.toFixed(4), "0.9500");
});

test("a curve drawn near a continuous event's start begins with it", () => {
  const [curve] = drawn([[0.513, 0.2], [0.7, 0.4], [0.93, 0.8]], { step: 0, toEvents: true });
  assert.equal(curve.time, 0.5);
});

test("Alt ignores the grid while a curve is drawn", () => {
  const [curve] = drawn([[0.53, 0.2], [0.7, 0.4], [0.93, 0.8]], { step: 0.05, toEvents: false, altKey: true });
  assert.equal(curve.time, 0.53);
});

test("a stroke within one grid step adds nothing", () => {
  assert.deepEqual(drawn([[0.51, 0.2], [0.52, 0.8]], { step: 0.05, toEvents: false }), []);
});
