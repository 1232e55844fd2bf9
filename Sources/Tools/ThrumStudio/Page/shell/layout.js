// Parts of the page that fold away, and the lines between the others.

import { byID } from "../base/dom.js";
import { Splitter } from "./splitter.js";

/**
 * A part of the page that a button shows and hides. If there is room, it has its own place, and the setting `name`
 * remembers whether it is shown. Otherwise it lies over the page until the user turns to something else.
 */
export class Fold {
  #isOver = false;

  /**
   * @param {Settings} settings
   * @param {{ button: string, panel: string, room?: string, name?: "showsFiles" }} parts `room` is
   *   a media query
   */
  constructor(settings, { button, panel, room = "not all", name }) {
    this.settings = settings;
    this.button = byID(button);
    this.panel = byID(panel);
    this.room = matchMedia(room);
    this.name = name;
    this.button.addEventListener("click", () => this.show(!this.isShown));
    this.room.addEventListener("change", () => this.refresh());
    addEventListener("pointerdown", ({ target }) => this.holds(target) || this.close(), true);
    addEventListener("keydown", (event) => this.key(event), true);
    // Stays open when a click returns the focus to the timeline.
    this.panel.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== byID("timeline") && !this.holds(relatedTarget)) this.close();
    });
    this.refresh();
  }

  get isShown() {
    return this.room.matches && this.name ? this.settings[this.name] : this.#isOver;
  }

  /** @param {EventTarget | null} target */
  holds(target) {
    return target instanceof Node && (this.panel.contains(target) || this.button.contains(target));
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (this.room.matches && this.name) this.settings.set({ [this.name]: isShown });
    else this.#isOver = isShown;
    this.refresh();
  }

  /** Hides the part if it lies over the page. */
  close() {
    if (!this.#isOver) return;
    this.#isOver = false;
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.#isOver || this.room.matches || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
    this.button.focus();
  }

  refresh() {
    if (this.room.matches) this.#isOver = false;
    this.panel.hidden = !this.isShown;
    this.button.setAttribute("aria-expanded", String(this.isShown));
  }
}

/** Also in narrow.css. */
const wide = "(min-width: 1181px)";

/**
 * The parts that fold away, and the lines between the others.
 *
 * @param {Settings} settings
 * @param {Studio} studio
 */
export function connectLayout(settings, studio) {
  const files = new Fold(settings, { button: "toggle-files", panel: "files", room: wide, name: "showsFiles" });
  studio.on("document", () => files.close());
  new Fold(settings, { button: "toggle-settings", panel: "settings" });
  new Fold(settings, { button: "toggle-snap", panel: "snap" });
  new Fold(settings, { button: "toggle-layers", panel: "layers" });
  new Splitter(settings, {
    line: "files-splitter", part: "files", name: "filesWidth", property: "--files-width", low: 160, high: 480, grows: 1,
  });
  new Splitter(settings, {
    line: "tools-splitter", part: "tools", name: "toolsWidth", property: "--tools-width", low: 220, high: 640,
    grows: -1,
  });
  new Splitter(settings, {
    line: "lower-splitter", part: "lower", name: "lowerHeight", property: "--lower-height", low: 110, high: 800,
    isAcross: true, grows: -1,
  });
}
