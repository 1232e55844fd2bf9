// What the module's page reads from texts and names of files.

import { packedFile } from "../shell/resources.js";

/** @param {string} path */
export const isSound = (path) => /\.(wav|aiff?|caf)$/i.test(path);

/** @param {string} text @param {boolean} writable @returns {FileText} */
export const fileText = (text, writable) => ({ text, revision: revisionOf(text), writable, notes: [] });

/** @param {string} title */
export const libraryText = (title) => decoded(packedFile(`library/${title}.ahap`) ?? new Uint8Array());

/**
 * A text in UTF-8 or, with its mark, UTF-16.
 *
 * @param {Uint8Array} bytes
 */
export function decoded(bytes) {
  const isWide = (bytes[0] === 0xFF && bytes[1] === 0xFE) || (bytes[0] === 0xFE && bytes[1] === 0xFF);
  return new TextDecoder(isWide ? (bytes[0] === 0xFF ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

/**
 * Tells versions of a text apart (FNV-1a).
 *
 * @param {string} text
 */
export function revisionOf(text) {
  let hash = 0x811C9DC5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}

/** @param {string} text */
export function descriptionOf(text) {
  try {
    return String(JSON.parse(text).Metadata?.Description ?? "");
  } catch {
    return "";
  }
}

/**
 * Paths of the sounds that a text names.
 *
 * @param {string} text
 */
export function waveformsOf(text) {
  const names = [...text.matchAll(/"EventWaveformPath"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, literal]) => {
    try {
      return [String(JSON.parse(literal))];
    } catch {
      return [];
    }
  });
  return [...new Set(names)];
}
