// Actions of buttons and keys on the open pattern.

import { addEntries, addPoint, curveHold, eventAt, moved } from "../edits/edits.js";
import { removeEnvelopes, setEnvelopes } from "../edits/envelope-edits.js";
import { extent, periodOf } from "../edits/group-edits.js";
import { describe, seconds } from "../pattern/items.js";
import { moveLabel } from "../edits/move-label.js";
import { newEntry } from "../edits/new-entries.js";
import { independent } from "../edits/own-envelope.js";
import { repeatEntries, trimmed } from "../edits/pasting.js";
import { inOrder, readPattern } from "../pattern/pattern.js";
import { snappedAsChosen, snapTimes } from "../edits/snapping.js";
import { spliced } from "../pattern/splice.js";
import { announce, notify } from "../base/announcer.js";

/** @type {Record<string, string>} */
const names = { HapticTransient: "tap", HapticContinuous: "hold", AudioContinuous: "tone" };

export class EditorActions {
  /** @param {Studio} studio @param {Transport} transport @param {Timeline} timeline */
  constructor(studio, transport, timeline) {
    this.studio = studio;
    this.transport = transport;
    this.timeline = timeline;
  }

  /** Insertion time: the cursor, snapped. */
  get cursor() {
    const pattern = this.studio.document?.pattern;
    const times = this.studio.snap.toEvents && pattern ? snapTimes(pattern, new Set()) : [];
    const place = snappedAsChosen(this.timeline, this.transport.position, times);
    return Math.max(0, Math.round(place * 1e4) / 1e4);
  }

  /** @param {string} what */
  add(what) {
    if (!this.studio.document) return notify("Open or create a pattern first.");
    const { pattern } = this.studio.document;
    const { cursor } = this;
    const known = eventAt(pattern, what, cursor);
    if (known) return this.explainTaken(known);
    const hold = what === "Curve" ? curveHold(pattern, this.studio.selection, cursor) : undefined;
    const added = hold ? falling(pattern, hold, cursor) : addEntries(pattern, [newEntry(what, cursor)]);
    const label = `Add ${names[what] ?? what.toLowerCase()}`;
    if (this.studio.insert(added, label)) announce(`Added: ${this.describeFirst()}`);
    return undefined;
  }

  /** The selected continuous events. */
  get holds() {
    return /** @type {PatternEvent[]} */ (
      this.studio.selectedItems.filter((item) => item.isHaptic && !item.isTap && (item.duration ?? 0) > 0));
  }

  /**
   * Gives the selected continuous events an envelope of a given shape, or removes theirs.
   *
   * @param {import("../edits/envelope-edits.js").Shape | undefined} shape
   */
  shape(shape) {
    const { holds } = this;
    if (holds.length === 0 || this.studio.isShowingA) return notify("Select a hold first.");
    const { pattern } = this.studio.current;
    const changed = shape
      ? setEnvelopes(pattern, holds.map((event) => ({ event, points: shape.points(event.duration ?? 0) })))
      : removeEnvelopes(pattern, holds);
    if (this.studio.insert(changed, shape?.name ?? "Remove envelope")) announce(shape?.name ?? "Envelope removed");
    return undefined;
  }

  /** @param {PatternEvent} event to select instead of adding another at the same time */
  explainTaken(event) {
    if (!this.studio.isShowingA) this.studio.select([event.key]);
    return notify(`There is already a ${names[event.type]} at ${seconds(event.time)}. Move the cursor to add another.`);
  }

  /** Adds a point at the cursor to the selected or only curve. */
  addPoint() {
    const pattern = this.studio.document?.pattern;
    if (!pattern) return notify("Open or create a pattern first.");
    const chosen = this.studio.selectedItems.find(({ kind }) => kind === "curve" || kind === "point");
    const own = /** @type {PatternCurve | undefined} */ (chosen?.curve ?? chosen);
    const curve = own ?? (pattern.curves.length === 1 ? pattern.curves[0] : undefined);
    if (!curve) return notify("Select a curve first, then add the point.");
    const time = Math.max(curve.time, this.cursor);
    const value = Math.round((this.timeline.sceneOf(pattern).paths.get(curve.id)?.at(time) ?? 0) * 1000) / 1000;
    if (this.studio.insert(addPoint(pattern, curve, time, value))) announce(`Added: ${this.describeFirst()}`);
    return undefined;
  }

