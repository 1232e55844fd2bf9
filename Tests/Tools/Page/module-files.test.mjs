import assert from "node:assert/strict";
import { test } from "node:test";
import { banners, bytesOf, diskRig } from "./module-rig.mjs";
import { page } from "./support.mjs";

const { SoundFiles } = await page("module/sound-files");
const { descriptionOf } = await page("module/texts");
const { textOf } = await page("module/thrum");
const { ModuleLive } = await page("module/module-live");

test("a sound is sought beside its pattern, then in each folder above, and read once", async () => {
  const [kept, read] = [[], []];
  const calls = { ask: async () => ["bell.wav", "no.wav"], keep: async (sound) => void kept.push(sound) };
  const sounds = new SoundFiles(calls, async (path) => {
    read.push(path);
    return path === "bell.wav" ? bytesOf("RIFF") : undefined;
  });
  await sounds.give("{}", "deep/sub/a.ahap");
  assert.equal(read.length, 0);
  const text = '{"EventWaveformPath": "bell.wav"} {"EventWaveformPath": "no.wav"}';
  await sounds.give(text, "deep/sub/a.ahap");
  assert.deepEqual(read.slice(0, 3), ["deep/sub/bell.wav", "deep/bell.wav", "bell.wav"]);
  const path = "deep/sub/a.ahap";
  assert.deepEqual(kept, [{ path, name: "bell.wav", bytes: bytesOf("RIFF") }, { path, name: "no.wav", bytes: undefined }]);
  await sounds.give(text, path);
  assert.equal(kept.length, 2);
  sounds.forget();
  await sounds.give(text, path);
  assert.equal(kept.length, 4);
});

test("a description is read if there is one", () => {
  assert.equal(descriptionOf('{"Metadata": {"Description": "A tap"}}'), "A tap");
  assert.equal(descriptionOf("{"), "");
  assert.equal(textOf(Uint8Array.from([0xC3])), undefined);
});

test("a folder that cannot be read leaves the library, and its cause is said once", async () => {
  const { backend } = diskRig();
  backend.folder = { name: "patterns", list: () => Promise.reject(new Error("the disk is gone")) };
  const before = banners.length;
  for (let count = 0; count < 3; count += 1) {
    const { files, library } = await backend.files();
    assert.deepEqual([files, library.map(({ path }) => path)], [[], ["library:heartbeat", "preset:tap"]]);
  }
  assert.equal(banners.length, before + 1);
});

test("the parts that need a server are hidden, and a return to the page is noticed", async () => {
  const { hideServerParts, connectFolderButton } = await page("module/without-server");
  const listeners = {};
  globalThis.addEventListener = (name, listener) => (listeners[name] = listener);
  let returns = 0;
  hideServerParts(() => (returns += 1));
  for (const id of ["connection", "tab-engine", "panel-engine", "destination-box"]) {
    assert.ok(document.getElementById(id).hidden, id);
  }
  listeners.focus();
  assert.equal(returns, 1);

  const chooser = document.getElementById("open-folder");
  chooser.addEventListener = (name, listener) => (listeners[name] = listener);
  const answers = [async () => true, async () => false, () => Promise.reject(new Error("no right"))];
  let chosen = 0;
  connectFolderButton({ canOpenFolders: true, chooseFolder: () => answers.shift()() }, () => (chosen += 1));
  assert.equal(chooser.hidden, false);
  const before = banners.length;
  for (let count = 0; count < 3; count += 1) await listeners.click();
  assert.deepEqual([chosen, banners.length - before], [1, 1]);
});

test("the pad sends one event to the module, of the pressed strength", async () => {
  const asked = [];
  const live = new ModuleLive({
    ask: async (...question) => {
      asked.push(question);
      return question[0] === "take" ? { take: "1", sampleRate: 48000, blockFrames: 24000 }
        : Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0).buffer;
    },
  });
  assert.ok(live.isOpen && !live.hasEngine);
  live.send({ type: "settings", actuator: "coin", monitor: "full" });
  live.send({ type: "move", intensity: 1, sharpness: 1, id: 1 });
  assert.equal(asked.length, 0, "nothing is held");
  globalThis.AudioContext = fakeAudio();
  globalThis.AudioBufferSourceNode = FakeNode;
  globalThis.GainNode = FakeNode;
  const done = new Promise((resolve) => live.on("done", resolve));
  live.send({ type: "tap", intensity: 0.25, sharpness: 0.75, id: 7 });
  assert.equal((await done).id, 7);
  const [name, { text, actuator, monitor }] = asked[0];
  assert.deepEqual([name, actuator, monitor], ["take", "coin", "full"]);
  const { Event } = JSON.parse(text).Pattern[0];
  assert.equal(Event.EventType, "HapticTransient");
  assert.deepEqual(Event.EventParameters.map(({ ParameterValue }) => ParameterValue), [0.25, 0.75]);
});

class FakeNode {
  gain = { setTargetAtTime: () => undefined };
  connect = () => this;
  start = () => undefined;
  stop = () => undefined;
}

const fakeAudio = () => class {
  currentTime = 0;
  resume = async () => undefined;
  createBuffer = () => ({ copyToChannel: () => undefined });
};
