// The waveform of the visible range, in finer columns.

const pause = 60;
const mostColumns = 8192;

export class WaveDetail {
  /** @type {WaveRange | undefined} */
  #stretch;
  /** @type {number | undefined} */
  #timer;
  #asked = "";

  /** @param {Studio} studio @param {Server} server @param {() => void} onCome */
  constructor(studio, server, onCome) {
    this.studio = studio;
    this.server = server;
    this.onCome = onCome;
    studio.on("analysis", () => this.forget());
    studio.on("document", () => this.forget());
  }

  forget() {
    this.#stretch = undefined;
    this.#asked = "";
  }

  /**
   * Returns the detail for a scale; requests it if it is missing or too coarse.
   *
   * @param {TimeScale} scale
   */
  of(scale) {
    const { wave } = this.studio;
    if (!wave) return undefined;
    const from = Math.max(0, scale.from);
    const to = Math.min(wave.seconds, scale.to);
    if (to <= from || wave.seconds / wave.low.length <= scale.secondsPerPoint / 2) return undefined;
    const known = this.#stretch;
    const covers = known && known.from <= from + 1e-9 && known.to >= to - 1e-9;
    const isFine = covers
      && (known.to - known.from) / known.low.length <= Math.max(scale.secondsPerPoint, 1.01 / this.rate);
    if (!isFine) this.askSoon(Math.max(0, from - scale.span), to + scale.span, scale);
    return covers ? known : undefined;
  }

  get rate() {
    return this.studio.session.sampleRate ?? 48000;
  }

  /** @param {number} from @param {number} to @param {TimeScale} scale */
  askSoon(from, to, scale) {
    const asked = [from, to, scale.width].join();
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(from, to, Math.min(mostColumns, Math.ceil(6 * scale.width))), pause);
  }

  /** @param {number} from @param {number} to @param {number} columns */
  async ask(from, to, columns) {
    const { document, shownText: text, settings: { actuator, monitor }, wave } = this.studio;
    if (!document) return;
    try {
      const version = { text, path: document.path ?? "", actuator, monitor };
      const stretch = await this.server.ask("wave", { ...version, from, to, columns });
      if (wave !== this.studio.wave) return;
      this.#stretch = stretch;
      this.onCome();
    } catch {
      // The overview remains; the analysis reports the problem.
    }
  }
}
