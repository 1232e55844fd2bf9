// The pad that plays taps and holds.

import { addEntries } from "../edits/edits.js";
import { Emitter } from "../pattern/emitter.js";
import { tapEntry } from "../edits/new-entries.js";
import { clamp } from "../pattern/vocabulary.js";
import { announce, notify } from "../base/announcer.js";
import { byID, penOf } from "../base/dom.js";
import { head, theme, whenThemeChanges } from "../base/theme.js";

const holdAfter = 220;

/**
 * The pad of sharpness × intensity.
 *
 * @extends {Emitter<PaletteEvents>}
 */
export class Palette extends Emitter {
  intensity = 0.7;
  sharpness = 0.5;
  isHolding = false;
  /** @type {number | undefined} */
  #pressed;
  #lastMove = 0;
  #holds = 0;

  /**
   * @param {Studio} studio
   * @param {LiveConnection} live
   * @param {{ position: () => number, open: () => Promise<void>, latency: Latency }} uses
   */
  constructor(studio, live, { position, open, latency }) {
    super();
    this.studio = studio;
    this.live = live;
    this.position = position;
    this.open = open;
    this.latency = latency;
    this.pad = byID("pad");
    this.canvas = byID("pad-picture");
    this.pad.addEventListener("pointerdown", (event) => this.press(event));
    this.pad.addEventListener("pointermove", (event) => this.#pressed !== undefined && this.moveTo(event));
    for (const end of ["pointerup", "pointercancel"]) this.pad.addEventListener(end, () => this.fingerUp());
    this.pad.addEventListener("keydown", (event) => this.key(event));
    this.pad.addEventListener("blur", () => this.isHolding && this.#pressed === undefined && this.release());
    byID("pad-tap").addEventListener("click", () => this.tap());
    byID("pad-hold").addEventListener("click", () => (this.isHolding ? this.release() : this.hold()));
    byID("pad-add").addEventListener("click", () => this.add());
    live.on("lost", () => this.show(false));
    live.on("failed", ({ to }) => to === "hold" && this.show(false));
    live.on("state", ({ engine }) => this.watchEngine(engine));
    new ResizeObserver(() => this.draw()).observe(this.pad);
    whenThemeChanges(() => this.draw());
  }

  /**
   * Releases the hold when the engine stops.
   *
   * @param {string} engine
   */
  watchEngine(engine) {
    if (this.isHolding && this.lastEngine === "running" && engine !== "running") this.show(false);
    this.lastEngine = engine;
  }

  get values() {
    return { intensity: round(this.intensity), sharpness: round(this.sharpness) };
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.pad.setPointerCapture(event.pointerId);
    this.place(event);
    this.tap();
    this.#pressed = setTimeout(() => this.hold(), holdAfter);
  }

  fingerUp() {
    clearTimeout(this.#pressed);
    this.#pressed = undefined;
    if (this.isHolding) this.release();
  }

  /** @param {PointerEvent} event */
  moveTo(event) {
    this.place(event);
    this.move();
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.pad.getBoundingClientRect();
    this.set(1 - (event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width);
  }

  /** @param {number} intensity @param {number} sharpness */
  set(intensity, sharpness) {
    this.intensity = clamp(intensity, 0, 1);
    this.sharpness = clamp(sharpness, 0, 1);
    byID("pad-values").textContent =
      `intensity ${this.intensity.toFixed(2)}, sharpness ${this.sharpness.toFixed(2)}` +
      (this.isHolding ? ", holding" : "");
    this.draw();
  }

  /** @param {string} what */
  send(what) {
    const id = this.live.nextID;
    if (!this.live.send({ type: what, id, ...this.values })) return announce("The studio's server is not responding.");
    this.latency.sent(id);
    return undefined;
  }

  async tap() {
    this.emit("tap", this.values);
    await this.open();
    this.send("tap");
    this.flash();
  }

  async hold() {
    this.emit("hold", this.values);
    this.show(true);
    const hold = ++this.#holds;
    await this.open();
    // The hold may have been released while the connection was opening.
    if (this.isHolding && hold === this.#holds) this.send("hold");
  }

  /** Limited to one message per 10 ms. */
  move() {
    if (!this.isHolding) return;
    const now = performance.now();
    clearTimeout(this.later);
    if (now - this.#lastMove < 10) return void (this.later = setTimeout(() => this.move(), 10));
    this.#lastMove = now;
    this.open();
    this.send("move");
  }

  release() {
    this.emit("release");
    this.live.send({ type: "release" });
    this.show(false);
  }

  /** @param {boolean} isHolding */
  show(isHolding) {
    this.isHolding = isHolding;
    byID("pad-hold").setAttribute("aria-pressed", String(isHolding));
    this.set(this.intensity, this.sharpness);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const size = event.shiftKey ? 0.01 : 0.05;
    /** @type {Record<string, [up: number, right: number]>} */
    const steps = { ArrowUp: [size, 0], ArrowDown: [-size, 0], ArrowRight: [0, size], ArrowLeft: [0, -size] };
    if (event.key in steps) {
      const [up, right] = steps[event.key];
      this.set(round(this.intensity + up), round(this.sharpness + right));
      this.move();
      announce(`intensity ${this.values.intensity}, sharpness ${this.values.sharpness}`);
    } else if (event.key === "Enter" && !event.repeat) {
      if (event.shiftKey) byID("pad-hold").click();
      else this.tap();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  add() {
    if (!this.studio.document) return notify("Open or create a pattern first.");
    const { intensity, sharpness } = this.values;
    const literal = tapEntry(this.position(), intensity, sharpness);
    if (this.studio.insert(addEntries(this.studio.document.pattern, [literal]))) announce("Added to the pattern");
    return undefined;
  }

  flash() {
    this.pad.classList.add("tapped");
    setTimeout(() => this.pad.classList.remove("tapped"), 120);
  }

  draw() {
    const { width, height } = this.pad.getBoundingClientRect();
    if (width < 10) return;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const c = penOf(this.canvas);
    const colors = theme();
    c.scale(ratio, ratio);
    this.drawGround(c, colors, width, height);
    const [x, y] = [this.sharpness * width, (1 - this.intensity) * height];
    c.strokeStyle = colors.ink;
    c.globalAlpha = 0.35;
    c.setLineDash([3, 4]);
    c.beginPath();
    c.moveTo(x, 0);
    c.lineTo(x, height);
    c.moveTo(0, y);
    c.lineTo(width, y);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
    c.fillStyle = colors.sharpness(this.sharpness);
    c.strokeStyle = colors.panel;
    c.lineWidth = 2.5;
    head(c, x, y, this.sharpness, this.isHolding ? 15 : 11);
    c.fill();
    c.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {Theme} colors
   * @param {number} width
   * @param {number} height
   */
  drawGround(c, colors, width, height) {
    const columns = 40;
    for (let index = 0; index < columns; index += 1) {
      const fade = c.createLinearGradient(0, 0, 0, height);
      fade.addColorStop(0, colors.sharpness(index / (columns - 1), 0.55));
      fade.addColorStop(1, colors.sharpness(index / (columns - 1), 0.04));
      c.fillStyle = fade;
      c.fillRect((index * width) / columns, 0, width / columns + 1, height);
    }
    c.strokeStyle = colors.ink;
    c.globalAlpha = 0.1;
    c.beginPath();
    for (let x = 0; x < width; x += 3 + 17 * (1 - x / width) ** 2) {
      c.moveTo(x, height);
      c.lineTo(x, 0);
    }
    c.stroke();
    c.globalAlpha = 1;
  }
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
