// The server's verdicts on what is felt of the shown text, per motor.

import { linesOf } from "../pattern/lines.js";
import { byID, make } from "../base/dom.js";
import { titleIn, titleOf } from "../base/titles.js";
import { keyOf, withPageWords } from "./analysis.js";

/** Delay after a change, ms. */
const rest = 150;

/**
 * The judged events of a motor's lane.
 *
 * @param {FeltLane} lane
 * @param {FeelAnswer} answer
 * @param {Pattern} pattern
 * @returns {FeltMotor}
 */
function laneEvents({ name, verdicts, findings, levels }, { kinds, places }, pattern) {
  const haptic = [...pattern.events.entries()].filter(([, event]) => event.isHaptic);
  const judged = places ? places.map((place) => haptic[place]) : haptic;
  if (judged.length !== levels.length) return { name, events: [] };
  return {
    name,
    events: judged.map(([index, { time }], place) => {
      const rank = Number(verdicts[place]);
      return {
        index, time, verdict: kinds[rank], rank, isFinding: findings[place] === "1",
        decibelsOverThreshold: levels[place] / 10,
      };
    }),
  };
}

/**
 * A lane with some events judged again.
 *
 * @param {FeltMotor} lane
 * @param {FeltMotor | undefined} newer
 * @returns {FeltMotor}
 */
function merged(lane, newer) {
  const events = new Map((newer?.events ?? []).map((event) => [event.index, event]));
  return { ...lane, events: lane.events.map((event) => events.get(event.index) ?? event) };
}

/**
 * The first and last second of the selected events, as judged and as they are now; nothing if other items are selected
 * or the patterns have different events.
 *
 * @param {string[]} keys
 * @param {Pattern[]} patterns
 * @returns {[number, number] | undefined}
 */
export function around(keys, patterns) {
  const items = keys.flatMap((key) => patterns.map((pattern) => pattern.items.get(key)));
  const isAlike = patterns.every(({ events }) => events.length === patterns[0].events.length);
  if (!isAlike || items.length === 0 || items.some((item) => item?.kind !== "event")) return undefined;
  const events = /** @type {PatternItem[]} */ (items);
  const ends = events.map(({ time, duration = 0 }) => time + duration);
  return [Math.min(...events.map(({ time }) => time)), Math.max(...ends)];
}

/**
 * Adds `key`, `time` and, computed only when read, `offset`; calls motors by their titles.
 *
 * @param {Finding[]} findings
 * @param {Pattern} pattern
 * @param {Choice[]} motors
 */
const placed = (findings, pattern, motors) => findings.map((finding) => {
  const key = keyOf(finding.path, pattern);
  const own = withPageWords(finding);
  const { motor = "", message } = own;
  return {
    ...own, key, message: message.replace(`on ${motor},`, `on ${titleIn(motors, motor)},`),
    time: pattern.items.get(key ?? "")?.time,
    get offset() {
      return linesOf(pattern).offsetAt(finding.line ?? 1, finding.column ?? 1);
    },
  };
});

/** Has the server judge the shown text for the chosen motors, shortly after each change. */
export class Feel {
  /** @type {number | undefined} */
  #timer;
  #isAsking = false;
  #isStale = false;
  /** @type {{ document: PatternDocument, pattern: Pattern } | undefined} What was judged whole. */
  #judged;

  /** @param {Studio} studio @param {Server} server */
  constructor(studio, server) {
    this.studio = studio;
    this.server = server;
    this.fillChoice();
    studio.on("document", () => this.later());
    studio.on("text", () => {
      void this.meanwhile();
      this.later();
    });
    studio.settings.on("change", (changes) => "feltOn" in changes && this.later(0));
    this.later();
  }

  get motors() {
    const known = this.studio.session.actuators.map(({ name }) => name);
    return this.studio.settings.feltOn.filter((name) => known.includes(name));
  }

  fillChoice() {
    const { settings, session } = this.studio;
    byID("felt-on").replaceChildren(...session.actuators.map((choice) => {
      const { name, about } = choice;
      const box = make("input", { type: "checkbox", checked: settings.feltOn.includes(name) });
      box.addEventListener("change", () => settings.set({
        feltOn: box.checked ? [...settings.feltOn, name] : settings.feltOn.filter((one) => one !== name),
      }));
      return make("label", { title: about ?? "", dataset: { motor: name } }, box, titleOf(choice));
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
      const answer = await this.server.ask("judge", { text: pattern.text, path: document.path ?? "", motors });
      if (document === studio.document && pattern.text === studio.shownText) {
        const { actuators } = studio.session;
        const lanes = answer.motors.map((lane) => laneEvents(lane, answer, pattern));
        this.#judged = { document, pattern };
        studio.setFeel(lanes.map((lane) => ({ ...lane, title: titleIn(actuators, lane.name) })),
          placed(answer.findings, pattern, actuators));
      }
    } catch {
      // The analysis reports what is wrong with the text or the server.
    }
    this.#isAsking = false;
    if (this.#isStale) this.later();
  }

  /** While events are dragged, asks about what is around them; findings follow when they rest. */
  async meanwhile() {
    const { studio, motors } = this;
    const { document, shownPattern: pattern } = studio;
    if (this.#isAsking || !document || this.#judged?.document !== document || studio.felt.length === 0) return;
    const range = around(studio.selection, [this.#judged.pattern, pattern]);
    if (!range || pattern === this.#judged.pattern) return;
    this.#isAsking = true;
    try {
      const answer = await this.server.ask("judge", {
        text: pattern.text, path: document.path ?? "", motors, around: range,
      });
      if (document === studio.document) {
        const newer = answer.motors.map((lane) => laneEvents(lane, answer, pattern));
        studio.setFeel(studio.felt.map((lane) => merged(lane, newer.find(({ name }) => name === lane.name))));
      }
    } catch {
      // As above.
    }
    this.#isAsking = false;
    if (pattern !== studio.shownPattern) void this.meanwhile();
    // The whole may have been due meanwhile.
    if (!this.#isAsking && this.#isStale) this.later();
  }
}
