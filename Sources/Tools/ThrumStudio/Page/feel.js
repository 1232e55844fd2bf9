// @ts-check
import { placed } from "./analysis.js";
import { byID, make } from "./dom.js";

/** Delay after a change, ms. */
const rest = 150;

/** @param {FeltEvent} event */
export const feltWords = ({ verdict, decibelsOverThreshold }) =>
  `${verdict.replace("-", " ")}, ${decibelsOverThreshold.toFixed(1)} dB over the threshold of touch`;

/** Judges the shown text on the chosen motors shortly after each change; the server computes. */
export class Feel {
  #timer;
  #isAsking = false;
  #isStale = false;

  /** @param {Studio} studio @param {Server} server */
  constructor(studio, server) {
    this.studio = studio;
    this.server = server;
    this.fillChoice();
    for (const change of ["text", "document"]) studio.on(change, () => this.later());
    studio.settings.on("change", (changes) => "feltOn" in changes && this.later(0));
    this.later();
  }

  get motors() {
    const known = this.studio.session.actuators.map(({ name }) => name);
    return this.studio.settings.feltOn.filter((name) => known.includes(name));
  }

  fillChoice() {
    const { settings, session } = this.studio;
    byID("felt-on").replaceChildren(...session.actuators.map(({ name, about }) => {
      const box = make("input", { type: "checkbox", checked: settings.feltOn.includes(name) });
      box.addEventListener("change", () => settings.set({
        feltOn: box.checked ? [...settings.feltOn, name] : settings.feltOn.filter((one) => one !== name),
      }));
      return make("label", { title: about ?? "" }, box, name);
    }));
  }

  /** Schedules a request; only one runs at a time. */
  later(pause = rest) {
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), pause);
  }

  async now() {
    if (this.#isAsking) return;
    this.#isStale = false;
    const { studio, motors } = this;
    if (!studio.document || motors.length === 0) return void studio.setFeel([], []);
    const { document, shownPattern: pattern } = studio;
    this.#isAsking = true;
    try {
      const { report, findings } = await this.server.feel({ text: pattern.text, path: document.path ?? "", motors });
      if (document === studio.document && pattern.text === studio.shownText) {
        studio.setFeel(report.motors, placed(findings, pattern));
      }
    } catch {
      // The analysis reports what is wrong with the text or the server.
    }
    this.#isAsking = false;
    if (this.#isStale) this.later();
  }
}
