// The browser's audio output, and levels in decibels.

const idleSeconds = 30;

/** The browser's audio, suspended when unused. */
export class AudioOutput {
  #users = new Set();
  /** @type {number | undefined} */
  #timer;
  /** Frames per second. */
  rate = 48000;
  /** @type {AudioContext | undefined} */
  context;
  /** @type {GainNode | undefined} */
  gain;
  /** @type {GainNode | undefined} */
  trackGain;
  /** Level of the backing track. */
  trackLevel = 1;
  gainDecibels = 0;

  /** Makes the context, suspended. The first call must come from an input event. */
  make() {
    if (this.context) return this.context;
    const context = new AudioContext({ sampleRate: this.rate, latencyHint: "interactive" });
    this.context = context;
    this.gain = new GainNode(context, { gain: amplitude(this.gainDecibels) });
    this.gain.connect(context.destination);
    this.trackGain = new GainNode(context, { gain: this.trackLevel });
    this.trackGain.connect(context.destination);
    if (this.#users.size === 0) context.suspend();
    return context;
  }

  /**
   * Returns the context, which keeps running at least until `user` leaves.
   *
   * @param {string} user
   */
  async open(user) {
    this.#users.add(user);
    clearTimeout(this.#timer);
    const context = this.make();
    if (context.state !== "running") await context.resume();
    return context;
  }

  /** @param {string} user */
  leave(user) {
    this.#users.delete(user);
    clearTimeout(this.#timer);
    if (this.#users.size === 0) this.#timer = setTimeout(() => this.context?.suspend(), idleSeconds * 1000);
  }

  /**
   * Affects rendered sound only; the server applies the volume to live sound.
   *
   * @param {number} level
   * @param {boolean} isMuted
   */
  setVolume(level, isMuted) {
    this.gainDecibels = isMuted ? -120 : level;
    this.gain?.gain.setTargetAtTime(amplitude(this.gainDecibels), this.gain.context.currentTime, 0.01);
  }

  /** @param {number} level */
  setTrackLevel(level) {
    this.trackLevel = level;
    this.trackGain?.gain.setTargetAtTime(level, this.trackGain.context.currentTime, 0.01);
  }

  /** The context's frame that is heard now. */
  get heardFrame() {
    const { context } = this;
    if (!context) return 0;
    const { contextTime = 0, performanceTime } = context.getOutputTimestamp();
    const { currentTime } = context;
    if (!performanceTime) return (currentTime - this.latency) * this.rate;
    // After a pause, the timestamp is stale for a moment.
    return Math.min(currentTime, contextTime + (performance.now() - performanceTime) / 1000) * this.rate;
  }

  /** Output latency, seconds. */
  get latency() {
    return (this.context?.outputLatency || this.context?.baseLatency) ?? 0;
  }
}

/** @param {number} amplitude */
export const decibels = (amplitude) => 20 * Math.log10(Math.max(amplitude, 1e-6));

/** @param {number} level dB */
export const amplitude = (level) => 10 ** (level / 20);
