// The sound files that patterns name, for the worker.

import { soundPlaces } from "../pattern/sound-places.js";
import { packedFile } from "../base/resources.js";

export class SoundFiles {
  /** @type {Set<string>} Sounds that the worker has or knows to be missing, by path and name. */
  #given = new Set();

  /**
   * @param {import("./module-calls.js").ModuleCalls} calls
   * @param {(path: string) => Promise<Uint8Array | undefined>} read
   */
  constructor(calls, read) {
    this.calls = calls;
    this.read = read;
  }

  /** Reads sounds again from now on, because files may have changed. */
  forget() {
    this.#given.clear();
  }

  /**
   * Gives the worker the sounds that a text names.
   *
   * @param {string} text
   * @param {string} path
   */
  async give(text, path) {
    // Most patterns name none.
    if (!text.includes("EventWaveformPath")) return;
    for (const name of await this.calls.ask("waveforms", { text })) {
      const key = JSON.stringify([path, name]);
      if (this.#given.has(key)) continue;
      this.#given.add(key);
      await this.calls.keep({ path, name, bytes: await this.#find(name, path) });
    }
  }

  /**
   * The contents of a sound, if it is where it may lie.
   *
   * @param {string} name
   * @param {string} path
   */
  async #find(name, path) {
    if (path.includes(":")) return packedFile(`library/${name}`);
    for (const place of soundPlaces(name, path.split("/").slice(0, -1))) {
      const bytes = await this.read(place).catch(() => undefined);
      if (bytes) return bytes;
    }
    return undefined;
  }
}
