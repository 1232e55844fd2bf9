import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

globalThis.addEventListener ??= () => undefined;
const { ModuleWorker } = await page("module/module-worker");

/** A worker over a module that repeats what it is asked, and notes the sounds that it is given. */
function rig() {
  const opened = [];
  const thrum = {
    open() {
      const pattern = {
        number: opened.length + 1, sounds: [], isClosed: false,
        addSound(name) {
          if (name.endsWith(".mp3")) throw new Error("not a WAV file");
          pattern.sounds.push(name);
        },
        close: () => void (pattern.isClosed = true),
      };
      opened.push(pattern);
      return pattern;
    },
    ask(name, values, { file, number }) {
      if (name === "shape") throw new WebAssembly.RuntimeError("unreachable");
      if (name === "cure") throw Object.assign(new Error("this finding has no cure"), { code: "noCure" });
      return { name, values, file, number };
    },
  };
  const worker = new ModuleWorker(new Uint8Array());
  worker.thrum = async () => thrum;
  return { worker, opened };
}

const asked = (path) => ({ name: "analyse", values: { text: "x", path } });
const bytes = (...values) => new Uint8Array(values);

test("a question is passed on with its file", async () => {
  const { worker, opened } = rig();
  const file = bytes(1);
  assert.deepEqual(await worker.answer({ name: "convert", values: { name: "a" }, file }),
    { name: "convert", values: { name: "a" }, file, number: undefined });
  assert.equal(opened.length, 0);
});

test("a pattern gets the sounds that belong to its path, those that cannot be read aside", async () => {
  const { worker, opened } = rig();
  worker.keep({ path: "a.ahap", name: "bell.wav", bytes: bytes(1) });
  worker.keep({ path: "a.ahap", name: "song.mp3", bytes: bytes(1) });
  worker.keep({ path: "b.ahap", name: "drum.wav", bytes: bytes(1) });
  assert.equal((await worker.answer(asked("a.ahap"))).number, 1);
  assert.equal((await worker.answer(asked("a.ahap"))).number, 1);
  assert.equal((await worker.answer(asked("b.ahap"))).number, 2);
  assert.equal((await worker.answer(asked("c.ahap"))).number, undefined);
  assert.deepEqual(opened.map(({ sounds }) => sounds), [["bell.wav"], ["drum.wav"]]);
});

test("a sound that changed or is gone is given anew; the same one is not", async () => {
  const { worker, opened } = rig();
  worker.keep({ path: "a", name: "bell.wav", bytes: bytes(1, 2) });
  await worker.answer(asked("a"));
  worker.keep({ path: "a", name: "bell.wav", bytes: bytes(1, 2) });
  assert.equal((await worker.answer(asked("a"))).number, 1);
  worker.keep({ path: "a", name: "bell.wav", bytes: bytes(1, 3) });
  assert.equal((await worker.answer(asked("a"))).number, 2);
  worker.keep({ path: "a", name: "bell.wav" });
  assert.equal((await worker.answer(asked("a"))).number, undefined);
  assert.deepEqual(opened.map(({ isClosed }) => isClosed), [true, true]);
});

test("a trap says so, and the next module gets the sounds again; another error is no trap", async () => {
  const { worker, opened } = rig();
  worker.keep({ path: "a", name: "bell.wav", bytes: bytes(1) });
  await worker.answer(asked("a"));
  await assert.rejects(worker.answer({ name: "cure", values: {} }),
    (error) => !error.isTrap && error.code === "noCure" && /no cure/.test(error.message));
  await worker.answer(asked("a"));
  assert.equal(opened.length, 1);
  await assert.rejects(worker.answer({ name: "shape", values: {} }),
    (error) => error.isTrap && /too large/.test(error.message));
  await worker.answer(asked("a"));
  assert.deepEqual(opened.map(({ sounds }) => sounds), [["bell.wav"], ["bell.wav"]]);
});
