// The tree of the file list: folders from paths, and the rows that are unfolded.

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

// The rows of the file list, in order: folders, files and, below the current one, its commands.

/**
 * @typedef {{ key: string, kind: "folder" | "file" | "commands", level: number, name: string, place: number,
 *   count: number, files?: number, isOpen?: boolean, row?: FileRow, document?: PatternDocument,
 *   isCurrent?: boolean }} TreeRow `place` is the place among `count` siblings, `files` the number of files in a folder
 */

/**
 * Key of the row of commands below a file's row.
 *
 * @param {string} key
 */
export const commandsOf = (key) => `${key} commands`;

/**
 * @param {{ root: string, name: string, tree: TreeFolder }[]} groups
 * @param {{ isFolded: (key: string) => boolean, documentOf: (row: FileRow) => PatternDocument | undefined,
 *   current: PatternDocument | undefined }} state
 */
export function treeRows(groups, { isFolded, documentOf, current }) {
  /** @type {TreeRow[]} */
  const rows = [];
  /** @type {(root: string, tree: TreeFolder, name: string, level: number, place: number, count: number) => void} */
  const folder = (root, tree, name, level, place, count) => {
    const key = root + tree.path;
    const isOpen = !isFolded(key);
    rows.push({ key, kind: "folder", level, name, place, count, files: countOf(tree), isOpen });
    if (!isOpen) return;
    tree.entries.forEach((entry, index) => {
      if (isFolder(entry)) folder(root, entry, entry.name, level + 1, index + 1, tree.entries.length);
      else file(entry, level + 1, index + 1, tree.entries.length);
    });
  };
  /** @type {(row: FileRow, level: number, place: number, count: number) => void} */
  const file = (row, level, place, count) => {
    const document = documentOf(row);
    const isCurrent = document !== undefined && document === current;
    const name = row.title ?? row.path.split("/").at(-1);
    rows.push({ key: row.path, kind: "file", level, name, place, count, row, document, isCurrent });
    if (isCurrent) rows.push({ key: commandsOf(row.path), kind: "commands", level, name, place, count, document });
  };
  const shown = groups.filter(({ tree }) => tree.entries.length > 0);
  shown.forEach(({ root, name, tree }, index) => folder(root, tree, name, 1, index + 1, shown.length));
  return rows;
}
