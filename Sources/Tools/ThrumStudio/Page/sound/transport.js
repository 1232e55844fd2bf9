// Playing, looping and scrubbing, at one position.

import { Emitter } from "../pattern/emitter.js";
import { clamp } from "../pattern/vocabulary.js";
import { BrowserPlayer } from "../player/browser-player.js";
import { DevicePlayer } from "../player/device-player.js";
import { askBeforeFirstPlay, hasAnswered } from "./first-play.js";

/** Maximum cursor position, seconds. */
const farthest = 86400;
/** Delay before the sound at a new position is prepared, ms. */
const warmingPause = 30;
/** Maximum length of a pattern that the server renders in blocks, seconds; same as the server's `Take.most`. */
const longestInBlocks = 3600;
/** Delay before two versions are matched in level, ms. */
const matchingPause = 300;

/** @extends {Emitter<TransportEvents>} */
export class Transport extends Emitter {
  position = 0;
  isPlaying = false;
  isLooping = false;
  /** @type {Loop | undefined} */
  region = undefined;
  /** @type {Player | undefined} Last player. */
  active;
  /** @type {PatternDocument | undefined} Last shown document. */
  left;
  /** @type {number | undefined} */
  #renewal;
  /** @type {number | undefined} */
  #warming;
  /** @type {number | undefined} */
  #matching;
  #scrubbed = 0;

  /**
   * @param {Studio} studio
   * @param {{ server: Server, live: LiveConnection, output: AudioOutput, onProblem: (error: Error) => void }} uses
   */
  constructor(studio, { server, live, output, onProblem }) {
    super();
    this.studio = studio;
    this.onProblem = onProblem;
    const ended = () => this.ended();
    this.browser = new BrowserPlayer(server, output, {
      onEnded: ended, onProblem: (error) => this.fail(error), onGain: () => this.emit("gain"),
    });
    this.device = new DevicePlayer(live, ended);
    studio.on("document", () => this.enter());
    studio.on("take", ({ version, facts }) => this.browser.takes.learn(version, facts));
    studio.on("analysis", () => this.warmSoon());
    for (const change of /** @type {const} */ (["slots", "analysis"])) studio.on(change, () => this.prepareMatch());
    studio.on("layers", () => this.renewSoon(0));
    studio.on("text", (change) => this.renewSoon(change?.isFlip ? 0 : undefined));
    studio.settings.on("change", (changes) => {
      if ("destination" in changes) this.renewSoon(0, true);
      else if ("actuator" in changes || "monitor" in changes || "matchesLevels" in changes) this.renewSoon(0);
      if ("matchesLevels" in changes) this.prepareMatch();
    });
  }

  /**
   * The player: the browser, or the live engine for the sound card and for patterns too long to render in blocks.
   *
   * @returns {Player}
   */
  get player() {
    return this.studio.settings.destination === "browser" && this.end <= longestInBlocks ? this.browser : this.device;
  }

  /** End of the sound, seconds. */
  get end() {
    return Math.max(this.studio.wave?.seconds ?? 0, this.studio.document ? this.studio.shownPattern.duration : 0);
  }

  /** The loop region, if it is set and looping is on. */
  get loopRange() {
    return this.isLooping ? this.region : undefined;
  }

  /** @returns {Loop | undefined} */
  get loop() {
    if (!this.isLooping) return undefined;
    return this.region ?? { start: 0, end: this.end, isWhole: true };
  }

  /** @returns {Version} */
  version(text = this.studio.layers.flags.heard(this.studio.shownPattern)) {
    const { actuator, monitor } = this.studio.settings;
    return { text, path: this.studio.current.path ?? "", actuator, monitor };
  }

  /** The version to match in level. */
  get otherVersion() {
    const other = this.studio.settings.matchesLevels && this.studio.ghostPattern;
    return other ? this.version(other.text) : undefined;
  }

  /** Gain that matches the levels of A and B, dB; none if they are not matched. */
  get gain() {
    return this.otherVersion && this.player === this.browser ? this.browser.gain : undefined;
  }

  /** Prepares the sound at the position, so that playing starts at once. */
  warmSoon() {
    clearTimeout(this.#warming);
    if (this.isPlaying || !this.studio.wave || this.player !== this.browser) return;
    this.#warming = setTimeout(() => this.studio.document && this.browser.warm(this.version(), this.position, this.end),
      warmingPause);
  }

