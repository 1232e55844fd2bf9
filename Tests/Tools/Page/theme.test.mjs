import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { page } from "./support.mjs";

const { light, night, lightStops, darkStops } = await page("base/theme");
const table = JSON.parse(readFileSync(new URL("../../SharedCases/picture-colours.json", import.meta.url), "utf8"));

test("the page draws with the colours of the command's pictures", () => {
  for (const [name, colours, stops] of [["light", light, lightStops], ["dark", night, darkStops]]) {
    const known = Object.keys(table[name].colours).map((key) => [key, colours[key]?.slice(1)]);
    assert.deepEqual(Object.fromEntries(known), table[name].colours);
    assert.deepEqual(stops, table[name].sharpness);
  }
});
