// @ts-check
import { byID } from "./dom.js";

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
    files.takeDropped([...event.dataTransfer.files]);
  });
  const picker = byID("file-picker");
  byID("open-file").addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    files.takeDropped([...picker.files]);
    picker.value = "";
  });
}
