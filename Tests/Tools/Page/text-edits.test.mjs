import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { page } from "./support.mjs";

const { appendParts, removeParts, spliced } = await page("pattern/splice");
const { readJSON } = await page("pattern/json-reader");

// The library must solve these alike: Tests/Core/ThrumPatternTests/TextEditCaseTests.swift reads the same table.
const cases = JSON.parse(readFileSync(new URL("../../SharedCases/text-edits.json", import.meta.url), "utf8"));

for (const { name, text, result, replace, with: literal, append, remove } of cases) {
  test(`as in the library: ${name}`, () => {
    const { root } = readJSON(text);
    let edits = [];
    if (replace !== undefined) edits = [{ start: root.items[replace].start, end: root.items[replace].end, text: literal }];
    if (append) edits = appendParts(text, root, append);
    if (remove) edits = removeParts(text, root, remove);
    assert.equal(spliced(text, edits), result);
  });
}
