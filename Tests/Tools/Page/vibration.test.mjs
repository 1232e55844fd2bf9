import assert from "node:assert/strict";
import { test } from "node:test";
import { parts, Vibration } from "../../../Sources/Tools/ThrumStudio/PhonePage/vibration.js";

/** The motor's state, on or off, at each millisecond, as a browser plays the parts. */
function played(durations) {
  const motor = [];
  for (const { at, durations: part } of parts(durations)) {
    assert.ok(part.length <= 99, `${part.length} durations in a part`);
    assert.ok(part.every((duration) => duration <= 10_000), "a duration is longer than 10 s");
    let time = at;
    part.forEach((duration, index) => {
      if (index % 2 === 0) motor.push([time, time + duration]);
      time += duration;
    });
  }
  return motor;
}

/** Joins stretches that touch, and drops empty ones. */
function joined(stretches) {
  const result = [];
  for (const [start, end] of stretches) {
    if (start === end) continue;
    if (result.at(-1)?.[1] === start) result.at(-1)[1] = end;
    else result.push([start, end]);
  }
  return result;
}

function asked(durations) {
  const motor = [];
  let time = 0;
  durations.forEach((duration, index) => {
    if (index % 2 === 0) motor.push([time, time + duration]);
    time += duration;
  });
  return motor;
}

test("any vibration is played whole, in parts that browsers accept", () => {
  let seed = 7;
  const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
  for (const count of [0, 1, 2, 98, 99, 100, 101, 102, 250, 1000]) {
    const durations = Array.from({ length: count }, () => random(5) === 0 ? random(45_000) : random(200));
    assert.deepEqual(joined(played(durations)), joined(asked(durations)), `${count} durations`);
  }
});

test("silence at the beginning is kept", () => {
  assert.deepEqual(parts([0, 200, 15]), [{ at: 0, durations: [0, 200, 15] }]);
  assert.deepEqual(parts([0, 200]), []);
});

test("nothing is asked of the motor before it plays, and once to stop", () => {
  const calls = [];
  const vibration = new Vibration({ vibrate: (durations) => calls.push(durations) });
  vibration.stop();
  assert.deepEqual(calls, []);
  vibration.play([0, 5]);
  vibration.stop();
  vibration.stop();
  assert.deepEqual(calls, [0]);
});

test("a browser without a motor is never asked", () => {
  const vibration = new Vibration({});
  assert.equal(vibration.isThere, false);
  vibration.play([10]);
  vibration.stop();
});
