// @ts-check
import { announce, notify } from "./announcer.js";
import { byID } from "./dom.js";
import { addEntries, holdEntry, tapEntry } from "./edits.js";

/** @param {number} time */
const round = (time) => Math.round(time * 1e4) / 1e4;

/** @typedef {Press & { time: number, length?: number }} Taken */

/** Records from the pad and the t key. */
export class Recorder {
  isRecording = false;
  /** @type {Taken[]} */
  #taken = [];
  /** @type {Taken | undefined} */
  #holding;
  #from = 0;
  #since = 0;

  /**
   * @param {{ studio: Studio, transport: Transport, palette: Palette, soundtrack: Soundtrack, begin: () => void }} uses
   */
  constructor({ studio, transport, palette, soundtrack, begin }) {
    this.studio = studio;
    this.transport = transport;
    this.palette = palette;
    this.soundtrack = soundtrack;
    this.begin = begin;
    this.button = byID("record");
    this.button.addEventListener("click", () => this.toggle());
    palette.listener = {
      tap: (values) => this.tap(values), hold: (values) => this.hold(values), release: () => this.release(),
    };
    studio.on("document", () => this.isRecording && this.stop());
  }

  toggle() {
    if (this.isRecording) this.stop();
    else this.start();
  }

  start() {
    if (!this.studio.document) this.begin();
    if (this.studio.isShowingA) return this.studio.refuseA();
    this.#taken = [];
    this.#holding = undefined;
    this.#from = this.transport.position;
    this.#since = performance.now();
    this.show(true);
    if (this.transport.end > this.#from + 0.05) this.transport.play();
    else this.soundtrack.play(this.#from);
    notify("Recording: tap the palette or press t. Space or Record stops.");
    return requestAnimationFrame(() => this.tick());
  }

  /** @param {boolean} isRecording */
  show(isRecording) {
    this.isRecording = isRecording;
    this.button.setAttribute("aria-pressed", String(isRecording));
  }

  /** Heard position; time keeps running after the end of the pattern. */
  get time() {
    const heard = this.transport.isPlaying ? this.transport.heard : undefined;
    return heard ?? this.#from + (performance.now() - this.#since) / 1000;
  }

  tick() {
    if (!this.isRecording) return;
    if (!this.transport.isPlaying) this.transport.place(this.time);
    requestAnimationFrame(() => this.tick());
  }

  /** @param {Press} press */
  tap({ intensity, sharpness }) {
    if (this.isRecording) this.#taken.push({ time: round(this.time), intensity, sharpness });
  }

  /**
   * A long press is one event: its initial tap becomes a hold.
   *
   * @param {Press} press
   */
  hold({ intensity, sharpness }) {
    if (!this.isRecording) return;
    const last = this.#taken.at(-1);
    const isPress = last && last.length === undefined && this.time - last.time < 0.4;
    this.#holding = { time: isPress ? last.time : round(this.time), intensity, sharpness };
    if (isPress) this.#taken.pop();
  }

  release() {
    if (!this.isRecording || !this.#holding) return;
    const length = Math.max(0.02, round(this.time - this.#holding.time));
    this.#taken.push({ ...this.#holding, length });
    this.#holding = undefined;
  }

  stop() {
    this.release();
    this.show(false);
    this.soundtrack.hold();
    if (this.transport.isPlaying) this.transport.pause();
    const literals = this.#taken.map(({ time, length, intensity, sharpness }) =>
      (length === undefined ? tapEntry(time, intensity, sharpness) : holdEntry(time, length, intensity, sharpness)));
    if (literals.length === 0) return announce("Nothing was recorded.");
    const added = addEntries(this.studio.document.pattern, literals);
    if (this.studio.insert(added, `Record ${literals.length}`)) {
      notify(`${literals.length} recorded and selected. Quantise them in the inspector.`);
    }
    return undefined;
  }
}
