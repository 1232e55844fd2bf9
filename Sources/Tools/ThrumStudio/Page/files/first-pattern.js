// The pattern that a folder opens with.

/** @param {FileRow[]} rows @param {string | undefined} last */
export function firstPath(rows, last) {
  const paths = rows.map(({ path }) => path);
  if (last !== undefined && paths.includes(last)) return last;
  const patterns = paths.filter((path) => path.endsWith(".ahap"));
  // A pair opens as a new pattern, which would be unsaved.
  return patterns.find((path) => !/_(continuous|transients)\.ahap$/.test(path)) ?? patterns[0] ?? paths[0];
}

/**
 * Opens the pattern last shown, or else the folder's first, unless another is opened meanwhile. Remembers what is open.
 *
 * @param {Studio} studio
 * @param {Files} files
 * @param {FileRow[]} rows
 */
export async function openFirst(studio, files, rows) {
  const { settings, session } = studio;
  const folder = session.folder ?? "";
  studio.on("document", () => {
    const path = studio.document?.path;
    if (path && !path.includes(":")) settings.set({ lastPatterns: { ...settings.lastPatterns, [folder]: path } });
  });
  const path = firstPath(rows, settings.lastPatterns[folder]);
  if (path && !studio.document) await files.open(path, { unlessOpen: true });
}
