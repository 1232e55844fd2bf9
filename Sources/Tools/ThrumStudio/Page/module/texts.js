// What the module's page reads from texts and names of files.

import { packedFile } from "../base/resources.js";
import { revisionOf } from "./bytes.js";
import { textOf } from "./thrum.js";

/**
 * A text that is no file of the folder.
 *
 * @param {string} text @returns {FileText}
 */
export const builtInText = (text) =>
  ({ text, revision: revisionOf(new TextEncoder().encode(text)), writable: false, notes: [] });

/** @param {string} title */
export function libraryText(title) {
  const bytes = packedFile(`library/${title}.ahap`);
  return bytes && textOf(bytes);
}

/** @param {string} text */
export function descriptionOf(text) {
  try {
    return String(JSON.parse(text).Metadata?.Description ?? "");
  } catch {
    return "";
  }
}
