// The delay between a tap and its sound.

import { byID, make } from "../base/dom.js";

/** Latency from press to ear. */
export class Latency {
  #sent = new Set();
  /** @type {number[]} */
  #totals = [];

  /**
   * @param {LiveConnection} live
   * @param {LiveSound} liveSound
   * @param {AudioOutput} output
   * @param {Settings} settings
   */
  constructor(live, liveSound, output, settings) {
    this.live = live;
    this.liveSound = liveSound;
    this.output = output;
    this.settings = settings;
    live.on("done", (message) => this.#sent.delete(message.id) && this.show(message.milliseconds));
  }

  /** @param {number} id */
  sent(id) {
    this.#sent.add(id);
    if (this.#sent.size > 100) this.#sent.delete(this.#sent.values().next().value);
  }

  /**
   * Parts of the latency, ms.
   *
   * @param {number} engine
   * @returns {[name: string, part: number][]}
   */
  parts(engine) {
    /** @type {[name: string, part: number][]} */
    const parts = [
      ["path to the server (half a round trip)", (this.live.roundTrip ?? 0) / 2],
      ["engine, up to the first changed frame", engine],
    ];
    /** @type {Partial<LiveConnection["state"]["sound"]>} */
    const sound = this.live.state.sound ?? {};
    const place = sound.to === "device" ? "the sound card" : "the server";
    parts.push([`output delay of ${place}`, (sound.delay ?? 0) * 1000]);
    if (this.settings.destination !== "browser") return parts;
    return [...parts, ["jitter buffer", this.liveSound.waiting * 1000],
      ["the browser's audio output", this.output.latency * 1000]];
  }

  /** @param {number} engine */
  show(engine) {
    const parts = this.parts(engine);
    const total = parts.reduce((sum, [, part]) => sum + part, 0);
    this.#totals = [...this.#totals.slice(-19), total];
    const middle = this.#totals.toSorted((a, b) => a - b)[this.#totals.length >> 1];
    byID("latency").textContent = `about ${total.toFixed(0)} ms (usually ${middle.toFixed(0)})`;
    byID("latency").title = parts.map(([name, part]) => `${name}: ${part.toFixed(1)} ms`).join("\n");
    byID("latency-parts").replaceChildren(...parts.flatMap(([name, part]) =>
      [make("dt", {}, name), make("dd", { className: "number" }, `${part.toFixed(1)} ms`)]));
  }
}
