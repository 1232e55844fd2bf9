// Fields for numbers, which also take relative changes and units.

import { exact } from "../pattern/items.js";
import { notify } from "./announcer.js";
import { byID, make } from "./dom.js";

/**
 * A number field: Enter or blur commits, Escape reverts, arrow keys step (Shift: fine). `unit` is "s" for times and ""
 * for levels; `low` and `high` are the range; where that has no negative numbers, −0.1 is a change. `onChange` receives
 * `undefined` for an empty field, else a function from the old value to the new one, so that + and × change each of
 * several items.
 *
 * @param {NumberFieldOptions} options
 */
export function numberField({
  label, unit = "", low = -Infinity, high = Infinity, step = 0.05, fine = 0.01, onChange, className = "",
}) {
  const input = /** @type {NumberField} */ (make("input", {
    type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false, className: `number ${className}`,
    "aria-label": label,
  }));
  let shown = "";
  input.show = (value, standard) => {
    const before = shown;
    shown = value === undefined ? "" : exact(value);
    input.placeholder = standard === undefined ? "" : exact(standard);
    const isUntouched = document.activeElement !== input || input.value === before;
    if (input.hasAttribute("aria-invalid") && !isUntouched) return;
    if (isUntouched || input.value === input.dataset.taken) put(shown);
  };
  /** @param {string} text */
  const put = (text) => {
    input.value = text;
    input.removeAttribute("aria-invalid");
  };
  /** @param {string} problem */
  const refuse = (problem) => {
    input.setAttribute("aria-invalid", "true");
    notify(`${label}: ${problem}`);
  };
  const take = () => {
    if (input.value.trim() === shown) return put(shown);
    const read = readNumber(input.value, unit, { canBeNegative: low < 0 });
    if (read.problem) return refuse(read.problem);
    input.removeAttribute("aria-invalid");
    input.dataset.taken = input.value;
    onChange(read.change);
    delete input.dataset.taken;
    if (read.isAbsolute && read.value < low) {
      notify(`${label}: ${exact(read.value)} is below the minimum; set to ${exact(low)}.`);
    }
    if (read.isAbsolute && read.value > high) {
      notify(`${label}: ${exact(read.value)} is above the maximum; set to ${exact(high)}.`);
    }
    return undefined;
  };
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") put(shown);
    if (event.key === "Enter") take();
    // Then Space plays again.
    const isDone = event.key === "Enter" || event.key === "Escape";
    const stays = input.hasAttribute("aria-invalid") || input.closest("dialog");
    if (isDone && !stays) byID("timeline").focus({ preventScroll: true });
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const now = Number((input.value || input.placeholder || "0").replace(",", "."));
    if (Number.isNaN(now)) return;
    const size = (event.shiftKey ? fine : step) * (event.key === "ArrowUp" ? 1 : -1);
    input.value = exact(Math.min(high, Math.max(low, now + size)));
    take();
  });
  return input;
}

// Numbers as users write them: `0.5`, `0,5`, `50%`, `250ms`, and changes: `+0.1`, `−0.1`, `×2`.

const form = /^([+×x*])?\s*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)\s*(%|ms|s)?$/i;

/**
 * Parses a field's text; `unit` is "s" (seconds) or "" (level). Returns `{ change }`, a function from the old value to
 * the new one; a plain number, which ignores the old value, also gives `isAbsolute` and `value`. For an empty text,
 * returns `{ change: undefined }`; for an invalid one, `{ problem }`.
 *
 * @param {string} text
 * @param {string} unit
 * @param {{ canBeNegative?: boolean }} how if not, a negative number is a change
 */
export function readNumber(text, unit, { canBeNegative = true } = {}) {
  const plain = text.trim().replace(",", ".").replaceAll("−", "-");
  if (plain === "") return { change: undefined };
  const found = form.exec(plain);
  if (!found) return { problem: `“${text.trim()}” is not a number. ${examples(unit)}` };
  const [, given, digits, suffix] = found;
  const sign = given ?? (digits.startsWith("-") && !canBeNegative ? "+" : undefined);
  const scale = scaleOf(suffix?.toLowerCase(), unit, sign);
  if (scale === undefined) return { problem: `“${suffix}” cannot be used here. ${examples(unit)}` };
  const value = Number(digits) * scale;
  if (!Number.isFinite(value)) return { problem: `“${text.trim()}” is too large.` };
  if (sign === "+") return { change: (/** @type {number} */ before) => before + value };
  if (sign) return { change: (/** @type {number} */ before) => before * value };
  return { change: () => value, isAbsolute: true, value };
}

/**
 * Factor for a number with this suffix, in the field's unit; `undefined` if the suffix does not fit.
 *
 * @param {string} suffix
 * @param {string} unit
 * @param {string} sign
 */
function scaleOf(suffix, unit, sign) {
  if (suffix === undefined) return 1;
  if (suffix === "%") return unit === "" || (sign && sign !== "+") ? 0.01 : undefined;
  if (unit !== "s" || (sign && sign !== "+")) return undefined;
  return suffix === "ms" ? 0.001 : 1;
}

/** @param {string} unit */
const examples = (unit) =>
  unit === "s"
    ? "Enter seconds, such as 0.25 or 250ms, or a change: +0.1, −0.1, ×2." : "Enter 0.5 or 50%, or a change: +0.1, ×2.";
