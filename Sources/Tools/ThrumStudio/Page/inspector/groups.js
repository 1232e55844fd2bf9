// Changes to a whole selection, and names for it in `Metadata.Groups`, which Core Haptics ignores.

import { addGroup, removeGroup } from "../pattern/edits.js";
import { extent, quantised, reversed, scaled, stretched } from "../pattern/group-edits.js";
import { exact } from "../pattern/items.js";
import { notify } from "../shell/announcer.js";
import { button, byID, make } from "../shell/dom.js";
import { numberField } from "../shell/number-field.js";

/** @param {Studio} studio */
export function connectGroups(studio) {
  const place = byID("group-list");
  /** @param {Group} group */
  const itemsIn = ({ time, duration }) => [...studio.current.pattern.items.values()]
    .filter((item) => item.kind !== "point" && item.time >= time - 1e-6 && item.time <= time + duration + 1e-6)
    .map(({ key }) => key);
  const refresh = () => place.replaceChildren(...(studio.document ? studio.shownPattern.groups : []).map(chip));
  for (const change of /** @type {const} */ (["document", "text", "slots"])) studio.on(change, refresh);

  /** @param {Group} group @param {number} index */
  function chip(group, index) {
    const go = make("button", { type: "button", className: "labelled", title: "Select this group's events" },
      group.name);
    go.addEventListener("click", () => studio.select(itemsIn(group)));
    const remove = make("button", {
      type: "button", className: "labelled", "aria-label": `Remove group name ${group.name}`,
    }, "×");
    remove.addEventListener("click", () => {
      studio.apply(removeGroup(studio.current.pattern, index), { label: "Remove group name" });
      studio.settle();
    });
    return make("span", { className: "chip" }, go, remove);
  }
}

/** @param {Studio} studio */
export function groupNameRow(studio) {
  const field = make("input", {
    type: "text", id: "field-group", maxLength: 40, placeholder: "Name", autocomplete: "off",
    dataset: { field: "group" },
  });
  const give = () => {
    const name = field.value.trim();
    if (name === "") return;
    const { start, end } = extent(studio.selectedItems);
    const edits = addGroup(studio.current.pattern, name, start, end - start);
    if (!edits) return void notify("The name cannot be stored: the text has no top-level object.");
    if (studio.apply(edits, { label: `Name “${name}”` })) notify(`Named the group “${name}”.`);
    studio.settle();
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && give());
  return make("div", { className: "field-row" },
    make("label", { for: field.id }, "Group name"), field, button("Name", give));
}

/** @param {Studio} studio @param {EditorActions} actions */
export function groupRows(studio, actions) {
  /** @param {string} label @param {(pattern: Pattern, items: PatternItem[]) => Edit[]} makeEdits */
  const change = (label, makeEdits) => {
    const { pattern } = studio.current;
    studio.apply(makeEdits(pattern, studio.selectedItems), { label });
    studio.settle();
  };
  /**
   * @param {string} field
   * @param {string} name
   * @param {string} label
   * @param {(pattern: Pattern, items: PatternItem[], factor: number) => Edit[]} makeEdits
   */
  const factor = (field, name, label, makeEdits) => {
    const input = numberField({
      label: `${name}, factor`, low: 0.01, high: 100, step: 0.1,
      onChange: (given) => {
        const factor = exact(given?.(1) ?? 1);
        if (given) change(`${label} × ${factor}`, (pattern, items) => makeEdits(pattern, items, Number(factor)));
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
    button("Trim to these", () => actions.trim(), { title: "Remove everything else, and begin at 0" }),
    step > 0 ? button(`Quantise to ${Math.round(step * 1e4) / 10} ms`, () =>
      change("Quantise", (pattern, items) => quantised(pattern, items, studio.snap.step))) : null);
  const { start, end } = extent(studio.selectedItems);
  const period = Math.max(step, step > 0 ? Math.ceil((end - start) / step - 1e-6) * step : end - start, 0.1);
  const times = numberField({ label: "Copies", low: 1, high: 100, step: 1, fine: 1, onChange: () => {} });
  const every = numberField({
    label: "Every, seconds", unit: "s", low: 0.001, high: 60, step: 0.05, onChange: () => {},
  });
  times.dataset.field = "copies";
  every.dataset.field = "period";
  times.value = "3";
  every.value = exact(period);
  const repeats = make("div", { className: "field-row repeat" },
    button("Repeat", () => actions.repeat(extent(studio.selectedItems), {
      count: Math.max(1, Math.round(Number(times.value) || 1)),
      period: Math.max(0.001, Number(every.value) || period),
    })), times, make("span", {}, "times every"), every, make("span", {}, "s"));
  return [
    make("h3", {}, "Whole selection"), factor("stretch", "Stretch", "Stretch", stretched),
    factor("scale", "Scale levels", "Scale levels", scaled), row, repeats,
    groupNameRow(studio),
  ];
}
