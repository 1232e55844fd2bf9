// The tools in a narrow window: a sheet over the lower part of the page, open while something is selected.

import { byID } from "./dom.js";

/** Also in narrow.css. */
const narrow = matchMedia("(max-width: 759px)");

/** @param {Studio} studio */
export function connectSheet(studio) {
  const sheet = byID("tools");
  const toggle = byID("toggle-tools");
  let hadSelection = false;
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
  studio.on("selection", () => {
    const hasSelection = studio.selection.length > 0;
    if (narrow.matches && hasSelection !== hadSelection) show(hasSelection);
    hadSelection = hasSelection;
  });
  narrow.addEventListener("change", () => show(false));
}
