// The list of findings, with their cures.

import { inPageWords } from "../pattern/vocabulary.js";
import { announce } from "../base/announcer.js";
import { button, byID, focusIn, make } from "../base/dom.js";

/** Most findings shown, and from how many of one kind these are folded. */
const [most, many] = [300, 6];

/** @param {Finding} finding */
const kindOf = ({ code, motor }) => `${code} ${motor ?? ""}`;

export class FindingsList {
  #isCuring = false;
  /** @type {Map<Finding, HTMLElement>} */
  #rows = new Map();
  /** @type {Set<string>} Kinds that are unfolded. */
  #open = new Set();

  /** @param {Studio} studio @param {Server} server @param {(finding: Finding) => void} goTo */
  constructor(studio, server, goTo) {
    this.studio = studio;
    this.server = server;
    this.goTo = goTo;
    this.place = byID("findings");
    for (const change of /** @type {const} */ (["analysis", "felt"])) studio.on(change, () => this.refresh());
  }

  refresh() {
    const { findings } = this.studio;
    const serious = findings.filter(({ severity }) => severity !== "note").length;
    const count = byID("finding-count");
    count.textContent = findings.length === 0 ? "" : String(findings.length);
    const worst = findings.some(({ severity }) => severity === "error") ? "error" : "warning";
    count.className = `count ${serious > 0 ? worst : ""}`;
    const focusedOne = focusIn(this.place);
    const focused = [...this.place.querySelectorAll("button")].findIndex((one) => one === focusedOne);
    const kinds = Map.groupBy(findings, kindOf);
    const shown = findings.slice(0, most);
    this.#rows = new Map(shown.map((finding) => [finding, this.row(finding)]));
    /** @type {HTMLElement[]} */
    const rows = [...kinds.values()].filter((all) => all.length < many).map(curable).filter((all) => all.length > 1)
      .map((all) => this.groupRow(all));
    for (const [kind, all] of Map.groupBy(shown, kindOf)) {
      if ((kinds.get(kind)?.length ?? 0) >= many) rows.push(this.foldedRow(kind, all, kinds.get(kind) ?? all));
    }
    const single = shown.filter((finding) => (kinds.get(kindOf(finding))?.length ?? 0) < many);
    rows.push(...single.map((finding) => this.#rows.get(finding)).filter(Boolean));
    if (rows.length === 0) rows.push(make("li", { className: "hint", tabIndex: -1 }, "No findings."));
    this.place.replaceChildren(...rows);
    if (focused < 0) return;
    const buttons = [...this.place.querySelectorAll("button")];
    (buttons[Math.min(focused, buttons.length - 1)] ?? rows[0]).focus();
  }

  /**
   * Moves to a finding's cure or, if it has none, to the finding.
   *
   * @param {Finding} finding
   */
  focus(finding) {
    const row = this.#rows.get(finding);
    const folded = row?.closest("details");
    if (folded) folded.open = true;
    const target = row?.querySelector(".cure") ?? row?.querySelector("button");
    if (target instanceof HTMLElement) target.focus();
  }

  /**
   * A row that cures all findings of a kind.
   *
   * @param {Finding[]} all
   */
  groupRow(all) {
    return make("li", { className: "finding-row" },
      make("span", { className: "grow" }, `${all.length} findings of one kind: ${all[0].message}`), this.fixAll(all));
  }

  /** @param {Finding[]} all of one kind */
  fixAll(all) {
    return button(`Fix all ${all.length}`, () => this.cure({ ...all[0], all: true }), {
      className: "labelled cure", title: `Fix all ${all.length} findings of this kind`,
    });
  }

  /**
   * A row that unfolds to the findings of a kind.
   *
   * @param {string} kind
   * @param {Finding[]} shown
   * @param {Finding[]} all
   */
  foldedRow(kind, shown, all) {
    const [{ code, severity, message }] = all;
    const details = make("details", { className: "grow kind", open: this.#open.has(kind) },
      make("summary", { className: severity }, make("span", { className: "severity" }, severity),
        make("span", { className: "code" }, code),
        make("span", { className: "message" }, `${all.length} of this kind, the first: ${message}`)),
      make("ul", {}, ...shown.map((finding) => this.#rows.get(finding))));
    details.addEventListener("toggle", () => this.#open[details.open ? "add" : "delete"](kind));
    const cured = curable(all);
    return make("li", { className: "finding-row" }, details, cured.length > 1 ? this.fixAll(cured) : null);
  }

  /** @param {Finding} finding */
  row(finding) {
    const { severity, code, message, remedy, cure, line, column } = finding;
    const place = line ? `line ${line}${column ? `, column ${column}` : ""}` : "";
    const go = make("button", { type: "button", className: `finding ${severity}` },
      make("span", { className: "severity" }, severity), make("span", { className: "code" }, code),
      make("span", { className: "message" }, message, remedy ? make("small", {}, ` ${remedy}`) : null),
      make("span", { className: "number place" }, place));
    go.addEventListener("click", () => this.goTo(finding));
    return make("li", { className: "finding-row" }, go, cure ? button(cure, () => this.cure(finding), {
      className: "labelled cure", title: `${cure} (${code})`,
    }) : null);
  }

  /**
   * Cures a finding, or `all` of its kind: replaces the text, as one step of the history.
   *
   * @param {Finding & { all?: boolean }} finding
   */
  async cure({ code, line, column, motor, index, all = false }) {
    const { studio } = this;
    const { current: document } = studio;
    if (studio.isShowingA) return void studio.refuseA();
    if (this.#isCuring) return;
    this.#isCuring = true;
    const before = document.text;
    try {
      const given = { text: before, path: document.path ?? "" };
      const { text, title } = motor === undefined
        ? await this.server.ask("cure", { ...given, code, line: line ?? undefined, column: column ?? undefined, all })
        : await this.server.ask("cureFelt", { ...given, motor, index: index ?? 0 });
      // A change made meanwhile takes precedence.
      if (document !== studio.document || document.text !== before || studio.isShowingA) return;
      const label = inPageWords(title);
      studio.change(text, { label });
      studio.settle();
      announce(`Done: ${label}`);
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      studio.notify(`${code} could not be cured. ${error.message}`);
    } finally {
      this.#isCuring = false;
    }
  }
}

/** @param {Finding[]} all of one kind; returns those that are cured together */
const curable = (all) => all.filter(({ cure, motor }) => cure && motor === undefined);
