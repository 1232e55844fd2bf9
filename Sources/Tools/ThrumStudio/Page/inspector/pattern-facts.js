// What the inspector shows of a pattern while nothing is selected.

import { feltDecibels } from "../pattern/vocabulary.js";
import { make } from "../base/dom.js";
import { titleIn } from "../base/titles.js";
import { contentsOf } from "../shell/top-bar.js";

export class PatternFacts {
  #shown = "";

  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.list = make("dl", { className: "facts" });
    this.hint = make("p", { className: "hint" });
    this.element = make("div", {}, this.list, this.hint);
  }

  /** @returns {[string, string][]} */
  get facts() {
    const { document, shownPattern: pattern, wave, analysis, felt } = this.studio;
    const { path = "", name: title = "" } = document ?? {};
    const name = path && !path.includes(":") ? path : title;
    const seconds = analysis.duration ?? pattern.duration;
    /** @type {[string, string][]} */
    const facts = [["Name", name], ["Length", lengthOf(seconds, wave)], ["Contains", contentsOf(pattern)]];
    if (wave) facts.push(["Motor", wave.motor ?? ""], ["Strength", strengthOf(wave)]);
    const { actuators } = this.studio.session;
    for (const { name: motor, events } of felt) facts.push([titleIn(actuators, motor), feltOf(events)]);
    if (pattern.description) facts.push(["About", pattern.description]);
    return facts;
  }

  refresh() {
    const { facts } = this;
    const shown = JSON.stringify(facts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.hint.textContent = this.studio.shownPattern.items.size === 0
      ? "Double-click the timeline to add a tap, or draw a hold with the tools above it."
      : "Click an event, or drag around several, to see and change their values. Keys: n and Shift n.";
    this.list.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  }
}

/** @param {number} seconds @param {Wave | null | undefined} wave */
const lengthOf = (seconds, wave) => `${seconds.toFixed(3)} s`
  + (wave && wave.seconds > seconds + 0.02 ? `, rings until ${wave.seconds.toFixed(3)} s` : "");

/** @param {Wave} wave */
function strengthOf({ peak, unit, touchLevelDecibels: level }) {
  const felt = level === undefined ? "silent" : level < feltDecibels.felt ? "not felt"
    : level < feltDecibels.clear ? "faint" : "felt clearly";
  return `${peak.toFixed(2)} ${unit} at most, ${felt}`;
}

/** @param {FeltEvent[]} events */
function feltOf(events) {
  const lost = events.filter(({ isFinding }) => isFinding).length;
  if (events.length === 0) return "no haptic events";
  return lost === 0 ? "all felt" : `${lost} of ${events.length} lost or changed`;
}
