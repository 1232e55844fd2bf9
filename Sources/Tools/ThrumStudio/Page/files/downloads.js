// The download dialog: the text, its sound, or the pattern in another format.

import { inPageWords } from "../pattern/vocabulary.js";
import { waveFile } from "../pattern/whole-sound.js";
import { Unreachable } from "../server/server.js";
import { notify } from "../base/announcer.js";
import { removeBanner, showNotes } from "../base/banners.js";
import { byID, make } from "../base/dom.js";

/** Longer text is not tried in every format beforehand. */
const longest = 500_000;

export class Downloads {
  /** @type {Map<string, { problem?: string, notes?: string[] }>} What each format does to the pattern. */
  #tried = new Map();

  /**
   * @param {Studio} studio
   * @param {Server} server
   * @param {ExportFormat[]} exports as the server lists them, without AHAP and sound
   */
  constructor(studio, server, exports) {
    this.studio = studio;
    this.server = server;
    this.exports = exports;
    byID("download").addEventListener("click", () => this.ask());
    byID("download-cancel").addEventListener("click", () => byID("download-dialog").close());
    byID("download-format").addEventListener("change", () => this.tell());
    byID("download-dialog").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(byID("download-format").value);
    });
    this.list();
  }

  list() {
    const { server } = this;
    /** @type {Map<string, Pick<ExportFormat, "id" | "title">[]>} */
    const groups = new Map([
      ["Pattern", [{ id: "ahap", title: "AHAP (.ahap)" }]], ["Sound", [{ id: "wav", title: "Audio (.wav)" }]],
      ["Anyone with a browser", [{ id: "page", title: pageTitle(server) }]],
    ]);
    for (const format of this.exports) {
      const { group } = format;
      groups.set(group, [...(groups.get(group) ?? []), format]);
    }
    const list = byID("download-format");
    const chosen = list.value || "ahap";
    list.replaceChildren(...[...groups].map(([label, formats]) =>
      make("optgroup", { label },
        ...formats.map(({ id, title }) => make("option", { value: id, textContent: title })))));
    list.value = chosen;
  }

  ask() {
    if (!this.studio.document) return;
    this.list();
    this.#tried = new Map();
    this.tell();
    byID("download-dialog").showModal();
    byID("download-format").focus();
    if (this.studio.shownText.length <= longest) this.tryAll();
  }

  /** Finds out which formats refuse the pattern and what the others lose. */
  async tryAll() {
    const [tried, dialog] = [this.#tried, byID("download-dialog")];
    for (const { id } of this.exports) {
      if (!dialog.open || tried !== this.#tried) return;
      try {
        tried.set(id, await this.server.ask("export", { text: this.studio.shownText, as: id, name: "pattern" }));
      } catch (caught) {
        if (caught instanceof Unreachable) return;
        tried.set(id, { problem: /** @type {Error} */ (caught).message });
        const option = dialog.querySelector(`option[value="${CSS.escape(id)}"]`);
        if (option && tried === this.#tried) option.textContent += " – not for this pattern";
      }
      if (tried === this.#tried) this.tell();
    }
  }

  /** Says what the chosen format does to the pattern, as far as it is known. */
  tell() {
    const { problem = "", notes } = this.#tried.get(byID("download-format").value) ?? {};
    byID("download-problem").textContent = inPageWords(problem);
    const lost = notes?.length ? `${notes.join("; ")}.` : "Nothing is lost.";
    byID("download-loss").textContent = problem ? "" : notes ? inPageWords(lost)
      : "Anything the format cannot represent is listed after the download.";
  }

  /** @param {string} id */
  async take(id) {
    const { current: document } = this.studio;
    const name = document.name.replace(/(\.ahap|\.haptic|\.he)?$/, "") + (this.studio.isShowingA ? " (A)" : "");
    // What an earlier download lost.
    removeBanner("notes", document);
    try {
      if (id === "ahap") this.text();
      else if (id === "page") keep(await this.page(document, name), `${name}.html`, "text/html");
      else if (id === "wav") keep(await this.sound(), `${name}.wav`, "audio/wav");
      else {
        const { ending } = /** @type {ExportFormat} */ (this.exports.find((format) => format.id === id));
        const { text, notes } = await this.server.ask("export", { text: this.studio.shownText, as: id, name });
        keep(text, name + ending, "text/plain");
        showNotes(this.studio.document, name + ending, notes);
      }
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      byID("download-problem").textContent = inPageWords(error.message);
      return;
    }
    byID("download-dialog").close();
    notify(`${name} downloaded`);
  }

  /** The sound of the shown text, at full level. */
  sound() {
    const { current: document, shownText, settings: { actuator, monitor } } = this.studio;
    return waveFile(this.server, { text: shownText, path: document.path ?? "", actuator, monitor });
  }

  /**
   * A page with the pattern and, if there is one, version A to flip to.
   *
   * @param {PatternDocument} document
   * @param {string} name
   */
  async page(document, name) {
    const { slotA, text, path } = document;
    const patterns = [{ name: `${name}.ahap`, text }];
    if (slotA && slotA.text !== text) patterns.unshift({ name: `${name} (A).ahap`, text: slotA.text });
    return this.server.share(patterns, path ?? "");
  }

  /**
   * Downloads the text of a document, or the shown text if no document is given. Works without the server.
   *
   * @param {PatternDocument} [document]
   */
  text(document) {
    const { name } = document ?? this.studio.document ?? {};
    if (!name) return;
    const end = !document && this.studio.isShowingA ? " (A).ahap" : ".ahap";
    const own = name.replace(/(\.ahap|\.haptic|\.he)?$/, end);
    keep(document?.text ?? this.studio.shownText, own, "application/json");
  }
}

/**
 * Without a server, what is handed on is this page itself.
 *
 * @param {Server} server
 */
const pageTitle = ({ hasServer }) =>
  (hasServer ? "Page with picture, sound and file (.html)" : "This studio with the pattern in it (.html)");

/** @param {string | ArrayBuffer} content @param {string} name @param {string} type */
function keep(content, name, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
