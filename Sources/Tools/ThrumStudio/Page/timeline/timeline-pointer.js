// Pointer input: selecting, dragging, scrubbing, looping, zooming, panning, pinching.

import { describe } from "../pattern/items.js";
import { clamp } from "../pattern/vocabulary.js";
import { around } from "../base/dom.js";
import { Bubble } from "./bubble.js";
import { doubleClick, DoubleTap } from "./double-click.js";
import { drawing } from "../picture/drawing.js";
import { feltWords, followingMarks } from "../picture/felt-marks.js";
import { handleAt } from "./handles.js";
import { feltAt, findingAt, hitTest, trackAt } from "../picture/hit-test.js";
import { draggingItems } from "./item-drag.js";
import { marking } from "../picture/marking.js";
import { rulerHeight } from "../picture/panels.js";
import { draggingTrack } from "./track-drag.js";

/** @type {Record<string, string>} */
const cursors = { begin: "ew-resize", end: "ew-resize", sharpness: "ns-resize", body: "grab" };

export class TimelinePointer {
  /** @type {Map<number, Place>} */
  #fingers = new Map();
  /** @type {Drag | undefined} */
  #drag;
  /** @type {{ past: number, place: Place, event: PointerEvent } | undefined} */
  #edge;
  /** @type {{ middle: number, distance: number } | undefined} Two fingers. */
  pinched;
  doubleTap = new DoubleTap();
  bubble = new Bubble();

