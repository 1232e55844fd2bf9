import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./support.mjs";

const { shownLanes } = await page("picture/lanes");
const { hitTest } = await page("picture/hit-test");
const { placePanels } = await page("picture/panels");
const { makeScene } = await page("picture/scene");
const { readPattern } = await page("pattern/pattern");
const { TimeScale } = await page("pattern/time-scale");

const event = (Time, EventType, more = {}) => ({ Event: { Time, EventType, EventParameters: [], ...more } });
const curve = (ParameterID) => ({
  ParameterCurve: { ParameterID, Time: 0, ParameterCurveControlPoints: [{ Time: 0, ParameterValue: 0 }] },
});
const sceneOf = (entries) => makeScene(readPattern(JSON.stringify({ Version: 1, Pattern: entries })), new Map());
const names = (scene, track, felt = []) => shownLanes(scene, track, felt).map(({ name }) => name);

test("a lane is shown when there is something in it", () => {
  const bare = sceneOf([event(0, "HapticTransient")]);
  assert.deepEqual(names(bare), ["intensity", "sharpness", "wave"]);
  assert.deepEqual(names(bare, {}, [{ name: "coin" }]), ["intensity", "sharpness", "track", "wave", "feel:coin"]);
  const full = sceneOf([event(0, "AudioContinuous", { EventDuration: 1 }), curve("HapticAttackTimeControl")]);
  assert.deepEqual(names(full), ["intensity", "sharpness", "audio", "controls", "wave"]);
  assert.deepEqual(names(sceneOf([curve("AudioVolumeControl")])), ["intensity", "sharpness", "audio", "wave"]);
});

test("lanes fill the height from the top, and their values lie within them", () => {
  const all = shownLanes(sceneOf([curve("AudioVolumeControl"), curve("AudioPanControl")]), {}, [{ name: "coin" }]);
  assert.equal(all.length, 7);
  const panels = [...placePanels(all, 700).values()];
  for (const [place, panel] of panels.entries()) {
    if (place > 0) assert.equal(panel.top, panels[place - 1].bottom + 8);
    for (const { at, label } of panel.lane.values(panel, {})) {
      assert.ok(panel.y(at) > panel.top && panel.y(at) < panel.bottom && label, panel.name);
    }
    const [low, high] = panel.lane.range;
    assert.ok(Math.abs(panel.value(panel.y((low + high) / 2)) - (low + high) / 2) < 1e-9);
  }
  assert.ok(panels.at(-1).bottom <= 700);
});

test("a lane finds the item under the pointer", () => {
  const scene = sceneOf([
    event(1, "HapticTransient", { EventParameters: [{ ParameterID: "HapticSharpness", ParameterValue: 0.25 }] }),
    event(2, "HapticContinuous", { EventDuration: 1 }),
  ]);
  const scale = Object.assign(new TimeScale(), { left: 50, width: 800, from: 0, span: 4 });
  const panels = placePanels(shownLanes(scene, undefined, []), 400);
  const view = { scene, scale, panels, selected: new Set() };
  const [tap, hold] = [...scene.pattern.items.values()].filter(({ kind }) => kind === "event");
  const at = (time, lane, value) => hitTest(view, scale.x(time), panels.get(lane).y(value));
  assert.deepEqual(at(1, "intensity", scene.taps[0].played), { key: tap.key, part: "body" });
  assert.deepEqual(at(1, "sharpness", 0.25), { key: tap.key, part: "sharpness" });
  assert.deepEqual(at(2.5, "intensity", 0.1), { key: hold.key, part: "body" });
  assert.deepEqual(at(3, "intensity", 0.1), { key: hold.key, part: "end" });
  assert.equal(at(1.5, "wave", 0), undefined);
});
