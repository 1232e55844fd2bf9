// The form with the values of the selected items.

import {
  addPoint, setControl, setDuration, setParameter, setTime, setType, setValue,
} from "../edits/edits.js";
import { envelopeSeconds } from "../pattern/envelope.js";
import { describe, differ, levelID, seconds } from "../pattern/items.js";
import { independent } from "../edits/own-envelope.js";
import {
  controlName, controlRange, controls, eventParameters, eventTypes, parametersOf, standardValue,
} from "../pattern/vocabulary.js";
import { byID, focusIn, make } from "../base/dom.js";
import { numberField } from "../base/number-field.js";
import { envelopeRows } from "./envelope-rows.js";
import { groupRows } from "./groups.js";
import { PatternFacts } from "./pattern-facts.js";
import { longest, roomFor, slider, sliding } from "./slider.js";
import { SoundParameters } from "./sound-parameters.js";
import { waveformRows } from "./waveform-rows.js";

/**
 * @typedef {{ limits?: [number, number][], note: string, isWeak?: boolean }} Hint what a row says about its values
 * @typedef {{ step?: number, fine?: number, low?: number, high?: number, standard?: (item: PatternItem) => number,
 *   hint?: (items: PatternItem[]) => Hint, range?: (items: PatternItem[]) => [number, number],
 *   of?: PatternItem["kind"] }} NumberOptions `of`: only the items of this kind have the value
 */

export class Inspector {
  /** @type {string | undefined} */
  #signature;
  /** @type {((items: PatternItem[]) => unknown)[]} */
  #refreshers = [];

  /** @param {Studio} studio @param {EditorActions} actions @param {MotorReach} reach */
  constructor(studio, actions, reach) {
    this.studio = studio;
    this.actions = actions;
    this.reach = reach;
    this.place = byID("inspector");
    this.title = byID("inspector-title");
    for (const change of /** @type {const} */ ([
      "document", "saved", "text", "selection", "slots", "grid", "reach", "analysis", "felt",
    ])) {
      studio.on(change, () => this.refresh());
    }
    studio.settings.on("change", (changes) => "actuator" in changes && this.refresh());
  }

  get items() {
    return this.studio.isShowingA ? [] : this.studio.selectedItems;
  }

  refresh() {
    const { items } = this;
    const { document } = this.studio;
    const source = document && this.studio.sources.get(document);
    const none = `none ${Boolean(document)} ${this.studio.isShowingA} ${source?.number}`;
    const signature = items.length === 0 ? none : this.#signatureOf(items);
    if (signature !== this.#signature) {
      const hadFocus = focusIn(this.place)?.dataset.field;
      this.#signature = signature;
      this.#refreshers = [];
      this.place.replaceChildren(...this.build(items));
      if (hadFocus) this.place.querySelector(`[data-field="${hadFocus}"]`)?.focus();
    }
    for (const refresher of this.#refreshers) refresher(items);
  }

  /** @param {PatternItem[]} items what the rows depend on; the buttons for several items show the grid step */
  #signatureOf(items) {
    const kinds = new Set(items.map(({ kind }) => kind));
    const types = new Set(items.map(({ type, id }) => type ?? id));
    const ends = [items[0].key, items[items.length - 1].key];
    return [items.length, ...ends, ...kinds, ...types, items.length > 1 && this.studio.snap.step].join();
  }

  /** @param {PatternItem[]} items */
  build(items) {
    const isMixed = items.length > 1 && items.some(({ kind }) => kind !== "event");
    this.title.textContent = titleOf(isMixed ? independent(this.studio.current.pattern, items) : items);
    if (items.length === 0) return [this.nothing()];
    /** @type {HTMLElement[]} */
    const rows = [this.number("time", "Time", "s", (item) => item.time,
      (pattern, item, value) => setTime(pattern, item, value ?? 0), {
      step: 0.01, fine: 0.001, range: () => [0, roomFor(this.studio.current.pattern.duration)],
    })];
    const kind = items.every((item) => item.kind === items[0].kind) ? items[0].kind : "mixed";
    // The shape comes first, so that it is in view when the sheet of a phone opens.
    if (kind === "event") rows.unshift(...this.typeRow(), ...this.shapeRows(items));
    if (kind === "event") rows.push(...this.eventRows(items));
    if (kind === "mixed") rows.push(...this.levelRows(items));
    if (kind === "curve" || kind === "parameter") rows.unshift(this.controlRow());
    if (kind === "point" || kind === "parameter") rows.push(this.valueRow(items[0]));
    if (kind === "curve" && items.length === 1) rows.push(this.pointRow());
    if (items.length > 1) rows.push(...groupRows(this.studio, this.actions));
    return rows;
  }