  /**
   * @param {Timeline} timeline
   * @param {{ onReadout: (words?: string) => void, onFinding: (finding: Finding) => void,
   *   focus: (finding: Finding) => void }} uses
   */
  constructor(timeline, { onReadout, onFinding, focus }) {
    this.timeline = timeline;
    this.studio = timeline.studio;
    this.transport = timeline.transport;
    this.onReadout = onReadout;
    this.onFinding = onFinding;
    this.onFelt = followingMarks(this.studio, { goTo: onFinding, focus, say: onReadout });
    const frame = timeline.frame;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.cancel(event));
    frame.addEventListener("pointerleave", () => this.hover(undefined));
    frame.addEventListener("dblclick", (event) => this.doubleTap.isNew(event) && doubleClick(timeline, this.at(event)));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("keydown", (event) => this.escape(event), { capture: true });
    frame.addEventListener("touchstart", (event) => this.touch(event), { passive: false });
  }

  /** @param {{ clientX: number, clientY: number }} event */
  at(event) {
    const box = this.timeline.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /**
   * Touching an item or the ruler drags instead of scrolling the page.
   *
   * @param {TouchEvent} event
   */
  touch(event) {
    const { x, y } = this.at(event.touches[0]);
    const isDrag = this.studio.tool !== "choose" || event.touches.length > 1 || y < rulerHeight;
    const view = this.timeline.view();
    if (isDrag || handleAt(view, x, y, 14) || trackAt(view, x, y) || hitTest(view, x, y, 14)) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1 || around(event, "button")) return;
    this.timeline.frame.focus({ preventScroll: true });
    const place = this.at(event);
    this.#fingers.set(event.pointerId, place);
    this.timeline.frame.setPointerCapture(event.pointerId);
    if (this.#fingers.size === 2) return this.beginPinch();
    this.#drag = this.dragFor(event, place);
    this.#drag.from = place;
    this.#drag.start?.(place, event);
  }

  /** @param {PointerEvent} event @param {Place} place */
  dragFor(event, place) {
    if (event.button === 1) return this.panning();
    if (place.y < rulerHeight) return event.shiftKey ? this.looping() : this.scrubbing();
    const { tool, document } = this.studio;
    if (tool !== "choose" && document) {
      if (this.studio.isShowingA) return { end: () => this.studio.refuseA() };
      const drawn = drawing(this.timeline, tool, place);
      if (drawn) return drawn;
    }
    const view = this.timeline.view();
    const finding = findingAt(view, this.studio.findings, place.x, place.y);
    if (finding) return { end: () => this.onFinding(finding) };
    const felt = feltAt(view, this.studio.felt, place.x, place.y);
    if (felt) return { end: () => this.onFelt(felt) };
    const reach = event.pointerType === "touch" ? 14 : 8;
    const handle = this.studio.isShowingA ? undefined : handleAt(view, place.x, place.y, reach);
    if (handle) return handle.begin(this.timeline);
    const track = trackAt(view, place.x, place.y);
    if (track) return draggingTrack(this.timeline.scale, track, (at) => this.clickGround(at));
    const hit = this.studio.isShowingA ? undefined : hitTest(view, place.x, place.y, reach);
    if (hit && this.studio.layers.isLocked(this.studio.current.pattern.items.get(hit.key))) return this.panning();
    if (hit) return draggingItems(this.timeline, view, hit, { event, onReadout: this.onReadout });
    return event.pointerType === "touch" ? this.panning() : marking(this.timeline, event, (at) => this.clickGround(at));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const place = this.at(event);
    if (!this.#fingers.has(event.pointerId)) return this.hover(place);
    this.#fingers.set(event.pointerId, place);
    if (this.#fingers.size === 2) return this.pinch();
    const drag = this.#drag;
    if (!drag) return;
    const { from = place } = drag;
    if (!drag.isMoving && Math.hypot(place.x - from.x, place.y - from.y) < 3) return;
    drag.isMoving = true;
    drag.move?.(this.inside(place), event);
    this.bubble.show(drag.words, place);
    this.followAtEdge(place, event);
  }

  /**
   * Clamps a drag in time to the visible range.
   *
   * @param {Place} place
   */
  inside({ x, y }) {
    const { left, width } = this.timeline.scale;
    return { x: this.#drag?.followsTime ? clamp(x, left - 4, left + width - 4) : x, y };
  }

  /**
   * Pans while a drag is held at an edge.
   *
   * @param {Place} place
   * @param {PointerEvent} event
   */
  followAtEdge(place, event) {
    const { scale } = this.timeline;
    const past = Math.max(0, place.x - (scale.left + scale.width - 14)) + Math.min(0, place.x - scale.left);
    const wasWaiting = this.#edge !== undefined;
    this.#edge = this.#drag?.followsTime && past !== 0 ? { past, place, event } : undefined;
    if (!this.#edge || wasWaiting) return;
    const step = () => {
      if (!this.#edge || !this.#drag) return void (this.#edge = undefined);
      const { past: points, place: at, event: last } = this.#edge;
      this.timeline.pan(clamp(points, -60, 60) * 0.25 * this.timeline.scale.secondsPerPoint);
      this.#drag.move?.(this.inside(at), last);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    const isTap = this.#fingers.size === 0 && this.#drag && !this.#drag.isMoving;
    if (this.#fingers.size === 0) this.#drag?.end?.(this.at(event), event);
    this.#drag = undefined;
    this.bubble.hide();
    if (isTap && this.doubleTap.take(event)) doubleClick(this.timeline, this.at(event));
    this.timeline.endHold();
    this.timeline.draw();
  }

  /** @param {KeyboardEvent} event Escape ends a drag and takes back what it did */
  escape(event) {
    if (event.key !== "Escape" || !this.#drag?.isMoving) return;
    event.preventDefault();
    event.stopPropagation();
    const { cancel } = this.#drag;
    for (const pointerId of [...this.#fingers.keys()]) this.cancel({ pointerId });
    cancel?.();
  }

  /** @param {{ pointerId: number }} event */
  cancel(event) {
    this.#fingers.delete(event.pointerId);
    this.#drag = undefined;
    this.bubble.hide();
    this.timeline.endHold();
    this.timeline.showGesture();
  }

  /** @param {Place | undefined} place */
  hover(place) {
    const view = this.timeline.view();
    const finding = place && findingAt(view, this.studio.findings, place.x, place.y);
    const felt = place && feltAt(view, this.studio.felt, place.x, place.y);
    if (felt) return this.onReadout(`${felt.title}: ${feltWords(felt.event)}`);
    const hit = place && place.y >= rulerHeight ? hitTest(view, place.x, place.y) : undefined;
    const handle = place && handleAt(view, place.x, place.y, 8);
    const isTrack = place && trackAt(view, place.x, place.y) !== undefined;
    const ground = isTrack ? "grab" : place && place.y < rulerHeight ? "col-resize" : "";
    const item = hit && this.studio.shownPattern.items.get(hit.key);
    const isLocked = this.studio.layers.isLocked(item);
    const onItem = hit && (isLocked ? "not-allowed" : cursors[hit.part]);
    const cursor = finding ? "pointer" : handle?.cursor ?? onItem ?? ground;
    this.timeline.frame.style.cursor = this.studio.tool !== "choose" ? "" : cursor;
    this.onReadout(finding?.message ?? (item ? `${isLocked ? "Locked: " : ""}${describe(item)}` : undefined));
    this.timeline.hover(isLocked ? undefined : hit?.key);
  }

  scrubbing() {
    /** @param {Place} place */
    const go = ({ x }) => this.transport.scrub(Math.max(0, this.timeline.scale.time(x)));
    /** @param {Place} place */
    const end = ({ x }) => this.transport.endScrub(Math.max(0, this.timeline.scale.time(x)));
    return { followsTime: true, start: go, move: go, end };
  }

  looping() {
    const { scale } = this.timeline;
    let first = 0;
    return {
      followsTime: true,
      /** @param {Place} place */
      start: ({ x }) => (first = Math.max(0, scale.time(x))),
      /** @param {Place} place */
      move: ({ x }) => {
        const [a, b] = [first, Math.max(0, scale.time(x))].sort((p, q) => p - q);
        this.transport.setLoopRegion(b - a > 0.01 ? { start: a, end: b } : undefined);
      },
    };
  }

  panning() {
    let last = 0;
    return {
      /** @param {Place} place */
      start: ({ x }) => (last = x),
      /** @param {Place} place */
      move: ({ x }) => {
        this.timeline.pan((last - x) * this.timeline.scale.secondsPerPoint);
        last = x;
      },
      /** @param {Place} place */
      end: (place) => this.#drag?.isMoving || this.clickGround(place),
    };
  }

  /** @param {Place} place */
  clickGround({ x }) {
    this.studio.select([]);
    this.transport.seek(Math.max(0, this.timeline.scale.time(x)));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { x } = this.at(event);
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return this.timeline.zoom(Math.exp(event.deltaY * 0.002), x);
    }
    const points = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!points) return;
    event.preventDefault();
    this.timeline.pan(points * this.timeline.scale.secondsPerPoint);
  }

  beginPinch() {
    this.#drag = undefined;
    this.timeline.showGesture();
    this.pinched = this.spread();
  }

  pinch() {
    const now = this.spread();
    const before = this.pinched ?? now;
    this.pinched = now;
    this.timeline.pan((before.middle - now.middle) * this.timeline.scale.secondsPerPoint);
    this.timeline.zoom(before.distance / Math.max(8, now.distance), now.middle);
  }

  spread() {
    const [a, b] = [...this.#fingers.values()];
    return { middle: (a.x + b.x) / 2, distance: Math.max(8, Math.abs(a.x - b.x)) };
  }
}
