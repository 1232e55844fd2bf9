import assert from "node:assert/strict";
import { test } from "node:test";
import { page, randomNumbers } from "./support.mjs";

const { BlockVoice } = await page("player/block-voice");
const { blocksAhead } = await page("player/block-player");

const next = randomNumbers(7);
const sound = Float32Array.from({ length: 1000 }, () => next() - 0.5);

/** A voice with the sound in blocks, without those in `missing`. */
function voiceOf(blockFrames, { missing = [], ...how } = {}) {
  const voice = new BlockVoice({ id: 1, frame: 0, layers: [{ blockFrames }], ...how });
  for (let index = 0; index * blockFrames < sound.length; index += 1) {
    if (!missing.includes(index)) give(voice, blockFrames, index);
  }
  return voice;
}

function give(voice, blockFrames, index) {
  const block = sound.slice(index * blockFrames, (index + 1) * blockFrames);
  voice.layers[0].give(index, [block], (index + 1) * blockFrames >= sound.length);
}

/** Frames from the voice in quanta, of the left channel. */
function played(voice, count, quantum = 64) {
  const all = [];
  while (all.length < count) {
    const output = [new Float32Array(quantum), new Float32Array(quantum)];
    voice.render([output]);
    assert.deepEqual(output[0], output[1]);
    all.push(...output[0]);
  }
  return all.slice(0, count);
}

test("blocks of any length play as one sound", () => {
  for (const blockFrames of [7, 64, 100, 1000, 4096]) {
    const voice = voiceOf(blockFrames);
    assert.deepEqual(played(voice, 1000), [...sound]);
    played(voice, 64);
    assert.ok(voice.isOver);
  }
});

test("a loop returns to its start at its end, or at the end of the sound", () => {
  for (const end of [450, Infinity]) {
    const last = Math.min(end, 1000);
    const voice = voiceOf(100, { frame: 300, loop: { start: 250, end } });
    const expected = [...sound.slice(300, last), ...sound.slice(250, last), ...sound.slice(250, last)];
    assert.deepEqual(played(voice, expected.length), expected);
  }
});

test("a missing block is silence, and nothing is skipped", () => {
  const voice = voiceOf(100, { missing: [3] });
  const first = played(voice, 448);
  assert.deepEqual(first, [...sound.slice(0, 300), ...new Array(148).fill(0)]);
  assert.equal(voice.gaps, 1);
  give(voice, 100, 3);
  assert.deepEqual(played(voice, 512), [...sound.slice(300, 812)]);
});

test("a second layer keeps its place in the first one's time", () => {
  const voice = voiceOf(100, { layers: [{ blockFrames: 100 }, { blockFrames: 50, shift: 30, level: 0.5 }] });
  for (let index = 0; index < 4; index += 1) {
    voice.layers[1].give(index, [new Float32Array(50).fill(index + 1)], index === 3);
  }
  const output = [[new Float32Array(256)], [new Float32Array(256)]];
  voice.render(output);
  assert.deepEqual([...output[1][0].slice(28, 32)], [0, 0, 0.5, 0.5]);
  assert.deepEqual([...output[1][0].slice(78, 82)], [0.5, 0.5, 1, 1]);
  assert.deepEqual([...output[1][0].slice(228, 232)], [2, 2, 0, 0]);
  assert.deepEqual([...output[0][0]], [...sound.slice(0, 256)]);
});

test("a stopped voice fades out, one that waits ends at once", () => {
  const voice = voiceOf(1000);
  played(voice, 64);
  voice.drop();
  const fade = played(voice, 512);
  assert.ok(voice.isOver && Math.abs(fade[0]) < Math.abs(sound[64]) && fade[500] === 0);
  const waiting = voiceOf(100, { missing: [0] });
  played(waiting, 64);
  waiting.drop();
  assert.ok(waiting.isOver);
});

test("the blocks ahead come in the order in which they are played, around a loop", () => {
  const ahead = (voice, layer = { blockFrames: 100 }) => blocksAhead({ end: 1000, ahead: 300, frame: 0, ...voice }, layer);
  assert.deepEqual(ahead({}), [0, 1, 2]);
  assert.deepEqual(ahead({ frame: 950 }), [9]);
  assert.deepEqual(ahead({ frame: 950, loop: { start: 20, end: Infinity } }), [9, 0, 1, 2]);
  assert.deepEqual(ahead({ frame: 510, loop: { start: 120, end: 530 } }), [5, 1, 2, 3]);
  assert.deepEqual(ahead({ frame: 50 }, { blockFrames: 100, shift: 120, total: 150 }), [0, 1]);
});
