// How a pattern follows the sound that it was made from: sliders that make it again while they move.

import { button, make } from "../base/dom.js";
import { numberField } from "../base/number-field.js";
import { slider } from "./slider.js";

/**
 * @type {{ name: NumericValue, title: string, unit?: string, range: [number, number], step: number,
 *   about: string }[]}
 */
const rows = [
  { name: "gain", title: "Gain", unit: "dB", range: [-24, 24], step: 1, about: "stronger or weaker throughout" },
  {
    name: "sensitivity", title: "Emphasis", range: [0, 1], step: 0.05,
    about: "more taps at onsets; above 0.5, at drops of rain too",
  },
  { name: "resolution", title: "Resolution", range: [0, 1], step: 0.05, about: "more points in curves" },
  { name: "lowSharpness", title: "Sharpness from", range: [0, 1], step: 0.05, about: "of the lowest tones" },
  { name: "highSharpness", title: "Sharpness to", range: [0, 1], step: 0.05, about: "of the highest tones" },
];

export class SoundParameters {
  /** @type {((values: GenerateValues, isEdited: boolean) => void)[]} */
  #refreshers = [];

  /** @param {Studio} studio @param {SoundSource} source of the open document */
  constructor(studio, source) {
    this.studio = studio;
    this.source = source;
    this.edited = make("div", { className: "group wrap" },
      make("p", { className: "hint" },
        "You have edited this pattern since it was made. The sliders would replace that."),
      button("Make another pattern", () => studio.emit("generate", source)));
    this.element = make("section", { className: "from-sound", "aria-label": "From the sound" },
      make("h3", {}, `From “${source.file.name}”`), ...rows.map((row) => this.#row(row)), this.#kinds(), this.edited);
  }

  refresh() {
    const { document } = this.studio;
    if (!document) return;
    const isEdited = this.source.isEdited(document);
    for (const refresher of this.#refreshers) refresher(this.source.values, isEdited);
    this.edited.hidden = !isEdited;
  }

  /** @param {Partial<GenerateValues>} values */
  #change(values) {
    this.source.change(this.studio, values);
    this.refresh();
  }

  /** @param {(typeof rows)[number]} row */
  #row({ name, title, unit = "", range, step, about }) {
    const label = unit ? `${title}, ${unit}` : title;
    const fine = step / 5;
    const input = numberField({
      label, low: range[0], high: range[1], step, fine,
      onChange: (change) => {
        this.source.begin();
        this.#change({ [name]: change?.(this.source.values[name]) ?? (name === "highSharpness" ? 1 : 0) });
      },
    });
    input.id = `field-${name}`;
    input.dataset.field = name;
    const drag = slider({
      label, step, fine, grain: step,
      onBegin: () => {
        this.source.begin();
        return (change) => this.#change({ [name]: change(this.source.values[name]) });
      },
      onEnd: () => {},
    });
    this.#refreshers.push((values, isEdited) => {
      input.show(values[name]);
      drag.show({ values: [values[name]], range, note: about });
      for (const control of [input, drag.element.querySelector("input")]) if (control) control.disabled = isEdited;
    });
    return make("div", { className: "field-row", title: about },
      make("label", { for: input.id }, label), drag.element, input);
  }

  #kinds() {
    const choice = make("select", { id: "field-kinds", dataset: { field: "kinds" } },
      make("option", { value: "both" }, "taps and holds"), make("option", { value: "taps" }, "only taps"),
      make("option", { value: "holds" }, "only holds"));
    choice.addEventListener("change", () => {
      this.source.begin();
      this.#change({ hasTransients: choice.value !== "holds", hasContinuous: choice.value !== "taps" });
    });
    this.#refreshers.push(({ hasTransients, hasContinuous }, isEdited) => {
      choice.value = hasTransients && hasContinuous ? "both" : hasTransients ? "taps" : "holds";
      choice.disabled = isEdited;
    });
    return make("div", { className: "field-row" }, make("label", { for: choice.id }, "Make"), choice);
  }
}
