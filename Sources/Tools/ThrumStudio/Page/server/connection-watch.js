// Tells the user when the connection to the server is lost, and when it is back.

import { hasBanner, removeBanner, showBanner } from "../base/banners.js";
import { byID } from "../base/dom.js";

export class ConnectionWatch {
  #hasBeenOpen = false;

  /**
   * @param {Server} server
   * @param {LiveConnection} live
   * @param {{ onBack: () => void, onDownload: () => void }} uses
   */
  constructor(server, live, { onBack, onDownload }) {
    this.onDownload = onDownload;
    this.live = live;
    live.on("open", () => {
      this.show("connected");
      removeBanner("gone");
      removeBanner("stranger");
      if (this.#hasBeenOpen) onBack();
      this.#hasBeenOpen = true;
    });
    live.on("lost", ({ failures }) => {
      this.lost(failures);
      // A socket does not say why it was refused; a request does.
      if (failures > 1) server.session().catch(() => {});
    });
    server.on("unreachable", () => this.live.isOpen || this.lost(1));
    server.on("stranger", () => this.stranger());
  }

  /** @param {string} state */
  show(state) {
    const badge = byID("connection");
    badge.textContent = state;
    badge.dataset.state = state;
  }

  /** @param {number} failures */
  lost(failures) {
    this.show("not connected");
    if (failures > 1 && (hasBanner("gone") || hasBanner("stranger"))) return;
    showBanner("gone", {
      severity: "error", canClose: false,
      text: "Lost the connection to the studio; reconnecting. Your edits are kept here. If “thrum " +
        "studio” has ended, run it again and open the address it prints.",
      actions: [{ name: "Try now", stays: true, run: () => this.live.open() },
        { name: "Download text", stays: true, run: this.onDownload }],
    });
  }

  stranger() {
    if (hasBanner("stranger")) return;
    removeBanner("gone");
    showBanner("stranger", {
      severity: "error", canClose: false,
      text: "The studio was restarted and no longer accepts this page. Download your edits, " +
        "then open the address that “thrum studio” printed.",
      actions: [{ name: "Download text", stays: true, run: this.onDownload }],
    });
  }
}
