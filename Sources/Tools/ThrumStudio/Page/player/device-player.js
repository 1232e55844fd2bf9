// Plays on the sound card, through the live engine.

/** Plays on the sound card. */
export class DevicePlayer {
  #isPlaying = false;
  #place = 0;
  #since = 0;
  #sounded = false;
  /** @type {Meter | undefined} */
  #level;

  /** @param {LiveConnection} live @param {() => void} onEnded */
  constructor(live, onEnded) {
    this.live = live;
    this.onEnded = onEnded;
    live.on("meter", (message) => this.follow(message));
    live.on("ended", () => this.end());
    live.on("lost", () => this.end());
    live.on("failed", ({ to }) => to === "play" && this.end());
  }

  /** @param {Pick<Version, "text" | "path">} version @param {number | (() => number)} offset @param {Loop} [loop] */
  play({ text, path }, offset, loop) {
    const from = typeof offset === "function" ? offset() : offset;
    this.#place = from;
    this.#since = performance.now();
    this.#sounded = false;
    this.#isPlaying = this.live.send({ type: "play", text, path, offset: from, loop: loop?.isWhole === true, rate: 1 });
    this.loop = loop && !loop.isWhole ? { ...loop, text, path } : undefined;
    if (!this.#isPlaying) throw new Error("The studio's server is not responding.");
  }

  stop() {
    if (this.#isPlaying) this.live.send({ type: "stop" });
    this.#isPlaying = false;
  }

  /** @param {LiveEvents["meter"]} message */
  follow({ position, isPlaying, peak, level }) {
    this.#level = { peak, level };
    if (!this.#isPlaying || position === null || position === undefined) return;
    if (isPlaying) this.#sounded = true;
    this.#place = position;
    this.#since = performance.now();
    const { loop } = this;
    if (loop && position >= loop.end) this.play({ text: loop.text, path: loop.path }, loop.start, loop);
  }

  end() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.onEnded();
  }

  get position() {
    if (!this.#isPlaying) return undefined;
    const since = this.#sounded ? Math.min(0.1, (performance.now() - this.#since) / 1000) : 0;
    return this.#place + since;
  }

  get meter() {
    return this.#isPlaying ? this.#level : undefined;
  }
}
