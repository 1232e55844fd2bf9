// The picture of the pattern over time.

import { Emitter } from "../pattern/emitter.js";
import { beatSeconds, gridOf } from "../edits/snapping.js";
import { TimeScale } from "../pattern/time-scale.js";
import { byID, penOf } from "../base/dom.js";
import { theme, whenThemeChanges } from "../base/theme.js";
import { drawOverlay, inside } from "../picture/draw-overlay.js";
import { drawEvents, drawPicture } from "../picture/draw-picture.js";
import { shownLanes } from "../picture/lanes.js";
import { makeRoom, placePanels } from "../picture/panels.js";
import { makeScene, only, without } from "../picture/scene.js";
import { WaveDetail } from "./wave-detail.js";

/** @type {Set<string>} */
const nothing = new Set();
/** Minimum length shown for a new pattern, seconds. */
const emptySeconds = 2;

/** @extends {Emitter<TimelineEvents>} */
export class Timeline extends Emitter {
  scale = new TimeScale();
  /** @type {string | undefined} Key of the item under the pointer. */
  hovered;
  /** @type {{ left: number, top: number, right: number, bottom: number } | undefined} */
  marquee;
  /** @type {{ time: number, y: number }[] | undefined} The freehand line. */
  stroke;
  /** @type {import("../picture/draw-overlay.js").TakenMark[] | undefined} Events of a running recording. */
  taken;
  /** @type {Map<Pattern, { sounds: Map<string, SoundNote>, scene: Scene }>} */
  #scenes = new Map();
  /** @type {Pattern | undefined} Pattern of the latest scene. */
  #latest;
  /** @type {Track | undefined} The backing track. */
  track;
  /** @type {{ selection: string[], keys: Set<string> }} */
  #selected = { selection: [], keys: nothing };
  /** Whether a drag is in progress. */
  isHeld = false;
  /** @type {Set<string> | undefined} Keys of dragged events, while nothing else changes. */
  held;
  /** @type {{ canvas: OffscreenCanvas, stamp: unknown[] } | undefined} The picture without `held`, and its inputs. */
  #layer;
  #isDue = false;
  #isOverlayDue = false;
  #size = { width: 0, height: 0 };

  /** @param {Studio} studio @param {Transport} transport @param {Server} server @param {HTMLElement} frame */
  constructor(studio, transport, server, frame) {
    super();
    this.studio = studio;
    this.transport = transport;
    this.frame = frame;
    this.picture = byID("picture");
    this.overlay = byID("overlay");
    new ResizeObserver(() => this.resize()).observe(frame);
    whenThemeChanges(() => this.draw());
    const changes = /** @type {const} */ (["text", "selection", "analysis", "felt", "markers", "grid", "layers"]);
    for (const change of changes) {
      studio.on(change, () => this.draw());
    }
    studio.on("document", () => this.showAnew());
    studio.settings.on("change", (changes) => "fitsWave" in changes && this.draw());
    transport.on("position", () => this.follow());
    transport.on("loop", () => this.draw());
    /** Waveform of the visible range. */
    this.detail = new WaveDetail(studio, server, () => this.draw());
  }

  /** @param {Pattern} pattern */
  sceneOf(pattern) {
    const sounds = this.studio.soundSeconds;
    const known = this.#scenes.get(pattern);
    if (known?.sounds === sounds) return known.scene;
    const scene = makeScene(pattern, sounds, this.#latest && this.#scenes.get(this.#latest)?.scene);
    if (this.#scenes.size > 3) this.#scenes.clear();
    this.#scenes.set(pattern, { sounds, scene });
    this.#latest = pattern;
    return scene;
  }

  /** @param {Scene} scene */
  lanesOf(scene) {
    return shownLanes(scene, this.track, this.studio.felt);
  }

  /** Keys of the selected items. */
  get selected() {
    const { selection } = this.studio;
    if (this.#selected.selection !== selection) this.#selected = { selection, keys: new Set(selection) };
    return this.#selected.keys;
  }

  /** @returns {View} */
  view(pattern = this.studio.shownPattern, isGhost = false) {
    const scene = this.studio.layers.seen(this.sceneOf(pattern));
    const { width, height } = this.#size;
    const wasFitted = this.scale.isFitted;
    this.scale.left = width < 500 ? 34 : 52;
    this.scale.width = Math.max(10, width - this.scale.left - (width < 500 ? 6 : 12));
    if (!isGhost) {
      // The waveform may still be that of the previous text.
      const waveEnd = Math.min(this.studio.wave?.seconds ?? 0, scene.end + 2);
      const least = scene.isEmpty || this.studio.document?.wasBegunHere ? emptySeconds : 0.1;
      this.scale.end = Math.max(scene.end, waveEnd, least);
      const trackEnd = this.track ? this.track.start + this.track.source.seconds : 0;
      this.scale.reached = Math.max(this.transport.position, trackEnd);
      if (wasFitted && !this.isHeld) this.scale.fit();
    }
    const main = isGhost ? this.sceneOf(this.studio.shownPattern) : scene;
    return {
      scene, parts: isGhost ? undefined : this.studio.layers.split(scene), isGhost, width, height, scale: this.scale,
      panels: placePanels(this.lanesOf(main), height), colors: theme(),
      grid: gridOf(this.studio.settings, this.scale), beat: beatSeconds(this.studio.settings), wave: this.studio.wave,
      track: this.track, fitsWave: this.studio.settings.fitsWave,
      detail: isGhost ? undefined : this.detail.of(this.scale),
      selected: isGhost || this.studio.isShowingA ? nothing : this.selected,
      hovered: this.hovered, loop: this.transport.loopRange, markers: this.studio.markers,
      position: this.transport.position,
      /** @param {number} size */
      font: (size) => `${size}px system-ui, sans-serif`,
    };
  }

  showAnew() {
    this.view();
    this.scale.fit();
    this.draw();
  }

  draw() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.drawNow();
    });
  }