  describeFirst() {
    return describe(this.studio.selectedItems[0] ?? { kind: "event", type: "", time: 0, given: new Map() });
  }

  /**
   * Moves the selection; steps within a second count as one change.
   *
   * @param {number} seconds
   * @param {number} level
   */
  nudge(seconds, level) {
    const { pattern } = this.studio.current;
    const items = independent(pattern, this.studio.selectedItems);
    if (items.length === 0) return false;
    const earliest = items.reduce((least, item) => Math.max(least, -item.time), -Infinity);
    const step = seconds ? Math.max(seconds, earliest) : 0;
    const edits = items.flatMap((item) => moved(pattern, item, "body", step, level));
    const mark = `nudge ${this.studio.selection.join()} ${Math.floor(performance.now() / 1000)}`;
    this.studio.change(spliced(pattern.text, edits), {
      mark, label: (after) => moveLabel(items.map(({ key }) => after.items.get(key)), "body", items),
    });
    const first = this.studio.selectedItems[0];
    if (first) {
      announce(describe(first));
      this.timeline.reveal(first.time);
    }
    return true;
  }

  /** @param {number} by */
  step(by) {
    if (!this.studio.document) return;
    const items = inOrder(this.studio.document.pattern);
    if (items.length === 0) return announce("There are no events.");
    const at = items.findIndex(({ key }) => key === this.studio.selection[0]);
    const next = at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length;
    this.studio.select([items[next].key]);
    this.timeline.reveal(items[next].time);
    announce(`${describe(items[next])}, ${next + 1} of ${items.length}`);
  }

  duplicate() {
    const text = this.studio.copySelection();
    if (text) this.studio.paste(text, this.cursor);
  }

  /** Removes all but the selection, which then begins at 0. */
  trim() {
    const copied = this.studio.copySelection();
    if (!copied) return;
    const kept = trimmed(this.studio.current.pattern, copied);
    if (!kept || !this.studio.change(kept.text, { selection: kept.keys, label: "Trim to the selection" })) return;
    this.studio.settle();
    this.timeline.reveal(0);
    notify(`Only the selection is left${kept.removed > 0 ? `; ${kept.removed} removed` : ""}.`);
  }

  /**
   * Pastes copies after the selection, each `period` seconds after the last.
   *
   * @param {{ start: number }} extent
   * @param {{ count: number, period: number }} how
   */
  repeat({ start }, { count, period }) {
    const copied = this.studio.copySelection();
    /** @param {string} text @param {number} first */
    const add = (text, first) => {
      const added = repeatEntries(this.studio.current.pattern, text, { first, period, count });
      if (!added || !this.studio.insert(added, `Repeat ${count} ×`)) return;
      const again = (/** @type {string} */ other, /** @type {number} */ later) => add(other, first + later);
      this.studio.emit("pasted", { text, keys: added.keys, again, what: `Repeated ${count} ×` });
      const { scale } = this.timeline;
      if (start < scale.from || extent(this.studio.selectedItems).end > scale.to) this.timeline.showAnew();
    };
    if (copied) add(copied, start + period);
  }

  /**
   * Pastes a copy after the selection, on the grid.
   *
   * @param {PatternItem[]} items
   */
  duplicateBehind(items) {
    const text = this.studio.copySelection();
    if (!text) return;
    const { start } = extent(items);
    this.studio.paste(text, start + periodOf(items, this.studio.snap.step));
    this.timeline.reveal(this.studio.selectedItems[0]?.time ?? start);
  }
}

/**
 * A curve for an event: it falls to half from the cursor, or from the start if the cursor is outside the event.
 *
 * @param {Pattern} pattern
 * @param {PatternEvent} event
 * @param {number} cursor
 * @returns {Added | undefined} with the key of the curve
 */
function falling(pattern, event, cursor) {
  const share = (cursor - event.time) / (event.duration ?? 0);
  /** @type {[number, number][]} */
  const points = share > 0 && share < 1 ? [[0, 1], [share, 1], [1, 0.5]] : [[0, 1], [1, 0.5]];
  const added = setEnvelopes(pattern, [{ event, points }]);
  const curve = added && readPattern(added.text).curves.at(-1);
  return curve ? { ...added, keys: [curve.key] } : added;
}
