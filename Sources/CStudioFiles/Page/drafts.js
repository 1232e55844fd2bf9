import { keep, load } from "./settings.js";

const place = "thrum.drafts";

/** Keeps what is not saved in the browser, so that a closed tab or a fallen machine loses nothing. */
export class Drafts {
  #timer;

  constructor(studio) {
    this.studio = studio;
    this.earlier = load(place, []);
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
    this.#timer = setTimeout(() => this.write(), 400);
  }

  write() {
    const drafts = this.edited.map(({ path, name, text, revision, savedText }) => ({ path, name, text, revision, savedText }));
    const all = [...drafts, ...this.earlier];
    keep(place, all.length > 0 ? all : undefined);
  }

  /** The drafts of an earlier page, to be taken over or thrown away. */
  takeEarlier() {
    const { earlier } = this;
    this.earlier = [];
    this.write();
    return earlier;
  }
}
