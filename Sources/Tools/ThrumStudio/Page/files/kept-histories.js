// The history of each file, which the browser keeps for the next time that the file is opened.

import { keepOf, kept } from "../base/kept.js";

const mostFiles = 50;
/** Characters of all steps together. */
const mostText = 4_000_000;

/** @param {Studio} studio */
export function keepHistories(studio) {
  /** @type {WeakSet<PatternDocument>} */
  const recalled = new WeakSet();
  /** @type {PatternDocument | undefined} Has steps that are not kept. */
  let waiting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {PatternDocument} document */
  const place = (document) => document.placeIn(studio.session.folder);

  function write() {
    clearTimeout(timer);
    const document = waiting;
    waiting = undefined;
    if (!document || !recalled.has(document)) return;
    const { steps, at } = document.history.latest(mostText);
    keepOf("histories", place(document), steps.length > 1 || steps[0]?.name ? { steps, at } : undefined, mostFiles);
  }

  function later() {
    const { document } = studio;
    if (!document || !document.history.isWorthKeeping) return;
    waiting = document;
    clearTimeout(timer);
    timer = setTimeout(write, 200);
  }

  studio.on("document", async () => {
    write();
    const { document } = studio;
    if (!document || recalled.has(document)) return;
    const earlier = await kept("histories", place(document));
    recalled.add(document);
    if (earlier?.steps && document.history.recall(earlier)) document.emit("history");
  });
  for (const change of /** @type {const} */ (["text", "saved", "history"])) studio.on(change, later);
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && write());
}
