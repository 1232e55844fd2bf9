// Entries of recorded timelines, in words.

/**
 * @typedef {{ time: number, kind: string, name?: string, arguments?: string, error?: string | number, state?: string,
 *   detail?: string, type?: string, intensity?: number, sharpness?: number, duration?: number, text?: string,
 *   value?: number | string, player?: number, engine?: number }} Entry
 */

/**
 * An entry in words, for the list.
 *
 * @param {Entry} entry
 */
export function words(entry) {
  const { kind, name, arguments: given, error, state, detail, type, text, player } = entry;
  const { intensity, sharpness, duration, value } = entry;
  const numbers = Object.entries({ intensity, sharpness, duration, value }).filter(([, number]) => number !== undefined)
    .map(([label, number]) => `${label} ${typeof number === "number" ? Math.round(number * 1000) / 1000 : number}`);
  const what = kind === "call" ? `${name}(${given ?? ""})` : kind === "feedback" ? `${name} ${state}`
    : text ?? type ?? state ?? name ?? kind;
  return [
    what, kind === "state" || kind === "call" ? "" : detail, player === undefined ? "" : `player ${player}`,
    ...numbers, error === undefined ? "" : `error ${error}`,
  ].filter(Boolean).join(", ");
}

/** @param {string} text */
export const isRecorded = (text) => /"schema"\s*:\s*"thrum\.timeline\/1"/.test(text);
