// Envelopes of one continuous event. AHAP's curves act on every event that sounds during them, and refer to none. A
// curve counts as an event's own if it begins with the event and does not outlast it, and if no other continuous event
// sounds meanwhile. Such curves are drawn on their event, and move, stretch and disappear with it.

import { envelopeOf, sustainSeconds } from "../pattern/envelope.js";
import { itemsOf, readEntry } from "../pattern/items.js";
import { readJSON } from "../pattern/json-reader.js";
import { firstAfter } from "../pattern/sorted.js";
import { controlRange } from "../pattern/vocabulary.js";

/** Controls whose curves can be an event's own. */
const ids = ["HapticIntensityControl", "HapticSharpnessControl"];
const mostInChain = 64;
/** Times closer than this count as equal, s. */
export const sameTime = 0.0005;

/** @typedef {{ id: string, event: PatternEvent, curves: PatternCurve[], reset?: PatternParameter }} OwnEnvelope */
/** @typedef {{ byEvent: Map<string, OwnEnvelope[]>, owners: Map<string, PatternEvent> }} OwnEnvelopes */

/** @type {OwnEnvelopes} */
const none = { byEvent: new Map(), owners: new Map() };
/** @type {WeakMap<object, OwnEnvelopes>} By pattern. */
const known = new WeakMap();

/**
 * The events' own envelopes in a pattern.
 *
 * @param {Pattern} pattern
 * @returns {OwnEnvelopes}
 */
export function ownEnvelopes(pattern) {
  if (!known.has(pattern)) remember(pattern, pattern.curves.some(({ id }) => ids.includes(id)) ? find(pattern) : none);
  return known.get(pattern) ?? none;
}

/** @param {object} pattern @param {OwnEnvelopes} envelopes */
export const remember = (pattern, envelopes) => known.set(pattern, envelopes);

/** @param {Pattern} pattern @param {PatternEvent} event */
export const envelopesOf = (pattern, event) => ownEnvelopes(pattern).byEvent.get(event.key) ?? [];

/**
 * The event that a curve, point or parameter belongs to.
 *
 * @param {Pattern} pattern
 * @param {PatternItem} item
 */
export const ownerOf = (pattern, item) => ownEnvelopes(pattern).owners.get((item.curve ?? item).key);

/**
 * The parts of an envelope: its curves and, if there is one, the parameter that ends them.
 *
 * @param {{ curves: PatternCurve[], reset?: PatternParameter }} envelope
 */
export const partsOf = ({ curves, reset }) => (reset ? [...curves, reset] : curves);

/**
 * Keys of items, and of what belongs to them.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 */
export function withOwned(pattern, keys) {
  const { byEvent } = ownEnvelopes(pattern);
  const owned = keys.flatMap((key) => (byEvent.get(key) ?? []).flatMap(partsOf)).map(({ key }) => key);
  return owned.length > 0 ? [...new Set([...keys, ...owned])] : keys;
}

/**
 * Drops the items that move along with another one: points with their curve, and an own envelope with its event.
 *
 * @param {Pattern} pattern
 * @param {PatternItem[]} items
 */
export function independent(pattern, items) {
  const keys = new Set(items.map(({ key }) => key));
  return items.filter((item) => {
    if (item.kind === "point" && keys.has(item.curve.key)) return false;
    return item.kind === "event" || !keys.has(ownerOf(pattern, item)?.key ?? "");
  });
}

/** @param {PatternEvent} event */
export const endOf = ({ time, duration }) => time + (duration ?? 0);

/** @param {PatternCurve} curve */
export const curveEnd = (curve) => curve.points.reduce((end, { time }) => Math.max(end, time), curve.time);

/**
 * The time from which a continuous event is silent, controls aside.
 *
 * @param {PatternEvent} event
 */
export const silentFrom = (event) => Math.max(endOf(event), envelopeOf(event, new Map(), sustainSeconds(event)).end);

/**
 * Continuous haptic events, sorted.
 *
 * @param {Pattern} pattern
 */
