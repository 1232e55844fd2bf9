// @ts-check
// Folders of the file list, and names that are cut in the middle.

/** @typedef {{ path: string, name: string, entries: (TreeFolder | FileRow)[] }} TreeFolder */

/** @param {TreeFolder | FileRow} entry @returns {entry is TreeFolder} */
export const isFolder = (entry) => "entries" in entry;

/**
 * The rows grouped by folder, in their original order.
 *
 * @param {FileRow[]} rows
 */
export function treeOf(rows) {
  /** @type {TreeFolder} */
  const root = { path: "", name: "", entries: [] };
  const folders = new Map([["", root]]);
  /** @param {string} path @returns {TreeFolder} */
  const folder = (path) => {
    const known = folders.get(path);
    if (known) return known;
    const made = { path, name: path.slice(path.lastIndexOf("/") + 1), entries: [] };
    folders.set(path, made);
    folder(parentOf(path)).entries.push(made);
    return made;
  };
  for (const row of rows) folder(parentOf(row.path)).entries.push(row);
  return root;
}

/** @param {string} path */
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** @param {TreeFolder} folder @returns {number} */
export const countOf = ({ entries }) =>
  entries.reduce((sum, entry) => sum + (isFolder(entry) ? countOf(entry) : 1), 0);

/**
 * The start of a name, to be shortened if needed, and its end, to be kept: names often differ in their last letters.
 *
 * @param {string} name
 */
export function parts(name) {
  const letters = [...name];
  const end = letters.length > 20 ? 12 : 0;
  return [letters.slice(0, letters.length - end).join(""), letters.slice(letters.length - end).join("")];
}
