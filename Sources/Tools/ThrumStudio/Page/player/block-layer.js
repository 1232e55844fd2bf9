// One sound of a voice: its samples in blocks of equal length, of which only those needed soon are kept.

export class BlockLayer {
  /** @type {Map<number, Float32Array[]>} Channels by block index. */
  blocks = new Map();
  level = 1;
  #wanted = 1;
  #step = 0;

  /**
   * @param {{ blockFrames: number, shift?: number, level?: number, total?: number }} given `shift` is where the sound
   *   starts in the voice, `total` its length if known before the last block arrives
   */
  constructor({ blockFrames, shift = 0, level = 1, total = Infinity }) {
    this.blockFrames = blockFrames;
    this.total = total;
    this.shift = shift;
    this.level = this.#wanted = level;
  }

  /** @param {number} index @param {Float32Array[]} channels @param {boolean} isLast */
  give(index, channels, isLast) {
    this.blocks.set(index, channels);
    if (isLast) this.total = Math.min(this.total, index * this.blockFrames + channels[0].length);
  }

  /**
   * Drops all blocks but these.
   *
   * @param {number[]} indexes
   */
  keep(indexes) {
    const kept = new Set(indexes);
    for (const index of this.blocks.keys()) if (!kept.has(index)) this.blocks.delete(index);
  }

  /**
   * Moves to another level over some frames.
   *
   * @param {number} level
   * @param {number} frames
   */
  fadeTo(level, frames) {
    this.#wanted = level;
    this.#step = (level - this.level) / frames;
  }

  /**
   * Number of frames playable from a given one; 0 if a block is missing, infinite past the end.
   *
   * @param {number} frame
   */
  room(frame) {
    const own = frame - this.shift;
    if (own < 0) return -own;
    if (own >= this.total) return Infinity;
    const block = this.blocks.get(Math.floor(own / this.blockFrames));
    return block ? block[0].length - (own % this.blockFrames) : 0;
  }

  /**
   * Adds frames to an output. `fade` holds the voice's own level for each of them, if that level changes.
   *
   * @param {Float32Array[]} output @param {number} at @param {number} frame @param {number} count
   * @param {Float32Array | undefined} fade
   */
  add(output, at, frame, count, fade) {
    const own = frame - this.shift;
    const block = own >= 0 && own < this.total ? this.blocks.get(Math.floor(own / this.blockFrames)) : undefined;
    const first = own % this.blockFrames;
    for (let index = 0; index < count; index += 1) {
      if (this.#step !== 0) this.#move();
      if (!block) continue;
      const level = fade ? this.level * fade[at + index] : this.level;
      output.forEach((samples, channel) =>
        (samples[at + index] += (block[channel] ?? block[0])[first + index] * level));
    }
  }

  #move() {
    this.level += this.#step;
    if (this.#step > 0 ? this.level < this.#wanted : this.level > this.#wanted) return;
    this.level = this.#wanted;
    this.#step = 0;
  }
}
