// Messages for screen readers, and short notices.

import { byID } from "./dom.js";

/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let hiding;

/**
 * Announces a message to screen readers; the last of several wins.
 *
 * @param {string} message
 */
export function announce(message) {
  clearTimeout(timer);
  const place = byID("announcer");
  if (place.textContent === message) place.textContent = "";
  timer = setTimeout(() => (place.textContent = message), 60);
}

/** Takes away a notice that a later action may have made untrue. */
export function dismiss() {
  clearTimeout(hiding);
  byID("notice").hidden = true;
}

/** @param {string} message */
export function notify(message) {
  announce(message);
  const place = byID("notice");
  place.textContent = message;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.hidden = true), Math.max(4000, 70 * message.length));
}
