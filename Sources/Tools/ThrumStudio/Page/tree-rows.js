// @ts-check
// The rows of the file list, in order: folders, files and, below the current one, its commands.

import { countOf, isFolder } from "./file-tree.js";

/** @typedef {import("./file-tree.js").TreeFolder} TreeFolder */
/**
 * @typedef {{ key: string, kind: "folder" | "file" | "commands", level: number, name: string, place: number,
 *   count: number, files?: number, isOpen?: boolean, row?: FileRow, document?: PatternDocument,
 *   isCurrent?: boolean }} TreeRow `place` is the place among `count` siblings, `files` the number of files in a folder
 */

/** Key of the row of commands below a file's row. @param {string} key */
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
