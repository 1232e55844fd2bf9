// A voice of the audio thread: layers that play together.

import { BlockLayer } from "./block-layer.js";

/** Frames over which a voice fades. */
export const fadeFrames = 384;

/**
 * Plays layers together, frame by frame, repeating a loop. Waits in silence while a block is missing.
 *
 * The voice ends when its first layer does; if it has none, it plays until it is stopped.
 */
export class BlockVoice {
  isOver = false;
  /** Whether it was stopped or replaced. */
  isDropped = false;
  isWaiting = false;
  gaps = 0;
  #fade = 1;
  #step = 0;
  #fades = new Float32Array(128);

  /**
   * @param {{ id: number, frame: number, loop?: Loop, until?: number, fadesIn?: boolean,
   *   layers: (ConstructorParameters<typeof BlockLayer>[0] | null)[] }} given times in frames
   */
  constructor({ id, frame, loop, until = Infinity, fadesIn = false, layers }) {
    this.id = id;
    this.frame = frame;
    this.loop = loop;
    this.until = until;
    this.layers = layers.map((layer) => (layer ? new BlockLayer(layer) : undefined));
    if (!fadesIn) return;
    this.#fade = 0;
    this.#step = 1 / fadeFrames;
  }

  /** Stops with a fade. */
  drop() {
    this.isDropped = true;
    this.#fadeOut();
  }

  #fadeOut() {
    this.#step = -1 / fadeFrames;
    if (this.isWaiting) this.isOver = true;
  }

  /** Where the voice ends or loops. */
  get #end() {
    return Math.min(this.layers[0]?.total ?? Infinity, this.loop?.end ?? Infinity);
  }

  /**
   * Adds at most one quantum of frames to the outputs. Each layer has its own output.
   *
   * @param {Float32Array[][]} outputs
   */
  render(outputs) {
    const count = outputs[0][0].length;
    const fades = this.#step === 0 && this.#fade === 1 ? undefined : this.#fadeOver(count);
    let done = 0;
    while (done < count && !this.isOver) {
      if (this.frame >= this.#end) this.#turn();
      if (this.isOver) return;
      const rooms = this.layers.map((layer) => layer?.room(this.frame) ?? Infinity);
      const run = Math.min(count - done, this.#end - this.frame, this.until, ...rooms);
      if (!this.isWaiting && run === 0) this.gaps += 1;
      this.isWaiting = run === 0;
      if (this.isWaiting) return;
      this.layers.forEach((layer, index) => layer?.add(outputs[index], done, this.frame, run, fades));
      this.frame += run;
      this.until -= run;
      done += run;
      if (this.until <= 0) {
        this.until = Infinity;
        this.#fadeOut();
      }
    }
    if (this.#step < 0 && this.#fade <= 0) this.isOver = true;
  }

  #turn() {
    if (this.loop && this.loop.start < this.#end) this.frame = this.loop.start;
    else this.isOver = true;
  }

  /** @param {number} count */
  #fadeOver(count) {
    if (this.#fades.length < count) this.#fades = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      this.#fade = Math.min(1, Math.max(0, this.#fade + this.#step));
      this.#fades[index] = this.#fade;
    }
    if (this.#step > 0 && this.#fade === 1) this.#step = 0;
    return this.#fades;
  }
}
