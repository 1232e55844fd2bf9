// Slow work on the server, with its progress.

import { removeBanner, showBanner, updateBanner } from "../base/banners.js";

/** Milliseconds before the banner appears, and between progress requests. */
const [patience, interval] = [400, 500];

/** Slow work on the server, with a progress banner. */
export class LongWork {
  job = crypto.randomUUID();
  #abort = new AbortController();
  /** @type {number | undefined} */
  #timer;

  /** @param {Server} server @param {string} what */
  constructor(server, what) {
    this.server = server;
    this.what = what;
    this.#timer = setTimeout(() => this.show(), patience);
  }

  /** Aborts the request; the server notices and ends the work. */
  get signal() {
    return this.#abort.signal;
  }

  show() {
    showBanner(this.job, {
      text: `${this.what}…`, severity: "note", canClose: false,
      actions: [{ name: "Cancel", run: () => this.cancel() }],
    });
    this.#timer = setInterval(() => this.look(), interval);
  }

  async look() {
    /** @type {{ part?: number }} */
    const { part } = await this.server.progress(this.job).catch(() => ({}));
    if (typeof part === "number") updateBanner(this.job, `${this.what}: ${Math.round(100 * part)} %`);
  }

  cancel() {
    this.#abort.abort();
    this.end();
  }

  end() {
    clearTimeout(this.#timer);
    clearInterval(this.#timer);
    removeBanner(this.job);
  }
}
