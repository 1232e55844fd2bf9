// The level meter.

import { byID, penOf } from "../base/dom.js";
import { theme, whenThemeChanges } from "../base/theme.js";

const lowest = -60;

/** @param {number} level */
const decibels = (level) => (level <= lowest ? "−∞ dB" : `${level.toFixed(1).replace("-", "−")} dB`);

export class MeterView {
  #level = lowest;
  #peak = lowest;
  #held = lowest;
  #spoken = 0;
  /** Whether the level last announced was silence. */
  #isSilent = true;

  /** @param {Transport} transport @param {LiveConnection} live */
  constructor(transport, live) {
    this.box = byID("meter");
    this.canvas = byID("meter-picture");
    transport.on("meter", (meter) => this.show(meter));
    transport.on("state", () => transport.isPlaying || this.show(undefined));
    live.on("meter", (meter) => transport.isPlaying || this.show(meter));
    new ResizeObserver(() => this.draw()).observe(this.box);
    whenThemeChanges(() => this.draw());
  }

  /** @param {Partial<Meter> | undefined} meter */
  show(meter) {
    clearTimeout(this.silence);
    if (meter) this.silence = setTimeout(() => this.show(undefined), 700);
    this.#level = Math.max(lowest, meter?.level ?? lowest);
    this.#peak = Math.max(lowest, meter?.peak ?? lowest);
    this.#held = Math.max(this.#peak, this.#held - 0.5);
    if (!meter) this.#held = lowest;
    const isSilent = this.#peak <= lowest;
    const begins = this.#isSilent && !isSilent;
    const text = decibels(this.#peak);
    // The level that is held can be read between two taps.
    byID("meter-text").textContent = decibels(this.#held);
    const now = performance.now();
    if (now - this.#spoken > 500 || !meter || begins) {
      this.#spoken = now;
      this.#isSilent = isSilent;
      this.box.setAttribute("aria-valuenow", String(Math.round(this.#peak)));
      this.box.setAttribute("aria-valuetext", isSilent ? "silent" : text);
    }
    this.draw();
  }

  draw() {
    const { width, height } = this.box.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const c = penOf(this.canvas);
    const colors = theme();
    /** @param {number} level */
    const x = (level) => ((level - lowest) / -lowest) * width;
    c.scale(ratio, ratio);
    c.fillStyle = colors.grid;
    c.fillRect(0, 0, width, height);
    c.fillStyle = colors.accent;
    c.globalAlpha = 0.45;
    c.fillRect(0, 0, x(this.#peak), height);
    c.globalAlpha = 1;
    c.fillRect(0, 0, x(this.#level), height);
    c.fillStyle = this.#held > -1 ? colors.error : colors.ink;
    if (this.#held > lowest) c.fillRect(x(this.#held) - 1, 0, 2, height);
  }
}
