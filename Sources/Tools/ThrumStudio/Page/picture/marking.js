// Selecting what lies inside a rectangle.

import { seconds } from "../pattern/items.js";
import { itemsInside } from "./hit-test.js";

/**
 * @param {Timeline} timeline
 * @param {PointerEvent} event with Shift or Ctrl, the selection is extended
 * @param {(place: Place) => void} click
 * @returns {Drag}
 */
export function marking(timeline, event, click) {
  const { studio, scale } = timeline;
  const earlier = studio.selection;
  const before = event.shiftKey || event.ctrlKey ? earlier : [];
  /** @type {Drag} */
  const drag = {
    move: (place) => {
      const { from = place } = drag;
      const box = {
        left: Math.min(from.x, place.x), right: Math.max(from.x, place.x),
        top: Math.min(from.y, place.y), bottom: Math.max(from.y, place.y),
      };
      if (!studio.isShowingA) studio.select([...before, ...itemsInside(timeline.view(), box)]);
      timeline.showGesture({ marquee: box });
      drag.words = `${seconds(Math.max(0, scale.time(box.left)))} to ${seconds(Math.max(0, scale.time(box.right)))}, `
        + `${studio.selection.length} selected`;
    },
    end: (place) => {
      if (!drag.isMoving) click(place);
      timeline.showGesture();
    },
    cancel: () => studio.select(earlier),
  };
  return drag;
}
