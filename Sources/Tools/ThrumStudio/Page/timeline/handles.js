// The handles by which the selection is shaped.

import { fadeHandles } from "../picture/fade-handles.js";
import { sizeHandles } from "../picture/size-handles.js";

/** Least distance at which a handle is hit, points. */
const least = 7;

/** @param {View} view @param {number} x @param {number} y @param {number} reach */
export const handleAt = (view, x, y, reach) => [fadeHandles, sizeHandles].flatMap((handles) => handles(view))
  .find((one) => Math.hypot(one.x - x, one.y - y) <= Math.max(least, reach));
