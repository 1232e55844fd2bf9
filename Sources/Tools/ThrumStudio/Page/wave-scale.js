// @ts-check
// The scale of the waveform's panel.

/** Default value at the panel's top, in g: more than a single event reaches on a phone. */
const usual = 0.5;

/** @typedef {{ wave?: Wave | null, fitsWave?: boolean }} Scaled */

/**
 * Value at the top of the waveform's panel. It is the same for all patterns that fit below it; stronger ones get the
 * next step. With `fitsWave`, it follows the peak.
 *
 * @param {Scaled} view
 */
export function waveTop({ wave, fitsWave }) {
  if (fitsWave) return Math.max(wave.peak * 1.08, 0.02);
  let top = usual;
  for (let step = 0; top < wave.peak; step += 1) top *= step % 3 === 2 ? 2.5 : 2;
  return top;
}
