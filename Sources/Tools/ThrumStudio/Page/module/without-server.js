// The parts of the page that differ without a server.

import { showBanner } from "../base/banners.js";
import { byID } from "../base/dom.js";

/**
 * Hides what only a server has.
 *
 * @param {() => void} onReturn called when the user comes back to the page, whose files may have changed
 */
export function hideServerParts(onReturn) {
  byID("connection").textContent = "in this browser";
  byID("connection").dataset.state = "connected";
  for (const id of ["connection", "tab-engine", "panel-engine", "destination-box"]) byID(id).hidden = true;
  addEventListener("focus", onReturn);
}

/**
 * @param {Server} server
 * @param {() => void} onChosen called when another folder was opened
 */
export function connectFolderButton(server, onChosen) {
  const chooser = byID("open-folder");
  chooser.hidden = !server.canOpenFolders;
  chooser.addEventListener("click", async () => {
    try {
      if (await server.chooseFolder()) onChosen();
    } catch (caught) {
      const { message } = /** @type {Error} */ (caught);
      showBanner("problem", { severity: "error", text: `The folder could not be opened: ${message}` });
    }
  });
}
