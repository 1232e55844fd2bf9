// The tools in a narrow window: a sheet over the lower part of the page, which opens when something is selected. What
// an edit selects, such as a new event, does not open it, because the next stroke may follow.

import { byID } from "./dom.js";

/** Also in narrow.css. */
const narrow = matchMedia("(max-width: 759px)");

/** @param {Studio} studio */
export function connectSheet(studio) {
  const sheet = byID("tools");
  const toggle = byID("toggle-tools");
  let hadSelection = false;
  /** @type {string | undefined} */
  let text;
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    sheet.classList.toggle("open", isOpen);
    toggle.setAttribute("aria-expanded", String(isOpen));
  };
  toggle.addEventListener("click", () => show(!sheet.classList.contains("open")));
  byID("close-tools").addEventListener("click", () => {
    show(false);
    byID("timeline").focus({ preventScroll: true });
  });
  studio.on("document", () => (text = studio.document?.text));
  studio.on("selection", () => {
    const hasSelection = studio.selection.length > 0;
    const isEdit = studio.document?.text !== text;
    if (narrow.matches && hasSelection !== hadSelection && !(hasSelection && isEdit)) show(hasSelection);
    hadSelection = hasSelection;
    text = studio.document?.text;
  });
  narrow.addEventListener("change", () => show(false));
  // It would cover the views below the timeline.
  studio.settings.on("change", ({ showsLower }) => showsLower && narrow.matches && show(false));
}
