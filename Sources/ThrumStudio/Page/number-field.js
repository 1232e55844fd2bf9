import { make } from "./dom.js";
import { short } from "./pattern.js";

/**
 * A field for a number: Enter or leaving it takes the value, Escape gives it up, up and down arrows step (Shift: fine).
 * `onChange` gets a number, or `undefined` for an empty field.
 */
export function numberField({ label, step = 0.05, fine = 0.01, onChange, className = "" }) {
  const input = make("input", {
    type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false, className: `number ${className}`,
    "aria-label": label,
  });
  let shown = "";
  input.show = (value, standard) => {
    const before = shown;
    shown = value === undefined ? "" : short(value);
    input.placeholder = standard === undefined ? "" : short(standard);
    const isUntouched = document.activeElement !== input || input.value === before;
    if (isUntouched || input.value === input.dataset.taken) input.value = shown;
  };
  const take = () => {
    const text = input.value.trim().replace(",", ".").replace("−", "-");
    if (text === shown) return;
    const value = text === "" ? undefined : Number(text);
    if (Number.isNaN(value)) return void (input.value = shown);
    input.dataset.taken = input.value;
    onChange(value);
    delete input.dataset.taken;
  };
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") input.value = shown;
    if (event.key === "Enter") take();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const now = Number((input.value || input.placeholder || "0").replace(",", "."));
    const size = (event.shiftKey ? fine : step) * (event.key === "ArrowUp" ? 1 : -1);
    input.value = short(now + size);
    take();
  });
  return input;
}
