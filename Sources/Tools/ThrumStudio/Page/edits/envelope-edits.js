// Changes to continuous events' own envelopes.

import { addEntries, removeItems, setParameter } from "./edits.js";
import { envelopePosition, envelopeRange } from "../pattern/envelope.js";
import { parameterValue } from "../pattern/items.js";
import { curveEntries, parameterEntry } from "./new-entries.js";
import { curveEnd, endOf, envelopesOf, ownEnvelopes, ownerOf, partsOf, sameTime, silentFrom } from "./own-envelope.js";
import { readPattern } from "../pattern/pattern.js";
import { spliced } from "../pattern/splice.js";
import { controlRange } from "../pattern/vocabulary.js";

const intensity = "HapticIntensityControl";

/**
 * Gives events an intensity curve from their start to their end, in place of the one they have. A parameter after each
 * event restores the control, which would otherwise keep its last value for everything that follows.
 *
 * @param {Pattern} pattern
 * @param {{ event: PatternEvent, points: [number, number][] }[]} wanted shares of the length and of the intensity
 * @returns {Added | undefined} with the keys of the events
 */
export function setEnvelopes(pattern, wanted) {
  const literals = wanted.flatMap(({ event, points }) => {
    const curve = points.map(([share, value]) => ({ time: event.time + share * (event.duration ?? 0), value }));
    return [...curveEntries(intensity, curve), ...restored(pattern, event, points.at(-1)[1])];
  });
  const events = wanted.map(({ event }) => event);
  const text = removeItems(pattern, events.flatMap((event) => replacedBy(pattern, event)));
  const added = addEntries(readPattern(text), literals);
  return added && { text: added.text, keys: sameEvents(pattern, events, added.text) };
}

/**
 * Removes the intensity curves of events.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent[]} events
 * @returns {Added}
 */
export function removeEnvelopes(pattern, events) {
  const gone = events.flatMap((event) => ownIntensity(pattern, event)).map(({ key }) => key);
  const text = removeItems(pattern, gone);
  return { text, keys: sameEvents(pattern, events, text) };
}

/** @param {Pattern} pattern @param {PatternEvent} event */
const ownIntensity = (pattern, event) =>
  envelopesOf(pattern, event).filter(({ id }) => id === intensity).flatMap(partsOf);

/**
 * Keys of what a new envelope replaces: the old one, curves that begin with the event, and ends of other envelopes.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 */
function replacedBy(pattern, event) {
  const own = ownIntensity(pattern, event);
  const shared = curvesWith(pattern, event);
  const resets = [...ownEnvelopes(pattern).byEvent.values()].flat().map(({ reset }) => reset).filter(Boolean);
  const ends = resets.filter((reset) =>
    reset.id === intensity && reset.time > event.time - sameTime && reset.time < endOf(event));
  const stray = strayReset(pattern, event);
  return [...own, ...shared, ...ends, ...(stray ? [stray] : [])].map(({ key }) => key);
}

/**
 * The intensity curves that begin with an event and do not outlast it, whether or not they are its own.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 */
export const curvesWith = (pattern, event) => pattern.curves.filter((curve) => {
  const owner = ownerOf(pattern, curve);
  return curve.id === intensity && curve.points.length > 1 && Math.abs(curve.time - event.time) < sameTime
    && curveEnd(curve) < endOf(event) + sameTime && (!owner || owner.key === event.key);
});

/**
 * The entry that ends an envelope: after the event, but not within the next one.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {number} last value
 */
function restored(pattern, event, last) {
  const { neutral } = controlRange(intensity);
  if (last === neutral) return [];
  const end = endOf(event);
  const next = pattern.events.reduce((least, { time, isHaptic }) =>
    (isHaptic && time > end - sameTime ? Math.min(least, time) : least), Infinity);
  const time = Math.min(silentFrom(event), Math.max(end, next));
  const goesOn = [...pattern.curves, ...pattern.parameters].some((item) =>
    item.id === intensity && item.time > end - sameTime && item.time < time + sameTime
    && ownerOf(pattern, item)?.key !== event.key);
  return goesOn ? [] : [parameterEntry(intensity, Math.ceil(time * 1e4 - 1e-6) / 1e4, neutral)];
}

/**
 * The keys that events of a pattern have in another text with the same events.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent[]} events
 * @param {string} text
 */
function sameEvents(pattern, events, text) {
  const places = new Set(events.map(({ key }) => key));
  const after = readPattern(text).events;
  return pattern.events.flatMap(({ key }, place) => (places.has(key) ? [after[place].key] : []));
}

/**
 * The other haptic events that an event's curve acts on.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 */
export function sharedWith(pattern, event) {
  const curves = curvesWith(pattern, event);
  if (curves.length === 0) return [];
  const end = Math.max(...curves.map(curveEnd));
  return pattern.events.filter((other) => other.isHaptic && other.key !== event.key && other.time < end - sameTime
    && (other.isTap ? other.time > event.time - sameTime : endOf(other) > event.time + sameTime));
}

