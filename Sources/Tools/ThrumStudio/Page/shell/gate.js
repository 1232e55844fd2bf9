// What visitors see who may not use the page.

import { byID } from "../base/dom.js";

/** @param {string} [message] shown to visitors without a valid token */
export function showGate(message) {
  byID("gate").hidden = false;
  byID("app").hidden = true;
  if (message) byID("gate-text").textContent = message;
}
