import assert from "node:assert/strict";
import { test } from "node:test";
import { page, randomNumbers } from "./support.mjs";

const { History } = await page("edits/history");

const state = (text) => ({ text, selection: [], label: text });
const labels = (history) => history.list.steps.map(({ label }) => label);
const grown = (count) => {
  const history = new History(state("0"));
  for (let step = 1; step < count; step += 1) history.push(state(String(step)));
  return history;
};

test("undo and redo go through every state and back", () => {
  const history = new History(state("0"));
  for (const text of ["1", "2", "3"]) history.push(state(text));
  assert.deepEqual([labels(history), history.list.at], [["0", "1", "2", "3"], 3]);
  for (const text of ["2", "1", "0"]) {
    assert.ok(history.undo());
    assert.equal(history.state.text, text);
  }
  assert.ok(!history.undo() && !history.canUndo && history.canRedo);
  for (const text of ["1", "2", "3"]) {
    assert.ok(history.redo());
    assert.equal(history.state.text, text);
  }
  assert.ok(!history.redo() && !history.canRedo);
});

test("the changes of one drag are one step until it is sealed", () => {
  const history = new History(state("0"));
  history.push(state("1"), "drag");
  history.push(state("2"), "drag");
  history.seal();
  history.push(state("3"), "drag");
  assert.deepEqual(labels(history), ["0", "2", "3"]);
});

test("a change after an undo discards the redo steps", () => {
  const history = new History(state("0"));
  history.push(state("1"));
  history.undo();
  history.push(state("2"));
  assert.ok(!history.canRedo);
  assert.deepEqual(labels(history), ["0", "2"]);
});

test("any step of the history can be reached directly", () => {
  const history = new History(state("0"));
  for (let step = 1; step < 10; step += 1) history.push(state(String(step)));
  assert.ok(history.goTo(3));
  assert.equal(history.state.text, "3");
  assert.ok(history.goTo(8));
  assert.equal(history.state.text, "8");
  assert.ok(!history.goTo(8));
});

test("the history keeps at least 20 steps of a long text and at most 1000 of a short one", () => {
  const long = new History(state("x".repeat(1e7)));
  for (let step = 0; step < 30; step += 1) long.push(state("x".repeat(1e7)));
  assert.equal(long.list.at, 20);
  const short = new History(state(""));
  for (let step = 0; step < 1100; step += 1) short.push(state(""));
  assert.equal(short.list.at, 1000);
});

test("undoing everything always leads back to the beginning", () => {
  const next = randomNumbers(3);
  const history = new History(state("begin"));
  for (let step = 0; step < 300; step += 1) {
    const choice = next();
    if (choice < 0.5) history.push(state(String(step)), choice < 0.1 ? "drag" : undefined);
    else if (choice < 0.75) history.undo();
    else history.redo();
  }
  while (history.undo());
  assert.equal(history.state.text, "begin");
});

test("an earlier session's steps come back, with what was undone in it", () => {
  const before = grown(5);
  before.name(1, "soft");
  before.goTo(3);
  const history = new History({ text: "3", selection: ["e0"], label: "Open" });
  assert.ok(history.recall(before.latest(1000)));
  assert.deepEqual([labels(history), history.list.at], [["0", "1", "2", "3", "4"], 3]);
  assert.equal(history.list.steps[1].name, "soft");
  assert.deepEqual(history.state.selection, ["e0"]);
  assert.ok(history.redo() && history.state.text === "4");
});

test("steps come back before what was changed meanwhile, here or elsewhere", () => {
  const edited = new History({ text: "4", selection: [], label: "Open" });
  edited.push(state("new"));
  edited.recall(grown(5).latest(1000));
  assert.deepEqual(labels(edited), ["0", "1", "2", "3", "4", "new"]);
  const other = new History({ text: "other", selection: [], label: "Open" });
  other.recall(grown(2).latest(1000));
  assert.deepEqual([labels(other), other.list.at], [["0", "1", "Changed elsewhere"], 2]);
});

test("versions with a name outlive other steps", () => {
  const history = grown(3);
  history.name(1, "kept");
  for (let step = 0; step < 1100; step += 1) history.push(state(""));
  assert.deepEqual(labels(history).slice(0, 2), ["1", ""]);
  assert.equal(history.list.at, 1000);
  const { steps, at } = grown(9).latest(4);
  assert.deepEqual([steps.map(({ text }) => text), at], [["5", "6", "7", "8"], 3]);
  assert.deepEqual(new History(state("x".repeat(10))).latest(4).steps, []);
});
