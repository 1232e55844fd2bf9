// Files and text from elsewhere: dropped, chosen or pasted.

import { notify } from "../base/announcer.js";
import { around, byID } from "../base/dom.js";
import { copiedWords } from "../shell/pasted.js";
import { isRecorded } from "./recorded-words.js";

/** @param {Files} files opens what is dropped on the page */
export function connectDropping(files) {
  const curtain = byID("drop");
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    curtain.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) curtain.hidden = true;
  });
  addEventListener("drop", (event) => {
    curtain.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    files.takeDropped([...event.dataTransfer?.files ?? []]);
  });
  const picker = byID("file-picker");
  byID("open-file").addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    files.takeDropped([...picker.files ?? []]);
    picker.value = "";
  });
}

/**
 * Copy, cut and paste. Uses the browser's clipboard events, which need no permission.
 *
 * @param {Studio} studio
 * @param {EditorActions} actions
 * @param {(text: string) => void} openText
 */
export function connectClipboard(studio, actions, openText) {
  /** @param {Event} event */
  const isFree = (event) => !around(event, "input, textarea, select") && !document.querySelector("dialog[open]");
  /** @param {ClipboardEvent} event */
  const put = (event) => {
    const text = isFree(event) && !studio.isShowingA && studio.copySelection();
    if (!text) return false;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    return true;
  };
  addEventListener("copy", (event) => {
    if (put(event)) notify(copiedWords(event.clipboardData?.getData("text/plain") ?? ""));
  });
  addEventListener("cut", (event) => put(event) && studio.removeSelection());
  addEventListener("paste", (event) => {
    if (!isFree(event)) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() === "") return;
    event.preventDefault();
    if (/"Pattern"\s*:/.test(text) || isRecorded(text) || !studio.document) openText(text);
    else if (!studio.paste(text, actions.cursor)) notify("The clipboard does not contain AHAP.");
  });
}