/** Largest deviation from straight lines with which a shape still counts as an attack and a decay. */
const tolerance = 0.12;

/**
 * The parameters of an attack and a decay that give an event's shape and act on no other event; `undefined` if the
 * shape is not a straight rise, a straight fall or both in turn, or does not fit the parameters' ranges.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @returns {Record<string, number> | undefined}
 */
export function asOwnTimes(pattern, event) {
  const points = curvesWith(pattern, event).flatMap((curve) => curve.points).map(({ time, value }) =>
    ({ time: time - event.time, value }));
  if (points.length < 2) return undefined;
  const top = points.reduce((best, point) => (point.value > best.value ? point : best));
  const length = points.at(-1).time;
  const ideal = (/** @type {number} */ time) => (time < top.time
    ? time / top.time : top.time === length ? 1 : (length - time) / (length - top.time));
  const isStraight = top.value > 0
    && points.every(({ time, value }) => Math.abs(value / top.value - ideal(time)) <= tolerance);
  const [attack, decay] = [top.time, length - top.time];
  const fits = (/** @type {string} */ id, /** @type {number} */ seconds) =>
    seconds >= envelopeRange(id)[0] && seconds <= envelopeRange(id)[1];
  if (!isStraight || (attack > 0 && !fits("AttackTime", attack)) || (decay > 0 && !fits("DecayTime", decay))) {
    return undefined;
  }
  return {
    HapticIntensity: Math.round(parameterValue(event, "HapticIntensity") * top.value * 1000) / 1000,
    AttackTime: attack > 0 ? round(envelopePosition("AttackTime", attack)) : 0,
    Sustained: decay > 0 ? 0 : 1,
    ...(decay > 0 ? { DecayTime: round(envelopePosition("DecayTime", decay)) } : {}),
  };
}

/** @param {number} value */
const round = (value) => Math.round(value * 1e4) / 1e4;

/**
 * Replaces a curve with the event's own attack and decay.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @returns {Added | undefined}
 */
export function separated(pattern, event) {
  const times = asOwnTimes(pattern, event);
  if (!times) return undefined;
  const gone = [...curvesWith(pattern, event), ...ownIntensity(pattern, event)];
  const place = pattern.events.indexOf(event);
  const reset = strayReset(pattern, event);
  let text = removeItems(pattern, [...gone, ...(reset ? [reset] : [])].map(({ key }) => key));
  for (const [id, value] of Object.entries(times)) {
    const now = readPattern(text);
    text = spliced(text, setParameter(now, now.events[place], id, value));
  }
  return { text, keys: [readPattern(text).events[place].key] };
}

/**
 * The parameter that ends an event's curve but is part of no event's own envelope.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 */
const strayReset = (pattern, event) => pattern.parameters.find((one) =>
  one.id === intensity && one.value === controlRange(intensity).neutral && !ownerOf(pattern, one)
  && one.time > endOf(event) - sameTime && one.time < silentFrom(event) + 0.02);

// Ready-made shapes of a continuous event's intensity: [share of its length, share of its intensity].

/** @typedef {{ id: string, name: string, key: string, points: (seconds: number) => [number, number][] }} Shape */

/** A tremor's beats per second, its share of the intensity between beats, and its maximum number of beats. */
const tremor = { perSecond: 8, low: 0.25, most: 60 };

/** @type {Shape[]} */
export const shapes = [
  { id: "swell", name: "Swell", key: "1", points: () => [[0, 0], [1, 1]] },
  { id: "fade", name: "Fade", key: "2", points: () => [[0, 1], [1, 0]] },
  { id: "both", name: "Swell and fade", key: "3", points: () => [[0, 0], [0.5, 1], [1, 0]] },
  { id: "tremor", name: "Tremor", key: "4", points: tremorPoints },
  { id: "decay", name: "Hit and decay", key: "5",
    points: () => [[0, 1], [0.1, 0.6], [0.3, 0.3], [0.6, 0.12], [1, 0]] },
];

/** @param {number} seconds @returns {[number, number][]} */
function tremorPoints(seconds) {
  const beats = Math.min(tremor.most, Math.max(2, Math.round(seconds * tremor.perSecond)));
  return Array.from({ length: 2 * beats + 1 }, (_, index) => [index / (2 * beats), index % 2 ? 1 : tremor.low]);
}

/**
 * A shape as a line for a picture of the given size.
 *
 * @param {Shape} shape
 * @param {number} width
 * @param {number} height
 */
export const shapeLine = ({ points }, width, height) =>
  points(0.5).map(([x, y]) => `${(x * width).toFixed(1)},${(height - y * height).toFixed(1)}`).join(" ");
