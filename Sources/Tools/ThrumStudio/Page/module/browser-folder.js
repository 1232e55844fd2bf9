// Patterns that the browser keeps, for browsers that cannot write to the disk.

import { entries, exchange, read } from "../base/kept.js";
import { linked, notPlain } from "./folder-law.js";

/** @typedef {{ bytes: Blob, modified: number, version?: string }} Row */

/**
 * A folder in the browser's database. Its files last until the user clears the data of this page. Every method is
 * rejected with a `StorageFailure` if the browser keeps nothing.
 */
export class BrowserFolder {
  name = "In this browser";

  /** @returns {Promise<FileRow[]>} */
  async list() {
    const files = await entries("files");
    return files.map(([path, { bytes, modified }]) => ({ path, size: bytes.size, modified }));
  }

  /** @param {string} path @returns {Promise<Row | undefined>} */
  #row(path) {
    return read("files", (store) => store.get(path));
  }

  /** @param {string} path @returns {Promise<Uint8Array | undefined>} */
  async read(path) {
    const row = await this.#row(path);
    if (!row) await this.#checkFolders(path);
    return bytesOf(row);
  }

  /**
   * Rejected if a folder of the path is a file, or its file a folder. The table has paths only, no folders.
   *
   * @param {string} path
   */
  async #checkFolders(path) {
    for (const key of await read("files", (store) => store.getAllKeys())) {
      if (path.startsWith(`${key}/`)) throw linked();
      if (String(key).startsWith(`${path}/`)) throw notPlain(path);
    }
  }

  /** @param {string} path @param {Uint8Array} bytes @param {import("./folder-changes.js").Check} [check] */
  async write(path, bytes, check) {
    await this.#checkFolders(path);
    // As a blob, of which a list does not read the bytes.
    const blob = new Blob([/** @type {BlobPart} */ (bytes)]);
    await this.#replace(path, { bytes: blob, modified: Date.now() / 1000, version: crypto.randomUUID() }, check);
  }

  /** @param {string} path @param {import("./folder-changes.js").Check} [check] */
  async remove(path, check) {
    await this.#replace(path, undefined, check);
  }

  /**
   * Replaces what was checked; checks again if another tab has written meanwhile.
   *
   * @param {string} path @param {Row | undefined} row @param {import("./folder-changes.js").Check} [check]
   */
  async #replace(path, row, check) {
    for (;;) {
      const seen = await this.#row(path);
      check?.(await bytesOf(seen));
      if (await exchange("files", path, (now) => isSame(now, seen), row)) return;
    }
  }
}

/** @param {Row | undefined} row */
const bytesOf = async (row) => row && new Uint8Array(await row.bytes.arrayBuffer());

/** @param {Row | undefined} one @param {Row | undefined} other */
const isSame = (one, other) => one?.version === other?.version && one?.modified === other?.modified
  && one?.bytes.size === other?.bytes.size;
