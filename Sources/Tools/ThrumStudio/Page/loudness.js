// @ts-check
/** @param {number} amplitude */
export const decibels = (amplitude) => 20 * Math.log10(Math.max(amplitude, 1e-6));

/** @param {number} level dB */
export const amplitude = (level) => 10 ** (level / 20);
