import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { page } from "./support.mjs";

const { controlRange, controls, eventParameters, eventTypes, feltDecibels, parametersOf, standardValue } =
  await page("pattern/vocabulary");
const table = JSON.parse(readFileSync(new URL("../../SharedCases/parameters.json", import.meta.url), "utf8"));

test("event parameters have the ranges and defaults of the core", () => {
  const own = Object.entries(eventParameters).map(([id, { low, high }]) => {
    const types = Object.keys(eventTypes).filter((type) => parametersOf(type).includes(id));
    return [id, { low, high, defaults: Object.fromEntries(types.map((type) => [type, standardValue(type, id)])) }];
  });
  assert.deepEqual(Object.fromEntries(own), table.events);
});

test("controls have the ranges and neutral values of the core", () => {
  assert.deepEqual(Object.fromEntries(Object.keys(controls).map((id) => [id, controlRange(id)])), table.controls);
});

test("a level is felt and clear from where the core says", () => {
  assert.deepEqual(feltDecibels, table.feltDecibels);
});
