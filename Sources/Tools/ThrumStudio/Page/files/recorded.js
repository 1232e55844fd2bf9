// The dialog that shows a recorded timeline.

import { ticks } from "../pattern/time-scale.js";
import { notify } from "../base/announcer.js";
import { around, byID, make, penOf } from "../base/dom.js";
import { theme, whenThemeChanges } from "../base/theme.js";
import { words } from "./recorded-words.js";

/** Lanes from the top. */
const lanes = [
  {
    name: "app",
    kinds: [
      "engineMade", "engineKept", "engineGone", "playerMade", "playerDropped", "call", "parameterSent", "switched",
      "feedback",
    ],
  },
  { name: "state", kinds: ["state"] },
  { name: "players", kinds: ["playerStarted", "playerLooped", "playerFinished", "parameterApplied"] },
  { name: "events", kinds: ["event"] },
  { name: "handlers", kinds: ["handler"] },
  { name: "system", kinds: ["fault", "note"] },
];
const left = 70;
const rulerHeight = 22;
const laneHeight = 44;

/** @typedef {import("./recorded-words.js").Entry} Entry */

/** A timeline recorded by `thrum simulate --json` or a test. */
export class Recorded {
  /** @type {Entry[]} */
  #entries = [];
  #chosen = -1;
  #from = 0;
  #span = 1;
  /** Of the timeline, seconds. */
  end = 0;

