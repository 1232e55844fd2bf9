// The binary search of the page.

/**
 * The number of leading indexes, of `count`, for which a condition holds that holds for none behind them.
 *
 * @param {number} count
 * @param {(index: number) => boolean} isBefore
 */
export function partitionPoint(count, isBefore) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Index of the first item at or after a time, in a list sorted by time.
 *
 * @param {{ time: number }[]} list
 * @param {number} time
 */
export const firstAfter = (list, time) => partitionPoint(list.length, (index) => list[index].time < time);
