// Keyboard shortcuts. Letters work outside fields and can be disabled in the help dialog.

import { byID, make } from "./dom.js";

const inField = (target) => target.closest?.(
  "input:not([type=checkbox], [type=range], [type=file]), textarea, select, [contenteditable]");
const pressesItself = (target) => target.closest?.("button, summary, a, input[type=checkbox], [role=tab]");

/** Entries are `[keys, what, run, { group, hasLetters }]`. */
export class Shortcuts {
  constructor(settings, list) {
    this.settings = settings;
    this.list = list;
    addEventListener("keydown", (event) => this.press(event));
    this.fillHelp();
  }

  press(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = nameOf(event);
    const entry = this.list.find(({ keys }) => keys.includes(key));
    if (!entry || (entry.when && !entry.when(event))) return;
    const isCommand = key.startsWith("Ctrl ");
    if (inField(event.target) && !(isCommand && entry.inFields)) return;
    if (!isCommand && key.length === 1 && !this.settings.hasKeys) return;
    if ((key === "Space" || key === "Enter") && pressesItself(event.target)) return;
    if (event.target.type === "range" && /Arrow|Home|End/.test(key)) return;
    if (event.repeat && !entry.repeats) return event.preventDefault();
    if (entry.run(event) !== false) event.preventDefault();
    return undefined;
  }

  fillHelp() {
    const groups = Map.groupBy(this.list.filter(({ what }) => what), ({ group }) => group);
    byID("shortcuts").replaceChildren(...[...groups].map(([group, entries]) =>
      make("section", {}, make("h3", {}, group), make("dl", {}, ...entries.flatMap(({ keys, shown, what }) => [
        make("dt", {}, ...(shown ?? keys).map((key) => make("kbd", {}, key))), make("dd", {}, what)])))));
  }
}

/** Name of a key with its modifiers: `Ctrl Shift Z`, `Shift ArrowLeft`, `l`, `?`. */
function nameOf(event) {
  const isLetter = event.key.length === 1;
  const base = event.key === " " ? "Space" : event.key;
  if (event.ctrlKey || event.metaKey) {
    return `Ctrl ${event.shiftKey ? "Shift " : ""}${isLetter ? base.toUpperCase() : base}`;
  }
  if (event.altKey) return `Alt ${base}`;
  if (isLetter && base !== "Space") return base;
  return event.shiftKey ? `Shift ${base}` : base;
}
