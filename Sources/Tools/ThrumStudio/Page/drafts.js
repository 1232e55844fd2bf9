// @ts-check
import { keep, load } from "./settings.js";

const place = "thrum.drafts";
const lockOf = (tab) => `thrum.tab.${tab}`;

/** Keeps what is not saved in the browser, for each tab, so that a closed tab or a fallen machine loses nothing. */
export class Drafts {
  #timer;
  #tab = crypto.randomUUID();
  #taken = new Set();

  constructor(studio) {
    this.studio = studio;
    // Held as long as the tab lives: tells its drafts from those that nobody edits any more.
    navigator.locks?.request(lockOf(this.#tab), () => new Promise(() => {}));
    studio.on("drafts", () => this.later());
    addEventListener("pagehide", () => this.write());
    addEventListener("beforeunload", (event) => {
      this.write();
      if (this.edited.length > 0) event.preventDefault();
    });
  }

  get edited() {
    return this.studio.documents.filter((document) => document.isEdited);
  }

  later() {
    clearTimeout(this.#timer);
    // Writing a long text takes a while: it waits for a longer pause.
    const isLong = this.edited.some(({ text }) => text.length > 500_000);
    this.#timer = setTimeout(() => this.write(), isLong ? 3000 : 400);
  }

  write() {
    const others = load(place, []).filter(({ tab }) => tab !== this.#tab && !this.#taken.has(tab));
    const drafts = this.edited.map(({ path, name, text, revision, savedText }) =>
      ({ tab: this.#tab, path, name, text, revision, savedText }));
    const all = [...others, ...drafts];
    keep(place, all.length > 0 ? all : undefined);
  }

  /** The drafts of tabs that are gone. */
  async left() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const alive = new Set(held.map(({ name }) => name));
    return load(place, []).filter(({ tab }) => !alive.has(lockOf(tab)));
  }

  /** Forgets drafts that have been answered for. */
  forget(drafts) {
    for (const { tab } of drafts) this.#taken.add(tab);
    this.write();
  }
}
