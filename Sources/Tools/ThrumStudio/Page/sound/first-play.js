// Asks once, before the first sound, what the user listens with, and sets the monitor and the volume for it.

import { byID } from "../base/dom.js";
import { keep, load } from "../base/kept.js";

const place = "thrum.listens";

/**
 * For each answer, the monitor that it can reproduce, and a volume in dB at which quiet patterns are heard.
 *
 * @type {Record<string, { monitor: string, volume: number }>}
 */
const answers = {
  headphones: { monitor: "felt", volume: 0 }, loudspeakers: { monitor: "felt", volume: -3 },
  laptop: { monitor: "small-speaker", volume: 0 },
};

/** Whether the question was answered. */
export const hasAnswered = () => load(place, "") !== "";

/**
 * Asks; then runs `next`, also if the user answers nothing.
 *
 * @param {Studio} studio
 * @param {() => void} next
 */
export function askBeforeFirstPlay(studio, next) {
  const dialog = byID("listen-dialog");
  for (const button of dialog.querySelectorAll("button")) {
    button.onclick = () => {
      const name = button.dataset.listen ?? "";
      const { monitor, volume } = answers[name];
      studio.settings.set({ monitor, chosenMonitor: monitor, volume });
      keep(place, name);
      dialog.close();
    };
  }
  dialog.onclose = () => {
    if (!hasAnswered()) keep(place, "unknown");
    byID("timeline").focus({ preventScroll: true });
    next();
  };
  dialog.showModal();
}
