// @ts-check
import { detached } from "./detached.js";
import { independent } from "./own-envelope.js";
import { spliced } from "./splice.js";

let count = 0;

/**
 * Starts a drag of a slider, which is one step of the history. Returns the function that applies a change to the
 * values that the selected items had before the drag.
 *
 * @param {Studio} studio
 * @param {{ read: (item: PatternItem) => number, makeEdits: MakeEdits, label: string }} what
 * @returns {(change: Change) => void}
 */
export function sliding(studio, { read, makeEdits, label }) {
  const source = detached(studio.document.pattern, studio.selection);
  const items = independent(source, studio.selection.map((key) => source.items.get(key)).filter(Boolean));
  const mark = `slide ${(count += 1)}`;
  return (change) => {
    const edits = items.flatMap((item) => makeEdits(source, item, change(read(item))));
    studio.change(spliced(source.text, edits), { mark, label });
  };
}
