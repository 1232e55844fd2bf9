import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { words } = await page("files/recorded-words");

test("a recorded feedback entry shows the preset and its result", () => {
  const entry = { time: 1, kind: "feedback", name: "impact-light", state: "played", intensity: 0.5 };
  assert.equal(words(entry), "impact-light played, intensity 0.5");
  const withheld = { time: 1, kind: "feedback", name: "selection", state: "withheld", detail: "in the background" };
  assert.equal(words(withheld), "selection withheld, in the background");
});

test("a recorded call shows its arguments and its error", () => {
  const entry = { time: 1, kind: "call", name: "player.start", arguments: "at 0", player: 2, error: -4805 };
  assert.equal(words(entry), "player.start(at 0), player 2, error -4805");
});
