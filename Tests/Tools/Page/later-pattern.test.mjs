import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const { LaterPattern } = await page("edits/later-pattern");
const { itemAt, readPattern, rereadPattern } = await page("pattern/pattern");

const entries = (count) => Array.from({ length: count }, (_, index) =>
  `{ "Event": { "Time": ${index / 10}, "EventType": "HapticTransient" } } /* ${index} */`);
const long = (count) => `{ "Metadata": { "Description": "long" }, "Pattern": [ ${entries(count).join(", ")} ] }`;

/** What is shown of a pattern. */
const shown = ({ text, events, curves, parameters, items, duration, description, groups }) =>
  ({ text, events: events.map(({ key, time, type }) => [key, time, type]), curves: curves.length,
    parameters: parameters.length, keys: [...items.keys()], duration, description, groups });

test("a long text that is parsed in parts gives the same pattern", async () => {
  const text = long(5000);
  const same = readPattern(text);
  const expected = shown(readPattern(text));
  let isTold = false;
  const later = new LaterPattern(text, same, () => (isTold = true));
  assert.equal(later.isReady, false);
  // The other pattern changes meanwhile.
  assert.ok(rereadPattern(same, text.replace('"Time": 0.3,', '"Time": 0.33333,')));
  while (!isTold) await new Promise((done) => setTimeout(done));
  assert.ok(later.isReady);
  assert.deepEqual(shown(later.pattern), expected);
  const place = text.indexOf('"Time": 412.3');
  assert.equal(itemAt(later.pattern, place), "4123.Event");
});

test("the pattern is complete as soon as it is asked for", () => {
  const text = long(3000);
  const later = new LaterPattern(text, readPattern(text), () => assert.fail("it was asked for"));
  assert.equal(later.pattern.events.length, 3000);
});

test("short and broken texts are parsed at once", () => {
  for (const text of [sample, long(3000).slice(0, -4)]) {
    const later = new LaterPattern(text, readPattern(text), () => assert.fail("it was ready"));
    assert.ok(later.isReady);
    assert.deepEqual(shown(later.pattern), shown(readPattern(text)));
  }
});
