import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const { Document } = await page("edits/document");
const { moveLabel } = await page("edits/move-label");
const { readPattern } = await page("pattern/pattern");

const items = [...readPattern(sample).items.values()];
const [tap, otherTap, buzz] = items.filter(({ kind }) => kind === "event");
const point = items.find(({ kind }) => kind === "point");

test("a step of the history names what moved, and where to", () => {
  assert.equal(moveLabel([tap]), "Move tap to 0 s, intensity 0.8");
  const louder = { ...tap, given: new Map([["HapticIntensity", { value: 1 }]]) };
  assert.equal(moveLabel([louder], "body", [tap]), "Set tap at 0 s: intensity 1");
  assert.equal(moveLabel([point]), "Move point 1 to 0.5 s, value 1");
  assert.equal(moveLabel([point.curve]), "Move curve to 0.5 s");
  assert.equal(moveLabel([buzz], "end"), "Resize hold: 0.5 s to 1.5 s");
  assert.equal(moveLabel([tap], "sharpness"), "Sharpness of tap: 0.5");
});

test("a step of the history counts what moved together", () => {
  assert.equal(moveLabel([tap, otherTap]), "Move 2 taps");
  assert.equal(moveLabel([tap, buzz]), "Move 2 items");
  assert.equal(moveLabel([buzz, tap], "end"), "Resize 2 items");
});

test("a label is made from the changed pattern", () => {
  const document = new Document({ text: sample });
  const text = sample.replace('"Time": 0.25', '"Time": 0.75');
  document.change(text, { label: (after) => moveLabel([after.items.get(otherTap.key)]) });
  assert.match(document.history.list.steps.at(-1).label, /^Move tap to 0.75 s, intensity /);
});
