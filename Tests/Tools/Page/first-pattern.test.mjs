import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { firstPath } = await page("files/first-pattern");
const rows = (...paths) => paths.map((path) => ({ path }));

test("a folder opens with its last pattern", () => {
  assert.equal(firstPath(rows("a.ahap", "b.ahap"), "b.ahap"), "b.ahap");
});

test("a folder whose last pattern is gone opens with its first", () => {
  assert.equal(firstPath(rows("a.ahap", "b.ahap"), "gone.ahap"), "a.ahap");
});

test("a pattern comes before clips and pairs, which open unsaved", () => {
  assert.equal(firstPath(rows("a.haptic", "b_continuous.ahap", "b_transients.ahap", "c.ahap")), "c.ahap");
  assert.equal(firstPath(rows("a.haptic", "b_continuous.ahap", "b_transients.ahap")), "b_continuous.ahap");
  assert.equal(firstPath(rows("a.haptic")), "a.haptic");
});

test("an empty folder opens with nothing", () => {
  assert.equal(firstPath([]), undefined);
});
