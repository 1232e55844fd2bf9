// Tells the user what the browser no longer keeps, once for each kind, and takes it back when it works again.

import { removeBanner, showBanner } from "../base/banners.js";
import { keeping } from "../base/kept.js";

/** @type {Record<import("../base/kept.js").Table, [what: string, remedy: string]>} */
const words = {
  values: ["Unsaved work and settings are", "Save or download your work before you close this page."],
  files: ["Files are", "Download them before you close this page."],
  tracks: ["The backing track is", "Choose it again the next time."],
  histories: ["Undo steps are", "They end when you close this page."],
  sources: ["The sound of this pattern is", "Choose it again the next time."],
};

/** @param {import("../base/kept.js").Table} table @param {string} reason */
export const lossInWords = (table, reason) =>
  `${words[table][0]} no longer kept for the next time: ${reason}. ${words[table][1]}`;

export function connectKeptNotice() {
  keeping.on("lost", ({ table, reason }) => showBanner(`kept-${table}`, { text: lossInWords(table, reason) }));
  keeping.on("again", ({ table }) => removeBanner(`kept-${table}`));
}
