// Layers of a pattern: taps, holds, sounds, and each control. A layer can be hidden, locked, muted or played alone.

import { removeItems } from "./edits.js";
import { controlName } from "../pattern/vocabulary.js";

/** @typedef {"isHidden" | "isLocked" | "isMuted" | "isSolo"} Flag */
/** @typedef {{ key: string, name: string, count: number }} Layer */

/**
 * The layer of an item.
 *
 * @param {PatternItem} item
 */
export const layerOf = (item) =>
  (item.kind !== "event" ? item.id : item.isTap ? "taps" : item.isHaptic ? "holds" : "sounds");

/**
 * The layers that a pattern has.
 *
 * @param {Pattern} pattern
 * @returns {Layer[]}
 */
export function layersOf({ events, curves, parameters }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of [...events, ...curves, ...parameters]) {
    counts.set(layerOf(item), (counts.get(layerOf(item)) ?? 0) + 1);
  }
  const names = new Map([["taps", "Taps"], ["holds", "Holds"], ["sounds", "Sounds"]]);
  const order = [...names.keys()];
  return [...counts].map(([key, count]) => ({ key, count, name: names.get(key) ?? controlName(key) }))
    .sort((one, other) => rank(order, one.key) - rank(order, other.key));
}

/** @param {string[]} order @param {string} key */
const rank = (order, key) => (order.includes(key) ? order.indexOf(key) : order.length);

/** Flags of layers, for one pattern. */
export class LayerFlags {
  /** @type {Map<string, Set<Flag>>} */
  #flags = new Map();

  /** @param {string} key @param {Flag} flag */
  has(key, flag) {
    return this.#flags.get(key)?.has(flag) ?? false;
  }

  /** @param {string} key @param {Flag} flag */
  toggle(key, flag) {
    const own = new Set(this.#flags.get(key));
    if (!own.delete(flag)) own.add(flag);
    this.#flags.set(key, own);
  }

  /** @param {Flag} flag */
  any(flag) {
    return [...this.#flags.values()].some((own) => own.has(flag));
  }

  /**
   * Whether a layer is not heard: muted, or another one plays alone.
   *
   * @param {string} key
   */
  isSilent(key) {
    return this.has(key, "isMuted") || (this.any("isSolo") && !this.has(key, "isSolo"));
  }

  /**
   * The text of a pattern without what is not heard. Controls still act while a layer of events plays alone.
   *
   * @param {Pattern} pattern
   */
  heard(pattern) {
    if (!this.any("isMuted") && !this.any("isSolo")) return pattern.text;
    const isAloneOfEvents = ["taps", "holds", "sounds"].some((key) => this.has(key, "isSolo"));
    const gone = [...pattern.events, ...pattern.curves, ...pattern.parameters].filter((item) =>
      (item.kind !== "event" && isAloneOfEvents ? this.has(layerOf(item), "isMuted") : this.isSilent(layerOf(item))));
    return removeItems(pattern, gone.map(({ key }) => key));
  }
}
