// All keyboard shortcuts.

import { shapes } from "../edits/envelope-edits.js";
import { announce } from "../base/announcer.js";
import { byID } from "../base/dom.js";
import { Shortcuts } from "./shortcuts.js";

/** @typedef {[keys: string[], what: string | undefined, run?: () => unknown, more?: object]} Key */

/**
 * All keyboard shortcuts; consistent with `thrum play`.
 *
 * @param {{ settings: Settings, studio: Studio, transport: Transport, timeline: Timeline, actions: EditorActions,
 *   files: Files, recorder: Recorder, goTo: (...fields: string[]) => unknown }} parts
 */
export function connectKeys({ settings, studio, transport, timeline, actions, files, recorder, goTo }) {
  const inPicture = () =>
    document.activeElement === byID("timeline") && studio.selection.length > 0 && !studio.isShowingA;
  /** @param {number} seconds @param {number} level */
  const arrow = (seconds, level) => () => {
    if (inPicture()) return actions.nudge(seconds / 10, level);
    if (level) return false;
    return transport.seek(transport.position + seconds);
  };
  /** @param {number} by */
  const louder = (by) => () => {
    settings.set({ volume: Math.min(6, Math.max(-48, settings.volume + by)) });
    announce(`Volume ${settings.volume} decibels`);
  };
  /** @param {"start" | "end"} edge */
  const loopEdge = (edge) => () => {
    const region = { start: 0, end: transport.end, ...transport.region, [edge]: transport.position };
    transport.setLoopRegion(region.end - region.start > 0.01 ? region : undefined);
  };
  /** @type {import("./shortcuts.js").Shortcut[]} */
  const list = [];
  /** @param {string} name @param {Key[]} entries */
  const group = (name, entries) => {
    for (const [keys, what, run, more] of entries) list.push({ group: name, keys, what, run, ...more });
  };
  group("Fingers and mouse", [
    [[], "select", undefined, { shown: ["tap"] }],
    [[], "add a tap there", undefined, { shown: ["tap twice"] }],
    [[], "an event, its end, its fades or a point: change it", undefined, { shown: ["drag"] }],
    [[], "beside them: select several (mouse), scroll (finger)", undefined, { shown: ["drag"] }],
    [[], "zoom", undefined, { shown: ["pinch"] }],
  ]);
  group("Playback", [
    [["Space"], "play or pause", () => (recorder.isRecording ? recorder.stop() : transport.toggle())],
    [["r"], "start or stop recording taps", () => recorder.toggle()],
    [["0", "Home"], "go to start", () => transport.seek(0)],
    [["ArrowLeft"], "0.1 s back, forward", arrow(-0.1, 0), { shown: ["←", "→"], repeats: true }],
    [["ArrowRight"], undefined, arrow(0.1, 0), { repeats: true }],
    [["Shift ArrowLeft"], "10 ms back, forward", arrow(-0.01, 0), { shown: ["Shift ←", "Shift →"], repeats: true }],
    [["Shift ArrowRight"], undefined, arrow(0.01, 0), { repeats: true }],
    [["l"], "loop on or off", () => transport.toggleLoop()],
    [["["], "set loop start, loop end", loopEdge("start"), { shown: ["[", "]"] }],
    [["]"], undefined, loopEdge("end")],
    [["m"], "mute", () => settings.set({ isMuted: !settings.isMuted })],
    [["+", "="], "louder", louder(1), { shown: ["+"], repeats: true }],
    [["-", "_"], "quieter", louder(-1), { shown: ["−"], repeats: true }],
  ]);
  group("Compare", [
    [["x"], "switch between A and B at the same position", () => studio.flip()],
    [["a"], "version A", () => studio.flip(true)],
    [["b"], "version B", () => studio.flip(false)],
  ]);
  group("Timeline", [
    [["n"], "next, previous event", () => actions.step(1), { shown: ["n", "N"], repeats: true }],
    [["N"], undefined, () => actions.step(-1), { repeats: true }],
    [[], "move the selection by 10 ms (Shift: 1 ms)", undefined, { shown: ["←", "→"] }],
    [["ArrowUp"], "change the level by 0.05 (Shift: 0.01)", arrow(0, 0.05), { shown: ["↑", "↓"], repeats: true }],
    [["ArrowDown"], undefined, arrow(0, -0.05), { repeats: true }],
    [["Shift ArrowUp"], undefined, arrow(0, 0.01), { repeats: true }],
    [["Shift ArrowDown"], undefined, arrow(0, -0.01), { repeats: true }],
    [["Escape"], "deselect, or return to the Select tool",
      () => (studio.tool === "choose" ? studio.select([]) : studio.chooseTool("choose"))],
    [["h"], "draw holds and ramps by dragging", () => studio.chooseTool("hold")],
    [["d"], "draw curves by dragging", () => studio.chooseTool("curve")],
    [["t"], "add a tap at the cursor",
      () => (recorder.isRecording ? recorder.palette.tap() : actions.add("HapticTransient"))],
    [["c"], "add a hold", () => actions.add("HapticContinuous")],
    [["v"], "add a curve", () => actions.add("Curve")],
    [["p"], "add a point to the selected curve", () => actions.addPoint()],
    [["Delete", "Backspace"], "delete the selection", () => studio.removeSelection()],
    [["k"], "add a marker at the cursor", () => studio.document && studio.addMarker(transport.position)],
    [["z"], "zoom in, zoom out", () => timeline.zoom(0.7), { shown: ["z", "Z"], repeats: true }],
    [["Z"], undefined, () => timeline.zoom(1 / 0.7), { repeats: true }],
    [["f"], "show all", () => timeline.fit()],
    [[], "while dragging: lock the axis, ignore snapping", undefined, { shown: ["Shift", "Alt"] }],
    [[], "on the ruler: drag to scrub, Shift-drag to loop", undefined, { shown: ["drag"] }],
    [[], "zoom", undefined, { shown: ["Ctrl", "wheel"] }],
  ]);
  group("Inspector", [
    [["i"], "go to the intensity, volume or value", () => goTo("HapticIntensity", "AudioVolume", "value")],
    [["s"], "go to the sharpness", () => goTo("HapticSharpness")],
    [["o"], "go to the time", () => goTo("time")],
    [["e"], "go to the length", () => goTo("length")],
    [[], "set the number and return to the timeline", undefined, { shown: ["Enter"] }],
    ...shapes.map((shape) => /** @type {Key} */ (
      [[shape.key], `envelope of a hold: ${shape.name.toLowerCase()}`, () => actions.shape(shape)])),
    [["6"], "remove the envelope", () => actions.shape(undefined)],
  ]);
  group("Document", [
    [["u"], "new, untitled pattern", () => begin(files)],
    [["Ctrl S"], "save", () => files.changes.save(), { inFields: true }],
    [["Ctrl Z"], "undo", () => studio.undo(), { inFields: true, repeats: true }],
    [["Ctrl Shift Z", "Ctrl Y"], "redo", () => studio.redo(), { inFields: true, repeats: true }],
    [[], "copy, cut, paste events", undefined, { shown: ["Ctrl C", "Ctrl X", "Ctrl V"] }],
    [["Ctrl A"], "select all", () => studio.document && studio.selectAll()],
    [["Ctrl D"], "duplicate the selection at the cursor", () => actions.duplicate()],
    [[], "insert the focused library pattern at the cursor", undefined, { shown: ["Insert"] }],
    [["?"], "this help", () => byID("help-dialog").showModal()],
  ]);
  return new Shortcuts(settings, list);
}

/** @param {Files} files */
function begin(files) {
  files.begin();
  byID("timeline").focus({ preventScroll: true });
}
