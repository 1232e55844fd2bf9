// @ts-check
import { amplitude } from "./loudness.js";

const idleSeconds = 30;

/** The browser's audio: opened inside a click, closed when nothing has used it for a while. */
export class AudioOutput {
  #users = new Set();
  #timer;
  context = undefined;
  gainDecibels = 0;

  /** The running context; `user` keeps it open until it says `leave`. */
  async open(user) {
    this.#users.add(user);
    clearTimeout(this.#timer);
    if (!this.context) {
      this.context = new AudioContext({ sampleRate: 48000, latencyHint: "interactive" });
      this.gain = new GainNode(this.context, { gain: amplitude(this.gainDecibels) });
      this.gain.connect(this.context.destination);
    }
    if (this.context.state === "suspended") await this.context.resume();
    return this.context;
  }

  leave(user) {
    this.#users.delete(user);
    clearTimeout(this.#timer);
    if (this.#users.size === 0) this.#timer = setTimeout(() => this.close(), idleSeconds * 1000);
  }

  close() {
    this.context?.close();
    this.context = undefined;
    this.gain = undefined;
  }

  /** For rendered sound only: live sound comes with its volume. */
  setVolume(level, isMuted) {
    this.gainDecibels = isMuted ? -120 : level;
    this.gain?.gain.setTargetAtTime(amplitude(this.gainDecibels), this.context.currentTime, 0.01);
  }

  /** Seconds from the context to the ear. */
  get latency() {
    return (this.context?.outputLatency || this.context?.baseLatency) ?? 0;
  }
}
