// What answers the page without a server: the module in a worker, and files in the browser or in a folder of the disk.
//
// It has the methods of `Server`. Nothing leaves the page.

import { Emitter } from "../pattern/emitter.js";
import { removeBanner, showBanner } from "../shell/banners.js";
import { packedFile, packedNames, scriptAddress } from "../shell/resources.js";
import { BrowserFolder } from "./browser-folder.js";
import { canOpenFolders, DiskFolder } from "./disk-folder.js";
import { FolderChanges } from "./folder-changes.js";
import { formatOf, refusal } from "./folder-law.js";
import { ModuleCalls } from "./module-calls.js";
import { ModuleLive } from "./module-live.js";
import { SoundFiles } from "./sound-files.js";
import { builtInText, decoded, descriptionOf, isEqual, isSound, libraryText, revisionOf } from "./texts.js";
import { waveFile } from "./wave-file.js";

/** Versions whose takes are known, and files in a request for shapes. */
const [mostTakes, mostShapes] = [24, 64];
const rate = 48000;

/** @typedef {import("./module-worker.js").Asked} Asked */

/** @extends {Emitter<ServerEvents>} */
export class ModuleBackend extends Emitter {
  token = "none";
  hasServer = false;
  canGenerate = false;
  canOpenFolders = canOpenFolders;
  example = "library:heartbeat";
  /** A path to open, from the address. */
  wanted = location.hash.includes("=") ? null : decodeURIComponent(location.hash.slice(1)) || null;
  /** @type {BrowserFolder | DiskFolder} */
  folder = new BrowserFolder();
  #changes = new FolderChanges(() => this.folder);
  /** Why the folder could not be listed, which is said once. */
  #listProblem = "";
  /** @type {Map<string, Version>} */
  #takes = new Map();
  #made = 0;
  /** @type {Promise<any>} */
  #catalogue;
  /** @type {SoundFiles} */
  #sounds;

  constructor() {
    super();
    const module = packedFile("thrum.wasm");
    if (!module) throw new Error("This page lacks its module. Load it again.");
    const bytes = /** @type {ArrayBuffer} */ (module.slice().buffer);
    this.calls = new ModuleCalls(new Worker(scriptAddress("module/module-worker.js")), bytes, ({ message }) =>
      showBanner("trap", { severity: "error", text: `${message} Your text is kept, and Thrum was started again.` }));
    this.#catalogue = this.calls.ask("catalogue");
    this.#sounds = new SoundFiles(this.calls, (path) => this.folder.read(path));
  }

  live() {
    return new ModuleLive(this);
  }

  /** @returns {Promise<Session>} */
  session = async () => {
    const { actuators, monitors, exports } = await this.#catalogue;
    return {
      folder: this.folder.name, writable: true, sampleRate: rate, actuators, monitors, exports, devices: [],
      monitor: { name: "small-speaker", gain: 0, reason: "heard on any loudspeaker" },
    };
  };

  /** Asks for a folder of the disk. Returns whether one was chosen. */
  async chooseFolder() {
    try {
      const handle = await globalThis.showDirectoryPicker({ mode: "readwrite" });
      await this.use(handle);
      return true;
    } catch (caught) {
      if (/** @type {Error} */ (caught).name === "AbortError") return false;
      throw caught;
    }
  }

  /** @param {FileSystemDirectoryHandle} handle */
  async use(handle) {
    this.folder = new DiskFolder(handle);
    this.#sounds.forget();
  }

