// @ts-check
import { byID } from "./dom.js";

let timer;
let hiding;

/** Says something to people who listen to the page. Of several in a row the last is said. */
export function announce(message) {
  clearTimeout(timer);
  const place = byID("announcer");
  if (place.textContent === message) place.textContent = "";
  timer = setTimeout(() => (place.textContent = message), 60);
}

/** Says something to everybody: it is seen for some seconds, too. */
export function notify(message) {
  announce(message);
  const place = byID("notice");
  place.textContent = message;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.hidden = true), Math.max(4000, 70 * message.length));
}
