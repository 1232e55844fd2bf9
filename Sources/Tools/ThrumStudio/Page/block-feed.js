// @ts-check
// Which blocks a voice will play next.

/**
 * The indexes of a layer's blocks within the next `ahead` frames, in the order in which they are played.
 *
 * @param {{ frame: number, end: number, loop?: Loop, ahead: number }} voice times in frames
 * @param {{ blockFrames: number, shift?: number, total?: number }} layer
 */
export function blocksAhead({ frame, end, loop, ahead }, { blockFrames, shift = 0, total = Infinity }) {
  /** @type {Set<number>} */
  const indexes = new Set();
  const stop = Math.min(end, loop?.end ?? Infinity);
  let at = frame;
  let rest = ahead;
  // Every full round of a loop needs the same blocks, so three rounds are enough.
  for (let round = 0; round < 3 && rest > 0; round += 1) {
    const last = Math.min(stop, at + rest);
    const own = Math.max(0, at - shift);
    for (let index = Math.floor(own / blockFrames); index * blockFrames < Math.min(total, last - shift); index += 1) {
      indexes.add(index);
    }
    rest -= Math.max(0, last - at);
    if (!loop) break;
    at = loop.start;
  }
  return [...indexes];
}
