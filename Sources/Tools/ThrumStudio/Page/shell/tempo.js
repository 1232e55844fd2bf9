// The snap grid: fixed steps, custom steps, or parts of a beat.

import { byID, make, within } from "../base/dom.js";
import { numberField } from "../base/number-field.js";

const slowest = 20;
const fastest = 400;
/** Pause after which tapping starts anew, ms. */
const longestPause = 3000;

/**
 * @param {Studio} studio
 * @param {Settings} settings
 */
export function connectTempo(studio, settings) {
  /** @param {string} id @param {NumberFieldOptions} options */
  const field = (id, options) => {
    const input = numberField(options);
    input.id = id;
    byID(`${id}-place`).replaceChildren(input);
    return input;
  };
  const tempo = field("tempo", {
    label: "Tempo, beats per minute", low: slowest, high: fastest, step: 1, fine: 0.1,
    onChange: (change) => change && settings.set({ tempo: limited(change(settings.tempo)) }),
  });
  const free = field("free-step", {
    label: "Grid step, milliseconds", low: 0.1, high: 10_000, step: 1, fine: 0.1,
    onChange: (change) => change
      && settings.set({ freeMilliseconds: Math.min(10_000, Math.max(0.1, change(settings.freeMilliseconds))) }),
  });
  const show = () => {
    byID("tempo-box").hidden = settings.grid !== "tempo";
    byID("free-box").hidden = settings.grid !== "free";
    byID("division").value = String(settings.division);
    within(byID("toggle-snap"), ".label").replaceChildren(
      make("span", { className: "word" }, "Snap: "), gridName(settings));
    byID("toggle-snap").title = `Snap to a grid (${gridName(settings)}) and to events`;
    tempo.show(settings.tempo);
    free.show(settings.freeMilliseconds);
    studio.emit("grid");
  };
  byID("division").addEventListener("change", () => settings.set({ division: Number(byID("division").value) }));
  settings.on("change", (changes) =>
    ["grid", "tempo", "division", "freeMilliseconds"].some((name) => name in changes) && show());
  /** @type {number[]} */
  const taps = [];
  byID("tap-tempo").addEventListener("click", () => {
    const now = performance.now();
    if (now - (taps.at(-1) ?? 0) > longestPause) taps.length = 0;
    taps.push(now);
    if (taps.length > 8) taps.shift();
    if (taps.length < 3) return;
    settings.set({ tempo: limited(Math.round(600_000 * (taps.length - 1) / (now - taps[0])) / 10) });
  });
  show();
}

/** @param {Settings} settings */
function gridName({ grid, freeMilliseconds, tempo }) {
  if (grid === "free") return `${freeMilliseconds} ms`;
  if (grid === "tempo") return `${tempo} bpm`;
  return grid === "0" ? "off" : `${grid} ms`;
}

/** @param {number} tempo */
const limited = (tempo) => Math.min(fastest, Math.max(slowest, tempo));
