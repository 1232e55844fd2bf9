import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { findingsText } = await page("inspector/text-view");

const error = { severity: "error", code: "AHAP003", message: "a comma is missing", remedy: "Add it.", line: 7 };
const warning = { severity: "warning", code: "AHAP128", message: "duplicate event", line: 3 };

test("the findings in the caret's line are shown", () => {
  assert.equal(findingsText([warning, error], 3), "AHAP128 duplicate event");
  assert.equal(findingsText([warning, error], 7), "AHAP003 a comma is missing Add it.");
});

test("an error in another line is shown with its line", () => {
  assert.equal(findingsText([warning, error], 1), "Line 7: AHAP003 a comma is missing Add it.");
  assert.equal(findingsText([warning], 1), "");
  assert.equal(findingsText([], 1), "");
});
