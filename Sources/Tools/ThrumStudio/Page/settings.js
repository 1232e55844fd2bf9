// @ts-check
import { Emitter } from "./emitter.js";

const place = "thrum.settings";
const standard = {
  destination: "browser", actuator: "", monitor: "", volume: -12, isMuted: false, grid: "10", freeMilliseconds: 25,
  tempo: 120, division: 4,
  snapsToEvents: true, hasKeys: true, matchesLevels: true,
};

/** User settings, stored by the browser if possible. */
export class Settings extends Emitter {
  destination = standard.destination;
  actuator = standard.actuator;
  monitor = standard.monitor;
  volume = standard.volume;
  isMuted = standard.isMuted;
  grid = standard.grid;
  freeMilliseconds = standard.freeMilliseconds;
  tempo = standard.tempo;
  division = standard.division;
  snapsToEvents = standard.snapsToEvents;
  hasKeys = standard.hasKeys;
  matchesLevels = standard.matchesLevels;

  constructor() {
    super();
    Object.assign(this, load(place, {}));
  }

  /** @param {Partial<typeof standard>} changes */
  set(changes) {
    Object.assign(this, changes);
    const kept = Object.fromEntries(Object.keys(standard).map((name) => [name, this[name]]));
    keep(place, kept);
    this.emit("change", changes);
  }
}

export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden; settings last until the page closes.
  }
}
