import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./support.mjs";

const { ModuleCalls } = await page("module/module-calls");

class FakeWorker {
  sent = [];
  postMessage(message) {
    this.sent.push(message);
  }
}

function rig() {
  const [worker, traps] = [new FakeWorker(), []];
  return { worker, traps, calls: new ModuleCalls(worker, new ArrayBuffer(8), ({ message }) => traps.push(message)) };
}

test("answers may come in any order, and only the first question brings the module", async () => {
  const { worker, calls } = rig();
  const file = new Uint8Array(3);
  const answers = Promise.all([calls.ask("catalogue", {}), calls.ask("shape", { name: "a" }, file)]);
  assert.deepEqual(worker.sent.map(({ asked, module }) => [asked, module?.byteLength]), [
    [{ name: "catalogue", values: {}, file: undefined }, 8], [{ name: "shape", values: { name: "a" }, file }, undefined],
  ]);
  worker.onmessage({ data: { id: worker.sent[1].id, value: "second" } });
  worker.onmessage({ data: { id: worker.sent[0].id, value: "first" } });
  assert.deepEqual(await answers, ["first", "second"]);
});

test("a sound is passed on", async () => {
  const { worker, calls } = rig();
  const sound = { path: "a.ahap", name: "bell.wav", bytes: new Uint8Array(1) };
  const keeping = calls.keep(sound);
  assert.deepEqual(worker.sent[0].sound, sound);
  worker.onmessage({ data: { id: worker.sent[0].id, value: undefined } });
  assert.equal(await keeping, undefined);
});

test("a refusal has its code; a trap is reported", async () => {
  const { worker, calls, traps } = rig();
  const [one, second] = [calls.ask("catalogue", {}), calls.ask("catalogue", {})];
  worker.onmessage({ data: { id: worker.sent[0].id, error: "no cure", code: "noCure" } });
  await assert.rejects(one, ({ message, code }) => message === "no cure" && code === "noCure");
  worker.onmessage({ data: { id: worker.sent[1].id, error: "too large", isTrap: true } });
  await assert.rejects(second, /too large/);
  assert.deepEqual(traps, ["too large"]);
});

test("a worker that cannot start rejects all questions", async () => {
  const { worker, calls } = rig();
  const asking = [calls.ask("catalogue", {}), calls.ask("catalogue", {})];
  worker.onerror({ message: "" });
  for (const one of asking) await assert.rejects(one, /does not start the module/);
});
