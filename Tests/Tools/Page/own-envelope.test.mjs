import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { controlPaths } = await page("pattern/control-path");
const { detached } = await page("edits/own-envelope");
const edits = {
  ...await page("edits/edits"), ...await page("edits/new-entries"), ...await page("edits/pasting"),
};
const envelopes = await page("edits/envelope-edits");
const { shapes } = envelopes;
const { reversed, stretched } = await page("edits/group-edits");
const own = await page("edits/own-envelope");
const { readPattern } = await page("pattern/pattern");
const { makeScene } = await page("picture/scene");
const { spliced } = await page("pattern/splice");

const intensity = "HapticIntensityControl";
const hold = (time, seconds, parameters = "") => `{ "Event": { "Time": ${time}, "EventType": "HapticContinuous", ` +
  `"EventDuration": ${seconds}, "EventParameters": [{ "ParameterID": "HapticIntensity", "ParameterValue": 0.8 }${parameters}] } }`;
const tap = (time) => `{ "Event": { "Time": ${time}, "EventType": "HapticTransient", "EventParameters": [] } }`;
const curve = (time, points, id = intensity) => `{ "ParameterCurve": { "Time": ${time}, "ParameterID": "${id}", ` +
  `"ParameterCurveControlPoints": [${points.map(([at, value]) =>
    `{ "Time": ${at}, "ParameterValue": ${value} }`).join(", ")}] } }`;
const jump = (time, value) =>
  `{ "Parameter": { "Time": ${time}, "ParameterID": "${intensity}", "ParameterValue": ${value} } }`;
const pattern = (...entries) => readPattern(`{ "Version": 1.0, "Pattern": [\n    ${entries.join(",\n    ")}\n] }`);
const ownedOf = (made, place = 0) => own.envelopesOf(made, made.events[place]).flatMap(own.partsOf).map(({ key }) => key);
const after = (made, changes) => readPattern(spliced(made.text, changes));
const [swell, fade, both, tremor, decay] = shapes;

/** Level of the intensity control at times. */
const control = (made, ...times) => times.map((time) => controlPaths(made).get(intensity)?.at(time) ?? 1);

/** Gives the first event of a pattern a shape. */
function shaped(made, shape, place = 0) {
  const event = made.events[place];
  return readPattern(envelopes.setEnvelopes(made, [{ event, points: shape.points(event.duration) }]).text);
}

test("a curve that begins with a continuous event and lasts at most as long is its own", () => {
  assert.deepEqual(ownedOf(pattern(hold(1, 1), curve(1, [[0, 0], [1, 1]]))), ["1.Curve"]);
  assert.deepEqual(ownedOf(pattern(hold(1, 1), curve(1, [[0, 0], [0.4, 1]]))), ["1.Curve"]);
  assert.deepEqual(ownedOf(pattern(hold(1, 1), curve(1, [[0, 0], [1.2, 1]]))), []);
  assert.deepEqual(ownedOf(pattern(hold(1, 1), curve(1.1, [[0, 0], [0.5, 1]]))), []);
  assert.deepEqual(ownedOf(pattern(hold(1, 1), curve(1, [[0, 0], [1, 1]], "AudioVolumeControl"))), []);
});

test("a curve during another continuous event is nobody's own", () => {
  for (const other of [hold(0.5, 1), hold(1.5, 1), hold(1, 1), hold(0, 9)]) {
    assert.deepEqual(ownedOf(pattern(hold(1, 1), other, curve(1, [[0, 0], [1, 1]]))), [], other);
  }
  for (const other of [hold(0, 1), hold(2, 1), tap(1.5)]) {
    assert.deepEqual(ownedOf(pattern(hold(1, 1), other, curve(1, [[0, 0], [1, 1]]))), ["2.Curve"], other);
  }
});

test("consecutive curves and the parameter that ends them are one envelope", () => {
  const made = pattern(hold(1, 1), curve(1, [[0, 0], [0.5, 1]]), curve(1.5, [[0, 1], [0.5, 0]]), jump(2.005, 1), jump(3, 1));
  assert.deepEqual(ownedOf(made), ["1.Curve", "2.Curve", "3.Parameter"]);
});

