// The worker that runs the module: answers questions about versions of patterns.
//
// A module that traps is unusable. The next question starts another one, which opens what it needs again.

import { Thrum } from "./thrum.js";

/** Open patterns kept, and frames of a block. */
const [mostOpen, blockFrames] = [6, 24000];

/** @typedef {Version & { sounds?: string[] }} Asked a version with the names of its sounds' files */
/** @typedef {{ key: string, pattern: import("./thrum.js").OpenPattern, next: number, rest: Float32Array[] }} Opened */

export class ModuleWorker {
  /** @type {Thrum | undefined} */
  #thrum;
  /** @type {Opened[]} The one used last is the last. */
  #open = [];
  /** @type {Map<string, { name: string, bytes: Uint8Array }>} Sounds by the key that the page gave them. */
  #sounds = new Map();

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
   * @param {string} name
   * @param {any[]} values
   */
  async answer(name, values) {
    const thrum = await this.thrum();
    try {
      // @ts-ignore: the page asks only for the methods below.
      return this[name](thrum, ...values);
    } catch (caught) {
      if (!(caught instanceof WebAssembly.RuntimeError) && !(caught instanceof RangeError)) throw caught;
      this.#thrum = undefined;
      this.#open = [];
      throw Object.assign(new Error("This pattern is too large for the browser, or meets a fault of Thrum."), {
        isTrap: true,
      });
    }
  }

  /** @param {Thrum} thrum @param {Asked} version */
  #opened(thrum, { text, path, actuator, monitor, sounds = [] }) {
    const key = JSON.stringify([text, path, actuator, monitor, sounds]);
    const place = this.#open.findIndex((one) => one.key === key);
    if (place >= 0) {
      const [found] = this.#open.splice(place, 1);
      this.#open.push(found);
      return found;
    }
    const pattern = thrum.open();
    for (const sound of sounds) {
      const known = this.#sounds.get(sound);
      // The module reads only uncompressed sounds; the others are missing.
      if (known) ignoring(() => pattern.addSound(known.name, known.bytes));
    }
    pattern.edit(text, path || "pattern");
    if (actuator || monitor) pattern.set({ motor: actuator, monitor });
    /** @type {Opened} */
    const made = { key, pattern, next: -1, rest: [] };
    this.#open.push(made);
    if (this.#open.length > mostOpen) this.#open.shift()?.pattern.close();
    return made;
  }

  /** @param {Thrum} _ @param {string} key @param {string} name @param {Uint8Array} bytes */
  addSound(_, key, name, bytes) {
    this.#sounds.set(key, { name, bytes });
  }

  /** @param {Thrum} thrum */
  catalogue(thrum) {
    return thrum.catalogue();
  }

  /** @param {Thrum} thrum @param {string} name */
  preset(thrum, name) {
    return thrum.preset(name);
  }

  /** @param {Thrum} thrum @param {string} name @param {string | Uint8Array} text */
  convert(thrum, name, text) {
    return thrum.convert(name, text);
  }

  /** @param {Thrum} thrum @param {string} name @param {string} text */
  shape(thrum, name, text) {
    return thrum.shape(name, text);
  }

  /** @param {Thrum} thrum @param {string} motor @param {number | undefined} seconds */
  reach(thrum, motor, seconds) {
    return thrum.reach(motor, seconds);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {number} columns */
  analyse(thrum, version, columns) {
    return this.#opened(thrum, version).pattern.analyse(columns);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {{ from: number, to: number, columns: number }} range */
  wave(thrum, version, { from, to, columns }) {
    return this.#opened(thrum, version).pattern.wave(from, to, columns);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {string[]} motors @param {[number, number]} [around] */
  judge(thrum, version, motors, around) {
    return this.#opened(thrum, version).pattern.judge(motors, around);
  }

  /**
   * @param {Thrum} thrum
   * @param {Asked} version
   * @param {{ code: string, line?: number, column?: number, all?: boolean }} finding
   */
  cure(thrum, version, finding) {
    const { pattern } = this.#opened(thrum, version);
    return finding.all ? pattern.cureAll(finding.code) : pattern.cure(finding);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {string} motor @param {number} index */
  cureFelt(thrum, version, motor, index) {
    return this.#opened(thrum, version).pattern.cureFelt(motor, index);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {string} format @param {string} name */
  export(thrum, version, format, name) {
    return this.#opened(thrum, version).pattern.export(format, name);
  }

  /** @param {Thrum} thrum @param {Asked} version @param {Asked} other */
  match(thrum, version, other) {
    const [one, second] = [this.#opened(thrum, version), this.#opened(thrum, other)];
    return one.pattern.match(second.pattern);
  }

  /**
   * A block of the version's samples, planar; empty beyond the end. Blocks in order cost the least.
   *
   * @param {Thrum} thrum @param {Asked} version @param {number} index
   */
  block(thrum, version, index) {
    const opened = this.#opened(thrum, version);
    if (opened.next < 0 || index < opened.next) {
      opened.pattern.begin(0);
      Object.assign(opened, { next: 0, rest: [] });
    }
    for (;;) {
      const { samples, isLast } = takeBlock(opened);
      if (opened.next++ === index || isLast) return { channels: planar(samples), isLast };
    }
  }

  /**
   * All samples of a version, interleaved.
   *
   * @param {Thrum} thrum @param {Asked} version
   */
  samples(thrum, version) {
    const { pattern } = this.#opened(thrum, { ...version, path: `${version.path} ` });
    pattern.begin(0);
    /** @type {Float32Array[]} */
    const blocks = [];
    for (let block = pattern.next(); block; block = pattern.next()) blocks.push(block);
    return joined(blocks);
  }
}

/**
 * Renders until a block is full. One more sample shows whether it is the last.
 *
 * @param {Opened} opened
 */
function takeBlock(opened) {
  const wanted = 2 * blockFrames;
  let count = opened.rest.reduce((sum, part) => sum + part.length, 0);
  while (count <= wanted) {
    const part = opened.pattern.next();
    if (!part) break;
    opened.rest.push(part);
    count += part.length;
  }
  const all = joined(opened.rest);
  opened.rest = [all.subarray(wanted)];
  return { samples: all.subarray(0, wanted), isLast: count <= wanted };
}

/** @param {Float32Array[]} parts */
function joined(parts) {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/**
 * One channel if both are equal.
 *
 * @param {Float32Array} samples
 */
function planar(samples) {
  const frames = samples.length / 2;
  const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
  let isMono = true;
  for (let frame = 0; frame < frames; frame += 1) {
    left[frame] = samples[2 * frame];
    right[frame] = samples[2 * frame + 1];
    isMono &&= Object.is(left[frame], right[frame]);
  }
  return isMono ? [left] : [left, right];
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

/** @param {{ id: number, bytes?: BufferSource, name: string, values: any[] }} question */
async function answer({ id, bytes, name, values }) {
  if (bytes) worker = new ModuleWorker(bytes);
  try {
    const value = await worker?.answer(name, values);
    postMessage({ id, value });
  } catch (caught) {
    const { message, isTrap } = /** @type {Error & { isTrap?: boolean }} */ (caught);
    postMessage({ id, error: message, isTrap });
  }
}

addEventListener("message", ({ data }) => {
  turn = turn.then(() => answer(data));
});
