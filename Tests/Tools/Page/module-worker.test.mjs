import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

globalThis.addEventListener ??= () => undefined;
const { ModuleWorker } = await page("module/module-worker");

/** A module whose patterns give a number of samples; counts what is opened and closed. */
function rig(frames = 30000) {
  const opened = [];
  const thrum = {
    open() {
      const pattern = {
        sounds: [], isClosed: false, begun: 0, left: 0,
        addSound: (name) => pattern.sounds.push(name), edit: (text) => void (pattern.text = text), set: () => undefined,
        begin: () => void (pattern.begun += 1, pattern.left = 2 * frames), close: () => void (pattern.isClosed = true),
        analyse: () => pattern.text,
        next: () => {
          const count = Math.min(pattern.left, 2048);
          pattern.left -= count;
          return count > 0 ? new Float32Array(count).fill(0.5) : undefined;
        },
      };
      opened.push(pattern);
      return pattern;
    },
    convert: (name, file) => [name, file],
    shape: () => {
      throw new WebAssembly.RuntimeError("unreachable");
    },
    reach: () => {
      throw new Error("there is no motor of this name");
    },
  };
  const worker = new ModuleWorker(new Uint8Array());
  let starts = 0;
  worker.thrum = async () => {
    starts += 1;
    return thrum;
  };
  return { worker, opened, starts: () => starts };
}

const version = (text) => ({ text, path: "a.ahap", actuator: "", monitor: "" });

test("a version is opened once, and the one used least lately is closed", async () => {
  const { worker, opened } = rig();
  for (const text of ["0", "1", "2", "3", "4", "5", "0", "6"]) {
    assert.equal(await worker.answer("analyse", [version(text), 10]), text);
  }
  assert.equal(opened.length, 7);
  assert.deepEqual(opened.map(({ isClosed }) => isClosed), [false, true, false, false, false, false, false]);
});

test("blocks in order are rendered once, and the last one is short", async () => {
  const { worker, opened } = rig();
  const first = await worker.answer("block", [version("x"), 0]);
  const second = await worker.answer("block", [version("x"), 1]);
  assert.deepEqual([first.channels.length, first.channels[0].length, first.isLast], [1, 24000, false]);
  assert.deepEqual([second.channels[0].length, second.isLast], [6000, true]);
  assert.equal(opened[0].begun, 1);
  await worker.answer("block", [version("x"), 0]);
  assert.equal(opened[0].begun, 2);
});

test("all samples come in one piece", async () => {
  const { worker } = rig(5000);
  assert.equal((await worker.answer("samples", [version("x")])).length, 10000);
});

test("a pattern gets the sounds that the page has given", async () => {
  const { worker, opened } = rig();
  await worker.answer("addSound", ["key", "bell.wav", new Uint8Array(3)]);
  await worker.answer("analyse", [{ ...version("x"), sounds: ["key", "unknown"] }, 10]);
  assert.deepEqual(opened[0].sounds, ["bell.wav"]);
});

test("a trap says so, and what was open is opened again; another error is no trap", async () => {
  const { worker, opened } = rig();
  await worker.answer("analyse", [version("x"), 10]);
  await assert.rejects(worker.answer("reach", ["x"]), (error) => !error.isTrap && /no motor/.test(error.message));
  await worker.answer("analyse", [version("x"), 10]);
  assert.equal(opened.length, 1);
  await assert.rejects(worker.answer("shape", ["a", "b"]), (error) => error.isTrap && /too large/.test(error.message));
  await worker.answer("analyse", [version("x"), 10]);
  assert.equal(opened.length, 2);
});
