// The table of all items, editable by keyboard.

import { setDuration, setParameter, setTime, setValue } from "../edits/edits.js";
import { levelID, parameterValue, short } from "../pattern/items.js";
import { inOrder } from "../pattern/pattern.js";
import { controlName, controlRange, eventParameters, eventTypes, standardValue } from "../pattern/vocabulary.js";
import { around, byID, focusIn, make, within } from "../base/dom.js";
import { numberField } from "../base/number-field.js";

const rowsAtFirst = 200;
const seconds = { unit: "s", low: 0, step: 0.01, fine: 0.001 };
const level = { low: 0, high: 1 };

/**
 * @typedef {{ element: HTMLElement, chosen: HTMLInputElement, fields: Record<string, NumberField>,
 *   details: HTMLElement }} Row
 */
/**
 * @typedef {(column: string, label: string, edit: MakeEdits, more: Partial<NumberFieldOptions>) => NumberField} Field
 */

/** Built when shown. */
export class EventTable {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #limit = rowsAtFirst;
  #signature = "";
  isShown = false;

  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.body = within(byID("events"), "tbody");
    this.more = byID("more-rows");
    studio.on("text", () => this.refresh());
    studio.on("selection", () => this.showSelection());
    studio.on("document", () => (this.#limit = rowsAtFirst));
    this.more.addEventListener("click", () => {
      this.#limit += 1000;
      this.refresh();
    });
    this.body.addEventListener("focusin", (event) => this.entered(event));
    this.body.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    this.refresh();
  }

  refresh() {
    if (!this.isShown || !this.studio.document) return;
    const items = inOrder(this.studio.shownPattern);
    const some = items.slice(0, this.#limit);
    const signature = some.map((item) => `${item.key}${item.type ?? ""}`).join();
    if (signature !== this.#signature) this.rebuild(some, signature);
    for (const item of some) this.fill(item);
    this.more.hidden = items.length <= some.length;
    this.more.textContent = `Show more (${items.length - some.length})`;
    this.showSelection();
  }

  /**
   * Rebuilds the rows and restores the focus.
   *
   * @param {PatternItem[]} items
   * @param {string} signature
   */
  rebuild(items, signature) {
    const focused = focusIn(this.body)?.dataset;
    this.#signature = signature;
    this.#rows.clear();
    for (const item of items) this.#rows.set(item.key, this.makeRow(item));
    this.body.replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    if (items.length === 0) this.body.append(make("tr", {}, make("td", { colSpan: 7 }, "No events yet.")));
    if (focused?.key) this.cell(focused.key, focused.column)?.focus();
  }

  /** @param {string} key @param {string} column */
  cell(key, column = "") {
    return this.body.querySelector(`[data-key="${key}"][data-column="${column}"]`);
  }

  /** @param {PatternItem} item @returns {Row} */
  makeRow(item) {
    const { key } = item;
    const name = nameOf(item);
    const chosen = make("input", {
      type: "checkbox", dataset: { key, column: "chosen" }, "aria-label": `Select ${name}`,
    });
    chosen.addEventListener("change", () => this.choose(key, chosen.checked));
    /** @type {Record<string, NumberField>} */
    const fields = {};
    /** @type {Field} */
    const field = (column, label, edit, more) => {
      fields[column] = numberField({
        label: `${label} of ${name}`, ...more, onChange: (change) => this.edit(key, column, edit, change),
      });
      Object.assign(fields[column].dataset, { key, column });
      return fields[column];
    };
    /** @type {(NumberField | string)[]} */
    const cells = [field("time", "Time", (p, i, v) => setTime(p, i, v ?? 0), seconds)];
    const lasts = item.kind === "event" && eventTypes[item.type ?? ""]?.lasts;
    cells.push(
      lasts ? field("length", "Length", (p, i, v) => (v === undefined ? [] : setDuration(p, i, v)), seconds) : "");
    cells.push(this.levelField(item, field));
    cells.push(item.isHaptic
      ? field("sharpness", "Sharpness", (p, i, v) => setParameter(p, i, "HapticSharpness", v), level) : "");
    const details = make("td", { className: "details" });
    const element = make("tr", { className: item.kind },
      make("td", {}, chosen), make("th", { scope: "row" }, name),
      ...cells.map((cell) => make("td", {}, cell)), details);
    return { element, chosen, fields, details };
  }

  /** @param {PatternItem} item @param {Field} field */
  levelField(item, field) {
    if (item.kind === "curve") return "";
    if (item.kind !== "event") {
      const range = controlRange(item.id ?? "");
      return field("level", "Value", (p, i, v) => (v === undefined ? [] : setValue(p, i, v)), range);
    }
    if (!item.isKnown) return "";
    const name = item.isHaptic ? "Intensity" : "Volume";
    return field("level", name, (p, i, v) => setParameter(p, i, levelID(i), v), level);
  }

  /** @param {PatternItem} item */
  fill(item) {
    const row = this.#rows.get(item.key);
    if (!row) return;
    const { fields, details } = row;
    for (const field of Object.values(fields)) field.readOnly = this.studio.isShowingA;
    fields.time?.show(item.time);
    fields.length?.show(item.duration);
    if (item.kind === "event") {
      const id = levelID(item);
      fields.level?.show(item.given.get(id)?.value, standardValue(item.type ?? "", id));
      fields.sharpness?.show(item.given.get("HapticSharpness")?.value, parameterValue(item, "HapticSharpness"));
    } else {
      fields.level?.show(item.value);
    }
    const text = detailsOf(item);
    if (details.textContent !== text) details.textContent = text;
  }

  /** @param {string} key @param {string} column @param {MakeEdits} makeEdits @param {Change | undefined} change */
  edit(key, column, makeEdits, change) {
    const item = this.studio.current.pattern.items.get(key);
    if (!item || this.studio.isShowingA) return;
    this.studio.apply(makeEdits(this.studio.current.pattern, item, change?.(valueOf(item, column) ?? 0)));
    this.studio.settle();
  }

  /** @param {string} key @param {boolean} isChosen */
  choose(key, isChosen) {
    const { selection } = this.studio;
    this.studio.select(isChosen ? [...selection, key] : selection.filter((one) => one !== key));
  }

  /** @param {FocusEvent} event selects the row */
  entered(event) {
    const { key, column } = around(event, "[data-key]")?.dataset ?? {};
    if (!key || column === "chosen" || this.studio.selection.includes(key)) return;
    this.studio.select([key]);
  }

  /** @param {KeyboardEvent} event Enter moves to the next row */
  key(event) {
    const { key, column } = around(event, "[data-key]")?.dataset ?? {};
    if (event.key !== "Enter" || !key) return;
    event.preventDefault();
    const keys = [...this.#rows.keys()];
    const step = event.shiftKey ? -1 : 1;
    for (let at = keys.indexOf(key) + step; at >= 0 && at < keys.length; at += step) {
      const next = this.cell(keys[at], column);
      if (next) return next.focus();
    }
  }

  showSelection() {
    if (!this.isShown) return;
    const selected = new Set(this.studio.isShowingA ? [] : this.studio.selection);
    for (const [key, { element, chosen }] of this.#rows) {
      const isSelected = selected.has(key);
      chosen.checked = isSelected;
      element.classList.toggle("chosen", isSelected);
    }
    if (this.body.contains(document.activeElement)) return;
    const first = this.#rows.get(this.studio.selection[0]);
    first?.element.scrollIntoView({ block: "nearest" });
  }
}

/** @param {PatternItem} item @param {string} column */
function valueOf(item, column) {
  if (column === "time") return item.time;
  if (column === "length") return item.duration ?? 0;
  if (column === "sharpness") return parameterValue(item, "HapticSharpness");
  return item.kind === "event" ? parameterValue(item, levelID(item)) : item.value;
}

/** @param {PatternItem} item */
function nameOf(item) {
  if (item.kind === "event") return eventTypes[item.type ?? ""]?.name ?? (item.type || "Untyped event");
  if (item.kind === "point") return `Point ${item.place + 1}`;
  return item.kind === "curve" ? "Curve" : "Parameter";
}

/** @param {PatternItem} item */
function detailsOf(item) {
  if (item.kind === "point") return "";
  if (item.kind === "curve") return `${controlName(item.id)}, ${item.points.length} points`;
  if (item.kind === "parameter") return controlName(item.id);
  const rest = [...item.given].filter(([id]) => !["HapticIntensity", "HapticSharpness", "AudioVolume"].includes(id));
  const parts = rest.map(([id, { value }]) =>
    `${(eventParameters[id]?.name ?? id).toLowerCase()} ${short(value ?? NaN)}`);
  return [item.waveform, ...parts].filter(Boolean).join(", ");
}
