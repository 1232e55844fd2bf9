// What the server says about one event on the chosen motor: its frequency and the lowest intensity that is felt.

import { parameterValue } from "../pattern/items.js";
import { clamp } from "../pattern/vocabulary.js";

/** Maximum number of selected events that are considered. */
const most = 24;
/** Requested lengths are rounded up to whole steps, this many per second. */
const lengthSteps = 100;

export class MotorReach {
  /** @type {Map<string, Reach | undefined>} Answers by question, `undefined` until they arrive. */
  #known = new Map();

  /** @param {Studio} studio @param {Server} server */
  constructor(studio, server) {
    this.studio = studio;
    this.server = server;
  }

  /**
   * The reach for an event; requests it if it is not known yet.
   *
   * @param {PatternEvent} event
   */
  of(event) {
    const { actuator } = this.studio.settings;
    const seconds = event.isTap ? undefined : Math.ceil((event.duration ?? 1) * lengthSteps) / lengthSteps;
    const question = `${actuator} ${Math.min(seconds ?? 0, 1)}`;
    if (!this.#known.has(question)) {
      this.#known.set(question, undefined);
      this.server.ask("reach", { actuator, seconds }).then(
        (answer) => {
          this.#known.set(question, answer);
          this.studio.emit("reach");
        },
        () => this.#known.delete(question));
    }
    return this.#known.get(question);
  }

  /**
   * The lowest intensity felt at a sharpness; infinite if none is felt.
   *
   * @param {PatternEvent} event
   */
  least(event, sharpness = parameterValue(event, "HapticSharpness")) {
    const reach = this.of(event);
    return reach ? between(reach.sharpness, reach.leastIntensity.map((one) => one ?? Infinity), sharpness) : 0;
  }

  /**
   * What the inspector shows about a parameter's values on the motor.
   *
   * @param {PatternItem[]} items
   * @param {string} id
   * @returns {{ limits: [number, number][], note: string, isWeak?: boolean }} the ranges that are not felt
   */
  about(items, id) {
    const events = /** @type {PatternEvent[]} */ (items.slice(0, most).filter((item) => item.isHaptic));
    if (events.length === 0 || events.some((event) => !this.of(event))) return { limits: [], note: "" };
    if (id === "HapticIntensity") return this.#intensity(events);
    return id === "HapticSharpness" ? this.#sharpness(events) : { limits: [], note: "" };
  }

  /** @param {PatternEvent[]} events */
  #intensity(events) {
    const least = Math.max(...events.map((event) => this.least(event)));
    if (least > 1) return { limits: [whole], note: "not felt on this motor", isWeak: true };
    const isWeak = events.some((event) => parameterValue(event, "HapticIntensity") < this.least(event));
    return { limits: [/** @type {[number, number]} */ ([0, least])], note: `felt from ${least.toFixed(2)}`, isWeak };
  }

  /** @param {PatternEvent[]} events */
  #sharpness(events) {
    const limits = weakRanges((sharpness) => events.some((event) =>
      parameterValue(event, "HapticIntensity") < this.least(event, sharpness)));
    const { sharpness, hertz } = /** @type {Reach} */ (this.of(events[0]));
    if (!hertz) return { limits, note: "no effect on this motor" };
    const places = events.map((event) => between(sharpness, hertz, parameterValue(event, "HapticSharpness")));
    const ends = [...new Set([Math.min(...places), Math.max(...places)].map((one) => Math.round(one)))];
    return { limits, note: `${ends.join(" to ")} Hz` };
  }
}

/** @type {[number, number]} */
const whole = [0, 1];
const steps = 64;

/**
 * Ranges of 0…1 in which a condition holds.
 *
 * @param {(sharpness: number) => boolean} isWeak
 */
function weakRanges(isWeak) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (let step = 0; step < steps; step += 1) {
    if (!isWeak((step + 0.5) / steps)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === step / steps) last[1] = (step + 1) / steps;
    else ranges.push([step / steps, (step + 1) / steps]);
  }
  return ranges;
}

/**
 * The value at a place in a table, interpolated.
 *
 * @param {number[]} places
 * @param {number[]} values
 * @param {number} at
 */
function between(places, values, at) {
  const place = clamp(at, places[0], places.at(-1));
  const next = Math.max(1, places.findIndex((one) => one >= place));
  const share = (place - places[next - 1]) / (places[next] - places[next - 1]);
  if (share === 0) return values[next - 1];
  return share === 1 ? values[next] : values[next - 1] + (values[next] - values[next - 1]) * share;
}
