// The server's analysis of the shown text: findings, waveform, length and sounds.

import { linesOf } from "../pattern/lines.js";
import { itemAt } from "../pattern/pattern.js";
import { inPageWords } from "../pattern/vocabulary.js";
import { Unreachable } from "../server/server.js";
import { titleIn } from "../base/titles.js";

/** Delay after a change, ms; longer for text above 500,000 characters. */
const rest = 120;
const longRest = 400;
/** The finding about a pattern without entries, not shown for a new pattern. */
const emptyCode = "AHAP103";

/** @typedef {{ question: Version, answer: AnalysisAnswer & { isWhole: boolean } }} Known */

/** Analyses the shown text shortly after each change. */
export class Analysis {
  /** @type {number | undefined} */
  #timer;
  #isAsking = false;
  #isStale = false;
  /** @type {Known[]} Newest first. */
  #answers = [];

  /** @param {Studio} studio @param {Server} server */
  constructor(studio, server) {
    this.studio = studio;
    this.server = server;
    studio.on("text", (change) => this.recall() || this.later(change?.isFlip ? 0 : this.rest));
    studio.on("document", () => studio.setAnalysis({ diagnostics: [], sounds: [] }, []));
    studio.settings.on("change", (changes) => {
      if ("actuator" in changes || "monitor" in changes) this.later(0);
    });
  }

  /** Shows a cached answer. */
  recall() {
    if (!this.studio.document) return false;
    const question = this.question(this.studio.shownPattern);
    const known = this.#answers.find((one) => isSame(one.question, question));
    if (!known) return false;
    clearTimeout(this.#timer);
    this.#isStale = this.#isAsking;
    this.show(known);
    return true;
  }

  /** @param {Known} known */
  show({ answer }) {
    const { current: document, shownPattern } = this.studio;
    const isNew = document.wasBegunHere && !document.path && shownPattern.items.size === 0;
    const diagnostics = (answer.diagnostics ?? []).filter(({ code }) => !(isNew && code === emptyCode));
    this.studio.setAnalysis(answer, placed(diagnostics, shownPattern));
  }

  /** @param {Pattern} pattern */
  question(pattern) {
    const { current: document, settings: { actuator, monitor } } = this.studio;
    return { text: pattern.text, path: document.path ?? "", actuator, monitor };
  }

  /** @param {Known} known */
  remember(known) {
    this.#answers = [known, ...this.#answers.filter(({ question }) => !isSame(question, known.question))].slice(0, 4);
  }

  get rest() {
    return this.studio.shownText.length > 500_000 ? longRest : rest;
  }

  /** Schedules a request; only one runs at a time. */
  later(pause = this.rest) {
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), pause);
  }

  async now() {
    if (!this.studio.document || this.#isAsking) return;
    this.#isAsking = true;
    this.#isStale = false;
    const { document, shownPattern: pattern } = this.studio;
    const question = this.question(pattern);
    const known = { question, answer: await this.ask(question, pattern) };
    this.#isAsking = false;
    if (known.answer.isWhole && known.answer.sound) {
      this.studio.emit("take", { version: question, facts: known.answer.sound });
    }
    if (known.answer.isWhole) this.remember(known);
    if (document === this.studio.document && question.text === this.studio.shownText) this.show(known);
    if (this.#isStale) this.later();
  }

  /** @param {Version} question @param {Pattern} pattern */
  async ask(question, pattern) {
    const { analysis } = this.studio;
    try {
      const answer = await this.server.ask("analyse", { ...question, columns: 3000 });
      if (answer.wave) answer.wave.motor = titleIn(this.studio.session.actuators, question.actuator);
      return { ...answer, isWhole: true };
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      const diagnostics = ownFindings(pattern);
      if (!(error instanceof Unreachable)) diagnostics.unshift(plain("error", error.message));
      return { ...analysis, diagnostics, isWhole: false };
    }
  }
}

/** @param {Version} a @param {Version} b */
const isSame = (a, b) => a.text === b.text && a.path === b.path && a.actuator === b.actuator && a.monitor === b.monitor;

/**
 * @param {string} severity
 * @param {string} message
 * @returns {Finding}
 */
const plain = (severity, message) => ({ code: "", severity, message });

/**
 * The page's own findings, without the server.
 *
 * @param {Pattern} pattern
 * @returns {Finding[]}
 */
function ownFindings(pattern) {
  const lines = linesOf(pattern);
  return pattern.problems.slice(0, 20).map(({ offset, message }) => ({
    ...plain("error", message), line: lines.lineAt(offset), column: offset - lines.starts[lines.lineAt(offset) - 1] + 1,
  }));
}

/** @type {Record<string, string>} */
const kinds = { Event: "Event", Parameter: "Parameter", ParameterCurve: "Curve" };

/**
 * Adds `offset`, `key` and `time` to findings.
 *
 * @param {Finding[]} diagnostics
 * @param {Pattern} pattern
 */
function placed(diagnostics, pattern) {
  const lines = linesOf(pattern);
  return diagnostics.map((finding) => {
    const offset = finding.line ? lines.offsetAt(finding.line, finding.column ?? 1) : undefined;
    const key = keyOf(finding.path, pattern) ?? (offset === undefined ? undefined : itemAt(pattern, offset));
    return { ...withPageWords(finding), offset, key, time: pattern.items.get(key ?? "")?.time };
  });
}

/** @param {Finding} finding @returns {Finding} */
export const withPageWords = (finding) => ({
  ...finding, message: inPageWords(finding.message),
  ...(finding.remedy && { remedy: inPageWords(finding.remedy) }),
  ...(finding.cure && { cure: inPageWords(finding.cure) }),
});

/**
 * The item's key for a path such as `Pattern[3].ParameterCurve.ParameterCurveControlPoints[2].Time`.
 *
 * @param {string | null | undefined} path
 * @param {Pattern} pattern
 */
export function keyOf(path, pattern) {
  const found = /^Pattern\[(\d+)\](?:\.(Event|ParameterCurve|Parameter)\b)?(?:.*ControlPoints\[(\d+)\])?/
    .exec(path ?? "");
  if (!found) return undefined;
  const [, index, kind, point] = found;
  const keys = [`${index}.Point.${point}`, `${index}.${kinds[kind]}`, `${index}.Event`, `${index}.Curve`];
  return keys.find((key) => pattern.items.has(key));
}
