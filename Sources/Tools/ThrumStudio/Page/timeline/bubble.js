// Values at the pointer while something is drawn or dragged.

import { byID } from "../base/dom.js";

export class Bubble {
  constructor() {
    this.place = byID("bubble");
  }

  /** @param {string | undefined} words @param {Place} place of the pointer in the timeline */
  show(words, { x, y }) {
    this.place.hidden = !words;
    if (!words) return;
    this.place.textContent = words;
    const { width, height } = byID("timeline").getBoundingClientRect();
    const own = this.place.getBoundingClientRect();
    this.place.style.left = `${Math.max(4, Math.min(x + 14, width - own.width - 4))}px`;
    this.place.style.top = `${Math.max(4, Math.min(y - own.height - 12, height - own.height - 4))}px`;
  }

  hide() {
    this.place.hidden = true;
  }
}
