import { notify } from "./announcer.js";
import { showBanner } from "./banners.js";
import { addEntries, soundEntry } from "./edits.js";

/** Sounds of this computer that are dropped on the page: what one can do with them. */
export class DroppedSounds {
  constructor(studio, server, { report, onAdded }) {
    Object.assign(this, { studio, server, report, onAdded });
  }

  offer(file) {
    const { session, document } = this.studio;
    if (!session.writable || !session.folder) {
      return this.report(`“${file.name}” is a sound. To add it as an audio event it has to be in the folder: start “thrum studio FOLDER --write”.`);
    }
    if (!document) return this.report(`“${file.name}” is a sound. Open or create the pattern to add it to first.`);
    return showBanner(`sound ${file.name}`, {
      text: `“${file.name}” is a sound.`, severity: "note",
      actions: [{ name: "Add it as an audio event", run: () => this.add(file, document) }],
    });
  }

  /** Puts the sound beside the pattern, and an event at the cursor. */
  async add(file, document) {
    const folder = document.path?.includes("/") && !document.path.includes(":") ? document.path.replace(/[^/]*$/, "") : "";
    try {
      await this.server.saveSound(folder + file.name, file);
    } catch (error) {
      return this.report(`“${file.name}” was not added.`, error);
    }
    if (document !== this.studio.document) this.studio.show(document);
    const added = addEntries(document.pattern, [soundEntry(this.position(), file.name)]);
    if (this.studio.insert(added)) notify(`“${file.name}” was copied to the folder and added as an event.`);
    return this.onAdded();
  }

  /** Where the event goes: set by the page, which knows the cursor. */
  position = () => 0;
}
