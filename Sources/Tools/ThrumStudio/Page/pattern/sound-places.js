// Where the sound of a pattern lies: the law of `SoundPlaces.swift`, for a page without a server.

/** Number of folders above the pattern's that may be the root of an app's resources. */
const levels = 5;

/**
 * Names of a relative path without `.` and `..`, or undefined if it is absolute, empty, or leaves the root.
 *
 * @param {string} path
 */
const namesOf = (path) => {
  if (path.startsWith("/")) return undefined;
  /** @type {string[]} */
  const names = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length > 0 ? names : undefined;
};

/**
 * Paths at which a sound may lie, in the order in which they are looked at.
 *
 * @param {string} waveform as the pattern names it
 * @param {string[]} folder names of the pattern's folder and those above it, from the top
 */
export const soundPlaces = (waveform, folder) => {
  const names = namesOf(waveform);
  if (names === undefined) return [];
  return Array.from(
    { length: Math.min(levels, folder.length) + 1 },
    (_, count) => [...folder.slice(0, folder.length - count), ...names].join("/"),
  );
};
