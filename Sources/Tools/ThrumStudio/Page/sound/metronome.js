// Clicks on the beats of the tempo while something plays, and a bar of them before a recording.

import { beatSeconds } from "../edits/snapping.js";

/** Beats of a bar, and seconds by which clicks are planned ahead. */
const [beatsOfBar, ahead] = [4, 0.25];

export class Metronome {
  /** The last beat that was planned; -1 after a jump. */
  #planned = -1;
  #position = 0;

  /** @param {Settings} settings @param {AudioOutput} output @param {Transport} transport */
  constructor(settings, output, transport) {
    this.settings = settings;
    this.output = output;
    transport.on("position", () => transport.isPlaying && this.follow(transport.position));
    transport.on("state", () => (this.#planned = -1));
  }

  /** Seconds of a beat; `undefined` without a tempo. */
  get beat() {
    return this.settings.hasMetronome ? beatSeconds(this.settings) : undefined;
  }

  /** @param {number} position that is heard now, seconds */
  follow(position) {
    const { beat } = this;
    const { context } = this.output;
    if (!beat || !context) return;
    if (position < this.#position - 0.05) this.#planned = -1;
    this.#position = position;
    const first = Math.max(this.#planned + 1, Math.ceil(position / beat - 1e-6));
    for (let index = first; index * beat < position + ahead; index += 1) {
      this.click(context.currentTime + index * beat - position - this.output.latency, index % beatsOfBar === 0);
      this.#planned = index;
    }
  }

  /**
   * @param {number} time of the context, seconds
   * @param {boolean} isStrong
   */
  click(time, isStrong) {
    const { context } = this.output;
    if (!context || time < context.currentTime) return;
    const source = new OscillatorNode(context, { frequency: isStrong ? 1760 : 1175 });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(isStrong ? 0.25 : 0.15, time);
    gain.gain.exponentialRampToValueAtTime(0.001, time + 0.04);
    source.connect(gain).connect(context.destination);
    source.start(time);
    source.stop(time + 0.05);
  }

  /** Plays a bar; resolves at the beat after it, at once without a tempo. */
  async countIn() {
    const { beat } = this;
    if (!beat) return;
    const context = await this.output.open("metronome");
    const begin = context.currentTime + 0.05;
    for (let index = 0; index < beatsOfBar; index += 1) this.click(begin + index * beat, index === 0);
    await new Promise((done) => setTimeout(done, (0.05 + beatsOfBar * beat) * 1000));
    this.output.leave("metronome");
  }
}
