// The views below the timeline, closed until someone asks for one.

import { byID } from "../base/dom.js";
import { setIcon } from "../base/icons.js";

export class Drawer {
  /** @param {Settings} settings @param {() => void} onChange */
  constructor(settings, onChange) {
    this.settings = settings;
    this.onChange = onChange;
    this.place = byID("lower");
    this.button = byID("toggle-lower");
    this.button.addEventListener("click", () => this.show(!this.isShown));
  }

  get isShown() {
    return this.settings.showsLower;
  }

  /** @param {boolean} isShown */
  show(isShown) {
    const isNew = isShown !== this.isShown;
    if (isNew) this.settings.set({ showsLower: isShown });
    this.refresh();
    // In a narrow window, the views lie below the stage.
    if (isNew && isShown) this.place.scrollIntoView({ block: "nearest" });
  }

  refresh() {
    this.place.classList.toggle("closed", !this.isShown);
    this.button.setAttribute("aria-expanded", String(this.isShown));
    this.button.title = this.isShown ? "Hide events, findings and text" : "Show events, findings and text";
    setIcon(this.button, this.isShown ? "down" : "up");
    this.onChange();
  }
}
