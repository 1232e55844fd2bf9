// @ts-check
/** Longest time (ms) and greatest distance (points) between the two taps of a double tap. */
const [longest, farthest] = [400, 24];

/** Finds double taps of a finger, only some of which browsers report as double clicks. */
export class DoubleTap {
  /** @type {{ x: number, y: number, at: number } | undefined} */
  #last;
  #found = -Infinity;

  /**
   * Whether a tap is the second of two.
   *
   * @param {PointerEvent} event
   */
  take({ pointerType, clientX: x, clientY: y, timeStamp: at }) {
    if (pointerType !== "touch") return false;
    const last = this.#last;
    const isSecond = last && at - last.at < longest && Math.hypot(x - last.x, y - last.y) < farthest;
    this.#last = isSecond ? undefined : { x, y, at };
    if (isSecond) this.#found = at;
    return Boolean(isSecond);
  }

  /**
   * Whether a double click from the browser is a new one, not the double tap just found.
   *
   * @param {MouseEvent} event
   */
  isNew({ timeStamp }) {
    return timeStamp - this.#found > longest;
  }
}
