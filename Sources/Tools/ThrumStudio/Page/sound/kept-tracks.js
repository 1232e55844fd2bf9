// Backing tracks, which the browser keeps for the next time that their patterns are opened.

import { keepOf, kept } from "../base/kept.js";

/** @typedef {{ file: File, start: number }} KeptTrack */

const mostTracks = 20;
const mostBytes = 200_000_000;

/** @param {string} pattern its folder and path @returns {Promise<KeptTrack | undefined>} */
export const keptTrack = (pattern) => kept("tracks", pattern);

/**
 * Keeps the tracks that were chosen last, unless one is too large.
 *
 * @param {string} pattern
 * @param {KeptTrack | undefined} track `undefined` forgets it
 */
export const keepTrack = (pattern, track) =>
  keepOf("tracks", pattern, track && track.file.size <= mostBytes ? track : undefined, mostTracks);
