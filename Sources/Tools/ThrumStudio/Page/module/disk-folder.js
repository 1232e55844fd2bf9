// A folder of the user's disk, which some browsers let a page read and write.

import { formatOf, isFolderPath, notAllowed, notPlain } from "./folder-law.js";

/** Files listed, and folders within each other. */
const [mostFiles, deepest] = [2000, 8];

/** Whether this browser lets a page open a folder. */
export const canOpenFolders = typeof globalThis.showDirectoryPicker === "function";

export class DiskFolder {
  isCut = false;

  /** @param {FileSystemDirectoryHandle} handle */
  constructor(handle) {
    this.handle = handle;
  }

  get name() {
    return this.handle.name;
  }

  async list() {
    /** @type {FileRow[]} */
    const rows = [];
    this.isCut = false;
    await this.#add(rows, this.handle, "", 0);
    return rows.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** @param {FileRow[]} rows @param {FileSystemDirectoryHandle} folder @param {string} prefix @param {number} depth */
  async #add(rows, folder, prefix, depth) {
    for await (const [name, handle] of folder.entries()) {
      if (rows.length >= mostFiles) return void (this.isCut = true);
      if (!isFolderPath(name) || name === "node_modules") continue;
      const path = prefix + name;
      if (handle.kind === "directory" && depth < deepest) await this.#add(rows, handle, `${path}/`, depth + 1);
      if (handle.kind === "file" && formatOf(name)) {
        const { size, lastModified } = await handle.getFile();
        rows.push({ path, size, modified: lastModified / 1000 });
      }
    }
  }

  /**
   * The folder of a path, and the name in it.
   *
   * @param {string} path @param {boolean} create
   */
  async #place(path, create) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = this.handle;
    for (const one of names) folder = await folder.getDirectoryHandle(one, { create });
    return { folder, name };
  }

  /** @param {string} path @returns {Promise<Uint8Array | undefined>} */
  async read(path) {
    try {
      const { folder, name } = await this.#place(path, false);
      const handle = await folder.getFileHandle(name).catch((caught) =>
        Promise.reject(caught.name === "TypeMismatchError" ? notPlain(path) : caught));
      return new Uint8Array(await (await handle.getFile()).arrayBuffer());
    } catch (caught) {
      const { name } = /** @type {Error} */ (caught);
      if (name === "NotFoundError") return undefined;
      // Browsers refuse names that some systems reserve.
      throw name === "TypeError" ? notAllowed(path) : caught;
    }
  }

  /**
   * The file keeps its old contents until all of the new ones are written.
   *
   * @param {string} path @param {Uint8Array} bytes @param {import("./folder-changes.js").Check} [check]
   */
  async write(path, bytes, check) {
    const before = await this.read(path);
    check?.(before);
    const { folder, name } = await this.#place(path, true);
    const handle = await folder.getFileHandle(name, { create: true });
    const present = async () => {
      const now = await this.read(path);
      // The empty file is the one made above.
      return before || now?.length !== 0 ? now : undefined;
    };
    try {
      const stream = await handle.createWritable();
      try {
        await stream.write(bytes);
        check?.(await present());
      } catch (caught) {
        await stream.abort();
        throw caught;
      }
      await stream.close();
    } catch (caught) {
      if (!before && (await this.read(path))?.length === 0) await folder.removeEntry(name);
      throw caught;
    }
  }

  /** @param {string} path @param {import("./folder-changes.js").Check} [check] */
  async remove(path, check) {
    const { folder, name } = await this.#place(path, false);
    check?.(await this.read(path));
    await folder.removeEntry(name);
  }
}
