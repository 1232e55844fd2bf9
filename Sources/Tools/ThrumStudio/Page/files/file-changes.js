// Saving, renaming, duplicating and deleting documents.

import { announce, notify } from "../base/announcer.js";
import { removeBannersOf, showBanner } from "../base/banners.js";
import { byID } from "../base/dom.js";

export class FileChanges {
  /** @param {Studio} studio @param {Server} server @param {Files} files */
  constructor(studio, server, files) {
    this.studio = studio;
    this.server = server;
    this.files = files;
  }

  get canWrite() {
    return this.studio.session.writable;
  }

  async save() {
    const { document } = this.studio;
    if (!document) return;
    if (!this.canWrite) return this.explainReadOnly();
    if (document.path && document.writable) return this.write(document, document.path, document.revision);
    return this.askName(document);
  }

  explainReadOnly() {
    showBanner("readonly", {
      file: this.studio.document,
      text: "The studio was started without --write, so it cannot save. Download the text, or run " +
        "“thrum studio --write”.",
      actions: [{ name: "Download", run: () => this.files.downloads.text() }],
    });
  }

  /** @param {PatternDocument} document @param {string} path @param {string | null} revision */
  async write(document, path, revision) {
    const { text } = document;
    try {
      const answer = await this.files.disk.during(document, () => this.server.save(path, text, revision));
      document.savedAs(path, text, answer.revision);
      this.files.disk.forget(document);
      if (this.studio.isShowingA) notify(`Version B was saved as ${document.name}, not the shown version A.`);
      else announce(`${document.name} saved`);
      if (answer.kept) this.showKept(path, answer.kept);
      this.files.emit("list");
      return true;
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (error.body?.kept) this.showKept(path, error.body.kept);
      if (error.status === 409) this.files.disk.askAboutConflict(document);
      else if (error.code === "readOnly") this.explainReadOnly();
      else this.files.report(`“${path}” was not saved.`, error,
          [{ name: "Download", run: () => this.files.downloads.text() }], document);
      return false;
    }
  }

  /**
   * Reports another program's version, written during a save.
   *
   * @param {string} path
   * @param {string} kept
   */
  showKept(path, kept) {
    showBanner("kept", {
      file: kept, text: `Another program was writing “${path}” at the same time. Its version is in “${kept}”.`,
      actions: [{ name: "Open", run: () => this.files.open(kept) }],
    });
  }

  /**
   * Saves a document that has no path or is read-only.
   *
   * @param {PatternDocument} document
   */
  askName(document) {
    const value = document.path && !document.path.includes(":")
      ? document.path : document.name.replace(/(\.ahap|\.haptic|\.he)?$/, ".ahap");
    askPath("Save as", "Save", value, async (path) => {
      const { text } = document;
      const { revision } = await this.server.save(path, text, null);
      document.savedAs(path, text, revision);
      removeBannersOf(path);
      this.files.disk.forget(document);
      notify(`Saved as “${path}”.`);
      this.files.emit("list");
      this.studio.emit("saved");
    });
  }

  /**
   * Renames a document, and its file if there is one.
   *
   * @param {PatternDocument} document
   */
  rename(document) {
    askPath("Rename", "Rename", document.path ?? document.name, async (path) => {
      const before = document.isGone ? undefined : document.path;
      if (before) await this.files.disk.during(document, () => this.server.move(before, path));
      document.renamed(path);
      notify(before ? `Renamed to “${path}”.` : `The pattern is now called “${path}”. It is not saved yet.`);
      this.files.emit("list");
      this.studio.emit("saved");
    });
  }

  /** @param {PatternDocument} document */
  duplicate(document) {
    const path = document.path && !document.path.includes(":") ? document.path : document.name;
    this.files.take(document.text, path.replace(/(\.ahap)?$/, "-copy.ahap"));
  }

  /** @param {PatternDocument} document whose file can be restored afterwards */
  async remove(document) {
    const { path = "", name, text } = document;
    try {
      await this.files.disk.during(document, () => this.server.remove(path, document.revision));
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (error.body?.kept) this.showKept(path, error.body.kept);
      return this.files.report(`“${path}” was not deleted.`, error, [], document);
    }
    this.studio.close(document);
    this.files.emit("list");
    const bringBack = async () => {
      try {
        await this.server.save(path, text, null);
        this.files.emit("list");
        await this.files.open(path);
      } catch (caught) {
        const error = /** @type {Failure} */ (caught);
        this.files.report(`“${path}” could not be restored.`, error, [], path);
      }
    };
    return showBanner("deleted", {
      file: path, text: `“${name}” was deleted.`, severity: "note", actions: [{ name: "Restore", run: bringBack }],
    });
  }
}

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
    const path = /\.(ahap|haptic|he)$/i.test(given) ? given : `${given}.ahap`;
    try {
      await accept(path);
      dialog.close();
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      problem.textContent = error.status === 409 ? `“${path}” already exists. Choose another name.` : error.message;
    }
  };
  byID("cancel-name").onclick = () => dialog.close();
  dialog.showModal();
  field.select();
}
