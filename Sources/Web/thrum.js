/**
 * Thrum's core in a browser, in node or in a worker: opens, checks, judges and renders haptic patterns.
 *
 *     const thrum = await Thrum.load(bytes)
 *     const pattern = thrum.open()
 *     const findings = pattern.edit(text)
 *     pattern.begin(0)
 *     for (let block = pattern.next(); block; block = pattern.next()) play(block)
 *
 * Every method throws an `Error` whose message says what is wrong and what to do. The module imports nothing.
 */
export class Thrum {
  /** @param {BufferSource} bytes the file thrum.wasm */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {})
    return new Thrum(/** @type {Record<string, any>} */ (instance.exports))
  }

  /** @param {Record<string, any>} module */
  constructor(module) {
    if (module.thrum_version() !== 1) throw new Error("thrum.js is for version 1 of the module's interface")
    this.module = module
  }

  /** Opens an empty pattern. */
  open() {
    return new OpenPattern(this, this.module.thrum_open())
  }

  /**
   * Calls a function with texts or bytes, each as an address and a length.
   * @param {string} name
   * @param {(string | Uint8Array | number)[]} values
   * @returns {number}
   */
  call(name, ...values) {
    /** @type {number[]} */
    const places = []
    const flat = values.flatMap((value) => {
      if (typeof value === "number") return [value]
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value
      const place = this.module.thrum_allocate(bytes.length)
      places.push(place)
      new Uint8Array(this.module.memory.buffer, place, bytes.length).set(bytes)
      return [place, bytes.length]
    })
    const result = this.module[name](...flat)
    for (const place of places) this.module.thrum_free(place)
    if (result < 0) throw new Error(JSON.parse(this.text(-result)).error)
    return result
  }

  /** @param {number} count */
  text(count) {
    return new TextDecoder().decode(new Uint8Array(this.module.memory.buffer, this.module.thrum_answer(), count))
  }
}

/** A pattern that is open in the module until `close`. */
export class OpenPattern {
  /**
   * @param {Thrum} thrum
   * @param {number} number
   */
  constructor(thrum, number) {
    this.thrum = thrum
    this.number = number
  }

  /**
   * Replaces the text of the file, and returns the findings as `thrum lint --json` lists them.
   * @param {string | Uint8Array} text
   */
  edit(text, name = "pattern.ahap") {
    return JSON.parse(this.thrum.text(this.thrum.call("thrum_edit", this.number, name, text)))
  }

  /**
   * Sets what is rendered: sample rate, motor (`thrum actuators`), signal and monitor by the command's names.
   * @param {{ sampleRate?: number, motor?: string, signal?: string, monitor?: string }} settings
   */
  set({ sampleRate = 48000, motor = "", signal = "", monitor = "" }) {
    this.thrum.call("thrum_set", this.number, sampleRate, motor, signal, monitor)
  }

  /**
   * Adds a WAV, AIFF or CAF file under the path by which the pattern names it.
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  addSound(name, bytes) {
    this.thrum.call("thrum_add_sound", this.number, name, bytes)
  }

  /** Begins to render at a time in seconds. */
  begin(seconds = 0) {
    this.thrum.call("thrum_begin", this.number, seconds)
  }

  /** Returns the next block of interleaved samples, or `null` at the end. */
  next() {
    const count = this.thrum.call("thrum_next", this.number)
    const { memory, thrum_answer } = this.thrum.module
    return count ? new Float32Array(memory.buffer, thrum_answer(), count).slice() : null
  }

  /** Returns the verdicts on a motor as `thrum feel --json` lists them. */
  feel(motor = "iphone-taptic") {
    return JSON.parse(this.thrum.text(this.thrum.call("thrum_feel", this.number, motor)))
  }

  close() {
    this.thrum.call("thrum_close", this.number)
  }
}
