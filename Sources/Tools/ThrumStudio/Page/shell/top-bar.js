// The bar with the document's name, undo, save and the versions.

import { byID } from "../base/dom.js";

/**
 * @param {Studio} studio
 * @param {Files} files
 * @param {Transport} transport
 */
export function connectTopBar(studio, files, transport) {
  /** @param {string} id @param {() => void} run */
  const press = (id, run) => byID(id).addEventListener("click", run);
  press("undo", () => studio.undo());
  press("redo", () => studio.redo());
  press("save", () => files.changes.save());
  press("keep-a", () => studio.document && studio.keepAsA());
  press("show-a", () => studio.flip(true));
  press("show-b", () => studio.flip(false));
  press("take-a", () => studio.restoreA());
  press("new-file", () => files.begin());
  press("empty-new", () => files.begin());
  press("help", () => byID("help-dialog").showModal());
  press("close-help", () => byID("help-dialog").close());

  const refresh = () => {
    const { document: current } = studio;
    byID("empty").hidden = current !== undefined;
    byID("document-name").textContent = current?.name ?? "No pattern";
    byID("document-state").textContent = stateOf(studio);
    byID("document-state").classList.toggle("edited", current?.isEdited ?? false);
    document.title = `${current?.isEdited ? "• " : ""}${current ? `${current.name} – ` : ""}Thrum studio`;
    byID("undo").disabled = !current?.history.canUndo;
    byID("redo").disabled = !current?.history.canRedo;
    byID("save").disabled = !current;
    byID("download").disabled = !current;
    refreshSlots(studio);
    if (current) summarise(studio, transport);
  };
  for (const change of /** @type {const} */ (["document", "text", "saved", "slots", "history", "analysis"])) {
    studio.on(change, refresh);
  }
  refresh();
}

/** @param {Studio} studio */
function stateOf({ document: current, isShowingA, session }) {
  if (!current) return "";
  if (isShowingA) return `version A, ${current.slotA?.label}`;
  if (current.isEdited) return current.path && !current.isGone ? "edited" : "unsaved";
  if (!current.path) return session.folder ? "not in the folder" : "";
  if (/^(library|preset):/.test(current.path)) return "built-in";
  return current.writable ? "saved" : "read-only";
}

/** @param {Studio} studio */
function refreshSlots(studio) {
  const slot = studio.document?.slotA;
  byID("keep-a").disabled = !studio.document || studio.isShowingA;
  byID("show-a").disabled = byID("show-b").disabled = !slot;
  byID("take-a").hidden = byID("match-box").hidden = !slot;
  byID("show-a").setAttribute("aria-pressed", String(studio.isShowingA));
  byID("show-b").setAttribute("aria-pressed", String(!studio.isShowingA));
  // They stay in use: a press says why nothing is changed.
  for (const tool of document.querySelectorAll(".edit-bar > .group button")) {
    tool.setAttribute("aria-disabled", String(studio.isShowingA));
  }
  byID("show-a").title = slot ? `Version A: ${slot.label} (a; x switches)` : "Version A (a): use “Set as A” first";
}

/** @type {WeakMap<Pattern, string>} What patterns contain, in words. Counting is slow for a long pattern. */
const contents = new WeakMap();

/** @param {Pattern} pattern */
export function contentsOf(pattern) {
  const known = contents.get(pattern);
  if (known !== undefined) return known;
  const { events, curves, parameters } = pattern;
  /** @param {number} number @param {string} one @param {string} many */
  const count = (number, one, many) => (number === 0 ? undefined : `${number} ${number === 1 ? one : many}`);
  const parts = [
    count(events.filter((event) => event.isTap).length, "tap", "taps"),
    count(events.filter((event) => event.isHaptic && !event.isTap).length, "hold", "holds"),
    count(events.filter((event) => !event.isHaptic).length, "sound", "sounds"),
    count(curves.length, "curve", "curves"), count(parameters.length, "parameter", "parameters"),
  ].filter(Boolean);
  const words = parts.join(", ") || "empty";
  contents.set(pattern, words);
  return words;
}

/**
 * @param {Studio} studio
 * @param {Transport} transport
 */
function summarise(studio, transport) {
  const duration = studio.analysis.duration ?? studio.shownPattern.duration;
  const { wave } = studio;
  const peak = wave ? `, peak ${wave.peak.toFixed(2)} ${wave.unit} on ${wave.motor ?? ""}` : "";
  const felt = wave?.touchLevelDecibels;
  const touch =
    felt === undefined ? "" : `, ${Math.abs(felt).toFixed(0)} dB ${felt < 0 ? "below" : "above"} the touch threshold`;
  const text = `${duration.toFixed(3)} s, ${contentsOf(studio.shownPattern)}${peak}${touch}`;
  byID("summary").textContent = text;
  byID("picture").setAttribute("aria-label", `${studio.current.name}: ${text}. ${studio.shownPattern.description}`);
  byID("length").textContent = transport.end.toFixed(3);
}
