// Vibrates the phone in step with the pattern.

/** Browsers cut a vibration's durations at 10 s, and vibrations after 99 durations. */
const longest = 10_000;
const most = 99;

/**
 * Splits durations, alternately on and off, into vibrations that a browser plays whole.
 *
 * @param {number[]} durations ms
 * @returns {{ at: number, durations: number[] }[]} each with its start, ms
 */
export function parts(durations) {
  const pieces = durations.flatMap(cut);
  const result = [];
  let at = 0;
  for (let index = 0; index < pieces.length;) {
    // Each part begins with on. Its last duration is on as well, because browsers drop a final off.
    const part = pieces.slice(index, index + most);
    if (part.some((duration, place) => place % 2 === 0 && duration > 0)) result.push({ at, durations: part });
    const taken = pieces.slice(index, index + most + 1);
    at += taken.reduce((sum, duration) => sum + duration, 0);
    index += taken.length;
  }
  return result;
}

/** @param {number} duration */
function cut(duration) {
  const pieces = [];
  let rest = duration;
  for (; rest > longest; rest -= longest) pieces.push(longest, 0);
  return [...pieces, rest];
}

/** The phone's motor, on or off. */
export class Vibration {
  /** @type {number[]} */
  #timers = [];
  #isOn = false;

  /** @param {{ vibrate?: (durations: number | number[]) => boolean }} motor */
  constructor(motor = navigator) {
    this.motor = motor;
  }

  get isThere() {
    return typeof this.motor.vibrate === "function";
  }

  /** @param {number[]} durations alternately on and off, ms */
  play(durations) {
    this.stop();
    this.#isOn = this.isThere;
    if (!this.isThere) return;
    this.#timers = parts(durations).map(({ at, durations }) =>
      setTimeout(() => this.motor.vibrate?.(durations), at));
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    // Before a touch, browsers refuse every call.
    if (this.#isOn) this.motor.vibrate?.(0);
    this.#isOn = false;
  }
}
