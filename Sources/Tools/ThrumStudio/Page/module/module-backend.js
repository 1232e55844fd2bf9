// What answers the page without a server: the module in a worker, and files in the browser or in a folder of the disk.
//
// It has the methods of `Server`. Nothing leaves the page.

import { Emitter } from "../pattern/emitter.js";
import { removeBanner, showBanner } from "../base/banners.js";
import { packedFile, packedNames, scriptAddress } from "../base/resources.js";
import { BrowserFolder } from "./browser-folder.js";
import { isEqual, revisionOf } from "./bytes.js";
import { canOpenFolders, DiskFolder } from "./disk-folder.js";
import { FolderChanges } from "./folder-changes.js";
import { formatOf, isSoundPath, refusal } from "./folder-law.js";
import { ModuleCalls } from "./module-calls.js";
import { ModuleLive } from "./module-live.js";
import { SoundFiles } from "./sound-files.js";
import { builtInText, descriptionOf, libraryText } from "./texts.js";
import { textOf } from "./thrum.js";

/** Files in a request for shapes. */
const mostShapes = 64;

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
  /** @type {Promise<Catalogue>} */
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
    this.#catalogue = this.calls.ask("catalogue", {});
    this.#sounds = new SoundFiles(this.calls, (path) => this.folder.read(path));
  }

  live() {
    return new ModuleLive(this);
  }

  /** @returns {Promise<Session>} */
  session = async () => {
    const { actuators, monitors, exports } = await this.#catalogue;
    return {
      folder: this.folder.name, writable: true, actuators, monitors, exports, devices: [],
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
    const names = new Set(presets.map(({ name }) => name));
    const library = packedNames().filter((name) => name.startsWith("library/") && name.endsWith(".ahap"))
      .map((name) => name.slice("library/".length, -".ahap".length)).filter((name) => !names.has(name)).sort()
      .map((title) => ({ path: `library:${title}`, title, about: descriptionOf(libraryText(title) ?? "") }));
    const files = (await this.#listed()).filter((row) => !isSoundPath(row.path));
    return {
      files, isCut: "isCut" in this.folder && this.folder.isCut,
      library: [...library, ...presets.map(({ name, about }) => ({ path: `preset:${name}`, title: name, about }))],
    };
  };

  /** @param {string[]} paths */
  shapes = async (paths) => {
    /** @type {Record<string, FileShape>} */
    const shapes = {};
    for (const path of paths.slice(0, mostShapes)) {
      try {
        const bytes = path.includes(":") ? new TextEncoder().encode((await this.file(path)).text)
          : await this.#changes.read(path);
        shapes[path] = await this.calls.ask("shape", { name: path }, bytes);
      } catch {
        // A file that is no pattern has no shape.
      }
    }
    return { shapes };
  };

  /** @param {string} path @returns {Promise<FileText>} */
  file = async (path) => {
    if (path.startsWith("preset:")) {
      return builtInText((await this.calls.ask("preset", { name: path.slice("preset:".length) })).text);
    }
    const built = path.startsWith("library:") ? libraryText(path.slice("library:".length)) : undefined;
    if (built !== undefined) return builtInText(built);
    const bytes = await this.#changes.read(path);
    const revision = revisionOf(bytes);
    if (formatOf(path) !== "ahap") {
      return { ...await this.calls.ask("convert", { name: path }, bytes), revision, writable: false };
    }
    const text = textOf(bytes);
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

  /** @returns {Promise<{ part?: number }>} */
  progress = async () => ({});

  /**
   * Answers a question of the list, as the server does.
   *
   * @template {keyof Questions} Name
   * @param {Name} name
   * @param {Questions[Name]["values"]} values
   * @param {{ file?: Blob, signal?: AbortSignal, job?: string }} [options]
   * @returns {Promise<Questions[Name]["answer"]>}
   */
  ask = async (name, values, options = {}) => {
    if (name === "generate") throw new Error("Use `thrum generate`: this page cannot make patterns from sounds.");
    const { text, path = "" } = /** @type {{ text?: string, path?: string }} */ (values);
    if (text !== undefined) await this.#sounds.give(text, path);
    const bytes = options.file && new Uint8Array(await options.file.arrayBuffer());
    const answer = await this.calls.ask(name, values, bytes);
    if (name === "analyse") removeBanner("trap");
    return answer;
  };

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
