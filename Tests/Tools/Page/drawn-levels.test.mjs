import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { page } from "./support.mjs";

const { readPattern } = await page("pattern/pattern");
const { makeScene } = await page("picture/scene");
const shared = (name) => JSON.parse(readFileSync(new URL(`../../SharedCases/${name}.json`, import.meta.url), "utf8"));

/** Equal but for the last digits of the table. */
const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 2e-5, `${what}: ${actual}, not ${expected}`);
const limited = (level) => Math.min(1, Math.max(0, level));

for (const { name, pattern, sounds = {}, expected } of shared("drawn-levels").cases) {
  test(`levels are drawn as they are played: ${name}`, () => {
    const notes = new Map(Object.entries(sounds).map(([path, seconds]) => [path, { path, found: true, seconds }]));
    const scene = makeScene(readPattern(JSON.stringify({ Version: 1, Pattern: pattern })), notes);
    const byTime = (list) => list.toSorted((a, b) => a.time - b.time);
    for (const kind of ["taps", "holds", "sounds"]) assert.equal(scene[kind].length, expected[kind].length, kind);
    byTime(scene.taps).forEach((tap, index) => {
      [tap.time, tap.played, tap.sharpness].forEach((value, place) => near(value, expected.taps[index][place], "tap"));
    });
    for (const kind of ["holds", "sounds"]) {
      byTime(scene[kind]).forEach((item, index) => {
        const { start, end, levels } = expected[kind][index];
        near(item.time, start, "start");
        near(item.end, end, "end");
        for (const [time, level, sharpness] of levels) {
          near(limited(item.levelAt(time)), level, `level at ${time}`);
          if (sharpness !== undefined) near(item.sharpnessAt(time), sharpness, `sharpness at ${time}`);
        }
      });
    }
  });
}

for (const { name, text, expected } of shared("read-texts").texts) {
  test(`a text is accepted or refused as by the linter: ${name}`, () => {
    const { root, list, problems, events } = readPattern(text);
    const isPattern = root?.type === "object" && list !== undefined && problems.length === 0;
    assert.deepEqual({ isPattern, events: isPattern ? events.length : 0 }, expected);
  });
}
