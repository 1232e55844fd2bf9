// Changes to a whole selection, and names for it in `Metadata.Groups`, which Core Haptics ignores.

import { addGroup, removeGroup } from "../edits/edits.js";
import { extent, largestLevel, periodOf, quantised, reversed, scaled, stretched } from "../edits/group-edits.js";
import { exact } from "../pattern/items.js";
import { notify } from "../base/announcer.js";
import { button, byID, make } from "../base/dom.js";
import { numberField } from "../base/number-field.js";

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

/** How often a selection was repeated last. */
let copies = 3;

/** @param {Studio} studio @param {EditorActions} actions */
export function groupRows(studio, actions) {
  /** @param {string} label @param {(pattern: Pattern, items: PatternItem[]) => Edit[]} makeEdits */
  const change = (label, makeEdits) => {
    const { pattern } = studio.current;
    studio.apply(makeEdits(pattern, studio.selectedItems), { label });
    studio.settle();
  };
  /** @param {number} most @param {number} by */
  const tellLost = (most, by) => most * by > 1 + 1e-9
    && notify(`Levels end at 1; × ${Math.floor(1000 / most) / 1000} would have kept all differences.`);
  /**
   * @param {string} field
   * @param {string} name
   * @param {string} label
   * @param {(pattern: Pattern, items: PatternItem[], factor: number) => Edit[]} makeEdits
   */
  const factor = (field, name, label, makeEdits) => {
    const isLevel = makeEdits === scaled;
    const input = numberField({
      label: `${name}, factor`, low: 0.01, high: 100, step: 0.1,
      onChange: (given) => {
        const factor = exact(given?.(1) ?? 1);
        const most = isLevel ? largestLevel(studio.selectedItems) : 0;
        if (given) change(`${label} × ${factor}`, (pattern, items) => makeEdits(pattern, items, Number(factor)));
        tellLost(most, Number(factor));
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
    button("Duplicate after", () => actions.duplicateBehind(studio.selectedItems)),
    button("Trim to these", () => actions.trim(), { title: "Remove everything else, and begin at 0" }),
    step > 0 ? button(`Quantise to ${Math.round(step * 1e4) / 10} ms`, () =>
      change("Quantise", (pattern, items) => quantised(pattern, items, studio.snap.step))) : null);
  const period = periodOf(studio.selectedItems, step);
  const times = numberField({ label: "Copies", low: 1, high: 100, step: 1, fine: 1, onChange: () => {} });
  const every = numberField({
    label: "Every, seconds", unit: "s", low: 0.001, high: 60, step: 0.05, onChange: () => {},
  });
  times.dataset.field = "copies";
  every.dataset.field = "period";
  times.value = exact(copies);
  every.value = exact(period);
  const repeats = make("div", { className: "field-row repeat" },
    button("Repeat", () => {
      copies = Math.max(1, Math.round(Number(times.value) || 1));
      const given = Math.max(0.001, Number(every.value) || period);
      actions.repeat(extent(studio.selectedItems), { count: copies, period: given });
    }), times, make("span", {}, "times every"), every, make("span", {}, "s"));
  return [
    make("h3", {}, "Whole selection"), factor("stretch", "Stretch", "Stretch", stretched),
    factor("scale", "Scale levels", "Scale levels", scaled), row, repeats,
    groupNameRow(studio),
  ];
}
