// Sound of the live engine in the browser.

import { scriptAddress } from "../base/resources.js";

const idleSeconds = 60;

export class LiveSound {
  /** @type {AudioWorkletNode | undefined} */
  #node;
  /** @type {Promise<void> | undefined} */
  #opening;
  /** Seconds in the jitter buffer. */
  waiting = 0.02;
  gaps = 0;

  /** @param {LiveConnection} live @param {AudioOutput} output @param {Settings} settings */
  constructor(live, output, settings) {
    this.output = output;
    this.settings = settings;
    live.on("samples", (samples) => this.receive(samples));
  }

  /** Opens the output until a minute after the last call. The first call must come from a click. */
  open() {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.output.leave("live"), idleSeconds * 1000);
    if (this.#node && this.output.context === this.#node.context) {
      this.output.open("live");
      return Promise.resolve();
    }
    this.#opening ??= this.make().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async make() {
    const context = await this.output.open("live");
    await context.audioWorklet.addModule(scriptAddress("player/live-worklet.js"));
    const node = new AudioWorkletNode(context, "live-player", { numberOfInputs: 0, outputChannelCount: [2] });
    node.port.onmessage = ({ data }) => {
      this.gaps = data.gaps;
      if (data.waiting > 0) this.waiting = data.waiting;
    };
    node.connect(context.destination);
    this.#node = node;
  }

  /** @param {Float32Array} samples */
  receive(samples) {
    const isHere = this.settings.destination === "browser";
    if (!isHere || !this.#node || this.output.context !== this.#node.context) return;
    const own = samples.slice();
    this.#node.port.postMessage(own, [own.buffer]);
  }
}
