// @ts-check
import { button, make } from "./dom.js";
import { extent, quantised, reversed, scaled, stretched } from "./group-edits.js";
import { groupNameRow } from "./groups.js";
import { numberField } from "./number-field.js";

export function groupRows(studio, actions) {
  const change = (label, makeEdits) => {
    const { pattern } = studio.document;
    studio.apply(makeEdits(pattern, studio.selectedItems), { label });
    studio.settle();
  };
  const factor = (field, name, label, makeEdits) => {
    const input = numberField({
      label: `${name}, factor`, low: 0.01, high: 100, step: 0.1,
      onChange: (given) => {
        if (given) change(label, (pattern, items) => makeEdits(pattern, items, given(1)));
        input.show(1);
      },
    });
    input.dataset.field = field;
    input.id = `field-${field}`;
    input.show(1);
    return make("div", { className: "field-row" }, make("label", { for: input.id }, name), input,
      make("span", { className: "note" }, "× or %"));
  };
  const { step } = studio.snap;
  const row = make("div", { className: "group wrap", role: "group", "aria-label": "Whole selection" },
    button("Reverse", () => change("Reverse", reversed)),
    button("Duplicate after", () => actions.duplicateBehind(extent(studio.selectedItems))),
    step > 0 ? button(`Quantise to ${Math.round(step * 1e4) / 10} ms`, () =>
      change("Quantise", (pattern, items) => quantised(pattern, items, studio.snap.step))) : null);
  return [
    make("h3", {}, "Whole selection"), factor("stretch", "Stretch", "Stretch", stretched),
    factor("scale", "Scale levels", "Scale", scaled), row,
    groupNameRow(studio),
  ];
}
