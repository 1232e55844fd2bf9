// @ts-check
import { announce } from "./announcer.js";
import { button, byID, make } from "./dom.js";

/** Shows a message at the top until it is closed; replaces one with the same `id`. */
export function showBanner(id, { text, severity = "warning", actions = [], canClose = true }) {
  removeBanner(id);
  const banner = make("div", { className: `banner ${severity}`, dataset: { banner: id } }, make("p", {}, text));
  const row = make("div", { className: "group" });
  for (const { name, run, stays } of actions) {
    row.append(button(name, () => {
      if (!stays) removeBanner(id);
      run();
    }));
  }
  if (canClose) row.append(button("Close", () => removeBanner(id), { "aria-label": `Close: ${text}` }));
  banner.append(row);
  byID("banners").append(banner);
  announce(text);
  return banner;
}

export function removeBanner(id) {
  const banner = byID("banners").querySelector(`[data-banner="${CSS.escape(id)}"]`);
  if (!banner) return;
  const hadFocus = banner.contains(document.activeElement);
  banner.remove();
  if (hadFocus) byID("timeline").focus();
}

/** Replaces a banner's text without announcing it. */
export function updateBanner(id, text) {
  const sentence = byID("banners").querySelector(`[data-banner="${CSS.escape(id)}"] p`);
  if (sentence) sentence.textContent = text;
}

export const hasBanner = (id) => byID("banners").querySelector(`[data-banner="${CSS.escape(id)}"]`) !== null;
