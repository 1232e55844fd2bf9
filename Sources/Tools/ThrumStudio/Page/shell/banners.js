// Messages and questions at the top of the page.

import { announce } from "./announcer.js";
import { button, byID, make } from "./dom.js";

/** @type {WeakMap<Element, unknown>} File of each banner. */
const files = new WeakMap();

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
  const banner = make("div", { className: `banner ${severity}`, dataset: { banner: kind } }, make("p", {}, text));
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
  banner.append(row);
  byID("banners").append(banner);
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
  showBanner("notes", { file, text: `“${name}”: ${notes.join("; ")}.`, severity: "note" });
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
