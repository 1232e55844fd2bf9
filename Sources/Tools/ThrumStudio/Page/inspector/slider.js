// A slider for a row of the inspector, and what dragging it changes.

import { short } from "../pattern/items.js";
import { detached, independent } from "../edits/own-envelope.js";
import { spliced } from "../pattern/splice.js";
import { clamp } from "../pattern/vocabulary.js";
import { make } from "../base/dom.js";

/**
 * A slider for one or several values. Arrow keys step (Shift: fine); a drag rounds to `grain`. Several unequal values
 * are shown as their mean and keep their differences. `onBegin` is called once for each drag or key press, and
 * returns the function that applies a change to the values.
 *
 * @param {SliderOptions} options
 * @returns {Slider}
 */
export function slider({ label, step, fine, grain, onBegin, onEnd }) {
  const input = make("input", { type: "range", step: String(fine), "aria-label": `${label}, slider` });
  const strip = make("span", { className: "strip-limits", "aria-hidden": "true" });
  const element = make("span", { className: "slider" }, input, strip);
  let [low, high] = [0, 1];
  /** @type {number[]} */
  let values = [];
  /** @type {{ apply: (change: Change) => void, from: number, isMixed: boolean } | undefined} */
  let gesture;

  const mean = () => values.reduce((sum, value) => sum + value, 0) / values.length;
  const isMixed = () => values.some((value) => value !== values[0]);
  /** @param {number} value */
  const move = (value) => {
    gesture ??= { apply: onBegin(), from: mean(), isMixed: isMixed() };
    const { apply, from, isMixed: keepsDifferences } = gesture;
    apply(keepsDifferences ? (before) => clamp(rounded(before + value - from), low, high) : () => value);
  };
  const end = () => {
    if (!gesture) return;
    gesture = undefined;
    onEnd();
  };
  const placed = () => rounded(Math.round(Number(input.value) / grain) * grain);
  input.addEventListener("input", () => move(clamp(placed(), low, high)));
  input.addEventListener("change", end);
  input.addEventListener("blur", end);
  input.addEventListener("keyup", end);
  input.addEventListener("keydown", (event) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(clamp(rounded(mean() + direction * (event.shiftKey ? fine : step)), low, high));
  });
  return {
    element,
    show({ values: now, range, limits = [], note }) {
      values = now;
      if (!gesture) [low, high] = range;
      Object.assign(input, { min: String(low), max: String(high), value: String(clamp(mean(), low, high)) });
      const least = values.reduce((one, other) => Math.min(one, other));
      const most = values.reduce((one, other) => Math.max(one, other));
      const words = isMixed() ? `mixed, ${short(least)} to ${short(most)}` : short(least);
      input.setAttribute("aria-valuetext", note ? `${words}, ${note}` : words);
      element.classList.toggle("mixed", isMixed());
      strip.style.background = stripes(limits, low, high);
    },
  };
}

/** @param {number} value to round to a microsecond or a millionth */
const rounded = (value) => Math.round(value * 1e6) / 1e6;

/**
 * A background that marks ranges.
 *
 * @param {[number, number][]} limits
 * @param {number} low
 * @param {number} high
 */
function stripes(limits, low, high) {
  /** @param {number} value */
  const place = (value) => `${((clamp(value, low, high) - low) / (high - low)) * 100}%`;
  const stops = limits.flatMap(([from, to]) => [
    `transparent ${place(from)}`, `var(--warning) ${place(from)}`, `var(--warning) ${place(to)}`,
    `transparent ${place(to)}`,
  ]);
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(", ")})` : "";
}

let count = 0;

/**
 * Starts a drag of a slider, which is one step of the history. Returns the function that applies a change to the
 * values that the selected items had before the drag.
 *
 * @param {Studio} studio
 * @param {{ read: (item: PatternItem) => number, makeEdits: MakeEdits, label: string }} what
 * @returns {(change: Change) => void}
 */
export function sliding(studio, { read, makeEdits, label }) {
  const source = detached(studio.current.pattern, studio.selection);
  const items = independent(source, studio.selection.map((key) => source.items.get(key)).filter(Boolean));
  const mark = `slide ${(count += 1)}`;
  return (change) => {
    const edits = items.flatMap((item) => makeEdits(source, item, change(read(item))));
    studio.change(spliced(source.text, edits), { mark, label });
  };
}

/** @param {PatternItem[]} items */
export const longest = (items) => items.reduce((most, { duration }) => Math.max(most, duration ?? 0), 0);

/**
 * A round number of seconds that leaves room above a value.
 *
 * @param {number} value
 */
export const roomFor = (value) =>
  [1, 2, 3, 5, 10, 20, 30, 60].find((room) => room >= 1.2 * value) ?? Math.ceil(value * 1.2);
