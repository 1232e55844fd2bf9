// @ts-check
import { readJSON } from "./json-reader.js";
import { ownEnvelopes, partsOf, remember, withOwned } from "./own-envelope.js";
import { readEntry } from "./pattern.js";

/**
 * A copy of some items and of the envelopes that belong to them, unaffected by later changes: `{ text, items }`.
 *
 * @param {Pattern} pattern
 * @param {string[]} keys
 * @returns {Pattern} with only these members
 */
export function detached(pattern, keys) {
  const all = withOwned(pattern, keys);
  const indexes = new Set(all.map((key) => pattern.items.get(key)?.index).filter((index) => index !== undefined));
  const items = new Map();
  for (const index of indexes) {
    const { start, end } = pattern.list.items[index];
    const { root } = readJSON(pattern.text.slice(start, end), { offset: start });
    const { event, parameter, curve } = readEntry(root, index);
    for (const item of [event, parameter, curve, ...(curve?.points ?? [])]) if (item) items.set(item.key, item);
  }
  /** @type {any} */
  const copy = { text: pattern.text, items };
  const { byEvent } = ownEnvelopes(pattern);
  /** @type {import("./own-envelope.js").OwnEnvelopes} */
  const envelopes = { byEvent: new Map(), owners: new Map() };
  for (const key of keys) {
    if (!byEvent.has(key)) continue;
    const event = items.get(key);
    const own = byEvent.get(key).map(({ id, curves, reset }) => ({
      id, event, curves: curves.map((curve) => items.get(curve.key)), reset: reset && items.get(reset.key),
    }));
    envelopes.byEvent.set(key, own);
    for (const part of own.flatMap(partsOf)) envelopes.owners.set(part.key, event);
  }
  remember(copy, envelopes);
  return copy;
}
