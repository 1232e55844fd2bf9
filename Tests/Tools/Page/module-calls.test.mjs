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
  const answers = Promise.all([calls.ask("one", 1), calls.ask("two", 2, 3)]);
  assert.deepEqual(worker.sent.map(({ name, values, bytes }) => [name, values, bytes?.byteLength]),
    [["one", [1], 8], ["two", [2, 3], undefined]]);
  worker.onmessage({ data: { id: worker.sent[1].id, value: "second" } });
  worker.onmessage({ data: { id: worker.sent[0].id, value: "first" } });
  assert.deepEqual(await answers, ["first", "second"]);
});

test("a trap rejects its question and is reported", async () => {
  const { worker, calls, traps } = rig();
  const asking = calls.ask("one");
  worker.onmessage({ data: { id: worker.sent[0].id, error: "too large", isTrap: true } });
  await assert.rejects(asking, /too large/);
  assert.deepEqual(traps, ["too large"]);
});

test("a worker that cannot start rejects all questions", async () => {
  const { worker, calls } = rig();
  const asking = [calls.ask("one"), calls.ask("two")];
  worker.onerror({ message: "" });
  for (const one of asking) await assert.rejects(one, /does not start the module/);
});
