// Says what was pasted. Curves and parameters act on all events under them, so these can be left out afterwards.

import { curveEnd } from "../pattern/own-envelope.js";
import { withoutControls } from "../pattern/pasting.js";
import { readPattern } from "../pattern/pattern.js";
import { announce } from "./announcer.js";
import { removeBanner, showBanner } from "./banners.js";

/** @param {Studio} studio */
export function connectPasted(studio) {
  studio.on("pasted", ({ text, time, keys }) => {
    const { pattern } = studio.current;
    const items = keys.map((key) => pattern.items.get(key)).filter(Boolean);
    removeBanner("pasted", studio.document);
    const controls = items.filter((item) => item.kind !== "event");
    if (controls.length === 0 || controls.length === items.length) return announce(`${contentsOf(items)} pasted`);
    const others = eventsUnder(pattern, controls, new Set(keys));
    const words = others === 0 ? "" : ` This also changes ${counted(others, "event")} already there.`;
    return void showBanner("pasted", {
      file: studio.document, severity: "note", text: `Pasted: ${contentsOf(items)}.${words}`,
      actions: [{ name: "Without curves", run: () => {
        studio.undo();
        studio.paste(withoutControls(text), time + firstEvent(text));
      } }],
    });
  });
  studio.on("text", () => removeBanner("pasted", studio.document));
}

/**
 * Seconds from the first entry to the first event.
 *
 * @param {string} copied
 */
function firstEvent(copied) {
  const { events, items } = readPattern(`{"Pattern": ${copied}}`);
  /** @param {{ time: number }[]} all */
  const first = (all) => all.reduce((least, { time }) => Math.min(least, time), Infinity);
  return first(events) - first([...items.values()]);
}

/**
 * Number of other events that controls act on.
 *
 * @param {Pattern} pattern @param {PatternItem[]} controls @param {Set<string>} own
 */
function eventsUnder(pattern, controls, own) {
  const ranges = controls.map((item) => ({
    isHaptic: (item.id ?? "").startsWith("Haptic"), start: item.time,
    end: item.kind === "curve" ? curveEnd(item) : Infinity,
  }));
  return pattern.events.filter((event) => !own.has(event.key) && ranges.some(({ isHaptic, start, end }) =>
    isHaptic === event.isHaptic && event.time <= end && event.time + (event.duration ?? 0) >= start)).length;
}

/** @param {PatternItem[]} items */
function contentsOf(items) {
  /** @type {[string, (item: PatternItem) => boolean | undefined][]} */
  const kinds = [
    ["tap", (item) => item.isTap], ["hold", (item) => item.isHaptic && !item.isTap],
    ["sound", (item) => item.kind === "event" && !item.isHaptic], ["curve", (item) => item.kind === "curve"],
    ["parameter", (item) => item.kind === "parameter"],
  ];
  const parts = kinds.map(([name, fits]) => [name, items.filter(fits).length])
    .filter(([, count]) => count).map(([name, count]) => counted(Number(count), String(name)));
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

/** @param {number} count @param {string} name */
const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;
