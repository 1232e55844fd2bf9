import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { pointRadius } = await page("picture/draw-controls");

const row = (gap) => Array.from({ length: 5 }, (_, index) => ({ x: index * gap, y: 50 }));

test("marks of a curve's points leave a gap between them, also when selected", () => {
  for (const gap of [5, 8, 12, 40]) {
    for (const isSelected of [false, true]) {
      const radii = row(gap).map((_, index, places) => pointRadius(places, index, isSelected));
      assert.ok(radii.every((r) => 2 * r < gap), `${gap} px apart: ${radii}`);
    }
  }
});

test("marks with room around them have their full size, larger when selected", () => {
  assert.equal(pointRadius(row(40), 2, false), 3.2);
  assert.equal(pointRadius(row(40), 2, true), 5);
  assert.equal(pointRadius([{ x: 0, y: 0 }], 0, true), 5);
});
