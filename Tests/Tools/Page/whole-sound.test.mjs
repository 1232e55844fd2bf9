import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { blockOf, waveFile, wholeSound } = await page("pattern/whole-sound");

/** A block's bytes, as the list of questions says. */
function bytesOf(channels, isLast) {
  const file = new ArrayBuffer(8 + 4 * channels.length * channels[0].length);
  new Uint32Array(file, 0, 2).set([channels.length, isLast ? 1 : 0]);
  channels.forEach((samples, index) => new Float32Array(file, 8 + 4 * index * samples.length, samples.length).set(samples));
  return file;
}

function server(...blocks) {
  return {
    async ask(name, values) {
      if (name === "take") return { take: "7", sampleRate: 48000, blockFrames: 2 };
      if (name === "waveHeader") return new Uint8Array([values.frames, values.sampleRate / 1000]).buffer;
      return blocks[values.index];
    },
  };
}

test("a block has one channel after the other", () => {
  const { channels, isLast } = blockOf(bytesOf([[1, 2], [3, 4]], true));
  assert.deepEqual([channels.map((one) => [...one]), isLast], [[[1, 2], [3, 4]], true]);
});

test("blocks become whole channels, of which one may stand for both", async () => {
  const { channels } = await wholeSound(server(bytesOf([[1, 2]], false), bytesOf([[3, 4], [5, 6]], true)), {});
  assert.deepEqual(channels.map((one) => [...one]), [[1, 2, 3, 4], [1, 2, 5, 6]]);
});

test("a WAV file has its header, then the channels in turn", async () => {
  const file = await waveFile(server(bytesOf([[1], [2]], true)), {});
  assert.deepEqual([...new Uint8Array(file, 0, 2)], [1, 48]);
  assert.deepEqual([new DataView(file).getFloat32(2, true), new DataView(file).getFloat32(6, true)], [1, 2]);
});

test("a take that was dropped is said, and so is a pattern that is too long", async () => {
  await assert.rejects(wholeSound(server(undefined), {}), /discarded/);
  const endless = { ask: async (name) => (name === "take" ? { take: "1", sampleRate: 1, blockFrames: 100 }
    : bytesOf([[1]], false)) };
  await assert.rejects(wholeSound(endless, {}), /longer than 600 s/);
});
