import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { waveTop } = await page("picture/panels");

test("the waveform's scale is the same for weak and strong patterns, with steps above it", () => {
  const tops = [0, 0.02, 0.4, 0.5, 0.51, 1, 1.9, 4, 6, 12].map((peak) => waveTop({ wave: { peak } }));
  assert.deepEqual(tops, [0.5, 0.5, 0.5, 0.5, 1, 1, 2, 5, 10, 20]);
});

test("a fitted scale follows the peak", () => {
  assert.equal(waveTop({ wave: { peak: 0.5 }, fitsWave: true }), 0.54);
  assert.equal(waveTop({ wave: { peak: 0 }, fitsWave: true }), 0.02);
});
