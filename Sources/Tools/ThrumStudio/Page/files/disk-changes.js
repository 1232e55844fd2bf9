// Changes that other programs make to open files.

import { announce, notify } from "../base/announcer.js";
import { removeBanner, showBanner } from "../base/banners.js";

const clockTime = () => new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** @param {FileRow} row */
const stampOf = ({ size, modified }) => `${size} ${modified}`;

export class DiskChanges {
  /** @type {Map<PatternDocument, boolean>} Documents whose files the page is changing, and whether a check is due. */
  #busy = new Map();
  /** @type {Map<string, string>} Size and modification time of each listed file, by path. */
  #listed = new Map();

  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {{ save: () => void, download: (document: PatternDocument) => void,
   *   report: (what: string, error: Error) => void }} uses
   */
  constructor(studio, server, { save, download, report }) {
    this.studio = studio;
    this.server = server;
    this.save = save;
    this.download = download;
    this.report = report;
  }

  /**
   * Runs `work`, which changes a document's file; checks for other changes wait until it is done.
   *
   * @template Answer
   * @param {PatternDocument} document
   * @param {() => Promise<Answer>} work
   */
  async during(document, work) {
    this.#busy.set(document, false);
    try {
      return await work();
    } finally {
      const isDue = this.#busy.get(document);
      this.#busy.delete(document);
      // The check must run after the caller has noted the new revision or path.
      if (isDue) setTimeout(() => this.check(document));
    }
  }

  /** Compares all open files with the disk. */
  checkAll() {
    for (const document of this.studio.documents) this.check(document);
  }

  /**
   * Compares each open file with the disk if its entry has changed since the last list.
   *
   * @param {FileRow[]} rows
   * @param {string} [except] a path to skip, already compared
   */
  checkListed(rows, except) {
    const before = this.#listed;
    this.#listed = new Map(rows.map((row) => [row.path, stampOf(row)]));
    for (const document of this.studio.documents) {
      const { path } = document;
      if (path !== except && before.get(path ?? "") !== this.#listed.get(path ?? "")) this.check(document);
    }
  }

  /** @param {string} path */
  changed(path) {
    const document = this.studio.documents.find((one) => one.path === path);
    if (document) this.check(document);
  }

  /** @param {PatternDocument} document reloaded if unedited, else the user decides */
  async check(document) {
    const { path } = document;
    if (!path || path.includes(":") || !this.isOpen(document) || !this.isFree(document)) return;
    /** @type {FileText | undefined} */
    let disk;
    try {
      disk = await this.server.file(path);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      if (error.status !== 404) return;
    }
    if (path !== document.path || !this.isOpen(document) || !this.isFree(document)) return;
    if (disk) this.compare(document, disk);
    else if (!document.isGone) this.vanished(document);
  }

  /** @param {PatternDocument} document */
  isOpen(document) {
    return this.studio.documents.includes(document);
  }

  /** @param {PatternDocument} document */
  isFree(document) {
    if (this.#busy.has(document)) this.#busy.set(document, true);
    return !this.#busy.has(document);
  }

  /** @param {PatternDocument} document @param {FileText} disk */
  compare(document, disk) {
    if (disk.revision === document.revision) return removeBanner("conflict", document);
    const isEdited = document.text !== document.savedText;
    removeBanner("missing", document);
    document.found();
    if (disk.text === document.text) document.saved(disk.text, disk.revision);
    else if (isEdited) this.askAboutConflict(document);
    else this.follow(document, disk);
  }

  /** @param {PatternDocument} document */
  vanished(document) {
    removeBanner("conflict", document);
    document.lost();
    const isShown = () => document === this.studio.document;
    /** @param {() => void} run */
    const onDocument = (run) => () => {
      if (!isShown()) this.studio.show(document);
      run();
    };
    const canSave = this.studio.session.writable && document.writable;
    showBanner("missing", {
      file: document,
      text: `“${document.name}” was deleted or moved outside the studio. ` +
        `${canSave ? "Save it again, or close it." : "Download it, or close it."}`,
      actions: [canSave ? { name: "Save again", run: onDocument(this.save) }
        : { name: "Download", stays: true, run: () => this.download(document) }],
    });
  }

  /**
   * Removes the banners about a document whose file and text agree.
   *
   * @param {PatternDocument} document
   */
  forget(document) {
    for (const kind of ["conflict", "missing", "problem"]) removeBanner(kind, document);
  }

  /**
   * Reloads a document; the previous version becomes A.
   *
   * @param {PatternDocument} document
   * @param {FileText} disk
   */
  follow(document, disk) {
    this.showB(document);
    document.keepAsA(`before the reload at ${clockTime()}`);
    document.history.seal();
    document.change(disk.text);
    document.saved(disk.text, disk.revision);
    notify(`${document.name} changed on disk and was reloaded; the previous version is A.`);
  }

  /** @param {PatternDocument} document whose version A is about to change */
  showB(document) {
    if (document === this.studio.document && this.studio.isShowingA) this.studio.flip(false);
  }

  /** @param {PatternDocument} document */
  askAboutConflict(document) {
    /** @param {(disk: FileText) => void} use */
    const read = async (use) => {
      try {
        use(await this.server.file(document.path ?? ""));
      } catch (caught) {
        const error = /** @type {Failure} */ (caught);
        this.askAboutConflict(document);
        this.report(`“${document.name}” could not be read.`, error);
      }
    };
    showBanner("conflict", {
      file: document, text: `“${document.name}” changed on disk, and you have unsaved changes here.`,
      canClose: false,
      actions: [
        { name: "Use disk version; mine becomes A", run: () => read((disk) => this.follow(document, disk)) },
        { name: "Keep mine; disk version becomes A", run: () => read((disk) => {
          this.showB(document);
          document.keepAsA(`on disk at ${clockTime()}`, disk.text);
          document.keepOver(disk.revision);
          announce("Your version is kept. Saving overwrites the file on disk");
        }) },
        { name: "Download mine", stays: true, run: () => this.download(document) },
      ],
    });
  }
}
