// @ts-check
import { amplitude } from "./loudness.js";

const idleSeconds = 30;

/** The browser's audio, opened in a click handler and closed when unused. */
export class AudioOutput {
  #users = new Set();
  #timer;
  context = undefined;
  gainDecibels = 0;

  /** Returns the running context, which stays open until `user` leaves. */
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

  /** Affects rendered sound only; the server applies the volume to live sound. */
  setVolume(level, isMuted) {
    this.gainDecibels = isMuted ? -120 : level;
    this.gain?.gain.setTargetAtTime(amplitude(this.gainDecibels), this.context.currentTime, 0.01);
  }

  /** Output latency, seconds. */
  get latency() {
    return (this.context?.outputLatency || this.context?.baseLatency) ?? 0;
  }
}
