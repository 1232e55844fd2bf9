// Patterns that the browser keeps, for browsers that cannot write to the disk.

import { keep, load } from "../shell/settings.js";

const place = "thrum.files";

/** @typedef {{ data: string, isText: boolean, modified: number }} Kept text, or bytes in base64 */

/** A folder in the browser's storage. Its files last until the user clears the data of this page. */
export class BrowserFolder {
  name = "In this browser";

  /** @type {Record<string, Kept>} */
  #files = load(place, {});

  async list() {
    this.#files = load(place, this.#files);
    return Object.entries(this.#files).map(([path, { data, modified }]) => ({ path, size: data.length, modified }));
  }

  /** @param {string} path @returns {Promise<Uint8Array | undefined>} */
  async read(path) {
    const kept = this.#files[path];
    if (!kept) return undefined;
    return kept.isText ? new TextEncoder().encode(kept.data)
      : Uint8Array.from(atob(kept.data), (letter) => letter.charCodeAt(0));
  }

  /** @param {string} path @param {Uint8Array} bytes @param {boolean} isText */
  async write(path, bytes, isText) {
    const data = isText ? new TextDecoder().decode(bytes) : btoa(Array.from(bytes, (byte) =>
      String.fromCharCode(byte)).join(""));
    const before = this.#files;
    this.#files = { ...before, [path]: { data, isText, modified: Date.now() / 1000 } };
    keep(place, this.#files);
    /** @type {Record<string, Kept>} */
    const kept = load(place, {});
    if (kept[path]?.data === data) return;
    this.#files = before;
    keep(place, before);
    throw new Error("This browser has no room for it. Download it instead.");
  }

  /** @param {string} path */
  async remove(path) {
    const { [path]: _, ...others } = this.#files;
    this.#files = others;
    keep(place, others);
  }
}
