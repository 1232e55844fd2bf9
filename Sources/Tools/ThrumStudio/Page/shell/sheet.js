// The tools in a narrow window: a sheet over the lower part of the page, which opens when something is selected. What
// an edit selects, such as a new event, does not open it, because the next stroke may follow. What a finger selects
// opens it once the finger is up, and only if it did not drag: the page must not move under a finger.

import { byID } from "../base/dom.js";

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
  const later = afterTouch(show);
  toggle.addEventListener("click", () => show(!sheet.classList.contains("open")));
  byID("close-tools").addEventListener("click", () => {
    show(false);
    byID("timeline").focus({ preventScroll: true });
  });
  byID("sheet-remove").addEventListener("click", () => studio.removeSelection());
  studio.on("document", () => (text = studio.document?.text));
  studio.on("selection", () => {
    byID("sheet-remove").hidden = studio.selection.length === 0;
    const hasSelection = studio.selection.length > 0;
    // A button of the tools that selects what is in its way says so in a message, which the sheet would cover.
    const isEdit = studio.document?.text !== text || !!document.activeElement?.closest(".edit-bar");
    if (narrow.matches && hasSelection !== hadSelection && !(hasSelection && isEdit)) later(hasSelection);
    hadSelection = hasSelection;
    text = studio.document?.text;
  });
  narrow.addEventListener("change", () => show(false));
  // It would cover the views below the timeline.
  studio.settings.on("change", ({ showsLower }) => showsLower && narrow.matches && show(false));
}

/** How far a finger may move and still tap, points, and how long the click after a tap may take, ms. */
const [still, clickAfter] = [8, 350];

/**
 * A function that shows or hides the sheet, but not while a finger or a button is down.
 *
 * @param {(isOpen: boolean) => void} show
 */
function afterTouch(show) {
  /** @type {{ x: number, y: number, hasMoved: boolean } | undefined} */
  let pressed;
  /** @type {boolean | undefined} */
  let wanted;
  addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (pressed = { x, y, hasMoved: false }), true);
  addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) >= still) pressed.hasMoved = true;
  }, true);
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(end, () => {
      if (wanted !== undefined && pressed && !(wanted && pressed.hasMoved)) arrive(wanted);
      [pressed, wanted] = [undefined, undefined];
    });
  }

  /**
   * The click that follows a tap must not press what has just come under the finger.
   *
   * @param {boolean} isOpen
   */
  function arrive(isOpen) {
    const sheet = byID("tools");
    sheet.inert = true;
    setTimeout(() => (sheet.inert = false), clickAfter);
    show(isOpen);
  }

  return (/** @type {boolean} */ isOpen) => {
    if (pressed) wanted = isOpen;
    else show(isOpen);
  };
}