test("each shape lasts as long as its event and changes nothing after it", () => {
  for (const shape of shapes) {
    for (const seconds of [0.05, 0.3, 12]) {
      const made = shaped(pattern(hold(1, seconds), tap(1 + seconds), tap(20)), shape);
      const [{ curves }] = own.envelopesOf(made, made.events[0]);
      assert.equal(own.curveEnd(curves.at(-1)).toFixed(3), (1 + seconds).toFixed(3), shape.name);
      assert.ok(curves.every(({ points }) => points.length <= 16), shape.name);
      assert.deepEqual(control(made, 0.9, 1 + seconds, 20), [1, 1, 1], `${shape.name} ${seconds}`);
      assert.deepEqual(makeScene(made).taps.map(({ played }) => played), [0.75, 0.75]);
    }
  }
});

test("shapes have the levels that their names say", () => {
  const levels = (shape) => control(shaped(pattern(hold(1, 1)), shape), 1, 1.5, 1.999).map((value) => Math.round(value * 10) / 10);
  assert.deepEqual(levels(swell), [0, 0.5, 1]);
  assert.deepEqual(levels(fade), [1, 0.5, 0]);
  assert.deepEqual(levels(both), [0, 1, 0]);
  assert.deepEqual(levels(decay), [1, 0.2, 0]);
  const beats = shaped(pattern(hold(1, 1)), tremor).curves.flatMap(({ points }) => points).filter(({ value }) => value === 1);
  assert.equal(new Set(beats.map(({ time }) => time.toFixed(4))).size, 8);
});

test("a shape replaces the one before, and can be removed", () => {
  const bare = pattern(hold(1, 1), tap(3));
  const made = shaped(shaped(bare, tremor), fade);
  assert.equal(made.curves.length, 1);
  assert.equal(made.parameters.length, 1);
  const removed = envelopes.removeEnvelopes(made, [made.events[0]]);
  assert.deepEqual(JSON.parse(removed.text), JSON.parse(bare.text));
  assert.deepEqual(removed.keys, ["0.Event"]);
});

test("envelopes of adjoining events do not disturb each other, in either order", () => {
  const bare = pattern(hold(1, 1), hold(2, 1), tap(4));
  for (const order of [[0, 1], [1, 0]]) {
    const made = order.reduce((now, place) => shaped(now, fade, place), bare);
    assert.deepEqual(control(made, 1, 1.5, 2, 2.5, 4).map((value) => Math.round(value * 10) / 10), [1, 0.5, 1, 0.5, 1]);
    assert.ok(ownedOf(made, 0).length > 0 && ownedOf(made, 1).length > 0);
  }
});

test("an envelope moves and stretches with its event", () => {
  const made = shaped(pattern(tap(0), hold(1, 1)), fade, 1);
  const moved = after(made, edits.setTime(made, made.events[1], 3));
  assert.deepEqual(control(moved, 1.5, 3.5, 4.1), [1, 0.5, 1]);
  const longer = after(made, edits.setDuration(made, made.events[1], 2));
  assert.deepEqual(control(longer, 2, 3.1), [0.5, 1]);
  assert.equal(longer.parameters[0].time.toFixed(3), "3.005");
  const begun = after(made, edits.moved(made, made.events[1], "begin", 0.5, 0));
  assert.deepEqual(control(begun, 1.4, 1.75, 2.1), [1, 0.5, 1]);
  const stretchedBy2 = after(made, stretched(made, [made.events[0], made.events[1]], 2));
  assert.deepEqual(control(stretchedBy2, 1.9, 3, 4.1), [1, 0.5, 1]);
  for (const one of [moved, longer, begun, stretchedBy2]) assert.equal(ownedOf(one, 1).length, 2);
});

