// Sounds that patterns were made from, which the browser keeps for the next time that the patterns are opened.

import { keepOf, kept } from "../base/kept.js";
import { SoundSource } from "./sound-source.js";

const mostSources = 10;
const mostBytes = 200_000_000;

/** @typedef {{ file: File, made: [text: string, values: GenerateValues] }} KeptSource */

/**
 * Gives patterns their sliders back, also after a reload.
 *
 * @param {Studio} studio
 * @param {(file: File) => SoundSource} make
 */
export function keepSources(studio, make) {
  /** @param {PatternDocument} document */
  const place = (document) => document.placeIn(studio.session.folder);

  studio.on("source", (document) => {
    const source = studio.sources.get(document);
    const made = source?.lastMade;
    if (!source || !made || source.file.size > mostBytes) return;
    keepOf("sources", place(document), { file: source.file, made }, mostSources);
  });
  studio.on("document", async () => {
    const { document } = studio;
    if (!document || studio.sources.has(document)) return;
    /** @type {KeptSource | undefined} */
    const earlier = await kept("sources", place(document));
    if (!earlier || studio.sources.has(document)) return;
    const source = make(earlier.file);
    source.remember(...earlier.made);
    studio.sources.set(document, source);
    studio.emit("selection");
  });
  // A saved pattern has another place.
  studio.on("saved", () => studio.document && studio.emit("source", studio.document));
}
