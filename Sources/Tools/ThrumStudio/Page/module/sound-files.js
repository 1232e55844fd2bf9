// The sound files that patterns name, for the worker.

import { soundPlaces } from "../pattern/sound-places.js";
import { packedFile } from "../shell/resources.js";
import { waveformsOf } from "./texts.js";

export class SoundFiles {
  /** @type {Map<string, string>} Keys of sounds that the worker has, by place and name; empty for missing ones. */
  #known = new Map();
  #made = 0;

  /**
   * @param {import("./module-calls.js").ModuleCalls} calls
   * @param {(path: string) => Promise<Uint8Array | undefined>} read
   */
  constructor(calls, read) {
    this.calls = calls;
    this.read = read;
  }

  /** Forgets what was read, because files may have changed. */
  forget() {
    this.#known.clear();
  }

  /**
   * Gives the worker the sounds that a text names; returns their keys.
   *
   * @param {string} text
   * @param {string} path
   */
  async of(text, path) {
    /** @type {string[]} */
    const keys = [];
    for (const name of waveformsOf(text)) {
      const place = `${path}\n${name}`;
      let key = this.#known.get(place);
      if (key === undefined) {
        const bytes = await this.#find(name, path);
        key = bytes ? `${place}\n${bytes.length} ${this.#made += 1}` : "";
        this.#known.set(place, key);
        if (bytes) await this.calls.ask("addSound", key, name, bytes);
      }
      if (key) keys.push(key);
    }
    return keys;
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