  constructor() {
    this.dialog = byID("recorded");
    this.canvas = byID("recorded-picture");
    this.box = /** @type {HTMLElement} */ (this.canvas.parentElement);
    this.list = byID("recorded-list");
    byID("recorded-close").addEventListener("click", () => this.dialog.close());
    byID("recorded-fit").addEventListener("click", () => this.fit());
    byID("recorded-in").addEventListener("click", () => this.zoom(0.5));
    byID("recorded-out").addEventListener("click", () => this.zoom(2));
    this.list.addEventListener("click", (event) =>
      this.choose(Number(around(event, "[data-index]")?.dataset.index ?? -1)));
    this.canvas.addEventListener("pointerdown", (event) => this.choose(this.entryAt(event)));
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.box);
    whenThemeChanges(() => this.draw());
  }

  /** @param {string} text */
  show(text, name = "Recorded timeline") {
    /** @type {{ entries?: Entry[], end?: number, forgotten?: number }} */
    let given;
    try {
      given = JSON.parse(text);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      return void notify(`“${name}” cannot be read: ${error.message}`);
    }
    if (!Array.isArray(given.entries)) return void notify(`“${name}” has no entries.`);
    this.#entries = given.entries.filter(({ time }) => Number.isFinite(time));
    this.end = Math.max(given.end ?? 0, ...this.#entries.slice(-1).map(({ time }) => time), 0.1);
    byID("recorded-title").textContent = name;
    byID("recorded-about").textContent = `${this.#entries.length} entries in ${this.end.toFixed(3)} s` +
      (given.forgotten ? `; earlier entries dropped: ${given.forgotten}` : "");
    this.list.replaceChildren(...this.#entries.slice(0, 5000).map((entry, index) => row(entry, index)));
    if (!this.dialog.open) this.dialog.showModal();
    this.fit();
    return undefined;
  }

  fit() {
    [this.#from, this.#span] = [-0.02 * this.end, 1.05 * this.end];
    this.draw();
  }

  /** @param {number} factor */
  zoom(factor, place = this.#from + this.#span / 2) {
    const span = Math.min(2 * this.end, Math.max(0.001, this.#span * factor));
    this.#from = place - ((place - this.#from) * span) / this.#span;
    this.#span = span;
    this.draw();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const { width } = this.canvas.getBoundingClientRect();
    const time = this.#from + ((event.offsetX - left) / (width - left)) * this.#span;
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(event.deltaY * 0.002), time);
    this.#from += ((event.deltaX || event.deltaY) / (width - left)) * this.#span;
    return this.draw();
  }

  /** @param {number} index */
  choose(index) {
    if (index < 0) return;
    this.#chosen = index;
    for (const one of this.list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const chosen = this.list.children[index]?.firstElementChild;
    chosen?.setAttribute("aria-current", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    const { time } = this.#entries[index];
    if (time < this.#from || time > this.#from + this.#span) this.#from = time - this.#span / 2;
    this.draw();
  }

  /** @param {number} time @param {number} width */
  x(time, width) {
    return left + ((time - this.#from) / this.#span) * (width - left);
  }

  /** @param {MouseEvent} event */
  entryAt({ offsetX, offsetY }) {
    const { width } = this.canvas.getBoundingClientRect();
    const lane = Math.floor((offsetY - rulerHeight) / laneHeight);
    let [best, least] = [-1, 9];
    this.#entries.forEach((entry, index) => {
      const distance = Math.abs(this.x(entry.time, width) - offsetX);
      if (laneOf(entry) === lane && distance < least) [best, least] = [index, distance];
    });
    return best;
  }

  draw() {
    const { width } = this.box.getBoundingClientRect();
    const height = rulerHeight + lanes.length * laneHeight;
    if (width < 50 || !this.dialog.open) return;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    this.canvas.style.height = `${height}px`;
    const c = penOf(this.canvas);
    c.scale(ratio, ratio);
    const colors = theme();
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    this.drawGround(c, colors, width, height);
    this.drawStates(c, colors, width);
    this.#entries.forEach((entry, index) => this.drawEntry(c, colors, width, entry, index === this.#chosen));
  }

  /** @param {CanvasRenderingContext2D} c @param {Theme} colors @param {number} width @param {number} height */
  drawGround(c, colors, width, height) {
    lanes.forEach(({ name }, index) => {
      const top = rulerHeight + index * laneHeight;
      c.fillStyle = colors.panel;
      c.fillRect(left, top + 2, width - left, laneHeight - 4);
      c.fillStyle = colors.muted;
      c.fillText(name, 4, top + laneHeight / 2);
    });
    c.strokeStyle = colors.grid;
    c.beginPath();
    for (const { value, label } of ticks(this.#from, this.#from + this.#span, width - left).values) {
      const x = Math.round(this.x(value, width)) + 0.5;
      if (x < left) continue;
      c.moveTo(x, rulerHeight - 5);
      c.lineTo(x, height);
      c.fillText(`${label} s`, x + 3, rulerHeight / 2);
    }
    c.stroke();
  }

  /**
   * Draws each state of an engine until the next.
   *
   * @param {CanvasRenderingContext2D} c
   * @param {Theme} colors
   * @param {number} width
   */
  drawStates(c, colors, width) {
    const top = rulerHeight + laneHeight;
    const states = this.#entries.filter(({ kind }) => kind === "state");
    states.forEach((entry, index) => {
      const next = states.slice(index + 1).find(({ engine }) => engine === entry.engine);
      const [from, to] = [this.x(entry.time, width), this.x(next?.time ?? this.end, width)]
        .map((x) => Math.max(left, x));
      c.fillStyle = entry.state === "running" ? colors.accent : colors.muted;
      c.globalAlpha = entry.state === "running" ? 0.35 : 0.15;
      c.fillRect(from, top + 6, Math.max(1, to - from), laneHeight - 12);
      c.globalAlpha = 1;
      if (to - from < 40) return;
      c.fillStyle = colors.ink;
      c.fillText(entry.state ?? "", from + 4, top + laneHeight / 2);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {Theme} colors
   * @param {number} width
   * @param {Entry} entry
   * @param {boolean} isChosen
   */
  drawEntry(c, colors, width, entry, isChosen) {
    const lane = laneOf(entry);
    const x = this.x(entry.time, width);
    if (x < left || x > width || lane < 0 || (entry.kind === "state" && !isChosen)) return;
    const top = rulerHeight + lane * laneHeight;
    c.fillStyle = c.strokeStyle = isChosen ? colors.accent : colorOf(entry, colors);
    if (entry.kind === "event") {
      const reach = (laneHeight - 10) * Math.max(0.1, entry.intensity ?? 1);
      const length = Math.max(2, ((entry.duration ?? 0) / this.#span) * (width - left));
      c.fillRect(x, top + laneHeight - 5 - reach, length, reach);
    } else {
      c.beginPath();
      c.arc(x, top + laneHeight / 2, isChosen ? 6 : 4, 0, 2 * Math.PI);
      c.fill();
    }
  }
}

/** @param {Entry} entry */
const laneOf = ({ kind }) => lanes.findIndex(({ kinds }) => kinds.includes(kind));

/** @param {Entry} entry @param {Theme} colors */
function colorOf({ kind, error, sharpness }, colors) {
  if (kind === "event") return colors.edge(sharpness ?? 0.5);
  if (error || kind === "fault") return colors.error;
  return kind === "handler" ? colors.note : colors.ink;
}

/** @param {Entry} entry @param {number} index */
function row(entry, index) {
  return make("li", {}, make("button", { type: "button", dataset: { index } },
    make("span", { className: "number" }, entry.time.toFixed(3)), make("span", { className: "kind" }, entry.kind),
    make("span", { className: entry.error || entry.kind === "fault" ? "text failed" : "text" }, words(entry))));
}
