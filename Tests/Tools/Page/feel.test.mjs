import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./support.mjs";

globalThis.document = { getElementById: () => ({ replaceChildren() {} }) };
const { Feel } = await page("findings/feel");
const { readPattern } = await page("pattern/pattern");

const kinds = ["silent", "not-felt", "felt"];
const textOf = (times) => JSON.stringify({
  Version: 1, Pattern: times.map((Time) => ({ Event: { Time, EventType: "HapticTransient" } })),
});
const soon = () => new Promise((done) => setTimeout(done, 1));

/** The page's judge of three taps, of which the second is selected, with a server that answers when told to. */
function opened() {
  const handlers = {};
  const studio = {
    session: { actuators: [{ name: "coin", title: "Coin" }] }, document: { path: "a.ahap" }, selection: [], felt: [],
    settings: { feltOn: ["coin"], on() {}, set() {} }, on: (name, handler) => (handlers[name] = handler),
    setFeel(felt, findings) { Object.assign(studio, { felt, findings: findings ?? studio.findings }); },
    write(times) {
      studio.shownPattern = readPattern(textOf(times));
      studio.shownText = studio.shownPattern.text;
      handlers.text?.();
    },
  };
  studio.session.actuators = [];
  studio.write([0, 1, 2]);
  [, studio.selection[0]] = [...studio.shownPattern.items.keys()];
  const asked = [];
  const server = { ask: (_, request) => new Promise((answer) => asked.push({ request, answer })) };
  studio.session.actuators = [];
  const feel = new Feel(studio, server);
  Object.defineProperty(feel, "motors", { value: ["coin"] });
  return { studio, feel, asked };
}

const lane = (verdicts) => [{ name: "coin", verdicts, findings: "0".repeat(verdicts.length), levels: [...verdicts].map(() => 0) }];

test("while an event is dragged, what is around it is judged, the newest text next", async () => {
  const { studio, feel, asked } = opened();
  void feel.now();
  asked[0].answer({ kinds, motors: lane("222"), findings: [] });
  await soon();
  assert.deepEqual(studio.felt[0].events.map(({ verdict }) => verdict), ["felt", "felt", "felt"]);

  studio.write([0, 1.5, 2]);
  studio.write([0, 1.75, 2]);
  assert.equal(asked.length, 2, "one request at a time");
  assert.deepEqual(asked[1].request.around, [1, 1.5]);
  asked[1].answer({ kinds, places: [1], motors: lane("1"), findings: [] });
  await soon();
  assert.deepEqual(studio.felt[0].events.map(({ verdict }) => verdict), ["felt", "not-felt", "felt"]);
  assert.deepEqual(asked[2].request.around, [1, 1.75], "from where it was when all was judged");
  asked[2].answer({ kinds, places: [1, 2], motors: lane("12"), findings: [] });
  await soon();
  assert.deepEqual(studio.felt[0].events.map(({ time }) => time), [0, 1.75, 2]);
  assert.equal(asked.length, 3);
});

test("the whole is judged after a drag, even if it was due while something was asked", async () => {
  const { studio, feel, asked } = opened();
  void feel.now();
  asked[0].answer({ kinds, motors: lane("222"), findings: [] });
  await soon();
  studio.write([0, 1.5, 2]);
  await new Promise((done) => setTimeout(done, 200));
  assert.equal(asked.length, 2);
  asked[1].answer({ kinds, places: [1], motors: lane("1"), findings: [] });
  await new Promise((done) => setTimeout(done, 200));
  assert.equal(asked[2]?.request.around, undefined);
  assert.equal(asked[2]?.request.text, studio.shownText);
});

test("nothing is asked meanwhile if other events are there than were judged", async () => {
  const { studio, feel, asked } = opened();
  void feel.now();
  asked[0].answer({ kinds, motors: lane("222"), findings: [] });
  await soon();
  studio.write([0, 1, 1.5, 2]);
  assert.equal(asked.length, 1);
});
