// The inspector's buttons for continuous events' envelopes, and its note about other events that a curve changes.

import { asOwnTimes, curvesWith, separated, shapeLine, shapes, sharedWith } from "../edits/envelope-edits.js";
import { button, make } from "../base/dom.js";

/** Maximum number of selected events whose envelopes the page looks for. */
const few = 100;

/**
 * @param {Studio} studio
 * @param {EditorActions} actions
 * @returns {{ rows: HTMLElement[], refresh: (items: PatternItem[]) => void }}
 */
export function envelopeRows(studio, actions) {
  const buttons = shapes.map((shape) => {
    const title = `${shape.name} (${shape.key})`;
    const one = make("button", { type: "button", title, dataset: { shape: shape.id } });
    one.append(picture(shapeLine(shape, 26, 14)), make("span", {}, shape.name));
    one.addEventListener("click", () => actions.shape(shape));
    return one;
  });
  const none = button("None", () => actions.shape(undefined), { title: "Remove the envelope (6)" });
  const shared = make("p", { className: "hint" });
  const separate = button("Use its own attack and decay", () => {
    const added = separated(studio.current.pattern, actions.holds[0]);
    if (added) studio.insert(added, "Separate envelope");
  });
  const rows = [
    make("h3", {}, "Envelope"),
    make("div", { className: "group shapes", role: "group", "aria-label": "Envelope" }, ...buttons, none),
    shared, separate,
  ];
  return {
    rows,
    refresh: (items) => {
      const { pattern } = studio.current;
      const events = /** @type {PatternEvent[]} */ (items);
      none.disabled = events.length <= few && events.every((one) => curvesWith(pattern, one).length === 0);
      const [event] = events;
      const others = items.length === 1 ? sharedWith(pattern, event) : [];
      shared.hidden = others.length === 0;
      separate.hidden = others.length === 0 || !asOwnTimes(pattern, event);
      if (others.length > 0) shared.textContent = sharedText(others, !separate.hidden);
    },
  };
}

/**
 * @param {PatternItem[]} others
 * @param {boolean} canSeparate
 */
export function sharedText(others, canSeparate) {
  const taps = others.filter(({ isTap }) => isTap).length;
  const holds = others.length - taps;
  const count = (/** @type {number} */ number, /** @type {string} */ name) =>
    (number === 0 ? undefined : `${number} ${name}${number === 1 ? "" : "s"}`);
  const names = [count(taps, "tap"), count(holds, "hold")].filter(Boolean).join(" and ");
  const parts = [`Core Haptics applies a curve to everything that is sounding: this one also changes ${names}.`];
  if (holds > 0) parts.push("It therefore does not move with this event.");
  if (canSeparate) {
    parts.push("An attack and a decay affect only their own event, and can produce this shape.");
  } else if (holds > 0) {
    parts.push("This shape cannot be limited to one event: move the others, or play them in a second player.");
  } else {
    const them = taps === 1 ? "it" : "them";
    parts.push(`Raise ${them} to compensate, move ${them}, or play ${them} in a second player.`);
  }
  return parts.join(" ");
}

/** @param {string} points */
function picture(points) {
  const svg = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 30 18" width="30" height="18" fill="none" ` +
    `stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true">` +
    `<polyline points="${points}"/></svg>`, "image/svg+xml");
  return svg.documentElement;
}
