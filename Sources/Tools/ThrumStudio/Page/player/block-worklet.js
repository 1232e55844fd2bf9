// Plays voices on the browser's audio thread: the current one, and earlier ones while they fade out.

import { BlockVoice } from "./block-voice.js";

/** Quanta between two reports. */
const reportQuanta = 8;
/** Frames over which a level changes. */
const levelFrames = 960;

/** @typedef {"play" | "give" | "keep" | "level" | "stop"} Call */
/** @typedef {{ layer: number, index: number, channels: Float32Array[], isLast: boolean }} Given a block for a layer */

class BlockWorklet extends AudioWorkletProcessor {
  /** @type {BlockVoice[]} */
  voices = [];
  quanta = 0;
  peak = 0;
  energy = 0;
  frames = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => this[/** @type {Call} */ (data.call)](data);
  }

  /** @param {number} id */
  voice(id) {
    return this.voices.find((one) => one.id === id);
  }

  /**
   * Replaces the current voice. If the new one `continues`, it starts at the frame that the old one has reached.
   *
   * @param {{ voice: ConstructorParameters<typeof BlockVoice>[0], continues: boolean, blocks: Given[] }} message
   */
  play({ voice, continues, blocks }) {
    const current = this.voices.at(-1);
    const isThere = continues && current && !current.isDropped;
    for (const one of this.voices) one.drop();
    const made = new BlockVoice(isThere ? { ...voice, frame: current.frame } : voice);
    this.voices.push(made);
    for (const block of blocks) this.give({ id: voice.id, ...block });
    this.report();
  }

  /** @param {Given & { id: number }} message */
  give({ id, layer, index, channels, isLast }) {
    this.voice(id)?.layers[layer]?.give(index, channels, isLast);
  }

  /** @param {{ id: number, layer: number, indexes: number[] }} message */
  keep({ id, layer, indexes }) {
    this.voice(id)?.layers[layer]?.keep(indexes);
  }

  /** @param {{ id: number, layer: number, level: number }} message */
  level({ id, layer, level }) {
    this.voice(id)?.layers[layer]?.fadeTo(level, levelFrames);
  }

  stop() {
    for (const one of this.voices) one.drop();
  }

  /** @param {Float32Array[][]} inputs @param {Float32Array[][]} outputs */
  process(inputs, outputs) {
    for (const voice of this.voices) voice.render(outputs);
    this.measure(outputs[0]);
    for (const voice of this.voices) if (voice.isOver && !voice.isDropped) this.port.postMessage({ ended: voice.id });
    this.voices = this.voices.filter(({ isOver }) => !isOver);
    this.quanta += 1;
    if (this.quanta % reportQuanta === 0) this.report(true);
    return true;
  }

  /** @param {Float32Array[]} channels */
  measure(channels) {
    if (this.voices.length === 0) return;
    for (const samples of channels) {
      for (let index = 0; index < samples.length; index += 1) {
        const sample = samples[index];
        this.peak = Math.max(this.peak, Math.abs(sample));
        this.energy += sample * sample;
      }
      this.frames += samples.length;
    }
  }

  /** Reports the frame that the current voice plays at `at`, the context's next frame. */
  report(isMeasured = false) {
    const voice = this.voices.at(-1);
    if (!voice || voice.isDropped) return;
    const at = currentFrame + (isMeasured ? 128 : 0);
    const { id, frame, isWaiting, gaps } = voice;
    const meter = isMeasured ? { peak: this.peak, power: this.energy / Math.max(1, this.frames) } : undefined;
    this.port.postMessage({ id, frame, at, isWaiting, gaps, meter });
    if (isMeasured) [this.peak, this.energy, this.frames] = [0, 0, 0];
  }
}

registerProcessor("block-player", BlockWorklet);
