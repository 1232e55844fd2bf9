// Times of recorded taps. A player reports the heard position only once its sound has begun, so earlier taps get their
// times afterwards. One clock serves the whole recording, and never goes back.

/** Share of the difference that each heard position corrects; this smooths the steps of the audio clock. */
const correction = 0.1;
/** Difference above which playback is taken to have jumped, seconds. */
const jump = 0.1;

/** @typedef {{ now: number, time: number | undefined }} Stamp A moment, ms, and its time in the pattern, seconds. */

export class RecordingClock {
  /** @type {number | undefined} Pattern time less the page's time, seconds. */
  #lead;
  #estimate;
  /** @type {Stamp[]} Moments before the first heard position. */
  #early = [];

  /** @param {number} from position in the pattern, seconds @param {number} now ms @param {boolean} isHeard */
  constructor(from, now, isHeard) {
    this.from = from;
    this.#estimate = from - now / 1000;
    if (!isHeard) this.#lead = this.#estimate;
  }

  /**
   * Takes a heard position; the first one also gives the earlier moments their times.
   *
   * @param {number} position
   * @param {number} now
   */
  observe(position, now) {
    if (position <= this.from && this.#lead === undefined) return;
    const lead = position - now / 1000;
    const change = lead - (this.#lead ?? -Infinity);
    this.#lead = Math.abs(change) > jump ? lead : (this.#lead ?? 0) + correction * change;
    for (const stamp of this.#early.splice(0)) stamp.time = this.timeAt(stamp.now);
  }

  /**
   * Time in the pattern at a moment, seconds.
   *
   * @param {number} now
   */
  timeAt(now) {
    return Math.max(0, now / 1000 + (this.#lead ?? this.#estimate));
  }

  /** @param {number} now @returns {Stamp} */
  stamp(now) {
    const stamp = { now, time: this.#lead === undefined ? undefined : this.timeAt(now) };
    if (stamp.time === undefined) this.#early.push(stamp);
    return stamp;
  }
}
