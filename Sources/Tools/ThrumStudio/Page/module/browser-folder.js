// Patterns that the browser keeps, for browsers that cannot write to the disk.

import { asked } from "../shell/kept.js";

/** A folder in the browser's database. Its files last until the user clears the data of this page. */
export class BrowserFolder {
  name = "In this browser";

  /** @returns {Promise<FileRow[]>} */
  async list() {
    try {
      const [paths, files] = await Promise.all([
        asked("files", "readonly", (store) => store.getAllKeys()),
        asked("files", "readonly", (store) => store.getAll())]);
      return paths.map((path, index) =>
        ({ path: String(path), size: files[index].bytes.size, modified: files[index].modified }));
    } catch {
      return [];
    }
  }

  /** @param {string} path @returns {Promise<Uint8Array | undefined>} */
  async read(path) {
    const file = await asked("files", "readonly", (store) => store.get(path)).catch(() => undefined);
    return file && new Uint8Array(await file.bytes.arrayBuffer());
  }

  /** @param {string} path @param {Uint8Array} bytes */
  async write(path, bytes) {
    try {
      // As a blob, of which a list does not read the bytes.
      const file = { bytes: new Blob([/** @type {BlobPart} */ (bytes)]), modified: Date.now() / 1000 };
      await asked("files", "readwrite", (store) => store.put(file, path));
    } catch {
      throw new Error("This browser has no room for it. Download it instead.");
    }
  }

  /** @param {string} path */
  async remove(path) {
    await asked("files", "readwrite", (store) => store.delete(path));
  }
}
