// The live engine's state and calls.

import { announce } from "../base/announcer.js";
import { around, byID, make } from "../base/dom.js";

const most = 500;

export class EnginePanel {
  #state = "unknown";

  /** @param {LiveConnection} live */
  constructor(live) {
    this.live = live;
    this.trace = byID("trace");
    live.on("state", (message) => this.showState(message.engine));
    live.on("trace", ({ entries }) => this.append(entries));
    live.on("lost", () => this.showState("not connected"));
    byID("clear-trace").addEventListener("click", () => this.trace.replaceChildren());
    byID("panel-engine").addEventListener("click", (event) => {
      const { call, fault } = around(event, "button")?.dataset ?? {};
      if (call) this.call(call);
      if (fault) this.fault(fault);
    });
  }

  /** @param {string} call */
  call(call) {
    if (!this.live.send({ type: "engine", call })) announce("The studio's server is not responding.");
  }

  /** @param {string} fault */
  fault(fault) {
    if (!this.live.send({ type: "fault", fault })) announce("The studio's server is not responding.");
  }

  /** @param {string} state */
  showState(state) {
    if (state === this.#state) return;
    if (this.#state !== "unknown") announce(`Engine ${state}`);
    this.#state = state;
    const badge = byID("engine-state");
    badge.textContent = state;
    badge.dataset.state = state;
  }

  scrollToEnd() {
    this.trace.scrollTop = this.trace.scrollHeight;
  }

  /** @param {{ time: number, kind: string, text: string }[]} entries */
  append(entries) {
    const { clientHeight, scrollTop, scrollHeight } = this.trace;
    const isAtEnd = clientHeight === 0 || scrollTop + clientHeight > scrollHeight - 30;
    this.trace.append(...entries.map(({ time, kind, text }) => make("p", { className: kind },
      make("span", { className: "number" }, Number(time).toFixed(3)), make("span", { className: "kind" }, kind),
      make("span", { className: "text" }, text))));
    while (this.trace.childElementCount > most) this.trace.firstChild?.remove();
    if (isAtEnd) this.scrollToEnd();
  }
}
