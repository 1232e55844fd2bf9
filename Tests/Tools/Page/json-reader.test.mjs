import assert from "node:assert/strict";
import { test } from "node:test";
import { page, randomNumbers, sample } from "./support.mjs";

const { child, member } = await page("pattern/json-node");
const { readJSON } = await page("pattern/json-reader");

/** The node's value as JSON.parse returns it. */
const plain = (node) =>
  node.type === "object"
    ? Object.fromEntries(node.members.map(({ name, value }) => [name, plain(value)]))
    : node.type === "array" ? node.items.map(plain) : node.value;

test("valid JSON is read like JSON.parse, without problems", () => {
  for (const text of ["{}", "[]", "0", "-0.5e-3", '"a\\u00e9\\n\\"b"', "[true, false, null]", '{"a": {"b": [1, 2]}}', sample]) {
    const { root, problems } = readJSON(text);
    assert.deepEqual(problems, [], text);
    assert.deepEqual(plain(root), JSON.parse(text));
  }
});

test("every node's range covers its text", () => {
  const { root } = readJSON(sample);
  const walk = (node) => {
    if (node.type === "number") assert.equal(Number(sample.slice(node.start, node.end)), node.value);
    if (node.type === "string") assert.equal(JSON.parse(sample.slice(node.start, node.end)), node.value);
    for (const part of node.items ?? node.members?.map(({ value }) => value) ?? []) walk(part);
  };
  walk(root);
  assert.equal(sample[root.inside], "}");
});

test("comments and a byte order mark are skipped", () => {
  const { root, problems } = readJSON('\uFEFF// first\n{ /* a */ "a": 1 // last\n}');
  assert.deepEqual(problems, []);
  assert.equal(child(root, "a").value, 1);
});

test("broken text is read as far as possible, with each fault at its place", () => {
  const faults = {
    '{"a": 1,, "b": 2}': ["extra comma", 8],
    '{"a": 1 "b": 2}': ["a comma is missing", 8],
    "{'a': 1}": ["strings must be in double quotes", 1],
    "{a: 1}": ["keys must be in double quotes", 1],
    '{"a" 1}': ["a colon is missing after “a”", 5],
    "[01]": ["“01” is not a JSON number", 1],
    '["\\q"]': ["“\\q” is not a valid escape", 2],
    '{"a": 1': ["“}” is missing", 7],
    "[1] 2": ["unexpected text after the end", 4],
  };
  for (const [text, [message, offset]] of Object.entries(faults)) {
    const { problems } = readJSON(text);
    assert.deepEqual(problems[0], { offset, message }, text);
  }
  assert.equal(child(readJSON('{"a": 1 "b": 2}').root, "b").value, 2);
});

test("if a member is repeated, the last one counts", () => {
  const { root } = readJSON('{"a": 1, "a": 2}');
  assert.equal(child(root, "a").value, 2);
  assert.equal(member(root, "b"), undefined);
});

test("depth and number of problems are limited", () => {
  assert.equal(readJSON("[".repeat(100_000)).problems[0].message, "too deeply nested");
  assert.equal(readJSON(`[${"x,".repeat(1000)}]`).problems.length, 100);
});

test("the reader finishes with ranges inside the text for any input", () => {
  const next = randomNumbers(7);
  const signs = '{}[]:,"\'\\/*0.5e-truenll \n'.split("");
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 1 + Math.floor(next() * 40) }, () => signs[Math.floor(next() * signs.length)]).join("");
    const { root, problems } = readJSON(text);
    assert.ok(root.start >= 0 && root.end <= text.length && root.start <= root.end, text);
    for (const { offset } of problems) assert.ok(offset >= 0 && offset <= text.length, text);
  }
});
