// The text of the pattern, with line numbers and the findings on each line.

import { Lines } from "../pattern/lines.js";
import { itemAt } from "../pattern/pattern.js";
import { around, byID, make, oncePerFrame } from "../base/dom.js";

/** Length above which a text is shown only on request, characters. */
const longest = 200_000;

export class TextView {
  #lines = new Lines("");
  #lastTyped = 0;
  #burst = 0;
  /** @type {PatternDocument | undefined} Document whose long text was requested. */
  #asked;
  /** @type {number | undefined} */
  #later;
  #isShown = false;
  /** Scroll position, noted because asking the text area for it lays out the page. */
  #place = { scrollTop: 0, scrollLeft: 0 };
  /** @type {{ scrollTop: number, scrollLeft: number } | undefined} Position before a new text, for the next frame. */
  #kept;
  /** @type {number | undefined} Offset of the character that the next frame scrolls to. */
  #wanted;
  isTyping = false;

  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.area = byID("text");
    this.gutter = byID("gutter");
    this.status = byID("text-finding");
    this.view = /** @type {HTMLElement} */ (this.area.closest(".text-view"));
    this.offer = byID("text-offer");
    byID("show-text").addEventListener("click", () => this.ask());
    this.area.addEventListener("input", (event) => this.typed(event));
    this.area.addEventListener("beforeinput", (event) => this.intercept(event));
    this.area.addEventListener("scroll", () => {
      this.#place = { scrollTop: this.area.scrollTop, scrollLeft: this.area.scrollLeft };
      this.soon();
    });
    this.area.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("selectionchange", () => document.activeElement === this.area && this.caretMoved());
    new ResizeObserver(() => this.resized()).observe(this.area);
    studio.on("text", () => this.refresh());
    studio.on("selection", () => this.showSelection());
    studio.on("analysis", () => {
      this.soon();
      this.showFindings();
    });
    this.gutter.addEventListener("click", (event) => {
      const offset = around(event, "[data-offset]")?.dataset.offset;
      if (offset !== undefined) this.goTo(Number(offset));
    });
  }

  /**
   * Replaces the browser's undo, which misses changes made in the picture.
   *
   * @param {InputEvent} event
   */
  intercept(event) {
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      event.preventDefault();
      this.studio[event.inputType === "historyUndo" ? "undo" : "redo"]();
    }
  }

  /** @param {Event & { inputType?: string }} event */
  typed(event) {
    const now = performance.now();
    const isBurst = now - this.#lastTyped < 1000 && /^(insertText|deleteContent)/.test(event.inputType ?? "");
    if (!isBurst) this.#burst += 1;
    this.#lastTyped = now;
    this.isTyping = true;
    this.studio.change(this.area.value, { mark: `typing ${this.#burst}`, label: "Edit text" });
    this.isTyping = false;
  }

  /**
   * Escape lets keyboard users leave the text.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.key === "Escape") byID("timeline").focus();
  }

  refresh() {
    const { shownText, isShowingA } = this.studio;
    this.area.readOnly = isShowingA || !this.studio.document;
    const isHidden = shownText.length > longest && this.studio.document !== this.#asked;
    this.view.hidden = isHidden;
    this.offer.hidden = !isHidden;
    clearTimeout(this.#later);
    if (isHidden) return this.offerText(shownText.length);
    // Updating a long text is slow, so it waits for a pause.
    if (shownText.length > longest && this.area.value !== "" && !this.isTyping) {
      this.#later = setTimeout(() => this.show(shownText), 400);
      return undefined;
    }
    return this.show(shownText);
  }

  /** @param {number} length */
  offerText(length) {
    byID("show-text").textContent = `Show text (${(length / 1e6).toFixed(1)} MB)`;
    this.area.value = "";
    this.#lines = new Lines("");
    this.gutter.replaceChildren();
  }

  /** @param {string} shownText */
  show(shownText) {
    this.#lines = new Lines(shownText);
    if (this.area.value !== shownText) {
      const { selectionStart } = this.area;
      this.#kept ??= this.#place;
      this.area.value = shownText;
      this.area.setSelectionRange(selectionStart, selectionStart);
    }
    this.soon();
  }

  /** Scrolls and draws the line numbers with the next frame, once for all changes before it. */
  soon = oncePerFrame(() => {
    if (this.view.hidden || !this.#isShown) return;
    if (this.#kept) Object.assign(this.area, this.#kept);
    if (this.#wanted !== undefined) this.scrollTo(this.#wanted);
    this.#kept = this.#wanted = undefined;
    this.drawGutter();
  });

  get lineHeight() {
    return parseFloat(getComputedStyle(this.area).lineHeight) || 18;
  }

  drawGutter() {
    const { area, lineHeight } = this;
    const top = parseFloat(getComputedStyle(area).paddingTop) || 0;
    const first = Math.max(1, Math.floor((area.scrollTop - top) / lineHeight));
    const last = Math.min(this.#lines.count, first + Math.ceil(area.clientHeight / lineHeight) + 1);
    const findings = Map.groupBy(this.studio.findings.filter(({ line }) => line), ({ line }) => line);
    const chosen = this.chosenLines();
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let line = first; line <= last; line += 1) {
      const here = findings.get(line) ?? [];
      const worst = ["error", "warning", "note"].find((severity) => here.some((one) => one.severity === severity));
      const row = make("div", { className: `line ${worst ?? ""} ${chosen.has(line) ? "chosen" : ""}` }, String(line));
      if (worst) {
        row.title = here.map(({ message }) => message).join("\n");
        row.dataset.offset = String(here[0].offset);
      }
      row.style.transform = `translateY(${top + (line - 1) * lineHeight - area.scrollTop}px)`;
      rows.push(row);
    }
    this.gutter.replaceChildren(...rows);
  }

  chosenLines() {
    /** @type {Set<number>} */
    const lines = new Set();
    if (this.studio.isShowingA) return lines;
    for (const item of this.studio.selectedItems.slice(0, 200)) {
      const last = this.#lines.lineAt(item.node.end);
      for (let line = this.#lines.lineAt(item.node.start); line <= last; line += 1) lines.add(line);
    }
    return lines;
  }

  /** A view that was not shown had no place to scroll to. */
  resized() {
    const wasShown = this.#isShown;
    this.#isShown = this.area.clientHeight > 0;
    if (this.#isShown && !wasShown) this.showSelection();
    else this.soon();
  }

  /** Scrolls to the selection, unless the user is typing. */
  showSelection() {
    if (!this.isTyping && document.activeElement !== this.area) {
      const item = this.studio.selectedItems[0];
      this.#wanted = this.studio.isShowingA ? undefined : item?.node.start;
    }
    this.soon();
  }

  /** @param {number} offset */
  scrollTo(offset) {
    const top = (this.#lines.lineAt(offset) - 1) * this.lineHeight;
    const { scrollTop, clientHeight } = this.area;
    if (top < scrollTop || top > scrollTop + clientHeight - 3 * this.lineHeight) {
      this.area.scrollTop = Math.max(0, top - clientHeight / 3);
    }
  }

  ask() {
    this.#asked = this.studio.document;
    this.refresh();
  }

  /** @param {number} offset */
  goTo(offset) {
    if (this.view.hidden) this.ask();
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    this.#wanted = offset;
    this.soon();
    this.caretMoved();
  }

  /** Shows the findings on the caret's line, or else the first error. */
  showFindings() {
    const line = this.#lines.lineAt(this.area.selectionStart);
    const text = findingsText(this.studio.findings, line);
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  caretMoved() {
    this.showFindings();
    const offset = this.area.selectionStart;
    if (this.isTyping || this.studio.isShowingA || !this.studio.document) return;
    const key = itemAt(this.studio.document.pattern, offset);
    if (key && !this.studio.selection.includes(key)) this.studio.select([key]);
  }
}

/** @param {Finding} finding */
const sentence = ({ code, message, remedy }) => `${code} ${message} ${remedy ?? ""}`.trim();

/**
 * The findings on a line, or else the first error with its line number.
 *
 * @param {Finding[]} findings
 * @param {number} line
 */
export function findingsText(findings, line) {
  const here = findings.filter((finding) => finding.line === line);
  if (here.length > 0) return here.map(sentence).join("  ");
  const first = findings.find(({ severity, line: at }) => severity === "error" && at);
  return first ? `Line ${first.line}: ${sentence(first)}` : "";
}
