// Keys that lead from the timeline to a field of the inspector, and back.

import { notify } from "../base/announcer.js";
import { byID } from "../base/dom.js";

/**
 * Returns a function that focuses the first of the given fields that the inspector has. From there, Enter and Escape
 * lead back to the timeline.
 *
 * @param {() => void} showInspector
 */
export function inspectorKeys(showInspector) {
  const place = byID("inspector");
  let isVisit = false;
  place.addEventListener("keydown", ({ key, target }) => {
    const isRefused = target instanceof Element && target.hasAttribute("aria-invalid");
    if (!isVisit || isRefused || (key !== "Enter" && key !== "Escape")) return;
    isVisit = false;
    byID("timeline").focus({ preventScroll: true });
  });
  place.addEventListener("pointerdown", () => (isVisit = false));
  /** @param {string[]} fields */
  return (...fields) => {
    showInspector();
    const field = fields.map((name) => place.querySelector(`[data-field="${name}"]`)).find(Boolean);
    if (!field) return notify("First select an event that has this value.");
    isVisit = true;
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
    return undefined;
  };
}
