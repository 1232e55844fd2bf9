import assert from "node:assert/strict";
import { test } from "node:test";
import { page, sample } from "./support.mjs";

const edits = {
  ...await page("edits/edits"), ...await page("edits/new-entries"), ...await page("edits/pasting"),
};
const { spliced } = await page("pattern/splice");
const { controlPaths } = await page("pattern/control-path");
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

/** Taps at 0, 0.1 … 1 s under an intensity curve that falls from 1 to 0, and a hold after them. */
const fading = readPattern(JSON.stringify({ Pattern: [
  ...Array.from({ length: 11 }, (_, index) => ({ Event: { Time: index / 10, EventType: "HapticTransient" } })),
  { ParameterCurve: { ParameterID: "HapticIntensityControl", Time: 0, ParameterCurveControlPoints: [
    { Time: 0, ParameterValue: 1 }, { Time: 0.5, ParameterValue: 0.5 }, { Time: 1, ParameterValue: 0 }] } }] }));
const humming = readPattern(JSON.stringify({ Pattern: [
  { Event: { Time: 0, EventType: "HapticContinuous", EventDuration: 9 } },
  { Parameter: { Time: 0, ParameterID: "HapticIntensityControl", ParameterValue: 0.75 } }] }));
const [intensity] = fading.curves;
/** The taps at 0.3, 0.4 … 0.7 s and the point between them. */
const motif = [...fading.events.slice(3, 8), intensity.points[1]].map(({ key }) => key);
const levelAt = (given, time) => controlPaths(given).get(intensity.id).at(time);

test("events keep the level that a control gives them, copied with a part of its curve", () => {
  const { text } = edits.trimmed(fading, edits.copyText(fading, motif));
  for (const [index, level] of [0.7, 0.6, 0.5, 0.4, 0.3].entries()) {
    assert.ok(Math.abs(levelAt(readPattern(text), index / 10) - level) < 1e-6, `tap ${index}`);
  }
});

test("a control that comes with pasted events returns to what it was", () => {
  const { text } = edits.pasteEntries(humming, edits.copyText(fading, motif), 2);
  const pasted = readPattern(text);
  const levels = [1.9, 2, 2.4, 2.5, 8].map((time) => levelAt(pasted, time));
  for (const [index, level] of [0.75, 0.7, 0.3, 0.75, 0.75].entries()) {
    assert.ok(Math.abs(levels[index] - level) < 1e-6, `${levels}`);
  }
  const alone = edits.pasteEntries(humming, edits.copyText(fading, [intensity.key]), 2);
  assert.equal(levelAt(readPattern(alone.text), 8), 0, "a curve pasted without events acts on what is there");
});

test("of repeated copies, each takes over from the last, and the last returns a control", () => {
  const copied = edits.copyText(fading, motif);
  const { text } = edits.repeatEntries(humming, copied, { first: 1, period: 0.4, count: 3 });
  const levels = [1, 1.39, 1.41, 1.79, 1.81, 2.2, 2.3].map((time) => levelAt(readPattern(text), time));
  for (const [index, level] of [0.7, 0.31, 0.69, 0.31, 0.69, 0.3, 0.75].entries()) {
    assert.ok(Math.abs(levels[index] - level) < 1e-6, `${levels}`);
  }
});
