import { announce } from "./announcer.js";
import { byID, make } from "./dom.js";

const most = 500;

/** The engine's state, its trace, and the buttons for what a phone does to an app. */
export class EnginePanel {
  /** A person who stopped or broke the engine wants to see what follows; it is not started behind their back. */
  #wasTouched = false;
  #state = "unknown";

  constructor(live) {
    this.live = live;
    this.trace = byID("trace");
    live.on("state", (message) => this.showState(message.engine));
    live.on("trace", ({ entries }) => this.append(entries));
    live.on("lost", () => this.showState("not connected"));
    live.on("open", () => (this.#wasTouched = false));
    byID("clear-trace").addEventListener("click", () => this.trace.replaceChildren());
    byID("panel-engine").addEventListener("click", (event) => {
      const { call, fault } = event.target.closest("button")?.dataset ?? {};
      if (call) this.call(call);
      if (fault) this.fault(fault);
    });
  }

  call(call) {
    this.#wasTouched = call === "stop";
    if (!this.live.send({ do: "engine", call })) announce("The studio's server does not answer.");
  }

  fault(fault) {
    this.#wasTouched = true;
    if (!this.live.send({ do: "fault", fault })) announce("The studio's server does not answer.");
  }

  /** Starts the engine as an app would before it plays, unless somebody stopped it on purpose. */
  startIfNeeded() {
    if (this.#state !== "running" && !this.#wasTouched) this.live.send({ do: "engine", call: "start" });
  }

  showState(state) {
    if (state === this.#state) return;
    if (this.#state !== "unknown") announce(`Engine ${state}`);
    this.#state = state;
    const badge = byID("engine-state");
    badge.textContent = state;
    badge.dataset.state = state;
  }

  append(entries) {
    const isAtEnd = this.trace.scrollTop + this.trace.clientHeight > this.trace.scrollHeight - 30;
    this.trace.append(...entries.map(({ time, kind, text }) => make("li", { className: kind },
      make("span", { className: "number" }, Number(time).toFixed(3)), make("span", { className: "kind" }, kind),
      make("span", { className: "text" }, text))));
    while (this.trace.childElementCount > most) this.trace.firstChild.remove();
    if (isAtEnd) this.trace.scrollTop = this.trace.scrollHeight;
  }
}
