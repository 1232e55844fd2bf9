// What the phones' page shows.

/** @param {string} id */
const byID = (id) => document.getElementById(id);

const shapes = { play: "M6 3v18l15-9z", stop: "M5 5h14v14H5z" };

/** @type {Record<string, string>} */
const messages = {
  empty: "No pattern is open in the studio.",
  broken: "The pattern has an error. The studio lists it under Findings.",
  large: "This pattern is too large for the phone page.",
};

/** @param {string} reason shown to phones without a session */
export function showGate(reason) {
  byID("page").hidden = true;
  byID("gate").hidden = false;
  byID("gate-text").textContent = reason;
}

export class View {
  /** @type {PhoneState | undefined} */
  #state;

  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.picture = /** @type {HTMLImageElement} */ (byID("picture"));
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", () => this.draw());
    byID("play").addEventListener("click", () => (player.isPlaying ? player.stop() : player.play()));
    byID("page").hidden = false;
    this.refreshPlay();
  }

  /** @param {PhoneState} state */
  show(state) {
    this.#state = state;
    byID("summary").textContent = summary(state);
    byID("message").textContent = messages[state.condition] ?? "";
    byID("vibration").textContent = this.vibrationWords(state);
    byID("download").hidden = state.condition === "empty";
    this.draw();
  }

  /** @param {PhoneState} state */
  vibrationWords({ vibrationDifference }) {
    if (!this.player.vibration.isThere) return "This browser cannot vibrate the phone; “Play” makes a sound.";
    const words = "Vibration is only on or off here: sharpness is lost, and pulses stand for strength";
    return vibrationDifference ? `${words}; ${vibrationDifference}.` : `${words}.`;
  }

  /** @param {boolean} isFollowing */
  setStatus(isFollowing) {
    const status = byID("status");
    const text = isFollowing ? "following the studio" : "The studio does not respond; trying again.";
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle("lost", !isFollowing);
  }

  /** Shows the newest picture once it is complete. */
  async draw() {
    const state = this.#state;
    const { picture } = this;
    if (state?.condition !== "ready") return void (picture.hidden = true);
    const next = new Image();
    next.src = `/api/picture?version=${state.version}&theme=${this.scheme.matches ? "dark" : "light"}`;
    const isDrawn = await next.decode().then(() => true, () => false);
    if (state !== this.#state) return undefined;
    picture.hidden = !isDrawn;
    if (!isDrawn) byID("message").textContent = "There is no picture of this pattern.";
    picture.src = next.src;
    picture.alt = `The pattern: ${summary(state)}`;
    picture.dataset.version = String(state.version);
    return undefined;
  }

  refreshPlay() {
    const { canPlay, isPlaying } = this.player;
    /** @type {HTMLButtonElement} */ (byID("play")).disabled = !canPlay;
    byID("play-label").textContent = isPlaying ? "Stop" : "Play";
    byID("play-shape").setAttribute("d", isPlaying ? shapes.stop : shapes.play);
  }
}

/** @param {PhoneState} state */
function summary({ condition, seconds = 0, taps = 0, holds = 0, cutSeconds }) {
  if (condition !== "ready") return "";
  /** @param {number} number @param {string} noun */
  const count = (number, noun) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`]);
  const parts = [`${seconds.toFixed(2)} s`, ...count(taps, "tap"), ...count(holds, "hold")];
  return parts.join(", ") + (cutSeconds ? `. The sound ends after ${cutSeconds} s` : "");
}
