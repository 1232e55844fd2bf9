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
    if (module.thrum_version() !== 2) throw new Error("thrum.js is for version 2 of the module's interface");
    this.module = module
  }

  /** What can be chosen: motors, monitors, formats of `save`, and presets. */
  catalogue() {
    return this.json("thrum_catalogue")
  }

  /**
   * A file of any format that Thrum reads, as AHAP, and what changed on the way.
   * @param {string} name
   * @param {string | Uint8Array} file
   * @returns {{ text: string, notes: string[] }}
   */
  convert(name, file) {
    return this.json("thrum_convert", name, file)
  }

  /**
   * The outline of an AHAP file for a small picture.
   * @param {string} name
   * @param {string | Uint8Array} file
   */
  shape(name, file) {
    return this.json("thrum_shape", name, file)
  }

  /**
   * What a motor reaches, with transients or with events of a length in seconds.
   * @param {string} motor
   * @param {number} [seconds]
   */
  reach(motor, seconds) {
    return this.json("thrum_reach", motor, seconds ?? -1)
  }

  /**
   * A preset as AHAP text.
   * @param {string} name
   */
  preset(name) {
    return this.text(this.call("thrum_preset", name))
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

  /**
   * Calls a function that answers with JSON.
   * @param {string} name
   * @param {(string | Uint8Array | number)[]} values
   */
  json(name, ...values) {
    return JSON.parse(this.text(this.call(name, ...values)))
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
    return this.thrum.json("thrum_edit", this.number, name, text)
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

  /**
   * Begins to render at a time in seconds; for `length` seconds, at a rate, and in a loop if asked. A loop needs a
   * length; it ends at `loopEnd` seconds, or else at the pattern's own end.
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

  /** Returns the verdicts on a motor as `thrum feel --json` lists them. */
  feel(motor = "iphone-taptic") {
    return this.thrum.json("thrum_feel", this.number, motor)
  }

  /**
   * The verdicts on several motors in short: a digit and a level for each event, and findings with their cures.
   * @param {string[]} motors
   * @param {[number, number]} [around] the first and last second of what is judged, for a picture during a drag
   */
  judge(motors, around = [1, 0]) {
    return this.thrum.json("thrum_judge", this.number, motors.join("\n"), ...around)
  }

  /** Findings with their cures, and the acceleration in columns. */
  analyse(columns = 1000) {
    return this.thrum.json("thrum_analyse", this.number, columns)
  }

  /**
   * A range of the acceleration, in seconds, in columns.
   * @param {number} from
   * @param {number} to
   */
  wave(from, to, columns = 1000) {
    return this.thrum.json("thrum_wave", this.number, from, to, columns)
  }

  /**
   * The gains in dB that make this pattern and another equally strong.
   * @param {OpenPattern} other
   * @returns {{ gain: number, otherGain: number }}
   */
  match(other) {
    return this.thrum.json("thrum_match", this.number, other.number)
  }

  /**
   * The text after the cure of a finding.
   * @param {{ code: string, line?: number, column?: number }} finding
   * @returns {{ text: string, title: string }}
   */
  cure({ code, line = 0, column = 0 }) {
    return this.thrum.json("thrum_cure", this.number, code, line, column)
  }

  /**
   * The text after the cures of all findings with a code.
   * @param {string} code
   * @returns {{ text: string, title: string }}
   */
  cureAll(code) {
    return this.thrum.json("thrum_cure_all", this.number, code)
  }

  /**
   * The text after an event was made perceptible on a motor.
   * @param {string} motor
   * @param {number} index
   * @returns {{ text: string, title: string }}
   */
  cureFelt(motor, index) {
    return this.thrum.json("thrum_cure_felt", this.number, motor, index)
  }

  /**
   * The pattern in another format of the catalogue, and what it loses.
   * @param {string} format
   * @param {string} name
   * @returns {{ text: string, notes: string[] }}
   */
  export(format, name) {
    return this.thrum.json("thrum_export", this.number, format, name)
  }

  close() {
    this.thrum.call("thrum_close", this.number)
  }
}
