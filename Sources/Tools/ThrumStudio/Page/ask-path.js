// @ts-check
import { byID } from "./dom.js";

/**
 * Asks for a path within the folder and passes it to `accept`, adding `.ahap` if needed. Shows errors from `accept`.
 *
 * @param {string} title
 * @param {string} verb
 * @param {string} value
 * @param {(path: string) => Promise<void>} accept
 */
export function askPath(title, verb, value, accept) {
  const dialog = byID("name-dialog");
  const field = byID("file-name");
  const problem = byID("name-problem");
  byID("name-title").textContent = title;
  byID("accept-name").textContent = verb;
  problem.textContent = "";
  field.value = value;
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const given = field.value.trim();
    if (given === "") return;
    const path = /\.(ahap|haptic)$/i.test(given) ? given : `${given}.ahap`;
    try {
      await accept(path);
      dialog.close();
    } catch (error) {
      problem.textContent = error.status === 409 ? `“${path}” already exists. Choose another name.` : error.message;
    }
  };
  byID("cancel-name").onclick = () => dialog.close();
  dialog.showModal();
  field.select();
}
