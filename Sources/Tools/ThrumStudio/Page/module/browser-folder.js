// Patterns that the browser keeps, for browsers that cannot write to the disk.

import { entries, read, write } from "../shell/kept.js";

/** A folder in the browser's database. Its files last until the user clears the data of this page. */
export class BrowserFolder {
  name = "In this browser";

  /** @returns {Promise<FileRow[]>} */
  async list() {
    const files = await entries("files").catch(() => []);
    return files.map(([path, { bytes, modified }]) => ({ path, size: bytes.size, modified }));
  }

  /** @param {string} path @returns {Promise<Uint8Array | undefined>} */
  async read(path) {
    const file = await read("files", (store) => store.get(path)).catch(() => undefined);
    return file && new Uint8Array(await file.bytes.arrayBuffer());
  }

  /** @param {string} path @param {Uint8Array} bytes */
  async write(path, bytes) {
    try {
      // As a blob, of which a list does not read the bytes.
      const file = { bytes: new Blob([/** @type {BlobPart} */ (bytes)]), modified: Date.now() / 1000 };
      await write("files", (store) => store.put(file, path));
    } catch {
      throw new Error("This browser has no room for it. Download it instead.");
    }
  }

  /** @param {string} path */
  async remove(path) {
    await write("files", (store) => store.delete(path));
  }
}
