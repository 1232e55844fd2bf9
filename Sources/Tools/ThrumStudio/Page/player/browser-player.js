// Plays rendered sound and the backing track in the browser.

import { amplitude, decibels } from "./audio-output.js";
import { BlockPlayer } from "./block-player.js";
import { Takes } from "./takes.js";

/** Length of a grain, and the longest time for which a sound waits for its gain, both in seconds. */
const [grainSeconds, patience] = [0.1, 0.04];

/** Maximum length of a pattern rendered to its end before it plays, seconds. */
const longestAhead = 1200;

/** Plays rendered sound, identical to the output of `thrum render`. */
export class BrowserPlayer {
  /** Gain that matches the last version to the other one, dB. */
  gain = 0;
  /** @type {{ source: import("./track-sound.js").TrackSound, start: number } | undefined} The backing track. */
  track;
  #turn = 0;

  /**
   * @param {Server} server
   * @param {AudioOutput} output
   * @param {{ onEnded: () => void, onProblem: (error: Error) => void, onGain: () => void }} tells
   */
  constructor(server, output, { onEnded, onProblem, onGain }) {
    this.takes = new Takes(server);
    this.output = output;
    this.blocks = new BlockPlayer(output, { onEnded, onProblem });
    this.onGain = onGain;
  }

  /**
   * Plays a version from an offset and fades out the previous one; matches the level of `other`.
   *
   * @param {Version} version @param {number | (() => number)} offset @param {Loop} [loop] @param {Version} [other]
   */
  async play(version, offset, loop, other) {
    await this.start(version, offset, { loop, other });
  }

  /**
   * Plays 100 ms, for scrubbing.
   *
   * @param {Version} version
   * @param {number} offset
   */
  async grain(version, offset) {
    if (this.output.context) await this.start(version, offset, { seconds: grainSeconds });
  }

  /**
   * @param {Version} version @param {number | (() => number)} offset
   * @param {{ loop?: Loop, other?: Version, seconds?: number }} how
   */
  async start(version, offset, { loop, other, seconds }) {
    this.#turn += 1;
    const turn = this.#turn;
    const matching = other ? this.takes.match(version, other).catch(() => 0) : Promise.resolve(0);
    const [take, known] = await Promise.all([this.takes.of(version), soon(matching), this.blocks.open()]);
    if (turn !== this.#turn) return;
    const rate = take.facts.sampleRate;
    this.show(known ?? 0);
    const layers = [{ source: take, level: amplitude(this.gain) }, this.trackLayer];
    const isPlaying = await this.blocks.play(layers, {
      frame: typeof offset === "function" ? () => offset() * rate : offset * rate,
      loop: loop && inFrames(loop, rate),
      until: seconds && seconds * rate, isGrain: seconds !== undefined,
    });
    if (!isPlaying || known !== undefined) return;
    const gain = await matching;
    if (turn !== this.#turn) return;
    this.show(gain);
    this.blocks.setLevel(0, amplitude(gain));
  }

  /** @param {BrowserPlayer["track"]} track */
  setTrack(track) {
    this.track = track;
  }

  get trackLayer() {
    return this.track ? { source: this.track.source, shift: Math.round(this.track.start * this.output.rate) } : null;
  }

  /**
   * Plays only the backing track, from a position.
   *
   * @param {number} position
   */
  async playTrack(position) {
    this.#turn += 1;
    await this.blocks.play([null, this.trackLayer], { frame: position * this.output.rate });
  }

  /** @param {number} gain */
  show(gain) {
    this.gain = gain;
    this.onGain();
  }

  /**
   * Computes a version's gain in advance, if both can be played.
   *
   * @param {Version} version
   * @param {Version} other
   */
  prepare(version, other) {
    if (!this.takes.known(version) || !this.takes.known(other)) return;
    this.takes.match(version, other).then((gain) => this.show(gain), () => {});
  }

  /**
   * Fetches what a version needs to start at a position, and has the server render it to its end.
   *
   * @param {Version} version
   * @param {number} position
   * @param {number} end
   */
  warm(version, position, end) {
    const take = this.takes.known(version);
    if (!take) return;
    /** @param {number} time */
    const index = (time) => Math.floor((time * take.facts.sampleRate) / take.blockFrames);
    const last = index(end);
    const ask = async () => {
      await take.block(index(position));
      if (last > 20 && end < longestAhead) await take.block(last);
    };
    ask().catch(() => {});
  }

  stop() {
    this.#turn += 1;
    this.blocks.stop();
  }

  /** Heard position in the pattern, seconds. */
  get position() {
    const { frame } = this.blocks;
    return frame === undefined ? undefined : frame / this.output.rate;
  }

  /** Peak and level after the volume control, dBFS. */
  get meter() {
    const { meter } = this.blocks;
    if (!meter) return undefined;
    const volume = this.output.gainDecibels;
    return { peak: decibels(meter.peak) + volume, level: decibels(Math.sqrt(meter.power)) + volume };
  }
}

/** @param {Loop} loop @param {number} rate */
const inFrames = ({ start, end, isWhole }, rate) =>
  ({ start: Math.round(start * rate), end: isWhole ? Infinity : Math.round(end * rate) });

/**
 * A promise's value, or nothing if it takes too long.
 *
 * @template Value
 * @param {Promise<Value>} promise
 * @returns {Promise<Value | undefined>}
 */
const soon = (promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(undefined), patience * 1000))]);
