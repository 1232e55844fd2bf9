// What the other version of a pattern has that the version shown does not have.

/** @type {WeakMap<Scene, WeakMap<Scene, Scene>>} The results, by other version and version shown. */
const known = new WeakMap();
/** Where in an event its level and its sharpness are compared. */
const parts = [0.02, 0.15, 0.3, 0.5, 0.7, 0.85, 0.98];

/**
 * The other version's scene without what is the same in the version shown.
 *
 * @param {Scene} other
 * @param {Scene} shown
 */
export function differing(other, shown) {
  const results = known.get(other) ?? new WeakMap();
  known.set(other, results);
  const result = results.get(shown) ?? withoutEqual(other, shown);
  results.set(shown, result);
  return result;
}

/** @param {Scene} other @param {Scene} shown @returns {Scene} */
function withoutEqual(other, shown) {
  const paths = new Map([...other.paths].filter(([id, path]) => {
    const same = shown.paths.get(id);
    return !same || String(path.outline(other.end)) !== String(same.outline(other.end));
  }));
  const isSteady = paths.size === 0 && other.paths.size === shown.paths.size;
  return {
    ...other, paths, taps: left(other.taps, shown.taps, isSameTap),
    holds: left(other.holds, shown.holds, isSteady ? isMadeAlike : isSameHold),
    sounds: left(other.sounds, shown.sounds, isSameSound),
  };
}

/**
 * Most marks are equal and in the same order, so that few have to be looked for.
 *
 * @template {{ time: number }} Mark
 * @param {Mark[]} others
 * @param {Mark[]} shown
 * @param {(one: Mark, other: Mark) => boolean} isSame
 */
function left(others, shown, isSame) {
  const least = Math.min(others.length, shown.length);
  /** @param {Mark} one @param {Mark} other */
  const isEqual = (one, other) => one === other || (one.time === other.time && isSame(one, other));
  let begin = 0;
  while (begin < least && isEqual(others[begin], shown[begin])) begin += 1;
  let end = 0;
  while (end < least - begin && isEqual(others[others.length - 1 - end], shown[shown.length - 1 - end])) end += 1;
  const changed = others.slice(begin, others.length - end);
  if (changed.length === 0) return [];
  const byTime = Map.groupBy(shown.slice(begin, shown.length - end), ({ time }) => time);
  return changed.filter((other) => !byTime.get(other.time)?.some((one) => isEqual(one, other)));
}

/** @param {SceneTap} one @param {SceneTap} other */
const isSameTap = (one, other) => one.played === other.played && one.sharpness === other.sharpness;

/**
 * Compares holds under the same controls.
 *
 * @param {SceneHold} one @param {SceneHold} other
 */
const isMadeAlike = (one, other) => one.level === other.level && one.base === other.base && one.end === other.end
  && one.envelope.corners.every((corner, index) => corner === other.envelope.corners[index]);

/** @param {SceneHold} one @param {SceneHold} other */
function isSameHold(one, other) {
  return one.end === other.end && one.base === other.base && parts.every((part) => {
    const time = one.time + part * (one.end - one.time);
    return one.levelAt(time) === other.levelAt(time) && one.sharpnessAt(time) === other.sharpnessAt(time);
  });
}

/** @param {SceneSound} one @param {SceneSound} other */
function isSameSound(one, other) {
  return one.end === other.end && one.name === other.name
    && parts.every((part) => one.levelAt(one.time + part * (one.end - one.time))
      === other.levelAt(one.time + part * (one.end - one.time)));
}
