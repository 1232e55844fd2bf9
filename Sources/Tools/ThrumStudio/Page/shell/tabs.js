// Tabs that arrow keys switch.

import { around, byID, focusIn } from "../base/dom.js";

/**
 * Arrow keys, Home and End select; only the selected tab is a Tab stop.
 *
 * @param {HTMLElement} list
 * @param {(id: string) => void} onShow
 * @param {() => void} onChoose called when a tab is chosen, even if it was shown before
 */
export function makeTabs(list, onShow = () => {}, onChoose = () => {}) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  /** @param {HTMLElement} tab */
  const show = (tab) => {
    for (const one of tabs) {
      const isChosen = one === tab;
      one.setAttribute("aria-selected", String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
      byID(one.getAttribute("aria-controls") ?? "").hidden = !isChosen;
    }
    onShow(tab.id);
  };
  /** @param {HTMLElement} tab */
  const choose = (tab) => {
    show(tab);
    onChoose();
  };
  list.addEventListener("click", (event) => {
    const tab = around(event, "[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const focused = focusIn(list);
    const at = tabs.findIndex((tab) => tab === focused);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(to + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
  show(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
  return {
    /** @param {string} id */
    show: (id) => choose(tabs.find((tab) => tab.id === id) ?? tabs[0]),
  };
}
