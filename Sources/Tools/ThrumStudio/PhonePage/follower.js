// Follows the pattern that the studio shows.

/** Interval between polls, ms. */
const pause = 300;

const unknown = "In the studio, choose “Phone” and scan the QR code.";

/**
 * Exchanges the code in the address, which works once, for a session that the browser keeps.
 *
 * @returns {Promise<string>} why it failed; empty if this phone has a session
 */
export async function enter() {
  const code = location.hash.slice(1);
  // The code works once, so the address bar and the history need not keep it.
  if (code) history.replaceState(null, "", location.pathname);
  try {
    const refusal = code ? await exchange(code) : unknown;
    if (!refusal || (await fetch("/api/state")).ok) return "";
    return refusal;
  } catch {
    return "The studio does not respond. Is this phone on the same network?";
  }
}

/** @param {string} code */
async function exchange(code) {
  const answer = await fetch("/api/session", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }),
  });
  if (answer.ok) return "";
  const message = (await answer.json().catch(() => undefined))?.error?.message;
  return message ? `${message[0].toUpperCase()}${message.slice(1)}.` : unknown;
}

/** Polls the studio for its open pattern. */
export class Follower {
  /** @type {number | undefined} */
  #version;

  /**
   * @param {{ onState: (state: PhoneState) => void, onStatus: (isFollowing: boolean) => void,
   *   onEnd: (reason: string) => void }} uses
   */
  constructor({ onState, onStatus, onEnd }) {
    this.onState = onState;
    this.onStatus = onStatus;
    this.onEnd = onEnd;
  }

  async run() {
    while (await this.ask()) await new Promise((done) => setTimeout(done, pause));
  }

  /** Whether to keep polling. */
  async ask() {
    try {
      const answer = await fetch(`/api/state?after=${this.#version ?? ""}`);
      if (answer.status === 401) {
        this.onEnd("The studio has disconnected this phone, or was restarted. Scan its QR code again.");
        return false;
      }
      if (answer.status === 200) {
        const state = await answer.json();
        this.#version = state.version;
        this.onState(state);
      }
      this.onStatus(answer.ok);
    } catch {
      this.onStatus(false);
    }
    return true;
  }
}
