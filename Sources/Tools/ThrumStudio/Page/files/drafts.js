// Unsaved text, kept in the browser until it is saved or discarded.

import { Document } from "../edits/document.js";
import { difference, spliced } from "../pattern/splice.js";
import { showBanner } from "../base/banners.js";
import { keep, load, namesWith } from "../base/kept.js";

/**
 * @typedef {{ tab: string, folder?: string, id?: string, path?: string, name: string, text: string,
 *   revision: string | null, back: Edit }} Draft `back` makes the saved text of the draft's, to keep less
 */

/** Before a tab's name: where its drafts are kept. */
const place = "thrum.drafts.";
/** @param {string} from @param {string} to @returns {Edit} */
function editBetween(from, to) {
  const { start, oldEnd, newEnd } = difference(from, to);
  return { start, end: oldEnd, text: to.slice(start, newEnd) };
}

/** @param {string} tab */
const lockOf = (tab) => `thrum.tab.${tab}`;

/** Keeps unsaved text in the browser, per tab. */
export class Drafts {
  /** @type {number | undefined} */
  #timer;
  #tab = crypto.randomUUID();
  #isKept = false;

  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    // Held for the tab's lifetime, so that other tabs can recognise abandoned drafts.
    navigator.locks?.request(lockOf(this.#tab), () => new Promise(() => {}));
    studio.on("drafts", () => this.later());
    addEventListener("pagehide", () => this.write());
    addEventListener("beforeunload", (event) => {
      this.write();
      if (this.edited.length > 0) event.preventDefault();
    });
  }

  get edited() {
    return this.studio.documents.filter((document) => document.isEdited);
  }

  later() {
    clearTimeout(this.#timer);
    // Long text takes longer to write.
    const isLong = this.edited.some(({ text }) => text.length > 500_000);
    this.#timer = setTimeout(() => this.write(), isLong ? 3000 : 400);
  }

  write() {
    const { folder } = this.studio.session;
    const drafts = this.edited.map(({ id, path, name, text, revision, savedText }) =>
      ({ tab: this.#tab, folder, id, path, name, text, revision, back: editBetween(text, savedText) }));
    if (drafts.length === 0 && !this.#isKept) return;
    this.#isKept = drafts.length > 0;
    keep(place + this.#tab, this.#isKept ? drafts : undefined);
  }

  /**
   * Drafts of closed tabs that showed this folder. The folder is compared because a studio for another folder may
   * have used the same port.
   *
   * @returns {Promise<Draft[]>}
   */
  async left() {
    const { held } = (await navigator.locks?.query()) ?? {};
    const alive = new Set((held ?? []).map(({ name }) => name));
    const { folder } = this.studio.session;
    /** @type {Draft[]} */
    const drafts = namesWith(place).flatMap((name) => load(name, []));
    return drafts.filter(({ tab, folder: own }) => !alive.has(lockOf(tab)) && (own === undefined || own === folder));
  }

  /**
   * Discards drafts that were opened or rejected.
   *
   * @param {Draft[]} drafts
   */
  forget(drafts) {
    for (const { tab } of drafts) keep(place + tab, undefined);
    this.write();
  }
}

/**
 * Asks whether to open what was not saved.
 *
 * @param {Drafts} drafts
 * @param {Studio} studio
 * @param {Files} files
 */
export async function offerDrafts(drafts, studio, files) {
  const left = await drafts.left();
  if (left.length === 0) return;
  const names = left.map(({ name }) => `“${name}”`).join(", ");
  const open = () => {
    for (const draft of left) {
      const open = draft.path && files.documentOf(draft.path);
      if (open && !open.isEdited) studio.close(open);
      studio.show(new Document({
        ...draft, savedText: spliced(draft.text, [draft.back]),
        writable: Boolean(draft.path) && studio.session.writable,
      }));
    }
    drafts.forget(left);
    files.disk.checkAll();
  };
  showBanner("drafts", {
    text: `${names} ${left.length === 1 ? "was" : "were"} not saved when this page was last open.`, severity: "note",
    canClose: false,
    actions: [{ name: "Open unsaved work", run: open }, { name: "Discard", run: () => drafts.forget(left) }],
  });
}
