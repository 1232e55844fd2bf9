// The snap grid, and times snapped to it or to events.

/**
 * Snaps a time to a grid of `step` seconds (0: none), or to another item's time if it is closer.
 *
 * @param {number} time
 * @param {{ step: number, times?: Iterable<number>, reach: number }} grid
 */
export function snapped(time, { step, times, reach }) {
  let best = time;
  let least = reach;
  if (step > 0) {
    best = Math.round(time / step) * step;
    least = Math.min(reach, Math.abs(best - time) + 1e-9);
  }
  if (!times) return best;
  for (const other of times) {
    const distance = Math.abs(other - time);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/**
 * Snap targets: starts and ends of all items that do not move.
 *
 * @param {Pattern} pattern
 * @param {Set<string>} moving
 */
export function snapTimes(pattern, moving) {
  const times = [0];
  for (const item of pattern.items.values()) {
    if (moving.has(item.key) || (item.curve && moving.has(item.curve.key))) continue;
    times.push(item.time);
    if (item.duration) times.push(item.time + item.duration);
  }
  return times;
}

/**
 * A time snapped as the user chose: to the grid, and to `times` if events attract.
 *
 * @param {{ studio: Pick<Studio, "snap">, scale: Pick<TimeScale, "secondsPerPoint"> }} timeline
 * @param {number} time
 * @param {Iterable<number>} times
 */
export function snappedAsChosen({ studio, scale }, time, times) {
  const { step, toEvents } = studio.snap;
  const reach = step > 0 && !toEvents ? step : 8 * scale.secondsPerPoint;
  return snapped(time, { step, times: toEvents ? times : undefined, reach });
}

/**
 * A time on the timeline, snapped as the user chose, or not at all if `isFree` (Alt).
 *
 * @param {{ studio: Pick<Studio, "snap" | "current">, scale: TimeScale }} timeline
 * @param {number} x
 */
export function snappedTime(timeline, x, isFree = false) {
  const { studio, scale } = timeline;
  const time = scale.time(x);
  const times = studio.snap.toEvents && !isFree ? snapTimes(studio.current.pattern, new Set()) : [];
  return Math.max(0, Math.round((isFree ? time : snappedAsChosen(timeline, time, times)) * 1e4) / 1e4);
}

/**
 * Grid step, seconds; 0 for none.
 *
 * @param {Settings} settings
 */
export function gridSeconds({ grid, freeMilliseconds, tempo, division }) {
  if (grid === "free") return freeMilliseconds / 1000;
  if (grid === "tempo") return 60 / tempo / division;
  return Number(grid) / 1000;
}

/**
 * Spacing of the grid lines that fit a scale: `{ step, strong }`, seconds. Strong lines are beats or every tenth line.
 *
 * @param {Settings} settings
 * @param {TimeScale} scale
 */
export function gridOf(settings, scale) {
  if (settings.grid !== "tempo" && settings.grid !== "free") return undefined;
  const step = gridSeconds(settings);
  const strong = beatSeconds(settings) ?? step * 10;
  if (strong < 5 * scale.secondsPerPoint) return undefined;
  return { step: step >= 5 * scale.secondsPerPoint ? step : strong, strong };
}

/**
 * Seconds of a beat; `undefined` unless the grid is a tempo.
 *
 * @param {{ grid: string, tempo: number }} settings
 */
export const beatSeconds = ({ grid, tempo }) => (grid === "tempo" ? 60 / tempo : undefined);
