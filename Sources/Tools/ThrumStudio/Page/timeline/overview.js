// The overview of the whole pattern, with the visible range.

import { byID, penOf } from "../base/dom.js";
import { theme, whenThemeChanges } from "../base/theme.js";

/** Where in a column an envelope is read. */
const samples = [0, 0.5, 1];

export class Overview {
  /** @type {number | undefined} */
  #timer;
  /** @type {{ levels: Float32Array, sounds: number[][], width: number, from: number, span: number } | undefined} */
  #marks;

  /** @param {Studio} studio @param {Timeline} timeline */
  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.box = byID("overview");
    this.canvas = byID("overview-picture");
    for (const change of /** @type {const} */ (["document", "text", "analysis"])) {
      studio.on(change, () => this.renewSoon());
    }
    timeline.on("drawn", () => this.draw());
    whenThemeChanges(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.box.addEventListener("pointerdown", (event) => {
      this.box.setPointerCapture(event.pointerId);
      this.moveTo(event);
    });
    this.box.addEventListener("pointermove", (event) =>
      this.box.hasPointerCapture(event.pointerId) && this.moveTo(event));
    this.box.addEventListener("keydown", (event) => this.key(event));
  }

  /** Delayed until a drag pauses. */
  renewSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#marks = undefined;
      this.draw();
    }, 120);
  }

  /** What the picture shows when it shows all, and more if it is scrolled beyond that. */
  get range() {
    const { from, to, fittedStart, fittedSpan } = this.timeline.scale;
    const start = Math.min(fittedStart, from);
    return { from: start, span: Math.max(fittedStart + fittedSpan, to) - start };
  }

  /** @param {PointerEvent} event */
  moveTo(event) {
    const { left } = this.box.getBoundingClientRect();
    const { scale } = this.timeline;
    const { from, span } = this.range;
    this.center(from + ((event.clientX - left - scale.left) / scale.width) * span);
  }

  /** @param {number} time */
  center(time) {
    const { scale } = this.timeline;
    this.timeline.pan(time - scale.span / 2 - scale.from);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -0.25, ArrowRight: 0.25, PageUp: -1, PageDown: 1 };
    const { scale } = this.timeline;
    if (event.key in steps) this.timeline.pan(steps[event.key] * scale.span);
    else if (event.key === "Home") this.timeline.pan(-scale.from);
    else if (event.key === "End") this.timeline.pan(scale.end - scale.to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The highest haptic level of each column, and where sounds are, in columns.
   *
   * @param {number} width
   */
  marksOf(width) {
    const scene = this.timeline.sceneOf(this.studio.shownPattern);
    const levels = new Float32Array(Math.max(1, Math.ceil(width)));
    const { from: start, span } = this.range;
    const column = span / width;
    /** @param {number} from @param {number} to @param {number} most @param {(time: number) => number} levelAt */
    const fill = (from, to, most, levelAt) => {
      const last = Math.min(levels.length - 1, Math.floor((to - start) / column));
      for (let x = Math.max(0, Math.floor((from - start) / column)); x <= last; x += 1) {
        // Of many holds at one time, few rise above the others.
        if (levels[x] >= most) continue;
        for (const part of samples) {
          levels[x] = Math.max(levels[x], levelAt(Math.min(to, Math.max(from, start + (x + part) * column))));
        }
      }
    };
    for (const { time, played } of scene.taps) fill(time, time, played, () => played);
    for (const { time, end, level, levelAt } of scene.holds) fill(time, end, level, levelAt);
    const sounds = scene.sounds.map(({ time, end }) => [(time - start) / column, (end - time) / column]);
    return { levels, sounds, width, from: start, span };
  }

  draw() {
    const { width, height } = this.box.getBoundingClientRect();
    // From the same left end to the same right end as the picture.
    const { scale } = this.timeline;
    if (width < 10) return;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const c = penOf(this.canvas);
    c.scale(ratio, ratio);
    const colors = theme();
    const { from, span } = this.range;
    const { width: across } = scale;
    if (this.#marks?.width !== across || this.#marks.span !== span || this.#marks.from !== from) {
      this.#marks = this.marksOf(across);
    }
    c.translate(scale.left, 0);
    c.fillStyle = colors.panel;
    c.fillRect(-8, 0, across + 16, height);
    c.fillStyle = colors.muted;
    this.#marks.levels.forEach((level, x) =>
      level > 0 && c.fillRect(x, height - 2 - level * (height - 4), 1, level * (height - 4)));
    // Sounds are not felt: a line below.
    c.fillStyle = colors.accent;
    for (const [start, length] of this.#marks.sounds) c.fillRect(start, height - 3, length, 2);
    const [left, right] = [scale.from, scale.to].map((time) => ((time - from) / span) * across);
    c.fillStyle = c.strokeStyle = colors.accent;
    c.globalAlpha = 0.15;
    c.fillRect(left, 0, right - left, height);
    c.globalAlpha = 1;
    c.strokeRect(left + 0.5, 0.5, Math.max(1, right - left - 1), height - 1);
    this.box.setAttribute("aria-valuenow", String(Math.round(Math.max(0, scale.from) * 1000) / 1000));
    this.box.setAttribute("aria-valuemax", String(Math.round((from + span) * 1000) / 1000));
    const text = `from ${Math.max(0, scale.from).toFixed(2)} to ${scale.to.toFixed(2)} seconds`;
    this.box.setAttribute("aria-valuetext", text);
  }
}
