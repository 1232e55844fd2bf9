import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./support.mjs";

const { RecordingClock } = await page("sound/recording-clock");

test("taps before the sound begins are timed by it afterwards", () => {
  const clock = new RecordingClock(1, 5000, true);
  const early = clock.stamp(5100);
  assert.equal(early.time, undefined);
  clock.observe(1, 5200);
  assert.equal(early.time, undefined);
  clock.observe(1.05, 5300);
  assert.ok(Math.abs(early.time - 0.85) < 1e-9);
  assert.ok(Math.abs(clock.stamp(5400).time - 1.15) < 1e-9);
});

test("the time never goes back when the sound begins late or ends", () => {
  const clock = new RecordingClock(0, 0, true);
  const stamps = [];
  for (let now = 0; now < 1500; now += 10) {
    // The sound begins after 120 ms, moves on in steps of 40 ms and ends after 600 ms.
    if (now > 120 && now < 720) clock.observe((Math.floor(now / 40) * 40 - 120) / 1000, now);
    stamps.push(clock.stamp(now));
  }
  const times = stamps.map(({ time }) => time);
  times.slice(1).forEach((time, index) => assert.ok(time >= times[index], `${index}: ${times[index]} ${time}`));
  const late = times.slice(20).map((time, index) => time - times[index + 19]);
  assert.ok(late.every((step) => step > 0.005 && step < 0.015), String(late));
});

test("a loop or a seek moves the clock at once", () => {
  const clock = new RecordingClock(0, 0, true);
  clock.observe(0.5, 500);
  clock.observe(0.1, 700);
  assert.ok(Math.abs(clock.timeAt(800) - 0.2) < 1e-9);
});

test("without sound the page's clock counts from the start", () => {
  const clock = new RecordingClock(2, 1000, false);
  assert.equal(clock.stamp(1500).time, 2.5);
});
