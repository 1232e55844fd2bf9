// @ts-check
import { announce } from "./announcer.js";
import { button, byID, make } from "./dom.js";

/** Messages at the top that stay until they are answered. One with the same `id` takes the place of the earlier. */
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

/** Replaces a banner's sentence, unannounced. */
export function updateBanner(id, text) {
  const sentence = byID("banners").querySelector(`[data-banner="${CSS.escape(id)}"] p`);
  if (sentence) sentence.textContent = text;
}

export const hasBanner = (id) => byID("banners").querySelector(`[data-banner="${CSS.escape(id)}"]`) !== null;