  /** Computes the gain once the analyses of both versions have had time to arrive. */
  prepareMatch() {
    clearTimeout(this.#matching);
    this.emit("gain");
    this.#matching = setTimeout(() => {
      const other = this.studio.document && this.otherVersion;
      if (other) this.browser.prepare(this.version(), other);
    }, matchingPause);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** @returns {unknown} */
  play() {
    const { document, shownPattern } = this.studio;
    if (!document) return this.studio.notify("Open or create a pattern first, then play it.");
    if (shownPattern.items.size === 0) return this.studio.notify("There is nothing to play yet. Add an event first.");
    if (!hasAnswered()) return askBeforeFirstPlay(this.studio, () => this.play());
    if (this.position >= this.end - 0.001) this.position = this.loop?.start ?? 0;
    const { loop } = this;
    if (loop && (this.position < loop.start || this.position >= loop.end)) this.position = loop.start;
    this.active = this.player;
    this.setPlaying(true);
    return this.start(this.position);
  }

  /** @param {number | (() => number)} offset */
  async start(offset) {
    try {
      await this.active?.play(this.version(), offset, this.loop, this.otherVersion);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      this.fail(error);
    }
  }

  /** @param {Error} error */
  fail(error) {
    this.active?.stop();
    this.setPlaying(false);
    this.onProblem(error);
  }

  pause() {
    this.position = this.active?.position ?? this.position;
    this.active?.stop();
    this.setPlaying(false);
  }

  ended() {
    this.setPlaying(false);
    this.position = this.loop?.start ?? 0;
    this.emit("position");
  }

  /** @param {boolean} isPlaying */
  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.emit("state");
    this.emit("position");
    if (isPlaying) requestAnimationFrame(() => this.tick());
  }

  tick() {
    if (!this.isPlaying) return;
    this.position = this.active?.position ?? this.position;
    this.emit("position");
    this.emit("meter", this.active?.meter);
    requestAnimationFrame(() => this.tick());
  }

  /** Heard position. */
  get heard() {
    return this.active?.position;
  }

  /** @param {number} time */
  place(time) {
    this.position = clamp(time, 0, farthest);
    this.emit("position");
  }

  /** @param {number} time */
  seek(time) {
    this.position = clamp(time, 0, farthest);
    if (this.isPlaying) this.start(this.position);
    else this.warmSoon();
    this.emit("position");
  }

  /**
   * Follows a drag on the ruler, playing short sounds.
   *
   * @param {number} time
   */
  scrub(time) {
    this.position = Math.max(0, time);
    this.emit("position");
    const now = performance.now();
    if (now - this.#scrubbed < 90 || !this.studio.document) return;
    this.#scrubbed = now;
    if (this.isPlaying) this.start(this.position);
    else if (this.player === this.browser) this.browser.grain(this.version(), this.position).catch(() => {});
  }

  /** @param {number} time */
  endScrub(time) {
    this.seek(time);
  }

  toggleLoop() {
    this.isLooping = !this.isLooping;
    this.changeLoop();
  }

  /** @param {Loop | undefined} region */
  setLoopRegion(region) {
    this.region = region;
    this.isLooping = region !== undefined;
    this.changeLoop();
  }

  changeLoop() {
    this.emit("loop");
    if (this.isPlaying) this.renewSoon(80);
  }

  renewSoon(pause = 160, moves = false) {
    clearTimeout(this.#renewal);
    if (!this.isPlaying) return;
    this.#renewal = setTimeout(() => this.renew(moves), pause);
  }

  /** @param {boolean} moves */
  renew(moves) {
    if (!this.isPlaying) return;
    if (moves) {
      this.position = this.active?.position ?? this.position;
      this.active?.stop();
      this.active = this.player;
    }
    this.start(() => this.active?.position ?? this.position);
  }

  enter() {
    const { document } = this.studio;
    if (this.isPlaying) this.pause();
    if (this.left && this.left !== document) this.left.leaveAt(this.position);
    this.left = document;
    this.position = document?.position ?? 0;
    this.region = undefined;
    this.emit("loop");
    this.emit("position");
  }
}
