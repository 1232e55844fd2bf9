// The user's settings, which the browser keeps.

import { Emitter } from "../pattern/emitter.js";
import { keep, load } from "../base/kept.js";

const place = "thrum.settings";

/**
 * User settings with their defaults, stored by the browser if possible.
 *
 * @extends {Emitter<SettingsEvents>}
 */
export class Settings extends Emitter {
  destination = "browser";
  actuator = "";
  /** The user's monitor; empty for the one that suits the machine. */
  chosenMonitor = "";
  volume = -12;
  isMuted = false;
  /** Volume of the backing track, dB. */
  trackVolume = -6;
  isTrackMuted = false;
  grid = "10";
  freeMilliseconds = 25;
  tempo = 120;
  division = 4;
  /** Whether beats are heard while something plays, if the grid is a tempo. */
  hasMetronome = false;
  snapsToEvents = true;
  hasKeys = true;
  matchesLevels = true;
  /** Whether the waveform's scale follows its peak. */
  fitsWave = false;
  showsFiles = true;
  /** Whether the views below the timeline are open. */
  showsLower = false;
  /** Sizes set with the splitters, points; 0 for the standard. */
  filesWidth = 0;
  toolsWidth = 0;
  lowerHeight = 0;
  /** @type {string[]} Motors for which patterns are judged. */
  feltOn = [];
  /** @type {Record<string, string>} Last pattern by folder. */
  lastPatterns = {};
  /** @type {Record<string, string[]>} Keys of the folders that are folded in the file list, by studio folder. */
  foldedFolders = {};
  #names = /** @type {(keyof this)[]} */ (Object.keys(this));
  /** The monitor in use. */
  monitor = "";
  /** Whether the browser has no settings yet. */
  isNew = load(place, undefined) === undefined;

  constructor() {
    super();
    Object.assign(this, load(place, {}));
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    Object.assign(this, changes);
    keep(place, Object.fromEntries(this.#names.map((name) => [name, this[name]])));
    this.emit("change", changes);
  }
}
