// A file's sound, decoded in the browser, for playing in blocks and for drawing.

const rate = 48000;
/** Frames per block, and per column of the outline. */
const [blockFrames, columnFrames] = [24000, 256];
/** Columns computed before the page gets to do something else. */
const slice = 8000;

export class TrackSound {
  blockFrames = blockFrames;
  /** Largest magnitude of each column, which lasts `secondsPerPeak`. */
  peaks = new Float32Array(0);
  secondsPerPeak = columnFrames / rate;

  /** @param {AudioBuffer} buffer */
  constructor(buffer) {
    this.buffer = buffer;
  }

  /**
   * Decodes a file.
   *
   * @param {Blob} file
   */
  static async of(file) {
    const context = new OfflineAudioContext(2, 1, rate);
    return new TrackSound(await context.decodeAudioData(await file.arrayBuffer()));
  }

  /** Frames in all. */
  get total() {
    return this.buffer.length;
  }

  get seconds() {
    return this.buffer.duration;
  }

  /** @param {number} index */
  async block(index) {
    const channels = Array.from({ length: Math.min(2, this.buffer.numberOfChannels) }, (_, channel) =>
      this.buffer.getChannelData(channel).slice(index * blockFrames, (index + 1) * blockFrames));
    return { channels, isLast: (index + 1) * blockFrames >= this.total };
  }

  /**
   * Computes the outline in slices, and calls `onPart` after each.
   *
   * @param {() => void} onPart
   */
  async outline(onPart) {
    const channels = Array.from({ length: this.buffer.numberOfChannels }, (_, channel) =>
      this.buffer.getChannelData(channel));
    this.peaks = new Float32Array(Math.ceil(this.total / columnFrames));
    for (let first = 0; first < this.peaks.length; first += slice) {
      const last = Math.min(this.peaks.length, first + slice);
      for (let column = first; column < last; column += 1) this.peaks[column] = peakOf(channels, column);
      onPart();
      await new Promise((done) => setTimeout(done));
    }
  }

  /**
   * The largest magnitude between two times.
   *
   * @param {number} from
   * @param {number} to
   */
  peakIn(from, to) {
    const first = Math.max(0, Math.floor(from / this.secondsPerPeak));
    const last = Math.min(this.peaks.length, Math.max(first + 1, Math.ceil(to / this.secondsPerPeak)));
    let peak = 0;
    for (let column = first; column < last; column += 1) peak = Math.max(peak, this.peaks[column]);
    return peak;
  }
}

/** @param {Float32Array[]} channels @param {number} column */
function peakOf(channels, column) {
  let peak = 0;
  for (const samples of channels) {
    const end = Math.min(samples.length, (column + 1) * columnFrames);
    for (let frame = column * columnFrames; frame < end; frame += 1) peak = Math.max(peak, Math.abs(samples[frame]));
  }
  return peak;
}
