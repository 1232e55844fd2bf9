// Plays live samples through a jitter buffer, on the browser's audio thread.

/** Frames buffered before playback starts, and the maximum. */
const cushion = 960;
const most = 5760;

class LivePlayer extends AudioWorkletProcessor {
  /** @type {Float32Array[]} */
  blocks = [];
  at = 0;
  waiting = 0;
  isPlaying = false;
  gaps = 0;
  quanta = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      this.blocks.push(data);
      this.waiting += data.length / 2;
    };
  }

  /** @param {Float32Array[][]} inputs @param {Float32Array[][]} outputs */
  process(inputs, [[left, right]]) {
    if (!this.isPlaying && this.waiting >= cushion) this.isPlaying = true;
    if (this.isPlaying && this.waiting < left.length) {
      this.isPlaying = false;
      this.gaps += 1;
    }
    if (this.waiting > most) this.drop(this.waiting - cushion);
    if (this.isPlaying) for (let frame = 0; frame < left.length; frame += 1) this.next(left, right, frame);
    this.quanta += 1;
    if (this.quanta % 64 === 0) this.port.postMessage({ waiting: this.waiting / sampleRate, gaps: this.gaps });
    return true;
  }

  /** @param {Float32Array} left @param {Float32Array | undefined} right @param {number} frame */
  next(left, right, frame) {
    const block = this.blocks[0];
    left[frame] = block[this.at];
    if (right) right[frame] = block[this.at + 1];
    this.at += 2;
    this.waiting -= 1;
    if (this.at >= block.length) {
      this.blocks.shift();
      this.at = 0;
    }
  }

  /** @param {number} frames oldest frames to drop, to limit the delay */
  drop(frames) {
    while (frames > 0 && this.blocks.length > 0) {
      const rest = (this.blocks[0].length - this.at) / 2;
      if (rest > frames) {
        this.at += 2 * frames;
        this.waiting -= frames;
        return;
      }
      this.blocks.shift();
      this.at = 0;
      this.waiting -= rest;
      frames -= rest;
    }
  }
}

registerProcessor("live-player", LivePlayer);