  /** Draws only the cursor and what is under the pointer. */
  drawOverlaySoon() {
    if (this.#isDue || this.#isOverlayDue) return;
    this.#isOverlayDue = true;
    requestAnimationFrame(() => {
      this.#isOverlayDue = false;
      this.drawOverlay();
    });
  }

  drawNow() {
    const { width, height } = this.#size;
    if (width < 20 || height < 20) return;
    const view = this.view();
    const { from, to, left, width: across } = this.scale;
    this.frame.dataset.view = [from, to, left, across].join(" ");
    makeRoom(this.frame, [...view.panels.values()].map(({ lane }) => lane));
    const c = this.context(this.picture);
    if (this.held) this.drawHeld(c, view, this.held);
    else drawPicture(c, view, this.shown);
    this.drawOverlay(view);
    this.emit("drawn");
  }

  /** What the picture shows besides its view. */
  get shown() {
    const { ghostPattern: ghost, findings, felt } = this.studio;
    return { ghost: ghost && this.view(ghost, true), findings, felt };
  }

  /**
   * Draws dragged events over a cached picture of the rest.
   *
   * @param {CanvasRenderingContext2D} c
   * @param {View} view
   * @param {Set<string>} held
   */
  drawHeld(c, view, held) {
    const ratio = devicePixelRatio || 1;
    const stamp = [
      view.scale.from, view.scale.span, view.width, view.height, ratio, view.wave, view.detail, this.studio.findings,
      held,
    ];
    let layer = this.#layer;
    if (!layer || stamp.some((part, index) => part !== layer?.stamp[index])) {
      const canvas = new OffscreenCanvas(this.picture.width, this.picture.height);
      const pen = canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawPicture(pen, { ...view, parts: undefined, scene: without(view.scene, held) }, this.shown);
      layer = { canvas, stamp };
      this.#layer = layer;
    }
    c.drawImage(layer.canvas, 0, 0, view.width, view.height);
    inside(c, view, () => drawEvents(c, { ...view, scene: only(view.scene, held) }));
  }

  drawOverlay(view = this.view()) {
    drawOverlay(this.context(this.overlay), view, this);
  }

  /** @param {HTMLCanvasElement} canvas */
  context(canvas) {
    const c = penOf(canvas);
    const ratio = devicePixelRatio || 1;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, this.#size.width, this.#size.height);
    return c;
  }

  resize() {
    const { width, height } = this.frame.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    const wasFitted = this.scale.isFitted || this.#size.width === 0;
    this.#size = { width: Math.floor(width), height: Math.floor(height) };
    for (const canvas of [this.picture, this.overlay]) {
      canvas.width = Math.round(this.#size.width * ratio);
      canvas.height = Math.round(this.#size.height * ratio);
    }
    if (wasFitted) this.showAnew();
    this.drawNow();
  }

  /** @param {Track | undefined} track in the picture */
  showTrack(track) {
    this.track = track;
    this.draw();
  }

  /** @param {Timeline["taken"]} marks of a running recording */
  showTaken(marks) {
    this.taken = marks;
    if (marks) this.drawOverlaySoon();
    else this.draw();
  }

  /** @param {{ marquee?: Timeline["marquee"], stroke?: Timeline["stroke"] }} gesture of a drag; none at its end */
  showGesture({ marquee, stroke } = {}) {
    Object.assign(this, { marquee, stroke });
    this.draw();
  }

  /** @param {string | undefined} key of the item under the pointer */
  hover(key) {
    if (key !== this.hovered) this.drawOverlaySoon();
    this.hovered = key;
  }

  /** @param {Set<string>} [keys] of dragged events, if the drag changes nothing else */
  hold(keys) {
    this.isHeld = true;
    if (keys) this.held = keys;
  }

  endHold() {
    this.isHeld = false;
    this.held = this.#layer = undefined;
  }

  /** Keeps the cursor visible during playback. */
  follow() {
    if (this.transport.isPlaying && this.transport.position > this.scale.to) {
      this.scale.from = this.transport.position - this.scale.span * 0.04;
      this.scale.keepInside();
      this.draw();
    }
    this.drawOverlay();
  }

  /**
   * Zooms around x or, if it is omitted, around a visible selection or cursor.
   *
   * @param {number} factor
   */
  zoom(factor, x = this.middle) {
    this.scale.zoom(factor, x);
    this.draw();
  }

  get middle() {
    const { from, to } = this.scale;
    const time = [this.studio.selectedItems[0]?.time, this.transport.position].find((one) => one >= from && one <= to);
    return time === undefined ? undefined : this.scale.x(time);
  }

  /** @param {number} seconds */
  pan(seconds) {
    this.scale.pan(seconds);
    this.draw();
  }

  fit() {
    this.scale.fit();
    this.draw();
  }

  /** @param {number} time */
  reveal(time) {
    if (this.scale.reveal(time)) this.draw();
  }
}
