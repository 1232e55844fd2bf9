// Names of moves for the history.

import { levelID, parameterValue, seconds, short } from "../pattern/items.js";
import { table } from "../pattern/vocabulary.js";

const eventNames = table({
  HapticTransient: "tap", HapticContinuous: "hold", AudioContinuous: "tone",
  AudioCustom: "sound",
});

/** @param {PatternItem} item */
function nameOf(item) {
  if (item.kind === "event") return eventNames[item.type] ?? "event";
  return item.kind === "point" ? `point ${item.place + 1}` : item.kind;
}

/** @param {PatternItem} item */
function levelOf(item) {
  if (item.kind === "curve") return "";
  if (item.kind !== "event") return `, value ${short(item.value)}`;
  return `, ${item.isHaptic ? "intensity" : "volume"} ${short(parameterValue(item, levelID(item)))}`;
}

/** @param {PatternItem[]} items */
function namesOf(items) {
  const names = new Set(items.map((item) => (item.kind === "point" ? "point" : nameOf(item))));
  return `${items.length} ${names.size === 1 ? [...names][0] : "item"}s`;
}

/**
 * Says what a step of the history changed. `moved` are the items after the step, `before` those before it, and `part`
 * is the part that was dragged.
 *
 * @param {(PatternItem | undefined)[]} moved
 * @param {(PatternItem | undefined)[]} [before]
 */
export function moveLabel(moved, part = "body", before = moved) {
  const items = moved.filter(Boolean);
  if (items.length === 0) return "Move";
  if (items.length > 1 && part === "sharpness") return `Sharpness of ${namesOf(items)}`;
  if (items.length > 1) return `${part === "body" ? "Move" : "Resize"} ${namesOf(items)}`;
  const [item] = items;
  if (part === "sharpness") return `Sharpness of ${nameOf(item)}: ${short(parameterValue(item, "HapticSharpness"))}`;
  if (part !== "body" && item.duration !== undefined) {
    return `Resize ${nameOf(item)}: ${seconds(item.time)} to ${seconds(item.time + item.duration)}`;
  }
  const isThere = before !== moved && before[0]?.time === item.time && item.kind !== "curve";
  if (isThere) return `Set ${nameOf(item)} at ${seconds(item.time)}${levelOf(item).replace(",", ":")}`;
  return `Move ${nameOf(item)} to ${seconds(item.time)}${levelOf(item)}`;
}
