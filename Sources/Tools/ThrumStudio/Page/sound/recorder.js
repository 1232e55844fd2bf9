// Records what the pad and the t key play as events.

import { addEntries } from "../edits/edits.js";
import { holdEntry, tapEntry } from "../edits/new-entries.js";
import { announce, notify } from "../base/announcer.js";
import { byID } from "../base/dom.js";
import { RecordingClock } from "./recording-clock.js";

/** @param {number} time */
const round = (time) => Math.round(time * 1e4) / 1e4;

/** @typedef {Press & { at: import("./recording-clock.js").Stamp, length?: number }} Taken */

/** Records from the pad and the t key. */
export class Recorder {
  isRecording = false;
  /** Whether the bar before a recording plays. */
  isCounting = false;
  /** @type {Taken[]} */
  #taken = [];
  /** @type {Taken | undefined} */
  #holding;
  #clock = new RecordingClock(0, 0, false);

  /**
   * @param {{ studio: Studio, timeline: Timeline, transport: Transport, palette: Palette, soundtrack: Soundtrack,
   *   metronome: import("./metronome.js").Metronome, begin: () => void }} uses
   */
  constructor({ studio, timeline, transport, palette, soundtrack, metronome, begin }) {
    this.studio = studio;
    this.timeline = timeline;
    this.transport = transport;
    this.palette = palette;
    this.soundtrack = soundtrack;
    this.metronome = metronome;
    this.begin = begin;
    this.button = byID("record");
    this.button.addEventListener("click", () => this.toggle());
    palette.on("tap", (values) => this.tap(values));
    palette.on("hold", (values) => this.hold(values));
    palette.on("release", () => this.release());
    studio.on("document", () => this.isRecording && this.stop());
  }

  toggle() {
    if (this.isRecording) this.stop();
    else if (this.isCounting) this.isCounting = false;
    else this.count();
  }

  /** Counts in, if there is a metronome, and starts unless the button was pressed meanwhile. */
  async count() {
    if (!this.studio.document) this.begin();
    if (this.studio.isShowingA) return this.studio.refuseA();
    if (!this.metronome.beat) return this.start();
    this.isCounting = true;
    this.button.setAttribute("aria-pressed", "true");
    notify("Recording begins after one bar.");
    await this.metronome.countIn();
    if (this.isCounting) return this.start();
    this.button.setAttribute("aria-pressed", "false");
    return undefined;
  }

  start() {
    this.isCounting = false;
    this.#taken = [];
    this.#holding = undefined;
    const from = this.transport.position;
    const plays = this.transport.end > from + 0.05;
    this.#clock = new RecordingClock(from, performance.now(), plays);
    this.show(true);
    if (plays) this.transport.play();
    else this.soundtrack.play(from);
    notify("Recording: tap the palette or press t. To stop, press Space or Record.");
    return requestAnimationFrame(() => this.tick());
  }

  /** @param {boolean} isRecording */
  show(isRecording) {
    this.isRecording = isRecording;
    this.button.setAttribute("aria-pressed", String(isRecording));
  }

  /** Time in the pattern now; it keeps running after the pattern's end. */
  get time() {
    const now = performance.now();
    this.listen(now);
    return this.#clock.timeAt(now);
  }

  /** @param {number} now ms */
  listen(now) {
    const heard = this.transport.isPlaying ? this.transport.heard : this.soundtrack.position;
    if (heard !== undefined) this.#clock.observe(heard, now);
  }

  tick() {
    if (!this.isRecording) return;
    const { time } = this;
    if (!this.transport.isPlaying) this.transport.place(time);
    this.draw();
    requestAnimationFrame(() => this.tick());
  }

  draw() {
    const marks = this.#taken.map((taken) => ({ ...taken, time: this.timeOf(taken) }));
    const holding = this.#holding;
    if (holding) marks.push({ ...holding, time: this.timeOf(holding), length: this.time - this.timeOf(holding) });
    this.timeline.showTaken(marks);
  }

  /** @param {Taken} taken */
  timeOf({ at }) {
    return at.time ?? this.#clock.timeAt(at.now);
  }

  /** @param {Press} press */
  tap({ intensity, sharpness }) {
    if (this.isRecording) this.#taken.push({ at: this.stamp(), intensity, sharpness });
  }

  stamp() {
    const now = performance.now();
    this.listen(now);
    return this.#clock.stamp(now);
  }

  /**
   * A long press is one event: its initial tap becomes a hold.
   *
   * @param {Press} press
   */
  hold({ intensity, sharpness }) {
    if (!this.isRecording) return;
    const last = this.#taken.at(-1);
    const isPress = last && last.length === undefined && performance.now() - last.at.now < 400;
    this.#holding = { at: isPress ? last.at : this.stamp(), intensity, sharpness };
    if (isPress) this.#taken.pop();
  }

  release() {
    if (!this.isRecording || !this.#holding) return;
    const length = Math.max(0.02, (performance.now() - this.#holding.at.now) / 1000);
    this.#taken.push({ ...this.#holding, length });
    this.#holding = undefined;
  }

  stop() {
    this.release();
    this.show(false);
    this.soundtrack.hold();
    if (this.transport.isPlaying) this.transport.pause();
    this.timeline.showTaken(undefined);
    const literals = this.#taken.map((taken) => {
      const { length, intensity, sharpness } = taken;
      const time = round(this.timeOf(taken));
      return length === undefined ? tapEntry(time, intensity, sharpness)
        : holdEntry(time, round(length), intensity, sharpness);
    });
    if (literals.length === 0) return announce("Nothing was recorded.");
    const added = addEntries(this.studio.current.pattern, literals);
    if (this.studio.insert(added, `Record events (${literals.length})`)) {
      notify(`Events recorded and selected: ${literals.length}. Quantise them in the inspector.`);
    }
    return undefined;
  }
}
