// Plays sounds in blocks on the browser's audio thread, and keeps it supplied.

import { scriptAddress } from "../base/resources.js";

/** Seconds of sound sent before a voice starts, and kept ready while it plays. */
const [atFirst, ahead] = [0.6, 4];

/** @typedef {import("./takes.js").Block} Block */
/** @typedef {Block & { layer: number, index: number }} Given a block for a layer */
/** @typedef {{ blockFrames: number, total?: number, block: (index: number) => Promise<Block> }} Source */
/** @typedef {{ source: Source, shift?: number, level?: number }} Layer */
/** @typedef {{ id: number, layers: (Layer & { given: Set<number>, end: number } | null)[], loop?: Loop,
 *   start: number, hasTurned: boolean, isFeeding: boolean, isGrain: boolean,
 *   report?: { frame: number, at: number, isWaiting: boolean, gaps: number } }} Voice times in frames */

/** Plays sources through a worklet, block by block, so that a sound of any length starts at once. */
export class BlockPlayer {
  /** @type {AudioWorkletNode | undefined} */
  #node;
  /** @type {Promise<void> | undefined} */
  #making;
  /** @type {Voice | undefined} */
  #voice;
  #count = 0;
  /** @type {PlayedLevel | undefined} */
  meter;

  /** @param {AudioOutput} output @param {{ onEnded: () => void, onProblem: (error: Error) => void }} tells */
  constructor(output, { onEnded, onProblem }) {
    this.output = output;
    this.onEnded = onEnded;
    this.onProblem = onProblem;
  }

  /** Loads the worklet early; must be called from an input event. */
  prepare() {
    this.#making ??= this.#make(this.output.make());
    return this.#making;
  }

  /** Opens the output. */
  async open() {
    await Promise.all([this.output.open("player"), this.prepare()]);
  }

