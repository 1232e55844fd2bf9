import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { appendParts, numberLiteral, removeParts, spliced } = await page("pattern/splice");
const { child } = await page("pattern/json-node");
const { readJSON } = await page("pattern/json-reader");

const list = (text) => readJSON(text).root;

test("edits change only their own ranges, in any order", () => {
  const edits = [{ start: 4, end: 5, text: "E" }, { start: 0, end: 1, text: "" }, { start: 2, end: 2, text: "--" }];
  assert.equal(spliced("abcdef", edits), "b--cdEf");
});

test("an edit that overlaps an earlier one is skipped", () => {
  assert.equal(spliced("abcdef", [{ start: 0, end: 3, text: "x" }, { start: 2, end: 4, text: "y" }]), "xdef");
});

test("numbers are written in their shortest usual form", () => {
  assert.equal(numberLiteral(0.30000000000000004), "0.3");
  assert.equal(numberLiteral(1, "0.5"), "1.0");
  assert.equal(numberLiteral(1, "2"), "1");
  assert.equal(numberLiteral(-0), "0");
  assert.equal(numberLiteral(0.0000004), "0");
  assert.equal(numberLiteral(0.000001), "0.000001");
});

test("a part is added in the layout of the last one", () => {
  const cases = {
    "[1, 2]": "[1, 2, 3]",
    "[\n    1,\n    2\n]": "[\n    1,\n    2,\n    3\n]",
    "[\r\n  1\r\n]": "[\r\n  1,\n  3\r\n]",
    "[1,]": "[1, 3,]",
    "[1 // one\n]": "[1, // one\n3\n]",
  };
  for (const [text, expected] of Object.entries(cases)) {
    assert.equal(spliced(text, appendParts(text, list(text), ["3"])), expected);
  }
});

test("the first parts of an empty list are placed on separate lines", () => {
  const text = '{\n    "Pattern": []\n}';
  const added = spliced(text, appendParts(text, child(list(text), "Pattern"), ["1", "2"]));
  assert.deepEqual(JSON.parse(added), { Pattern: [1, 2] });
  assert.match(added, /\[\n +1,\n +2\n\]/);
});

test("removing any parts leaves valid JSON with the others", () => {
  const text = "[\n  0,\n  1,\n  2,\n  3\n]";
  for (let set = 0; set < 16; set += 1) {
    const gone = [0, 1, 2, 3].filter((index) => set & (1 << index));
    const left = spliced(text, removeParts(text, list(text), gone));
    assert.deepEqual(JSON.parse(left), [0, 1, 2, 3].filter((index) => !gone.includes(index)), left);
  }
});

test("a removal keeps comments and removes its line", () => {
  const text = "[\n  1, // one\n  2\n]";
  assert.equal(spliced(text, removeParts(text, list(text), [1])), "[\n  1 // one\n]");
});
