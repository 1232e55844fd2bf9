import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { treeOf, treeRows } = await page("files/file-tree");

const document = { name: "b.ahap" };
const rows = (folded = []) => treeRows([
  { root: "unsaved:", name: "Unsaved", tree: treeOf([]) },
  { root: "folder:", name: "mine", tree: treeOf([{ path: "a.ahap" }, { path: "sub/b.ahap" }, { path: "sub/c.ahap" }]) },
  { root: "built-in:", name: "Built-in", tree: treeOf([{ path: "library:rain", title: "rain" }]) },
], {
  isFolded: (key) => folded.includes(key), documentOf: ({ path }) => (path === "sub/b.ahap" ? document : undefined),
  current: document,
});

test("rows are in order, with their level and place among siblings; empty groups are left out", () => {
  assert.deepEqual(rows().map(({ key, level, place, count }) => [key, level, place, count]), [
    ["folder:", 1, 1, 2], ["a.ahap", 2, 1, 2], ["folder:sub", 2, 2, 2], ["sub/b.ahap", 3, 1, 2],
    ["sub/b.ahap commands", 3, 1, 2], ["sub/c.ahap", 3, 2, 2], ["built-in:", 1, 2, 2], ["library:rain", 2, 1, 1],
  ]);
});

test("the current file is followed by its commands", () => {
  assert.deepEqual(rows().filter(({ isCurrent }) => isCurrent).map(({ key }) => key), ["sub/b.ahap"]);
  assert.equal(rows().find(({ kind }) => kind === "commands").document, document);
});

test("a folded folder shows its number of files but none of them", () => {
  const [folder] = rows(["folder:"]);
  assert.deepEqual([folder.isOpen, folder.files], [false, 3]);
  assert.deepEqual(rows(["folder:"]).map(({ key }) => key), ["folder:", "built-in:", "library:rain"]);
});
