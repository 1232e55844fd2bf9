// The buttons above the timeline: drag tools, what to add, and zoom.

import { around, byID } from "../base/dom.js";

const tools = ["choose", "hold", "curve"];

/** @param {Studio} studio */
export function connectTools(studio) {
  const show = () => {
    for (const one of tools) byID(`tool-${one}`).setAttribute("aria-pressed", String(one === studio.tool));
    byID("timeline").dataset.tool = studio.tool;
  };
  for (const tool of tools) {
    byID(`tool-${tool}`).addEventListener("click", () => studio.chooseTool(studio.tool === tool ? "choose" : tool));
  }
  studio.on("tool", show);
  show();
}

/**
 * @param {EditorActions} actions
 * @param {Studio} studio
 * @param {Timeline} timeline
 * @param {Transport} transport
 */
export function connectEditButtons(actions, studio, timeline, transport) {
  /** @param {string} id @param {() => void} run */
  const press = (id, run) => byID(id).addEventListener("click", run);
  press("add-transient", () => actions.add("HapticTransient"));
  press("add-continuous", () => actions.add("HapticContinuous"));
  press("add-tone", () => actions.add("AudioContinuous"));
  press("add-curve", () => actions.add("Curve"));
  press("add-parameter", () => actions.add("Parameter"));
  press("add-point", () => actions.addPoint());
  press("remove", () => studio.removeSelection());
  press("marker", () => studio.document && studio.addMarker(transport.position));
  press("zoom-in", () => timeline.zoom(0.7));
  press("zoom-out", () => timeline.zoom(1 / 0.7));
  press("fit", () => timeline.fit());
}

/**
 * Returns the focus to `home` after a click, so that Space plays; for keyboard users, the focus stays.
 *
 * @param {HTMLElement} home
 */
export function connectPointerFocus(home) {
  let isPointing = false;
  addEventListener("pointerdown", () => (isPointing = true), true);
  addEventListener("keydown", () => (isPointing = false), true);
  /** @param {Event} event @param {string} kinds */
  const leave = (event, kinds) => {
    const control = around(event, kinds);
    if (!isPointing || control !== document.activeElement || !control || control.closest("dialog, table")) return;
    home.focus({ preventScroll: true });
  };
  addEventListener("click", (event) => leave(event, "button, summary, input[type=checkbox]"));
  addEventListener("change", (event) => leave(event, "select, input[type=range]"));
}
