// @ts-check
import { amplitude, levels, loudest } from "./loudness.js";
import { readWAV } from "./wav-reader.js";

const fade = 0.008;

/** Plays rendered sound, identical to `thrum render`. */
export class BrowserPlayer {
  #takes = new Map();
  #voice;
  #count = 0;

  constructor(server, output, onEnded) {
    this.server = server;
    this.output = output;
    this.onEnded = onEnded;
  }

  async take({ text, path, actuator, monitor }) {
    const key = JSON.stringify([text, path, actuator, monitor]);
    if (!this.#takes.has(key)) {
      const sound = readWAV(await this.server.render({ text, path, actuator, monitor, gain: 0 }));
      this.#takes.set(key, { ...sound, key, loudest: loudest(sound) });
      if (this.#takes.size > 6) this.#takes.delete(this.#takes.keys().next().value);
    }
    return this.#takes.get(key);
  }

  /** Plays a version from an offset and fades out the previous one; matches the level of `other`. */
  async play(version, offset, loop, other) {
    this.#count += 1;
    const turn = this.#count;
    const context = await this.output.open("player");
    const take = await this.take(version);
    const match = other ? Math.min(0, (await this.take(other)).loudest - take.loudest) : 0;
    if (turn !== this.#count) return;
    this.begin(context, take, typeof offset === "function" ? offset() : offset, loop, amplitude(match));
  }

  begin(context, take, offset, loop, level) {
    this.fadeOut();
    const buffer = context.createBuffer(take.channels.length, Math.max(1, take.channels[0].length), take.rate);
    take.channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel));
    const source = new AudioBufferSourceNode(context, { buffer });
    const gain = new GainNode(context, { gain: level });
    source.connect(gain).connect(this.output.gain);
    const at = Math.min(Math.max(0, offset), buffer.duration);
    if (loop) {
      Object.assign(source, { loop: true, loopStart: loop.start, loopEnd: Math.min(loop.end, buffer.duration) });
    }
    if (at > 0) {
      gain.gain.setValueAtTime(0, context.currentTime);
      gain.gain.linearRampToValueAtTime(level, context.currentTime + fade);
    }
    source.start(0, at);
    const voice = {
      source, gain, take, at, since: context.currentTime,
      loop: loop && { start: source.loopStart, end: source.loopEnd },
    };
    source.onended = () => this.ended(voice);
    this.#voice = voice;
  }

  ended(voice) {
    if (voice !== this.#voice) return;
    this.#voice = undefined;
    this.output.leave("player");
    this.onEnded();
  }

  fadeOut() {
    const voice = this.#voice;
    this.#voice = undefined;
    if (!voice || !this.output.context) return;
    const now = this.output.context.currentTime;
    voice.gain.gain.setTargetAtTime(0, now, fade / 3);
    voice.source.stop(now + 2 * fade);
  }

  stop() {
    this.#count += 1;
    this.fadeOut();
    this.output.leave("player");
  }

  /** Plays 100 ms, for scrubbing. */
  async grain(version, offset) {
    if (!this.output.context) return;
    await this.play(version, offset);
    const voice = this.#voice;
    setTimeout(() => voice === this.#voice && this.stop(), 100);
  }

  /** Heard position in the pattern, seconds. */
  get position() {
    const voice = this.#voice;
    if (!voice || !this.output.context) return undefined;
    const played = Math.max(0, this.output.context.currentTime - voice.since - this.output.latency);
    const place = voice.at + played;
    if (!voice.loop || place < voice.loop.end) return Math.min(place, voice.take.channels[0].length / voice.take.rate);
    const { start, end } = voice.loop;
    return start + ((place - start) % Math.max(0.001, end - start));
  }

  /** Peak and level at the position, dBFS, after the volume. */
  get meter() {
    const { position } = this;
    if (position === undefined) return undefined;
    const { take, gain } = this.#voice;
    const frame = Math.round(position * take.rate);
    const { peak, level } = levels(take.channels, frame - 720, frame + 720);
    const volume = this.output.gainDecibels + 20 * Math.log10(Math.max(1e-6, gain.gain.value));
    return { peak: peak + volume, level: level + volume };
  }
}
