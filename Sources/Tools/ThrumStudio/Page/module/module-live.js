// The pad's taps and holds, rendered by the module instead of a live engine.

import { wholeSound } from "../pattern/whole-sound.js";
import { LiveConnection } from "../server/live-connection.js";
import { amplitude } from "../player/audio-output.js";

/** Seconds of a hold, and of a change from one sound to the next. */
const [longest, fade] = [30, 0.02];

/** A stand-in for the connection to a live engine: plays what the pad sends, and has no engine. */
export class ModuleLive extends LiveConnection {
  /** @type {AudioContext | undefined} */
  #context;
  /** @type {{ source: AudioBufferSourceNode, gain: GainNode } | undefined} */
  #held;
  #turn = 0;
  settings = { actuator: "", monitor: "", volume: 0, isMuted: false };

  /** @param {import("./module-backend.js").ModuleBackend} backend */
  constructor(backend) {
    super(/** @type {any} */ (backend));
    this.backend = backend;
  }

  get hasEngine() {
    return false;
  }

  get isOpen() {
    return true;
  }

  open() {
    this.emit("open");
  }

  ping() {}

  /** @param {any} message */
  send(message) {
    const { type, id } = message;
    if (type === "settings") Object.assign(this.settings, message);
    if (type === "tap" || type === "hold" || type === "move") this.#play(type, message, id);
    if (type === "release") this.#release();
    return true;
  }

  /** @param {string} type @param {Press} press @param {number} id */
  async #play(type, { intensity, sharpness }, id) {
    if (type === "move" && !this.#held) return;
    const [asked, turn] = [performance.now(), (this.#turn += 1)];
    const { actuator, monitor } = this.settings;
    const version = { text: textOf(type !== "tap", intensity, sharpness), path: "", actuator, monitor };
    const { channels, sampleRate } = await wholeSound(this.backend, version);
    if (type !== "tap" && turn !== this.#turn) return;
    this.#context ??= new AudioContext({ sampleRate, latencyHint: "interactive" });
    const context = this.#context;
    // Not awaited: without an output it never ends, and a sound may be started before.
    context.resume().catch(() => {});
    const buffer = context.createBuffer(2, channels[0].length, sampleRate);
    channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel));
    const source = new AudioBufferSourceNode(context, { buffer });
    const level = this.settings.isMuted ? 0 : amplitude(this.settings.volume);
    const gain = new GainNode(context, { gain: type === "move" ? 0 : level });
    gain.gain.setTargetAtTime(level, context.currentTime, fade);
    source.connect(gain).connect(context.destination);
    // The onset of a moved hold is over.
    source.start(0, type === "move" ? 0.5 : 0);
    if (type !== "tap") {
      this.#release();
      this.#held = { source, gain };
    }
    this.emit("done", { id, milliseconds: performance.now() - asked });
  }

  #release() {
    const { source, gain } = this.#held ?? {};
    this.#held = undefined;
    if (!source || !gain || !this.#context) return;
    gain.gain.setTargetAtTime(0, this.#context.currentTime, fade);
    source.stop(this.#context.currentTime + 10 * fade);
  }
}

/**
 * A pattern of one event.
 *
 * @param {boolean} isHold @param {number} intensity @param {number} sharpness
 */
const textOf = (isHold, intensity, sharpness) => JSON.stringify({
  Version: 1, Pattern: [{ Event: {
    Time: 0, EventType: isHold ? "HapticContinuous" : "HapticTransient", ...isHold ? { EventDuration: longest } : {},
    EventParameters: [
      { ParameterID: "HapticIntensity", ParameterValue: intensity },
      { ParameterID: "HapticSharpness", ParameterValue: sharpness },
    ],
  } }],
});