  /** @param {AudioContext} context */
  async #make(context) {
    await context.audioWorklet.addModule(scriptAddress("player/block-worklet.js"));
    const node = new AudioWorkletNode(context, "block-player", {
      numberOfInputs: 0, numberOfOutputs: 2, outputChannelCount: [2, 2],
    });
    node.port.onmessage = ({ data }) => this.#receive(data);
    if (this.output.gain) node.connect(this.output.gain, 0);
    if (this.output.trackGain) node.connect(this.output.trackGain, 1);
    this.#node = node;
  }

  /**
   * Plays layers together; the sound ends when the first one does. Returns whether nothing else was started meanwhile.
   *
   * @param {(Layer | null)[]} layers
   * @param {{ frame: number | (() => number), loop?: Loop, until?: number, isGrain?: boolean }} how if `frame`
   *   is a function, the new voice starts at the frame that the current one has reached
   */
  async play(layers, { frame, loop, until, isGrain = false }) {
    const turn = this.#begin();
    await this.open();
    const continues = typeof frame === "function";
    const from = () => Math.max(0, Math.round(typeof frame === "function" ? frame() : frame));
    const start = from();
    /** @type {Voice} */
    const voice = {
      id: turn, loop, start, hasTurned: false, isFeeding: false, isGrain, report: undefined,
      layers: layers.map((layer) => layer && { ...layer, given: new Set(), end: layer.source.total ?? Infinity }),
    };
    const first = await Promise.all(this.#wanted(voice, start, atFirst).map(async ({ one, layer, index }) =>
      ({ layer, index, ...await one.source.block(index) })));
    if (turn !== this.#count) return false;
    voice.start = from();
    this.#voice = voice;
    for (const block of first) this.#note(voice, block);
    this.#post({
      call: "play", continues, blocks: first,
      voice: {
        id: turn, frame: voice.start, loop, until, fadesIn: continues || voice.start > 0,
        layers: layers.map((layer) => layer && {
          blockFrames: layer.source.blockFrames, total: layer.source.total, shift: layer.shift, level: layer.level,
        }),
      },
    });
    this.#feed(voice);
    return true;
  }

  #begin() {
    this.#count += 1;
    return this.#count;
  }

  /** @param {object} message */
  #post(message) {
    this.#node?.port.postMessage(message);
  }

  /**
   * Missing blocks, the next one first.
   *
   * @param {Voice} voice
   * @param {number} frame
   * @param {number} seconds
   */
  #wanted(voice, frame, seconds) {
    const end = voice.layers[0]?.end ?? Infinity;
    const rate = this.output.context?.sampleRate ?? this.output.rate;
    return voice.layers.flatMap((one, layer) => {
      if (!one) return [];
      const { source: { blockFrames }, shift, given, end: total } = one;
      const window = { frame, end, loop: voice.loop, ahead: seconds * rate };
      const indexes = blocksAhead(window, { blockFrames, shift, total });
      return indexes.filter((index) => !given.has(index)).map((index) => ({ one, layer, index }));
    });
  }

  /**
   * Notes that a block was sent.
   *
   * @param {Voice} voice
   * @param {Given} given
   */
  #note(voice, { layer, index, channels, isLast }) {
    const one = voice.layers[layer];
    if (!one) return;
    if (isLast) one.end = Math.min(one.end, index * one.source.blockFrames + channels[0].length);
    one.given.add(index);
  }

  /**
   * Sends the next blocks, one at a time, and drops those that have been played.
   *
   * @param {Voice} voice
   */
  async #feed(voice) {
    if (voice.isFeeding) return;
    voice.isFeeding = true;
    try {
      for (let next = this.#next(voice); next && voice === this.#voice; next = this.#next(voice)) {
        const { one, layer, index } = next;
        const block = { layer, index, ...await one.source.block(index) };
        if (voice !== this.#voice) return;
        this.#note(voice, block);
        this.#post({ call: "give", id: voice.id, ...block });
      }
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (voice === this.#voice) this.onProblem(error);
    } finally {
      voice.isFeeding = false;
    }
  }

  /** @param {Voice} voice */
  #next(voice) {
    return this.#wanted(voice, voice.report?.frame ?? voice.start, ahead)[0];
  }

  /** @param {Voice} voice @param {number} frame */
  #forget(voice, frame) {
    const end = voice.layers[0]?.end ?? Infinity;
    const seconds = ahead * (this.output.context?.sampleRate ?? this.output.rate);
    voice.layers.forEach((one, layer) => {
      if (!one) return;
      const { source: { blockFrames }, shift, end: total } = one;
      const indexes = blocksAhead({ frame, end, loop: voice.loop, ahead: seconds }, { blockFrames, shift, total });
      const kept = new Set(indexes);
      const gone = [...one.given].filter((index) => !kept.has(index));
      if (gone.length === 0) return;
      for (const index of gone) one.given.delete(index);
      this.#post({ call: "keep", id: voice.id, layer, indexes });
    });
  }

  /**
   * @param {{ ended?: number, id: number, meter?: PlayedLevel, frame: number, at: number, isWaiting: boolean,
   *   gaps: number }} message
   */
  #receive({ ended, id, meter, ...report }) {
    const voice = this.#voice;
    if (!voice || voice.id !== (ended ?? id)) return;
    if (ended !== undefined) return void this.#end(voice);
    if (voice.report && report.frame < voice.report.frame) voice.hasTurned = true;
    voice.report = report;
    if (meter) this.meter = meter;
    this.#forget(voice, report.frame);
    this.#feed(voice);
  }

  /** @param {Voice} voice */
  #end(voice) {
    this.#voice = this.meter = undefined;
    this.output.leave("player");
    if (!voice.isGrain) this.onEnded();
  }

  stop() {
    this.#begin();
    this.#voice = this.meter = undefined;
    if (this.#node) this.#post({ call: "stop" });
    this.output.leave("player");
  }

  /**
   * Changes a layer's level smoothly.
   *
   * @param {number} layer
   * @param {number} level
   */
  setLevel(layer, level) {
    const voice = this.#voice;
    if (voice?.layers[layer]) this.#post({ call: "level", id: voice.id, layer, level });
  }

  /** Number of times the sound had to wait for a block. */
  get gaps() {
    return this.#voice?.report?.gaps ?? 0;
  }

  /** The frame heard now, or the voice's first frame if none has been reported yet. */
  get frame() {
    const voice = this.#voice;
    if (!voice || !this.output.context) return undefined;
    if (!voice.report) return voice.start;
    const { frame, at, isWaiting } = voice.report;
    const heard = frame + (isWaiting ? 0 : this.output.heardFrame - at);
    const { loop, start, hasTurned } = voice;
    const end = Math.min(voice.layers[0]?.end ?? Infinity, loop?.end ?? Infinity);
    if (!loop || end <= loop.start) return Math.min(Math.max(start, heard), end);
    if (heard < loop.start) return hasTurned ? Math.max(loop.start, heard + end - loop.start) : Math.max(start, heard);
    return heard < end ? heard : loop.start + ((heard - loop.start) % (end - loop.start));
  }
}

// Which blocks a voice will play next.

/**
 * The indexes of a layer's blocks within the next `ahead` frames, in the order in which they are played.
 *
 * @param {{ frame: number, end: number, loop?: Loop, ahead: number }} voice times in frames
 * @param {{ blockFrames: number, shift?: number, total?: number }} layer
 */
export function blocksAhead({ frame, end, loop, ahead }, { blockFrames, shift = 0, total = Infinity }) {
  /** @type {Set<number>} */
  const indexes = new Set();
  const stop = Math.min(end, loop?.end ?? Infinity);
  let at = frame;
  let rest = ahead;
  // Every full round of a loop needs the same blocks, so three rounds are enough.
  for (let round = 0; round < 3 && rest > 0; round += 1) {
    const last = Math.min(stop, at + rest);
    const own = Math.max(0, at - shift);
    for (let index = Math.floor(own / blockFrames); index * blockFrames < Math.min(total, last - shift); index += 1) {
      indexes.add(index);
    }
    rest -= Math.max(0, last - at);
    if (!loop) break;
    at = loop.start;
  }
  return [...indexes];
}