  /**
   * The folder's files. If it cannot be read, the library is still there, and the cause is said.
   *
   * @returns {Promise<FileRow[]>}
   */
  async #listed() {
    try {
      const rows = await this.folder.list();
      if (this.#listProblem) removeBanner("folder");
      this.#listProblem = "";
      return rows;
    } catch (caught) {
      const { message } = /** @type {Error} */ (caught);
      const text = `The files of “${this.folder.name}” cannot be listed: ${message}.`;
      if (text !== this.#listProblem) showBanner("folder", { severity: "error", text });
      this.#listProblem = text;
      return [];
    }
  }

  /** @returns {Promise<Listing>} */
  files = async () => {
    this.#sounds.forget();
    const { presets } = await this.#catalogue;
    /** @type {Choice[]} */
    const all = presets;
    const names = new Set(all.map(({ name }) => name));
    const library = packedNames().filter((name) => name.startsWith("library/") && name.endsWith(".ahap"))
      .map((name) => name.slice("library/".length, -".ahap".length)).filter((name) => !names.has(name)).sort()
      .map((title) => ({ path: `library:${title}`, title, about: descriptionOf(libraryText(title) ?? "") }));
    const files = (await this.#listed()).filter((row) => !isSound(row.path));
    return {
      files, isCut: "isCut" in this.folder && this.folder.isCut,
      library: [...library, ...all.map(({ name, about }) => ({ path: `preset:${name}`, title: name, about }))],
    };
  };

  /** @param {string[]} paths */
  shapes = async (paths) => {
    /** @type {Record<string, FileShape>} */
    const shapes = {};
    for (const path of paths.slice(0, mostShapes)) {
      try {
        shapes[path] = await this.calls.ask("shape", path, (await this.file(path)).text);
      } catch {
        // A file that is no pattern has no shape.
      }
    }
    return { shapes };
  };

  /** @param {string} path @returns {Promise<FileText>} */
  file = async (path) => {
    if (path.startsWith("preset:")) return builtInText(await this.calls.ask("preset", path.slice("preset:".length)));
    const built = path.startsWith("library:") ? libraryText(path.slice("library:".length)) : undefined;
    if (built !== undefined) return builtInText(built);
    const bytes = await this.#changes.read(path);
    const revision = revisionOf(bytes);
    if (formatOf(path) !== "ahap") {
      return { ...await this.calls.ask("convert", path, bytes), revision, writable: false };
    }
    const text = decoded(bytes);
    if (text === undefined) throw refusal(422, "notText", `${path} is not text`);
    const notes = isEqual(new TextEncoder().encode(text), bytes)
      ? [] : ["the file is not UTF-8; saving converts it to UTF-8"];
    return { text, revision, writable: true, notes };
  };

  /** @param {string} path @param {string} text @param {string | null} revision */
  save = (path, text, revision) => this.#changes.save(path, text, revision);
  /** @param {string} path @param {string} to */
  move = (path, to) => this.#changes.move(path, to);
  /** @param {string} path @param {string | null} revision */
  remove = (path, revision) => this.#changes.remove(path, revision);

  /** @param {string} path @param {File} file */
  saveSound = async (path, file) => {
    const saved = await this.#changes.saveSound(path, new Uint8Array(await file.arrayBuffer()));
    this.#sounds.forget();
    return saved;
  };

  /** @returns {Promise<{ text: string, sound: number, notes: string[] }>} */
  generate = () => Promise.reject(new Error("Use `thrum generate`: this page cannot make patterns from sounds."));

  /** @returns {Promise<{ part?: number }>} */
  progress = async () => ({});

  /** @param {string} text @param {string} name @returns {Promise<Converted>} */
  convert = (text, name) => this.calls.ask("convert", name, text);

  // Questions about a version.

  /** @param {{ text: string, path?: string, actuator?: string, monitor?: string }} version @returns {Promise<Asked>} */
  async #asked({ text, path = "", actuator = "", monitor = "" }) {
    return { text, path, actuator, monitor, sounds: await this.#sounds.of(text, path) };
  }

  /** @param {Version & { columns: number }} request @returns {Promise<AnalysisAnswer>} */
  analyse = async (request) => {
    const answer = await this.calls.ask("analyse", await this.#asked(request), request.columns);
    removeBanner("trap");
    return { ...answer, ...answer.wave ? { sound: await this.take(request) } : {} };
  };

  /** @param {Version & { from: number, to: number, columns: number }} request @returns {Promise<WaveRange>} */
  wave = async (request) => this.calls.ask("wave", await this.#asked(request), request);

  /** @param {FeelRequest} request @returns {Promise<FeelAnswer>} */
  feel = async ({ motors, around, ...version }) => this.calls.ask("judge", await this.#asked(version), motors, around);

  /**
   * @param {{ text: string, path: string, code: string, line?: number, column?: number, all?: boolean }} request
   * @returns {Promise<{ text: string, title: string }>}
   */
  cure = async (request) => this.calls.ask("cure", await this.#asked(request), request);

  /**
   * @param {{ text: string, path: string, motor: string, index: number }} request
   * @returns {Promise<{ text: string, title: string }>}
   */
  cureFelt = async ({ motor, index, ...version }) =>
    this.calls.ask("cureFelt", await this.#asked(version), motor, index);

  /** @param {{ text: string, as: string, name: string }} request @returns {Promise<Converted>} */
  export = async ({ as, name, ...version }) => this.calls.ask("export", await this.#asked(version), as, name);

  /** @param {string} actuator @param {number | undefined} seconds @returns {Promise<Reach>} */
  reach = async (actuator, seconds) => {
    const { actuators } = await this.#catalogue;
    return this.calls.ask("reach", actuator || actuators[0].name, seconds);
  };

  // Sound.

  /** @param {Version} version @returns {Promise<TakeFacts>} */
  take = async ({ text, path, actuator, monitor }) => {
    this.#made += 1;
    const take = String(this.#made);
    this.#takes.set(take, { text, path, actuator, monitor });
    if (this.#takes.size > mostTakes) this.#takes.delete(this.#takes.keys().next().value ?? "");
    return { take, sampleRate: rate, blockFrames: rate / 2 };
  };

  /**
   * @param {string} take @param {number} index
   * @returns {Promise<{ channels: Float32Array[], isLast: boolean } | undefined>}
   */
  block = async (take, index) => {
    const version = this.#takes.get(take);
    return version && this.calls.ask("block", await this.#asked(version), index);
  };

  /** @param {string} take @param {string} other @returns {Promise<{ gain: number, otherGain: number } | undefined>} */
  match = async (take, other) => {
    const [one, second] = [this.#takes.get(take), this.#takes.get(other)];
    return one && second && this.calls.ask("match", await this.#asked(one), await this.#asked(second));
  };

  /** @param {Version} version */
  render = async (version) => waveFile(await this.calls.ask("samples", await this.#asked(version)), rate);

  /**
   * This page with the pattern in it, for others to play and edit.
   *
   * @param {{ name: string, text: string }[]} patterns
   */
  share = async (patterns) => {
    const { thrumPage } = /** @type {{ thrumPage?: string }} */ (globalThis);
    const given = JSON.stringify(patterns.at(-1)).replaceAll("<", "\\u003c");
    const page = (thrumPage ?? "").replace("<!--given-->", () =>
      `<script type="application/json" id="given">${given}</script>`);
    return /** @type {ArrayBuffer} */ (new TextEncoder().encode(page).buffer);
  };

  // Phones need a server.

  /** @returns {Promise<PhoneFacts>} */
  phone = async () => ({ phones: [] });
  showOnPhones = this.phone;
  renewPhoneCode = this.phone;
  disconnectPhones = this.phone;
}
