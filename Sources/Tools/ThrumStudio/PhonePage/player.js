// Plays the pattern on a phone.

/** Plays the newest pattern: its sound, and the vibration in step. */
export class Player {
  #audio = new Audio();
  #newest = 0;
  /** @type {number[]} */
  #vibration = [];
  canPlay = false;
  isPlaying = false;

  /** @param {import("./vibration.js").Vibration} vibration @param {() => void} onChange */
  constructor(vibration, onChange) {
    this.vibration = vibration;
    this.onChange = onChange;
    this.#audio.addEventListener("playing", () => this.vibration.play(this.#vibration));
    for (const end of ["ended", "error"]) this.#audio.addEventListener(end, () => this.stop());
  }

  /** @param {PhoneState} state */
  async load(state) {
    this.#newest = state.version;
    const sound = state.condition === "ready" ? await fetchSound() : undefined;
    if (state.version !== this.#newest) return;
    this.stop();
    URL.revokeObjectURL(this.#audio.src);
    this.canPlay = sound !== undefined;
    this.#vibration = state.vibration ?? [];
    if (sound) this.#audio.src = URL.createObjectURL(sound);
    else this.#audio.removeAttribute("src");
    this.onChange();
  }

  async play() {
    this.#audio.currentTime = 0;
    this.isPlaying = true;
    this.onChange();
    await this.#audio.play().catch(() => this.stop());
  }

  stop() {
    this.#audio.pause();
    this.vibration.stop();
    this.isPlaying = false;
    this.onChange();
  }
}

/**
 * Fetches the whole sound at once, because iPhones would request it in parts.
 *
 * @returns {Promise<Blob | undefined>}
 */
async function fetchSound() {
  try {
    const answer = await fetch("/api/sound");
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}
