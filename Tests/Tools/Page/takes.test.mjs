import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./support.mjs";

const { Takes } = await page("player/takes");

test("a new match ends the one before, so that it holds no connection", async () => {
  const signals = [];
  let made = 0;
  const takes = new Takes({
    ask: async (name, values, { signal } = {}) => {
      if (name === "take") return { take: String((made += 1)), sampleRate: 48000, blockFrames: 24000 };
      signals.push(signal);
      return new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      });
    },
  });
  const version = (text) => ({ text, path: "", actuator: "", monitor: "" });
  const results = ["one", "two", "three"].map((text) => takes.match(version(text), version("A")).catch(() => "ended"));
  for (let turn = 0; signals.length < 3 && turn < 1000; turn += 1) await new Promise((done) => setImmediate(done));
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true, false]);
  assert.deepEqual(await Promise.all(results.slice(0, 2)), ["ended", "ended"]);
});
