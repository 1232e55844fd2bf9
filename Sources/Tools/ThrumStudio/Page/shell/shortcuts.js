// Keyboard shortcuts. Letters work outside fields and can be disabled in the help dialog.

import { byID, make } from "../base/dom.js";

/** @param {EventTarget | null} target */
const inField = (target) => target instanceof Element && target.closest(
  "input:not([type=checkbox], [type=range], [type=file]), textarea, select, [contenteditable]");
/** @param {EventTarget | null} target */
const pressesItself = (target) => target instanceof Element
  && target.closest("button, summary, a, input[type=checkbox], [role=tab]");

/**
 * @typedef {{ group: string, keys: string[], what?: string, run?: (event: KeyboardEvent) => unknown, shown?: string[],
 *   repeats?: boolean, inFields?: boolean }} Shortcut `shown` is how the help writes the keys
 */

export class Shortcuts {
  /** @param {Settings} settings @param {Shortcut[]} list */
  constructor(settings, list) {
    this.settings = settings;
    this.list = list;
    addEventListener("keydown", (event) => this.press(event));
    this.fillHelp();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = nameOf(event);
    const entry = this.list.find(({ keys }) => keys.includes(key));
    if (!entry) return;
    const isCommand = key.startsWith("Ctrl ");
    if (inField(event.target) && !(isCommand && entry.inFields)) return;
    if (!isCommand && key.length === 1 && !this.settings.hasKeys) return;
    if ((key === "Space" || key === "Enter") && pressesItself(event.target)) return;
    if (event.target instanceof HTMLInputElement && event.target.type === "range" && /Arrow|Home|End/.test(key)) return;
    if (event.repeat && !entry.repeats) return event.preventDefault();
    if (entry.run?.(event) !== false) event.preventDefault();
    return undefined;
  }

  fillHelp() {
    const groups = Map.groupBy(this.list.filter(({ what }) => what), ({ group }) => group);
    byID("shortcuts").replaceChildren(...[...groups].map(([group, entries]) =>
      make("section", {}, make("h3", {}, group), make("dl", {}, ...entries.flatMap(({ keys, shown, what }) => [
        make("dt", {}, ...(shown ?? keys).map((key) => (isGesture(key) ? `${key} ` : make("kbd", {}, key)))),
        make("dd", {}, what)])))));
  }
}

/** @param {string} key */
const isGesture = (key) => /^(tap|drag|pinch|wheel)/.test(key);

/**
 * Name of a key with its modifiers: `Ctrl Shift Z`, `Shift ArrowLeft`, `l`, `?`.
 *
 * @param {KeyboardEvent} event
 */
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