export const holdsOf = ({ events }) =>
  events.filter((event) => event.isHaptic && !event.isTap && (event.duration ?? 0) > 0).sort((a, b) => a.time - b.time);

/** @param {Pattern} pattern @returns {OwnEnvelopes} */
function find(pattern) {
  const holds = holdsOf(pattern);
  /** @type {number[]} For each event, the latest end so far. */
  const ends = [];
  for (const hold of holds) ends.push(Math.max(ends.at(-1) ?? 0, endOf(hold)));
  /** @type {OwnEnvelopes} */
  const found = { byEvent: new Map(), owners: new Map() };
  for (const id of ids) {
    const curves = pattern.curves.filter((curve) => curve.id === id && curve.points.length > 1)
      .sort((a, b) => a.time - b.time);
    const resets = pattern.parameters.filter((one) => one.id === id && one.value === controlRange(id).neutral)
      .sort((a, b) => a.time - b.time);
    let place = 0;
    curves.forEach((curve, first) => {
      while (place < holds.length && holds[place].time < curve.time - sameTime) place += 1;
      const event = holds[place];
      if (!event || event.time > curve.time + sameTime || found.owners.has(curve.key)) return;
      const own = chain(curves, first, endOf(event));
      if (own.length === 0) return;
      const isAlone = !(ends[place - 1] > event.time + sameTime)
        && !(holds[place + 1]?.time < curveEnd(own.at(-1)) - sameTime);
      if (!isAlone) return;
      const next = resets[firstAfter(resets, endOf(event) - sameTime)];
      const reset = next?.time < silentFrom(event) + 0.02 ? next : undefined;
      const envelope = { id, event, curves: own, reset };
      found.byEvent.set(event.key, [...(found.byEvent.get(event.key) ?? []), envelope]);
      for (const part of partsOf(envelope)) found.owners.set(part.key, event);
    });
  }
  return found;
}

/**
 * A curve and those that continue it, up to a time.
 *
 * @param {PatternCurve[]} curves
 * @param {number} first
 * @param {number} end
 */
function chain(curves, first, end) {
  /** @type {PatternCurve[]} */
  const own = [];
  let at = curves[first].time;
  for (const curve of curves.slice(first, first + mostInChain)) {
    if (Math.abs(curve.time - at) > sameTime || curveEnd(curve) > end + sameTime) break;
    own.push(curve);
    at = curveEnd(curve);
  }
  return own;
}

/**
 * A copy of some items and of the envelopes that belong to them, unaffected by later changes: `{ text, items }`.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 * @returns {Pattern} with only these members
 */
export function detached(pattern, keys) {
  const all = withOwned(pattern, keys);
  const indexes = new Set(all.map((key) => pattern.items.get(key)).filter(Boolean).map(({ index }) => index));
  const nodes = pattern.list?.items ?? [];
  /** @type {Pattern["items"]} */
  const items = new Map();
  for (const index of indexes) {
    const { start, end } = nodes[index];
    const { root } = readJSON(pattern.text.slice(start, end), { offset: start });
    for (const item of itemsOf(readEntry(root, index))) items.set(item.key, item);
  }
  /**
   * @template {PatternItem} Item
   * @param {Item} item
   */
  const copyOf = (item) => /** @type {Item} */ (items.get(item.key));
  const copy = /** @type {Pattern} */ ({ text: pattern.text, items });
  const { byEvent } = ownEnvelopes(pattern);
  /** @type {OwnEnvelopes} */
  const envelopes = { byEvent: new Map(), owners: new Map() };
  for (const key of keys) {
    const known = byEvent.get(key);
    if (!known) continue;
    const event = copyOf(known[0].event);
    const own = known.map(({ id, curves, reset }) => ({
      id, event, curves: curves.map(copyOf), reset: reset && copyOf(reset),
    }));
    envelopes.byEvent.set(key, own);
    for (const part of own.flatMap(partsOf)) envelopes.owners.set(part.key, event);
  }
  remember(copy, envelopes);
  return copy;
}
