import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const edits = {
  ...await page("pattern/edits"), ...await page("pattern/new-entries"), ...await page("pattern/pasting"),
};
const { spliced } = await page("pattern/splice");
const { readPattern } = await page("pattern/pattern");

const pattern = readPattern(sample);
const items = [...pattern.items.values()];
const [tap, , buzz] = items.filter(({ kind }) => kind === "event");
const curve = items.find(({ kind }) => kind === "curve");
const after = (changes) => JSON.parse(spliced(sample, changes)).Pattern;

test("a changed time changes nothing else in the text", () => {
  assert.equal(spliced(sample, edits.setTime(pattern, tap, 1.5)), sample.replace('"Time": 0.0', '"Time": 1.5'));
  assert.equal(after(edits.setTime(pattern, tap, -1))[0].Event.Time, 0);
});

test("a parameter can be changed, clamped, added and removed", () => {
  const value = (changes) => after(changes)[0].Event.EventParameters.map(({ ParameterID, ParameterValue }) => [ParameterID, ParameterValue]);
  assert.deepEqual(value(edits.setParameter(pattern, tap, "HapticIntensity", 0.5)), [["HapticIntensity", 0.5]]);
  assert.deepEqual(value(edits.setParameter(pattern, tap, "HapticIntensity", 7)), [["HapticIntensity", 1]]);
  assert.deepEqual(
    value(edits.setParameter(pattern, tap, "HapticSharpness", 0.2)), [["HapticIntensity", 0.8], ["HapticSharpness", 0.2]]);
  assert.deepEqual(value(edits.setParameter(pattern, tap, "HapticIntensity", undefined)), []);
  assert.deepEqual(
    after(edits.setParameter(pattern, buzz, "HapticSharpness", 1))[2].Event.EventParameters,
    [{ ParameterID: "HapticSharpness", ParameterValue: 1 }]);
});

test("a tap gains a duration as a continuous event and loses it again", () => {
  const continuous = spliced(sample, edits.setType(pattern, tap, "HapticContinuous"));
  assert.equal(JSON.parse(continuous).Pattern[0].Event.EventDuration, 0.5);
  const read = readPattern(continuous);
  const back = spliced(continuous, edits.setType(read, [...read.items.values()][0], "HapticTransient"));
  assert.deepEqual(JSON.parse(back), JSON.parse(sample));
});

test("a new point is inserted in order of time", () => {
  const points = (time) => {
    const added = edits.addPoint(pattern, curve, time, 0.5);
    return [JSON.parse(added.text).Pattern[3].ParameterCurve.ParameterCurveControlPoints.map((point) => point.Time), added.keys];
  };
  assert.deepEqual(points(0.7), [[0, 0.2, 0.4], ["3.Point.1"]]);
  assert.deepEqual(points(5), [[0, 0.4, 4.5], ["3.Point.2"]]);
});

test("removing the last item removes its entry, and removing the last point its curve", () => {
  const keys = items.filter(({ kind }) => kind === "point").map(({ key }) => key);
  assert.equal(JSON.parse(edits.removeItems(pattern, keys)).Pattern.length, 3);
  assert.equal(JSON.parse(edits.removeItems(pattern, keys.slice(1))).Pattern[3].ParameterCurve.ParameterCurveControlPoints.length, 1);
  assert.deepEqual(JSON.parse(edits.removeItems(pattern, items.map(({ key }) => key))).Pattern, []);
});

test("pasted entries begin at the given time and keep their distances", () => {
  const copied = edits.copyText(pattern, [tap.key, buzz.key]);
  const pasted = edits.pasteEntries(pattern, copied, 3);
  const added = JSON.parse(pasted.text).Pattern.slice(4);
  // With the continuous event's own curve.
  assert.deepEqual(added.map((entry) => Object.values(entry)[0].Time), [3, 3.5, 3.5]);
  assert.equal(pasted.keys.length, 3);
  assert.equal(edits.pasteEntries(pattern, "hello", 0), undefined);
});

test("an event's start can be dragged neither before 0 nor past its end", () => {
  const dragged = (seconds) => {
    const { Event } = after(edits.moved(pattern, buzz, "begin", seconds, 0))[2];
    return [Event.Time, Event.EventDuration];
  };
  assert.deepEqual(dragged(0.25), [0.75, 0.75]);
  assert.deepEqual(dragged(-9), [0, 1.5]);
  assert.deepEqual(dragged(9), [1.499, 0.001]);
});

test("a recorded line becomes curves of limited length that share their ends", () => {
  const points = Array.from({ length: 40 }, (_, index) => ({ time: index / 10, value: (index % 5) / 5 }));
  const curves = edits.curveEntries("HapticIntensityControl", points, 16).map((text) => JSON.parse(text).ParameterCurve);
  const all = curves.flatMap(({ Time, ParameterCurveControlPoints }) =>
    ParameterCurveControlPoints.map((point) => Math.round((Time + point.Time) * 1e4) / 1e4));
  assert.ok(curves.every(({ ParameterCurveControlPoints: own }) => own.length <= 16));
  assert.deepEqual([...new Set(all)], points.map(({ time }) => time));
});

test("new entries are valid and have the requested time", () => {
  for (const what of ["HapticTransient", "HapticContinuous", "AudioContinuous", "Curve", "Parameter"]) {
    const [entry] = Object.values(JSON.parse(edits.newEntry(what, 1.25)));
    assert.equal(entry.Time, 1.25, what);
  }
});

test("a new curve belongs to the continuous event selected or at the cursor", () => {
  assert.equal(edits.curveHold(pattern, [buzz.key], 0)?.key, buzz.key);
  assert.equal(edits.curveHold(pattern, [], 0.5)?.key, buzz.key);
  assert.equal(edits.curveHold(pattern, [tap.key], 0.2), undefined);
  assert.equal(edits.curveHold(pattern, [], 1.5), undefined);
});

test("trimming keeps the copied entries, from 0, and the rest of the file", () => {
  const copied = edits.copyText(pattern, [buzz.key]);
  const { text, keys, removed } = edits.trimmed(pattern, copied);
  const kept = readPattern(text);
  assert.equal(Math.min(...keys.map((key) => kept.items.get(key).time)), 0);
  assert.deepEqual(kept.events.map(({ type, duration }) => [type, duration]), [[buzz.type, buzz.duration]]);
  assert.ok(removed >= 2);
  const others = ({ Pattern: _, ...more }) => more;
  assert.deepEqual(others(JSON.parse(text)), others(JSON.parse(sample)));
});
