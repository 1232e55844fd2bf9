// @ts-check
// Named groups of events: time ranges in `Metadata.Groups`, which Core Haptics ignores.

import { notify } from "./announcer.js";
import { button, byID, make } from "./dom.js";
import { addGroup, removeGroup } from "./edits.js";
import { extent } from "./group-edits.js";

export function connectGroups(studio) {
  const place = byID("group-list");
  const itemsIn = ({ time, duration }) => [...studio.document.pattern.items.values()]
    .filter((item) => item.kind !== "point" && item.time >= time - 1e-6 && item.time <= time + duration + 1e-6)
    .map(({ key }) => key);
  const refresh = () => place.replaceChildren(...(studio.document ? studio.shownPattern.groups : []).map(chip));
  for (const change of ["document", "text", "slots"]) studio.on(change, refresh);

  function chip(group, index) {
    const go = make("button", { type: "button", className: "labelled", title: "Select this group's events" },
      group.name);
    go.addEventListener("click", () => studio.select(itemsIn(group)));
    const remove = make("button", {
      type: "button", className: "labelled", "aria-label": `Remove group name ${group.name}`,
    }, "×");
    remove.addEventListener("click", () => {
      studio.apply(removeGroup(studio.document.pattern, index), { label: "Remove group name" });
      studio.settle();
    });
    return make("span", { className: "chip" }, go, remove);
  }
}

export function groupNameRow(studio) {
  const field = make("input", {
    type: "text", id: "field-group", maxLength: 40, placeholder: "Name", autocomplete: "off",
    dataset: { field: "group" },
  });
  const give = () => {
    const name = field.value.trim();
    if (name === "") return;
    const { start, end } = extent(studio.selectedItems);
    const edits = addGroup(studio.document.pattern, name, start, end - start);
    if (!edits) return void notify("The name cannot be stored: the text has no top-level object.");
    if (studio.apply(edits, { label: `Name “${name}”` })) notify(`Named the group “${name}”.`);
    studio.settle();
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && give());
  return make("div", { className: "field-row" },
    make("label", { for: field.id }, "Group name"), field, button("Name", give));
}
