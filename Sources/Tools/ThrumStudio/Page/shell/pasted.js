// Says what was pasted. Curves and parameters act on all events under them, so these can be left out afterwards.

import { curveEnd } from "../edits/own-envelope.js";
import { withoutControls } from "../edits/pasting.js";
import { readPattern } from "../pattern/pattern.js";
import { announce } from "../base/announcer.js";
import { removeBanner, showBanner } from "../base/banners.js";

/** @param {Studio} studio */
export function connectPasted(studio) {
  studio.on("pasted", ({ text, keys, again, what = "Pasted" }) => {
    const { pattern } = studio.current;
    const items = keys.map((key) => pattern.items.get(key)).filter(Boolean);
    removeBanner("pasted", studio.document);
    const controls = items.filter((item) => item.kind !== "event");
    // Without what returns controls to what they were.
    const contents = contentsOf(entriesIn(text));
    if (controls.length === 0 || controls.length === items.length) return announce(`${what}: ${contents}`);
    const others = eventsUnder(pattern, controls, new Set(keys));
    const words = others === 0 ? "" : ` This also changes ${counted(others, "event")} already there.`;
    return void showBanner("pasted", {
      file: studio.document, severity: "note", text: `${what}: ${contents}.${words}`,
      actions: [{ name: "Without curves", run: () => {
        studio.undo();
        again(withoutControls(text), firstEvent(text));
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
  // To the last of a control's entries, which is often the one that returns it to what it was.
  const ranges = [...Map.groupBy(controls, ({ id }) => id ?? "")].map(([id, all]) => ({
    isHaptic: id.startsWith("Haptic"), start: Math.min(...all.map(({ time }) => time)),
    end: Math.max(...all.map((item) => (item.kind === "curve" ? curveEnd(item) : item.time))),
  }));
  return pattern.events.filter((event) => !own.has(event.key) && ranges.some(({ isHaptic, start, end }) =>
    isHaptic === event.isHaptic && event.time <= end && event.time + (event.duration ?? 0) >= start)).length;
}

/**
 * What was copied, in words; it is what a paste will add.
 *
 * @param {string} copied
 */
export const copiedWords = (copied) => `Copied: ${contentsOf(entriesIn(copied))}.`;

/** @param {string} copied */
const entriesIn = (copied) =>
  [...readPattern(`{"Pattern": ${/^\s*\[/.test(copied) ? copied : `[${copied}]`}}`).items.values()]
    .filter(({ kind }) => kind !== "point");

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
