// @ts-check
/** Longest time between two taps of a finger, ms, and their longest distance, points. */
const [longest, farthest] = [400, 24];

/** Finds double taps of a finger, which browsers report as double clicks only in part. */
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
   * Whether a double click of the browser is not the double tap that was just found.
   *
   * @param {MouseEvent} event
   */
  isNew({ timeStamp }) {
    return timeStamp - this.#found > longest;
  }
}
