// Messages and questions at the top of the page: one at a time, and none about another open file.

import { inPageWords } from "../pattern/vocabulary.js";
import { announce } from "./announcer.js";
import { button, byID, make } from "./dom.js";

/** @type {WeakMap<Element, unknown>} File of each banner. */
const files = new WeakMap();

/** Whether a banner's file is open, but not the one that is shown. */
let isElsewhere = (/** @type {unknown} */ _file) => false;
/** @type {WeakSet<Element>} Banners that the next one was asked for. */
const passed = new WeakSet();

/** @param {Studio} studio */
export function connectBanners(studio) {
  isElsewhere = (file) => file !== studio.document && studio.documents.some((one) => one === file);
  for (const change of /** @type {const} */ (["document", "closed"])) studio.on(change, arrange);
}

/** Shows the most urgent banner, and of equals the newest. */
function arrange() {
  /** @param {HTMLElement} one */
  const rank = (one) => {
    const isQuestion = !one.querySelector(".close-banner");
    return (passed.has(one) ? 10 : 0) + (isQuestion ? 0 : urgencies.indexOf(one.dataset.severity ?? ""));
  };
  const relevant = all().filter((one) => !isElsewhere(files.get(one))).toReversed();
  const [shown, ...others] = relevant.toSorted((one, other) => rank(one) - rank(other));
  for (const one of all()) one.hidden = one !== shown;
  const next = shown?.querySelector(".next-banner");
  if (!(next instanceof HTMLElement)) return;
  next.hidden = others.length === 0;
  next.textContent = `${others.length} more`;
}

/** After questions, which cannot be closed. */
const urgencies = ["", "error", "warning", "note"];

/** @param {HTMLElement} banner */
function pass(banner) {
  passed.add(banner);
  // After the last one, the first one again.
  if (all().every((one) => passed.has(one) || isElsewhere(files.get(one)))) {
    for (const one of all()) if (one !== banner) passed.delete(one);
  }
  arrange();
  byID("banners").querySelector(".banner:not([hidden]) button")?.focus();
}

/** @returns {HTMLElement[]} */
const all = () => [...byID("banners").querySelectorAll(".banner")];

/** @param {string} kind @param {unknown} file */
const find = (kind, file) => all().find((one) => one.dataset.banner === kind && files.get(one) === file);

/**
 * Shows a message at the top until it is closed. Replaces the message of the same kind and file, and any other about
 * the file, except a question that must be answered. `file` identifies a file: its document or its path.
 *
 * @param {string} kind
 * @param {Banner} banner
 */
export function showBanner(kind, { text, severity = "warning", actions = [], canClose = true, file }) {
  removeBanner(kind, file);
  if (file !== undefined) removeBannersOf(file, (one) => one.querySelector(".close-banner") !== null);
  const banner = make("div", { className: `banner ${severity}`, dataset: { banner: kind, severity } },
    make("p", {}, text));
  files.set(banner, file);
  const row = make("div", { className: "group" });
  for (const { name, run, stays } of actions) {
    row.append(button(name, () => {
      if (!stays) remove(banner);
      run();
    }));
  }
  if (canClose) {
    const properties = { "aria-label": `Close: ${text}`, className: "labelled close-banner" };
    row.append(button("Close", () => remove(banner), properties));
  }
  row.append(button("", () => pass(banner), { className: "labelled next-banner", title: "Show the next message" }));
  banner.append(row);
  byID("banners").append(banner);
  arrange();
  announce(text);
  return banner;
}

/**
 * Shows what a conversion could not keep.
 *
 * @param {unknown} file
 * @param {string} name
 * @param {string[]} notes
 */
export function showNotes(file, name, notes) {
  if (!(notes?.length > 0)) return;
  showBanner("notes", { file, text: `“${name}”: ${inPageWords(notes.join("; "))}.`, severity: "note" });
}

/** @param {string} kind @param {unknown} [file] */
export function removeBanner(kind, file) {
  const banner = find(kind, file);
  if (banner) remove(banner);
}

/** @param {unknown} file @param {(banner: HTMLElement) => boolean} which */
export function removeBannersOf(file, which = () => true) {
  for (const banner of all()) if (files.get(banner) === file && which(banner)) remove(banner);
}

/** @param {HTMLElement} banner */
function remove(banner) {
  const hadFocus = banner.contains(document.activeElement);
  banner.remove();
  arrange();
  if (hadFocus) byID("timeline").focus();
}

/**
 * Replaces a banner's text without announcing it.
 *
 * @param {string} kind
 * @param {string} text
 */
export function updateBanner(kind, text) {
  const sentence = find(kind, undefined)?.querySelector("p");
  if (sentence) sentence.textContent = text;
}

/** @param {string} kind @param {unknown} [file] */
export const hasBanner = (kind, file) => find(kind, file) !== undefined;
