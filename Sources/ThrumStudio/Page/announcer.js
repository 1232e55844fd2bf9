import { byID } from "./dom.js";

let timer;

/** Says something to people who listen to the page. Of several in a row the last is said. */
export function announce(message) {
  clearTimeout(timer);
  const place = byID("announcer");
  if (place.textContent === message) place.textContent = "";
  timer = setTimeout(() => (place.textContent = message), 60);
}
