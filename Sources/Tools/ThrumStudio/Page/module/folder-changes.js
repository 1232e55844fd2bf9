// Saves, renames and deletes files without losing a version that the page has not seen, as the server does.

import {
  badPath, badSoundPath, changed, formatOf, gone, isSoundPath, missing, otherSound, refusalOf, taken,
} from "./folder-law.js";
import { isEqual, revisionOf } from "./bytes.js";

/**
 * A folder in the browser or on the disk. It calls `check` with the present content immediately before a change; what
 * `check` throws prevents the change.
 *
 * @typedef {(now: Uint8Array | undefined) => void} Check
 * @typedef {{ read(path: string): Promise<Uint8Array | undefined>,
 *   write(path: string, bytes: Uint8Array, check: Check): Promise<void>,
 *   remove(path: string, check: Check): Promise<void> }} Folder
 */

export class FolderChanges {
  /** @type {Promise<unknown>} The last change, after which the next one begins. */
  #last = Promise.resolve();

  /** @param {() => Folder} folder the folder that is open */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * The content of a file.
   *
   * @param {string} path
   */
  async read(path) {
    if (!formatOf(path)) throw badPath();
    const bytes = await this.folder().read(path).catch((caught) => Promise.reject(refusalOf(path, caught)));
    if (!bytes) throw missing(path);
    return bytes;
  }

  /**
   * Saves a whole file, replacing only the version `known`; `null` means that the file must not exist.
   *
   * @param {string} path @param {string} text @param {string | null} known @returns {Promise<Saved>}
   */
  async save(path, text, known) {
    if (formatOf(path) !== "ahap") throw badPath();
    const bytes = new TextEncoder().encode(text);
    return this.#change(path, async (folder) => {
      /** @type {Check} */
      const check = (now) => {
        if (now && revisionOf(now) !== known) throw changed(path, revisionOf(now));
        if (!now && known) throw gone(path);
      };
      check(await folder.read(path));
      await folder.write(path, bytes, check);
      return { revision: revisionOf(bytes) };
    });
  }

  /** @param {string} path @param {string} to of the same format, and free */
  async move(path, to) {
    if (!formatOf(path) || formatOf(path) !== formatOf(to)) throw badPath();
    return this.#change(path, async (folder) => {
      const bytes = await folder.read(path);
      if (!bytes) throw missing(path);
      /** @type {Check} */
      const isFree = (now) => {
        if (now) throw taken(to);
      };
      isFree(await folder.read(to));
      await folder.write(to, bytes, isFree);
      try {
        await folder.remove(path, (now) => {
          if (now && !isEqual(now, bytes)) throw changed(path, revisionOf(now));
        });
      } catch (caught) {
        // The copy goes, unless another program has changed it.
        await folder.remove(to, (now) => {
          if (!now || !isEqual(now, bytes)) throw taken(to);
        }).catch(() => undefined);
        throw caught;
      }
      return {};
    });
  }

  /** @param {string} path @param {string | null} known the version to delete */
  async remove(path, known) {
    if (formatOf(path) !== "ahap") throw badPath();
    return this.#change(path, async (folder) => {
      /** @type {Check} */
      const check = (now) => {
        if (!now) throw missing(path);
        if (revisionOf(now) !== known) throw changed(path, revisionOf(now));
      };
      check(await folder.read(path));
      await folder.remove(path, check);
      return {};
    });
  }

  /**
   * Saves a sound next to the patterns. An identical file counts as success.
   *
   * @param {string} path @param {Uint8Array} bytes
   */
  async saveSound(path, bytes) {
    if (!isSoundPath(path)) throw badSoundPath();
    return this.#change(path, async (folder) => {
      /** @type {Check} */
      const check = (now) => {
        if (now && !isEqual(now, bytes)) throw otherSound(path);
      };
      const before = await folder.read(path);
      check(before);
      if (!before) await folder.write(path, bytes, check);
      return { revision: revisionOf(bytes) };
    });
  }

  /**
   * Changes the folder, after all earlier changes.
   *
   * @template Answer
   * @param {string} path
   * @param {(folder: Folder) => Promise<Answer>} change
   * @returns {Promise<Answer>}
   */
  #change(path, change) {
    const folder = this.folder();
    const changing = this.#last.then(() => change(folder)).catch((caught) =>
      Promise.reject(refusalOf(path, caught)));
    this.#last = changing.catch(() => undefined);
    return changing;
  }
}
