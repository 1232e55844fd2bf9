import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { countOf, parts, treeOf } = await page("files/file-tree");

/** Names with folders as arrays: ["a.ahap", ["sub", "b.ahap"]]. */
const drawn = ({ entries }) =>
  entries.map((entry) => (entry.entries ? [entry.name, ...drawn(entry)] : entry.path.split("/").at(-1)));

test("paths become folders, in the order of the rows", () => {
  const tree = treeOf(["a.ahap", "sub/deep/b.ahap", "sub/c.ahap", "z.ahap"].map((path) => ({ path })));
  assert.deepEqual(drawn(tree), ["a.ahap", ["sub", ["deep", "b.ahap"], "c.ahap"], "z.ahap"]);
  assert.equal(countOf(tree), 4);
});

test("a name is cut before its last twelve letters", () => {
  assert.deepEqual(parts("a-long-name-for-a-pattern.ahap"), ["a-long-name-for-a-", "pattern.ahap"]);
  assert.deepEqual(parts("short.ahap"), ["short.ahap", ""]);
});

test("letters of two code units stay whole", () => {
  assert.equal(parts(`${"🎈".repeat(30)}.ahap`)[1], `${"🎈".repeat(7)}.ahap`);
});
