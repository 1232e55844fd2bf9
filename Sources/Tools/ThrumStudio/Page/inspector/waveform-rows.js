// The rows of the inspector for events that play a sound file.

import { setFlag, setWaveform } from "../edits/edits.js";
import { make } from "../base/dom.js";

/**
 * @param {Pick<import("./inspector.js").Inspector, "row" | "change">} inspector
 * @returns {{ rows: HTMLElement[], refresh: (items: PatternItem[]) => void }}
 */
export function waveformRows(inspector) {
  const path = make("input", {
    type: "text", spellcheck: false, autocomplete: "off", dataset: { field: "waveform" },
  });
  path.addEventListener("change", () => inspector.change((pattern, item) => setWaveform(pattern, item, path.value)));
  /**
   * @param {string} field
   * @param {string} member
   * @param {boolean} standard
   */
  const flag = (field, member, standard) => {
    const box = make("input", { type: "checkbox", dataset: { field } });
    box.addEventListener("change", () =>
      inspector.change((pattern, item) => setFlag(pattern, item, member, box.checked, standard)));
    return box;
  };
  const loops = flag("loops", "EventWaveformLoopEnabled", false);
  const envelope = flag("envelope", "EventWaveformUseVolumeEnvelope", true);
  return {
    rows: [
      inspector.row("File", path), inspector.row("Loops", loops), inspector.row("Volume envelope", envelope),
    ],
    refresh: ([item]) => {
      if (document.activeElement !== path) path.value = item.waveform ?? "";
      loops.checked = item.loops ?? false;
      envelope.checked = item.usesEnvelope ?? true;
    },
  };
}
