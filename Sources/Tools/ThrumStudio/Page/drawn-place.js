// @ts-check
import { ownerOf } from "./own-envelope.js";
import { controlPlace } from "./panels.js";
import { controls } from "./vocabulary.js";

/**
 * Where the values of a curve, point or parameter are drawn: on its panel's scale or, for an event's own envelope, on
 * the event. `step` gives the change in value for a downward move of some pixels.
 *
 * @param {{ scene: Scene, panels: Map<string, any> }} view
 * @param {PatternItem} item
 */
export function drawnPlace({ scene, panels }, item) {
  const place = controlPlace(panels, item.id);
  if (!place) return undefined;
  const owner = ownerOf(scene.pattern, item);
  const hold = owner && scene.marks.get(scene.pattern.items.get(owner.key));
  /** @type {(value: number) => number} */
  let y = place.y;
  if (hold) {
    y = controls[item.id].multiplies
      ? (value) => place.panel.y(value * hold.level) : (value) => place.panel.y(hold.base + value);
  }
  const reach = y(0) - y(1);
  return { y, step: (/** @type {number} */ points) => (reach > 1 ? -points / reach : 0) };
}
