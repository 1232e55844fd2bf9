import assert from "node:assert/strict";
import { test } from "node:test";
import { page, randomNumbers, sample } from "./support.mjs";

const { controlPaths } = await page("pattern/control-path");
const { envelopeOf, envelopeSeconds, sustainSeconds } = await page("pattern/envelope");
const { snapped, snapTimes } = await page("edits/snapping");
const { readNumber } = await page("base/number-field");
const { readPattern } = await page("pattern/pattern");

const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const id = "HapticIntensityControl";
const curve = (index, time, points) => (
  { index, id, time, points: points.map(([offset, value]) => ({ offset, time: time + offset, value })) });

test("a curve is interpolated between its points and holds its last value", () => {
  const path = controlPaths({ parameters: [], curves: [curve(0, 1, [[0, 1], [2, 0.5]])] }).get(id);
  for (const [time, value] of [[0, 1], [1, 1], [2, 0.75], [3, 0.5], [99, 0.5]]) near(path.at(time), value);
});

test("a curve's points count in order of time, whatever their order in the file", () => {
  const path = controlPaths({ parameters: [], curves: [curve(0, 0, [[1, 0], [0, 1]])] }).get(id);
  near(path.at(0.25), 0.75);
});

test("the later of two changes counts, at the same time the later in the file", () => {
  const parameters = [{ index: 1, id, time: 1, value: 0.2 }, { index: 0, id, time: 1, value: 0.9 }];
  near(controlPaths({ parameters, curves: [] }).get(id).at(1), 0.2);
  const path = controlPaths({ parameters: [{ index: 1, id, time: 1, value: 0 }], curves: [curve(0, 0, [[0, 1], [4, 0]])] }).get(id);
  near(path.at(0.5), 0.875);
  near(path.at(2), 0);
});

test("control values are clamped to their range", () => {
  near(controlPaths({ parameters: [{ index: 0, id, time: 0, value: 5 }], curves: [] }).get(id).at(0), 1);
});

const event = (more) => ({ type: "HapticContinuous", isHaptic: true, time: 1, given: new Map(), ...more });

test("an envelope is 0 outside its event and always within 0 to 1", () => {
  const next = randomNumbers(11);
  const given = (name, value) => [name, { value }];
  for (let round = 0; round < 200; round += 1) {
    const parameters = new Map(["AttackTime", "DecayTime", "ReleaseTime", "Sustained"].map((name) => given(name, next())));
    const duration = next() * 3;
    const shape = envelopeOf(event({ given: parameters }), new Map(), duration);
    assert.equal(shape.at(0.999), 0);
    assert.equal(shape.at(shape.end + 1e-9), 0);
    for (let step = 0; step < 20; step += 1) {
      const level = shape.at(1 + (shape.end - 1) * next());
      assert.ok(level >= 0 && level <= 1);
    }
  }
});

test("a haptic event ends after at most 30 seconds", () => {
  near(envelopeOf(event(), new Map(), 100).end, 31);
  near(envelopeOf(event(), new Map(), Infinity).end, 31);
});

test("an envelope parameter's extremes are its shortest and longest time", () => {
  near(envelopeSeconds("AttackTime", 0), 0.005);
  near(envelopeSeconds("AttackTime", 1), 1.5);
  near(envelopeSeconds("DecayTime", 9), 3);
  near(envelopeSeconds("ReleaseTime", -9), 0.005);
});

test("a sound is as long as its file, unless it loops or is cut", () => {
  const sound = (more) => ({ type: "AudioCustom", ...more });
  near(sustainSeconds(sound({}), 2), 2);
  near(sustainSeconds(sound({ duration: 0.5 }), 2), 0.5);
  near(sustainSeconds(sound({ duration: 5 }), 2), 2);
  near(sustainSeconds(sound({ duration: 5, loops: true }), 2), 5);
  assert.equal(sustainSeconds(event({}), undefined), Infinity);
});

test("a time snaps to the grid or to a nearer item", () => {
  near(snapped(0.26, { step: 0.1, reach: 0.05 }), 0.3);
  near(snapped(0.26, { step: 0.1, times: [0.27], reach: 0.05 }), 0.27);
  near(snapped(0.26, { step: 0.1, times: [0.4], reach: 0.05 }), 0.3);
  near(snapped(0.26, { step: 0, times: [0.3], reach: 0.01 }), 0.26);
});

test("items snap to the starts and ends of items that do not move", () => {
  const pattern = readPattern(sample);
  const [first] = pattern.items.values();
  const times = snapTimes(pattern, new Set([first.key]));
  for (const time of [0, 0.25, 0.5, 1.5]) assert.ok(times.some((one) => Math.abs(one - time) < 1e-9), `${time}`);
});

test("numbers are read in the forms people write", () => {
  const value = (text, unit = "") => readNumber(text, unit).value;
  near(value("0,5"), 0.5);
  near(value("50%"), 0.5);
  near(value("250ms", "s"), 0.25);
  near(value(" 1.5 S ", "s"), 1.5);
  near(value("−2"), -2);
  near(readNumber("+0.1", "").change(0.4), 0.5);
  near(readNumber("×2", "s").change(0.4), 0.8);
  assert.equal(readNumber("", "s").change, undefined);
  for (const [text, unit] of [["abc", ""], ["1ms", ""], ["50%", "s"], ["1e999", ""]]) assert.ok(readNumber(text, unit).problem, text);
});
