import assert from "node:assert/strict";
import { test } from "node:test";
import { banners, bytesOf, diskRig } from "./module-rig.mjs";
import { page } from "./support.mjs";

const { SoundFiles } = await page("module/sound-files");
const { decoded, descriptionOf, waveformsOf } = await page("module/texts");
const { waveFile } = await page("module/wave-file");
const { ModuleLive } = await page("module/module-live");

test("a sound is sought beside its pattern, then in each folder above, and read once", async () => {
  const [asked, read] = [[], []];
  const sounds = new SoundFiles({ ask: async (...question) => void asked.push(question) }, async (path) => {
    read.push(path);
    return path === "bell.wav" ? bytesOf("RIFF") : undefined;
  });
  const text = '{"EventWaveformPath": "bell.wav"} {"EventWaveformPath": "no.wav"}';
  const [key, ...others] = await sounds.of(text, "deep/sub/a.ahap");
  assert.deepEqual(others, []);
  assert.deepEqual(read.slice(0, 3), ["deep/sub/bell.wav", "deep/bell.wav", "bell.wav"]);
  assert.deepEqual(asked.map((question) => question.slice(0, 3)), [["addSound", key, "bell.wav"]]);
  const count = read.length;
  assert.deepEqual(await sounds.of(text, "deep/sub/a.ahap"), [key]);
  assert.equal(read.length, count);
  sounds.forget();
  assert.notDeepEqual(await sounds.of(text, "deep/sub/a.ahap"), [key]);
});

test("names of sounds are read from literals, each once", () => {
  assert.deepEqual(waveformsOf(String.raw`"EventWaveformPath":"a\u0062.wav", "EventWaveformPath" : "ab.wav", "Other": "c.wav"`),
    ["ab.wav"]);
  assert.deepEqual(waveformsOf(String.raw`"EventWaveformPath": "\x.wav"`), []);
});

test("a description is read if there is one", () => {
  assert.equal(descriptionOf('{"Metadata": {"Description": "A tap"}}'), "A tap");
  assert.equal(descriptionOf("{"), "");
  assert.equal(decoded(Uint8Array.from([0xC3])), undefined);
});

test("a WAV file has its samples behind a header with their number and rate", () => {
  const view = new DataView(waveFile(Float32Array.from([0.5, -0.5, 1, -1]), 48000));
  const letters = (place) => String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(place + index)));
  assert.deepEqual([0, 8, 12, 38, 50].map(letters), ["RIFF", "WAVE", "fmt ", "fact", "data"]);
  assert.equal(view.getUint32(4, true), view.byteLength - 8);
  assert.equal(view.getUint32(24, true), 48000);
  assert.equal(view.getUint32(46, true), 2);
  assert.equal(view.getUint32(54, true), 16);
  assert.deepEqual([58, 62, 66, 70].map((place) => view.getFloat32(place, true)), [0.5, -0.5, 1, -1]);
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
  const live = new ModuleLive({ calls: { ask: async (...question) => (asked.push(question), Float32Array.of(0, 0)) } });
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
  assert.deepEqual([name, actuator, monitor], ["samples", "coin", "full"]);
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
