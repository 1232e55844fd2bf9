// Lines between parts of the page, to drag.

import { clamp } from "../pattern/vocabulary.js";
import { byID } from "../base/dom.js";

const step = 16;

/**
 * A line that changes the size of a part: drag it, press the arrow keys, Home or End, or double-click it for the
 * standard size. The setting `name` stores the size, 0 for the standard; the style sheet limits it to what fits.
 */
export class Splitter {
  /** @type {{ at: number, size: number } | undefined} Where a drag began. */
  #drag;

  /**
   * @param {Settings} settings
   * @param {{ line: string, part: string, name: "filesWidth" | "toolsWidth" | "lowerHeight", property: string,
   *   low: number, high: number, isAcross?: boolean, grows: 1 | -1 }} options `grows` is 1 if moving right or down
   *   enlarges the part
   */
  constructor(settings, options) {
    this.settings = settings;
    this.options = options;
    this.line = byID(options.line);
    this.part = byID(options.part);
    this.line.setAttribute("aria-valuemin", String(options.low));
    this.line.setAttribute("aria-valuemax", String(options.high));
    this.put(settings[options.name]);
    new ResizeObserver(() => this.tell()).observe(this.part);
    this.line.addEventListener("pointerdown", (event) => this.begin(event));
    this.line.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.line.addEventListener(end, () => this.end());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("dblclick", () => this.set(0));
  }

  get size() {
    const { width, height } = this.part.getBoundingClientRect();
    return Math.round(this.options.isAcross ? height : width);
  }

  tell() {
    if (this.size > 0) this.line.setAttribute("aria-valuenow", String(this.size));
  }

  /** @param {number} size in points; 0 for the standard */
  put(size) {
    const { property, low, high } = this.options;
    if (size === 0) byID("app").style.removeProperty(property);
    else byID("app").style.setProperty(property, `${clamp(size, low, high)}px`);
  }

  /** @param {number} size */
  set(size) {
    this.put(size);
    this.settings.set({ [this.options.name]: size && this.size });
    this.tell();
  }

  /** @param {PointerEvent} event */
  place(event) {
    return (this.options.isAcross ? event.clientY : event.clientX) * this.options.grows;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (event.button !== 0) return;
    this.line.setPointerCapture(event.pointerId);
    this.#drag = { at: this.place(event), size: this.size };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.#drag) this.put(Math.max(1, this.#drag.size + this.place(event) - this.#drag.at));
  }

  end() {
    const hasMoved = this.#drag && this.#drag.size !== this.size;
    this.#drag = undefined;
    if (hasMoved) this.set(this.size);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { isAcross, grows, low, high } = this.options;
    const [less, more] = isAcross ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const to = {
      [less]: this.size - step * grows, [more]: this.size + step * grows, Home: low, End: high,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(Math.max(1, to));
  }
}
