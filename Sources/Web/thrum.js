/**
 * Thrum's core in a browser, in node or in a worker: opens, checks, judges and renders haptic patterns.
 *
 *     const thrum = await Thrum.load(bytes)
 *     const pattern = thrum.open()
 *     pattern.edit(text)
 *     const findings = pattern.ask("lint")
 *     pattern.begin(0)
 *     for (let block = pattern.next(); block; block = pattern.next()) play(block)
 *
 * What can be asked, with which values, is in questions.d.ts. Every method throws an `Error` whose message says what is
 * wrong and what to do. The module imports nothing.
 */
export class Thrum {
  /** @param {BufferSource} bytes the file thrum.wasm */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {})
    return new Thrum(/** @type {Record<string, any>} */ (instance.exports))
  }

  /** @param {Record<string, any>} module */
  constructor(module) {
    if (module.thrum_version() !== 3) throw new Error("thrum.js is for version 3 of the module's interface");
    this.module = module
  }

  /**
   * Answers a question; gives `undefined` if what it is about is no longer kept.
   *
   * @template {keyof Questions} Name
   * @param {Name} name
   * @param {Questions[Name]["values"]} values
   * @param {{ file?: Uint8Array, number?: number }} [options] the file, and the open pattern whose sounds are meant
   * @returns {Questions[Name]["answer"]}
   */
  ask(name, values, options = {}) {
    const { file, number = 0 } = options
    const count = this.call("thrum_ask", number, name, JSON.stringify(values), file)
    const kind = this.module.thrum_answer_kind()
    if (kind === 0) return /** @type {any} */ (undefined)
    return kind === 1 ? JSON.parse(this.text(count)) : this.bytes(count).slice().buffer
  }

  /** Opens an empty pattern. */
  open() {
    return new OpenPattern(this, this.module.thrum_open())
  }

  /**
   * Calls a function with texts or bytes, each as an address and a length; a missing file has a length of -1.
   *
   * @param {string} name
   * @param {(string | Uint8Array | number | undefined)[]} values
   * @returns {number}
   */
  call(name, ...values) {
    /** @type {number[]} */
    const places = []
    const flat = values.flatMap((value) => {
      if (typeof value === "number") return [value]
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value ?? new Uint8Array()
      const place = this.module.thrum_allocate(bytes.length)
      places.push(place)
      new Uint8Array(this.module.memory.buffer, place, bytes.length).set(bytes)
      return [place, value === undefined ? -1 : bytes.length]
    })
    const result = this.module[name](...flat)
    for (const place of places) this.module.thrum_free(place)
    if (!(result < 0)) return result
    const { code, message } = JSON.parse(this.text(-result)).error
    throw Object.assign(new Error(message), { code })
  }

  /** @param {number} count */
  bytes(count) {
    return new Uint8Array(this.module.memory.buffer, this.module.thrum_answer(), count)
  }

  /** @param {number} count */
  text(count) {
    return new TextDecoder().decode(this.bytes(count))
  }
}

/** A pattern that is open in the module until `close`. */
export class OpenPattern {
  /** What questions are about, of the arguments in questions.d.ts. */
  version = { text: "{}", path: "pattern.ahap" }

  /**
   * @param {Thrum} thrum
   * @param {number} number
   */
  constructor(thrum, number) {
    this.thrum = thrum
    this.number = number
  }

  /**
   * Replaces the text of the file.
   *
   * @param {string | Uint8Array} text
   */
  edit(text, path = "pattern.ahap") {
    this.thrum.call("thrum_edit", this.number, path, text)
    this.version = { text: typeof text === "string" ? text : textOf(text) ?? "", path }
  }

  /**
   * Answers a question about the text with this pattern's sounds.
   *
   * @template {keyof Questions} Name
   * @param {Name} name
   * @param {Omit<Questions[Name]["values"], "text" | "path">} [values]
   * @returns {Questions[Name]["answer"]}
   */
  ask(name, values) {
    const all = /** @type {Questions[Name]["values"]} */ (/** @type {unknown} */ ({ ...this.version, ...values }))
    return this.thrum.ask(name, all, { number: this.number })
  }

  /**
   * Sets what is rendered: sample rate, motor (`thrum actuators`), signal and monitor by the command's names.
   *
   * @param {{ sampleRate?: number, motor?: string, signal?: string, monitor?: string }} settings
   */
  set({ sampleRate = 48000, motor = "", signal = "", monitor = "" }) {
    this.thrum.call("thrum_set", this.number, sampleRate, motor, signal, monitor)
  }

  /**
   * Adds a WAV, AIFF or CAF file under the path by which the pattern names it.
   *
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  addSound(name, bytes) {
    this.thrum.call("thrum_add_sound", this.number, name, bytes)
  }

  /**
   * Begins to render at a time in seconds; for `length` seconds, at a rate, and in a loop if asked. A loop needs a
   * length; it ends at `loopEnd` seconds, or else at the pattern's own end.
   *
   * @param {number} seconds
   * @param {{ length?: number, rate?: number, loops?: boolean, loopEnd?: number }} [playback]
   */
  begin(seconds = 0, playback = {}) {
    const { length = 0, rate = 1, loops = false, loopEnd = 0 } = playback
    this.thrum.call("thrum_begin_playback", this.number, seconds, length, rate, loops ? loopEnd : -1)
  }

  /** Returns the next block of interleaved samples, or `null` at the end. */
  next() {
    const count = this.thrum.call("thrum_next", this.number)
    const { memory, thrum_answer } = this.thrum.module
    return count ? new Float32Array(memory.buffer, thrum_answer(), count).slice() : null
  }

  close() {
    this.thrum.call("thrum_close", this.number)
  }
}

/** @param {string} encoding @param {Uint8Array} bytes */
function decodedAs(encoding, bytes) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * A text in UTF-8 or UTF-16, as `thrum` reads it; `undefined` for bytes that are no text.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((place) => bytes[place] ?? -1)
  const [hasLittleMark, hasBigMark] = [first === 0xFF && second === 0xFE, first === 0xFE && second === 0xFF]
  // UTF-32.
  if (third === 0 && fourth === 0 && (hasLittleMark || (first > 0 && second === 0))) return undefined
  if (first === 0 && second === 0 && ((third === 0xFE && fourth === 0xFF) || (third === 0 && fourth > 0))) {
    return undefined
  }
  // JSON begins with a character of ASCII, so a NUL beside it means UTF-16.
  if (hasLittleMark || (first > 0 && second === 0)) return decodedAs("utf-16le", bytes)
  if (hasBigMark || (first === 0 && second > 0)) return decodedAs("utf-16be", bytes)
  return decodedAs("utf-8", bytes)
}
