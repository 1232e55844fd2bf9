// A sound as a WAV file of 32-bit floats, as `thrum render --format float` writes it.

/** @param {Float32Array} samples interleaved, two channels @param {number} rate */
export function waveFile(samples, rate) {
  const size = samples.byteLength;
  const file = new ArrayBuffer(58 + size);
  const view = new DataView(file);
  /** @param {number} place @param {string} text */
  const letters = (place, text) => [...text].forEach((letter, index) =>
    view.setUint8(place + index, letter.charCodeAt(0)));
  letters(0, "RIFF");
  view.setUint32(4, 50 + size, true);
  letters(8, "WAVEfmt ");
  view.setUint32(16, 18, true);
  view.setUint16(20, 3, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 8, true);
  view.setUint16(32, 8, true);
  view.setUint16(34, 32, true);
  letters(38, "fact");
  view.setUint32(42, 4, true);
  view.setUint32(46, samples.length / 2, true);
  letters(50, "data");
  view.setUint32(54, size, true);
  samples.forEach((sample, index) => view.setFloat32(58 + 4 * index, sample, true));
  return file;
}