test("a drag of an event, its envelope and a point of it moves each once", () => {
  const made = shaped(pattern(hold(1, 1)), both);
  const keys = [...made.items.keys()];
  const source = detached(made, keys);
  const items = own.independent(source, keys.map((key) => source.items.get(key)));
  assert.deepEqual(items.map(({ key }) => key), ["0.Event"]);
  const moved = after(made, items.flatMap((item) => edits.moved(source, item, "body", 0.25, 0)));
  assert.deepEqual(control(moved, 1.25, 1.75, 2.25 - 1e-9).map((value) => Math.round(value * 100) / 100), [0, 1, 0]);
});

test("deleting, copying and reversing an event includes its envelope", () => {
  const made = shaped(pattern(hold(1, 1), tap(3)), swell);
  const left = readPattern(edits.removeItems(made, ["0.Event"]));
  assert.deepEqual([...left.items.keys()], ["0.Event"]);
  const pasted = readPattern(edits.pasteEntries(made, edits.copyText(made, ["0.Event"]), 5).text);
  assert.deepEqual(control(pasted, 1.5, 5.5, 6.1), [0.5, 0.5, 1]);
  const turned = after(made, reversed(made, [made.events[0]]));
  assert.deepEqual(control(turned, 1, 1.25, 1.75), [1, 0.75, 0.25]);
});

test("a curve that other events share is found", () => {
  const made = pattern(hold(1, 1), tap(1.5), tap(2.5), hold(1.9, 1), curve(1, [[0, 0], [1, 1]]));
  assert.deepEqual(envelopes.sharedWith(made, made.events[0]).map(({ key }) => key), ["1.Event", "3.Event"]);
  assert.deepEqual(envelopes.sharedWith(made, made.events[3]), []);
});

test("a shared rise or fall becomes the event's own attack and decay", () => {
  for (const [shape, at] of [[swell, 1.5], [fade, 1.5], [both, 1.25]]) {
    const bare = pattern(hold(1, 1), hold(1.2, 2), tap(1.5));
    const event = bare.events[0];
    const shared = readPattern(envelopes.setEnvelopes(bare, [{ event, points: shape.points(1) }]).text);
    assert.equal(ownedOf(shared).length, 0);
    const [before] = makeScene(shared).holds;
    const made = readPattern(envelopes.separated(shared, shared.events[0]).text);
    assert.equal(made.curves.length + made.parameters.length, 0, shape.name);
    const scene = makeScene(made);
    assert.ok(Math.abs(scene.holds[0].levelAt(at) - before.levelAt(at)) < 0.03, shape.name);
    assert.deepEqual([scene.holds[1].levelAt(2), scene.taps[0].played], [0.8, 0.75]);
  }
});

test("a shape that no attack and decay express stays", () => {
  const made = shaped(pattern(hold(1, 1), tap(1.5)), tremor);
  assert.equal(envelopes.separated(made, made.events[0]), undefined);
});

test("fades are read back as they were drawn, and another shape has none", async () => {
  const { fadesOf, withFades } = await page("edits/fades");
  const bare = pattern(hold(0.4, 0.8), tap(1.6));
  assert.deepEqual(fadesOf(bare, bare.events[0]), { in: 0, out: 0 });
  for (const fades of [{ in: 0.2, out: 0 }, { in: 0, out: 0.3 }, { in: 0.2, out: 0.3 }, { in: 0.5, out: 0.3 }, { in: 0.8, out: 0 }]) {
    const made = readPattern(withFades(bare, bare.events[0], fades).text);
    const read = fadesOf(made, made.events[0]);
    assert.ok(Math.abs(read.in - fades.in) < 1e-3 && Math.abs(read.out - fades.out) < 1e-3, JSON.stringify([fades, read]));
    // The tap behind it keeps its strength.
    assert.deepEqual(control(made, 1.6), [1]);
    assert.equal(readPattern(withFades(made, made.events[0], { in: 0, out: 0 }).text).curves.length, 0);
  }
  const tremulous = shaped(bare, tremor);
  assert.equal(fadesOf(tremulous, tremulous.events[0]), undefined);
  assert.equal(fadesOf(bare, bare.events[1]), undefined);
});
