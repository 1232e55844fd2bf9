// @ts-check
const decibels = (amplitude) => 20 * Math.log10(Math.max(amplitude, 1e-6));
export const amplitude = (level) => 10 ** (level / 20);

/** Peak and RMS of a range of samples, dBFS. */
export function levels(channels, from, to) {
  let peak = 0;
  let sum = 0;
  let count = 0;
  for (const samples of channels) {
    for (let index = Math.max(0, from); index < Math.min(to, samples.length); index += 1) {
      peak = Math.max(peak, Math.abs(samples[index]));
      sum += samples[index] ** 2;
      count += 1;
    }
  }
  return { peak: decibels(peak), level: decibels(Math.sqrt(sum / Math.max(1, count))) };
}

/** Level of the loudest 50 ms, dBFS, for level matching. */
export function loudest({ rate, channels }) {
  const window = Math.round(rate * 0.05);
  const energy = [];
  let sum = 0;
  let most = 0;
  const frames = channels[0]?.length ?? 0;
  for (let index = 0; index < frames; index += 1) {
    const now = channels.reduce((total, samples) => total + samples[index] ** 2, 0) / channels.length;
    energy.push(now);
    sum += now - (index >= window ? energy[index - window] : 0);
    most = Math.max(most, sum);
  }
  return decibels(Math.sqrt(most / window));
}