  nothing() {
    const { document, isShowingA } = this.studio;
    if (isShowingA) {
      return make("p", { className: "hint" }, "Version A is for comparison only. Switch to B (b) to edit.");
    }
    if (!document) return make("p", { className: "hint" }, "Open a pattern first.");
    const facts = new PatternFacts(this.studio);
    this.#refreshers.push(() => facts.refresh());
    const source = this.studio.sources.get(document);
    if (!source) return facts.element;
    const parameters = new SoundParameters(this.studio, source);
    this.#refreshers.push(() => parameters.refresh());
    return make("div", {}, parameters.element, facts.element);
  }

  /**
   * @param {(pattern: Pattern, item: PatternItem) => Edit[]} makeEdits
   * @param {string} [label]
   */
  change(makeEdits, label) {
    const { pattern } = this.studio.current;
    this.studio.apply(independent(pattern, this.items).flatMap((item) => makeEdits(pattern, item)), { label });
    this.studio.settle();
  }

  /** @param {string} name @param {HTMLElement} control @param {Child[]} more */
  row(name, control, ...more) {
    const id = `field-${control.dataset.field}`;
    control.id = id;
    return make("div", { className: "field-row" }, make("label", { for: id }, name), ...more, control);
  }

  /**
   * @param {string} field
   * @param {string} name
   * @param {string} unit
   * @param {(item: PatternItem) => number | undefined} read
   * @param {MakeEdits} makeEdits
   * @param {NumberOptions} options
   */
  number(field, name, unit, read, makeEdits, { step = 0.05, fine = 0.01, standard, hint, low, high, range, of } = {}) {
    const lowest = low ?? (unit === "s" ? 0 : undefined);
    const title = unit ? `${name}, ${unit === "s" ? "seconds" : unit}` : name;
    const label = `Change ${name.split(",")[0].toLowerCase()}`;
    /** @param {PatternItem} item */
    const valueOf = (item) => read(item) ?? standard?.(item) ?? 0;
    const input = numberField({
      label: title, unit, step, fine, low: lowest, high,
      onChange: (change) => {
        // What is moved together keeps its distances: at most the first item reaches 0.
        const lift = field === "time" && change
          ? this.items.reduce((most, item) => Math.max(most, -change(valueOf(item))), 0) : 0;
        this.change((pattern, item) => makeEdits(pattern, item, change && change(valueOf(item)) + lift), label);
      },
    });
    input.dataset.field = field;
    const drag = slider({
      label: title, step, fine, grain: unit === "s" ? step : fine,
      onBegin: () => sliding(this.studio, { read: valueOf, makeEdits, label }), onEnd: () => this.studio.settle(),
    });
    const note = make("span", { className: "note" });
    this.#refreshers.push((all) => {
      const items = of ? all.filter(({ kind }) => kind === of) : all;
      const isMixed = differ(items, read);
      input.show(isMixed ? undefined : read(items[0]), standard?.(items[0]));
      if (isMixed) input.placeholder = "mixed";
      input.title = items.length > 1 ? "A value for all, or a change for each: +0.1, −0.1, ×2" : "";
      const about = hint?.(items) ?? { note: "" };
      note.textContent = about.note;
      note.classList.toggle("weak", about.isWeak ?? false);
      drag.show({
        values: items.map(valueOf), range: range?.(items) ?? [low ?? 0, high ?? 1], limits: about.limits,
        note: about.note,
      });
    });
    return this.row(unit ? `${name}, ${unit}` : name, input, drag.element, note);
  }

  /**
   * @param {string} field
   * @param {string} name
   * @param {string[][]} options
   * @param {(item: PatternItem) => string} read
   * @param {(value: string) => void} onChoose
   */
  select(field, name, options, read, onChoose) {
    const choice = make("select", { dataset: { field } },
      ...options.map(([value, text]) => make("option", { value }, text)));
    choice.addEventListener("change", () => choice.value && onChoose(choice.value));
    this.#refreshers.push((items) => {
      choice.value = differ(items, read) ? "" : read(items[0]);
    });
    return this.row(name, choice);
  }

  typeRow() {
    const options = Object.entries(eventTypes).map(([type, { name }]) => [type, name]);
    return [this.select("type", "Type", options, (item) => item.type ?? "", (type) =>
      this.change((pattern, item) => (item.type === type ? [] : setType(pattern, item, type))))];
  }

  /** @param {PatternItem[]} items */
  shapeRows(items) {
    if (!items.every((item) => item.type === "HapticContinuous")) return [];
    const envelope = envelopeRows(this.studio, this.actions);
    this.#refreshers.push(envelope.refresh);
    return envelope.rows;
  }

  controlRow() {
    const options = Object.keys(controls).map((id) => [id, controlName(id)]);
    return this.select("control", "Control", options, (item) => item.id ?? "", (id) =>
      this.change((pattern, item) => setControl(pattern, item, id)));
  }

  /** @param {PatternItem} item */
  valueRow(item) {
    const { low, high } = controlRange(item.id ?? "");
    return this.number("value", `Value, ${low}…${high}`, "", (one) => one.value,
      (pattern, one, value) => (value === undefined ? [] : setValue(pattern, one, value)), { low, high });
  }

  /** @param {PatternItem[]} items */
  eventRows(items) {
    /** @type {HTMLElement[]} */
    const rows = [];
    const types = [...new Set(items.map(({ type }) => type ?? ""))];
    if (types.every((type) => eventTypes[type]?.lasts)) {
      rows.push(this.number("length", "Length", "s", (item) => item.duration,
        (pattern, item, value) => (value === undefined ? [] : setDuration(pattern, item, value)),
        { step: 0.01, fine: 0.001, range: (all) => [0.01, roomFor(longest(all))] }));
    }
    for (const id of Object.keys(eventParameters)) {
      if (types.every((type) => parametersOf(type).includes(id))) rows.push(this.parameterRow(id));
    }
    if (types.every((type) => type === "AudioCustom")) {
      const sound = waveformRows(this);
      rows.push(...sound.rows);
      this.#refreshers.push(sound.refresh);
    }
    return rows;
  }

  /**
   * The level of the events among other items.
   *
   * @param {PatternItem[]} items
   */
  levelRows(items) {
    const events = items.filter((item) => item.kind === "event");
    if (events.length === 0) return [];
    const ids = new Set(events.map(levelID));
    const rows = ids.size === 1 ? [this.parameterRow([...ids][0])] : [];
    return events.every((event) => event.isHaptic) ? [...rows, this.parameterRow("HapticSharpness")] : rows;
  }

  /** @param {string} id */
  parameterRow(id) {
    const { name, low, high } = eventParameters[id];
    if (id === "Sustained") return this.sustainedRow();
    /** @type {NumberOptions["hint"]} */
    const hint = id.endsWith("Time") ? (items) => this.envelopeHint(items, id) : (items) => this.reach.about(items, id);
    return this.number(id, `${name}${low < 0 ? ", −1…1" : ""}`, "", (item) => item.given?.get(id)?.value,
      (pattern, item, value) => (item.kind === "event" ? setParameter(pattern, item, id, value) : []),
      { hint, low, high, of: "event", standard: (item) => standardValue(item.type ?? "", id) });
  }

  /** @param {PatternItem[]} items @param {string} id */
  envelopeHint([item], id) {
    const value = item.given?.get(id)?.value ?? standardValue(item.type ?? "", id);
    return { note: `≈ ${seconds(envelopeSeconds(id, value))}` };
  }

  sustainedRow() {
    return this.select("Sustained", "Sustained", [["1", "holds, then releases"], ["0", "decays"]],
      (item) => String(Number((item.given?.get("Sustained")?.value ?? 1) >= 0.5)),
      (value) => this.change((pattern, item) => setParameter(pattern, item, "Sustained", Number(value))));
  }

  pointRow() {
    const add = make("button", { type: "button", className: "labelled", dataset: { field: "add-point" } },
      "Add point at end");
    add.addEventListener("click", () => {
      const [curve] = /** @type {PatternCurve[]} */ (this.items);
      const last = curve.points.at(-1);
      const time = (last?.time ?? curve.time) + 0.1;
      this.studio.insert(addPoint(this.studio.current.pattern, curve, time, last?.value ?? 0.5));
    });
    return add;
  }
}

/** @param {PatternItem[]} items */
function titleOf(items) {
  if (items.length === 0) return "Pattern";
  if (items.length > 1) return `${items.length} selected`;
  return describe(items[0]).split(" at ")[0];
}
