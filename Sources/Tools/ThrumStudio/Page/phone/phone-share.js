// Keeps the phones' page up to date with the studio.

/** Delay after a change, ms. */
const rest = 150;
/** Time between two requests about the phones, ms. */
const pause = 1000;

/** Sends the phones' page what the studio shows, saved or not, shortly after each change. */
export class PhoneShare {
  /** @type {number | undefined} */
  #timer;
  #isSent = false;
  #isAsking = false;

  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {import("./phone-dialog.js").PhoneDialog} dialog
   */
  constructor(studio, server, dialog) {
    this.studio = studio;
    this.server = server;
    this.dialog = dialog;
    studio.on("text", () => this.later());
    studio.settings.on("change", (changes) => "actuator" in changes && this.later());
    this.ask();
  }

  later() {
    this.#isSent = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(), rest);
  }

  /** Sends a change, or asks who is connected. */
  async ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    clearTimeout(this.#timer);
    const isChange = !this.#isSent;
    this.#isSent = true;
    try {
      this.dialog.show(await (isChange ? this.server.showOnPhones(this.shown) : this.server.phone()));
    } catch {
      // The connection watch reports the failure.
      this.#isSent = this.#isSent && !isChange;
    }
    this.#isAsking = false;
    this.#timer = setTimeout(() => this.ask(), this.#isSent ? pause : rest);
  }

  get shown() {
    const { document, shownText, settings } = this.studio;
    return document ? { text: shownText, path: document.path ?? "", actuator: settings.actuator } : { text: null };
  }
}
