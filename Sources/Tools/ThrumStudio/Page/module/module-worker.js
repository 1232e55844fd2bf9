// The worker that runs the module: passes questions on to it.
//
// A module that traps is unusable. The next question starts another one, which gets the sounds again.

import { isEqual } from "./bytes.js";
import { Thrum } from "./thrum.js";

/** @typedef {{ name: string, values: any, file?: Uint8Array }} Asked a question of the list */

export class ModuleWorker {
  /** @type {Thrum | undefined} */
  #thrum;
  /** @type {Map<string, Map<string, Uint8Array>>} Sounds by their pattern's path and by name. */
  #sounds = new Map();
  /** @type {Map<string, import("./thrum.js").OpenPattern>} Patterns that hold sounds in the module, by path. */
  #open = new Map();

  /** @param {BufferSource} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  async thrum() {
    this.#thrum ??= await Thrum.load(this.bytes);
    return this.#thrum;
  }

  /**
   * Answers a question; after a trap, the module is started again for the next one.
   *
   * @param {Asked} asked
   */
  async answer({ name, values, file }) {
    const thrum = await this.thrum();
    try {
      const number = this.#patternAt(thrum, values.path)?.number;
      return thrum.ask(/** @type {keyof Questions} */ (name), values, { file, number });
    } catch (caught) {
      if (!(caught instanceof WebAssembly.RuntimeError) && !(caught instanceof RangeError)) throw caught;
      this.#thrum = undefined;
      this.#open.clear();
      throw Object.assign(new Error("This pattern is too large for the browser, or meets a fault of Thrum."), {
        isTrap: true,
      });
    }
  }

  /**
   * Keeps what a pattern's sound contains now; nothing if it is missing.
   *
   * @param {{ path: string, name: string, bytes?: Uint8Array }} sound
   */
  keep({ path, name, bytes }) {
    const sounds = this.#sounds.get(path) ?? new Map();
    if (isEqual(sounds.get(name), bytes)) return;
    if (bytes) sounds.set(name, bytes);
    else sounds.delete(name);
    this.#sounds.set(path, sounds);
    this.#open.get(path)?.close();
    this.#open.delete(path);
  }

  /** @param {Thrum} thrum @param {string | undefined} path */
  #patternAt(thrum, path) {
    const sounds = path === undefined ? undefined : this.#sounds.get(path);
    if (path === undefined || !sounds?.size) return undefined;
    const known = this.#open.get(path);
    if (known) return known;
    const pattern = thrum.open();
    for (const [name, bytes] of sounds) {
      // The module reads only uncompressed sounds; the others are missing.
      ignoring(() => pattern.addSound(name, bytes));
    }
    this.#open.set(path, pattern);
    return pattern;
  }
}

/** @param {() => void} run */
function ignoring(run) {
  try {
    run();
  } catch (caught) {
    if (caught instanceof WebAssembly.RuntimeError) throw caught;
  }
}

/** @type {ModuleWorker | undefined} */
let worker;
/** Questions are answered in turn. */
let turn = Promise.resolve();

/** @typedef {Parameters<ModuleWorker["keep"]>[0]} Sound */
/** @param {{ id: number, module?: BufferSource, asked?: Asked, sound?: Sound }} message */
async function answer({ id, module, asked, sound }) {
  if (module) worker = new ModuleWorker(module);
  try {
    if (sound) worker?.keep(sound);
    postMessage({ id, value: asked && await worker?.answer(asked) });
  } catch (caught) {
    const { message, isTrap, code } = /** @type {Error & { isTrap?: boolean, code?: string }} */ (caught);
    postMessage({ id, error: message, isTrap, code });
  }
}

addEventListener("message", ({ data }) => {
  turn = turn.then(() => answer(data));
});
