// The backing track: a sound or video beside the pattern.

import { exact } from "../pattern/items.js";
import { byID } from "../base/dom.js";
import { numberField } from "../base/number-field.js";
import { amplitude } from "../player/audio-output.js";
import { keepTrack, keptTrack } from "./kept-tracks.js";
import { TrackSound } from "../player/track-sound.js";

/** @typedef {import("./kept-tracks.js").KeptTrack} KeptTrack */

/** Tolerated offset of a running video's picture, and of a sound that follows the sound card, seconds. */
const drift = 0.06;

/** The backing track, a sound or video that never leaves the browser. Its sound plays in step with the pattern's. */
export class Soundtrack {
  /** Start in the pattern, seconds. */
  start = 0;
  /** @type {HTMLVideoElement | undefined} The picture. It is muted, unless the file's sound could not be decoded. */
  #video;
  #count = 0;
  /** @type {number | undefined} */
  #waiting;
  /** Whether the browser plays the track without a pattern. */
  #isAlone = false;
  /** @type {File | undefined} */
  #file;
  /** @type {PatternDocument | undefined} The pattern to which the track belongs. */
  #owner;
  /** @type {WeakMap<PatternDocument, KeptTrack | undefined>} */
  #chosen = new WeakMap();

  /** @param {Transport} transport @param {Timeline} timeline @param {AudioOutput} output */
  constructor(transport, timeline, output) {
    this.transport = transport;
    this.timeline = timeline;
    this.output = output;
    this.settings = transport.studio.settings;
    this.picker = byID("track-file");
    byID("track-open").addEventListener("click", () => this.picker.click());
    this.picker.addEventListener("change", () => this.picker.files?.[0] && this.take(this.picker.files[0]));
    byID("track-remove").addEventListener("click", () => {
      this.remove();
      this.#remember();
    });
    byID("track-mute").addEventListener("click", () =>
      this.settings.set({ isTrackMuted: !this.settings.isTrackMuted }));
    byID("track-volume").addEventListener("input", () =>
      this.settings.set({ trackVolume: Number(byID("track-volume").value) }));
    this.settings.on("change", () => this.showVolume());
    this.showVolume();
    this.field = numberField({
      label: "Backing track start, seconds", unit: "s", step: 0.01, fine: 0.001,
      onChange: (change) => {
        this.moveTo(change ? change(this.start) : 0);
        this.#remember();
      },
    });
    this.field.id = "track-offset";
    this.field.show(0);
    byID("track-offset-place").replaceChildren(this.field);
    transport.studio.on("document", () => this.#change());
    transport.studio.on("saved", () => this.#file && this.#remember());
    transport.on("state", () => (transport.isPlaying ? this.begin() : this.hold()));
    transport.on("position", () => this.follow());
  }

  showVolume() {
    const { trackVolume, isTrackMuted } = this.settings;
    byID("track-volume").value = String(trackVolume);
    byID("track-volume").setAttribute("aria-valuetext", `${trackVolume} decibels`);
    byID("track-mute").setAttribute("aria-pressed", String(isTrackMuted));
    this.output.setTrackLevel(isTrackMuted ? 0 : amplitude(trackVolume));
    const { track } = this.timeline;
    if (!track || track.isMuted === isTrackMuted) return;
    track.isMuted = isTrackMuted;
    this.timeline.draw();
  }

  /** @param {number} start seconds */
  moveTo(start) {
    this.start = start;
    this.field.show(start);
    this.changed();
  }

  /**
   * Sets the track of the shown pattern.
   *
   * @param {File} file
   */
  async take(file) {
    const loaded = this.#load(file);
    this.#remember();
    await loaded;
  }

  /** Shows the pattern's own track. One that was chosen before there was a pattern is the first pattern's. */
  async #change() {
    const { document } = this.transport.studio;
    if (document === this.#owner) return;
    const isFirst = !this.#owner && this.#file;
    this.#owner = document;
    if (isFirst) return this.#remember();
    if (this.#file) this.remove();
    if (this.start !== 0) this.moveTo(0);
    const isKnown = document && this.#chosen.has(document);
    const track = isKnown ? this.#chosen.get(document) : document && (await keptTrack(this.#placeOf(document)));
    if (!track || document !== this.#owner || this.#file) return;
    this.moveTo(track.start);
    await this.#load(track.file);
  }

  #remember() {
    if (!this.#owner) return;
    const track = this.#file && { file: this.#file, start: this.start };
    this.#chosen.set(this.#owner, track);
    keepTrack(this.#placeOf(this.#owner), track);
  }

  /** @param {PatternDocument} document */
  #placeOf(document) {
    return document.placeIn(this.transport.studio.session.folder);
  }

  /** @param {File} file */
  async #load(file) {
    this.remove();
    this.#file = file;
    const turn = this.#count;
    const name = byID("track-name");
    name.textContent = `: ${file.name}`;
    byID("track-remove").hidden = byID("track-box").hidden = false;
    if (file.type.startsWith("video")) this.#show(file);
    const source = await TrackSound.of(file).catch(() => undefined);
    if (turn !== this.#count) return;
    if (source) {
      name.textContent = `: ${file.name}, ${exact(Math.round(source.seconds * 100) / 100)} s`;
      this.timeline.showTrack({
        source, start: this.start, name: file.name, isMuted: this.settings.isTrackMuted,
        moveTo: (start) => this.moveTo(start), keepPlace: () => this.#remember(),
      });
      source.outline(() => turn === this.#count && this.timeline.draw());
    } else if (this.#video) {
      this.#video.muted = false;
    } else {
      name.textContent = `: this browser cannot play ${file.name}`;
    }
    this.changed();
  }

  /** @param {File} file */
  #show(file) {
    const video = document.createElement("video");
    Object.assign(video, { src: URL.createObjectURL(file), preload: "auto", playsInline: true, muted: true });
    byID("track-picture").replaceChildren(video);
    this.#video = video;
  }

  remove() {
    this.#count += 1;
    this.hold();
    if (this.#video) URL.revokeObjectURL(this.#video.src);
    this.#video = undefined;
    this.#file = undefined;
    this.timeline.showTrack(undefined);
    byID("track-picture").replaceChildren();
    byID("track-name").textContent = "";
    byID("track-remove").hidden = byID("track-box").hidden = true;
    this.picker.value = "";
    this.changed();
  }

  /** Passes the track on to the player, even during playback. */
  changed() {
    const { track } = this.timeline;
    if (track) track.start = this.start;
    this.transport.browser.setTrack(track);
    this.timeline.draw();
    this.transport.renewSoon(0);
    this.follow();
  }

  /** Starts with the pattern. In the browser, the pattern's player plays the sound too. */
  begin() {
    const { active, browser, position } = this.transport;
    if (active === browser) this.#roll(position);
    else this.play(position);
  }

  /**
   * Plays without a pattern, or beside one that the sound card plays.
   *
   * @param {number} position
   */
  play(position) {
    this.#isAlone = this.timeline.track !== undefined;
    if (this.#isAlone) this.transport.browser.playTrack(position).catch(() => {});
    this.#roll(position);
  }

  /** Position in the pattern while the track plays alone, seconds. */
  get position() {
    return this.#isAlone ? this.transport.browser.position : undefined;
  }

  /**
   * Runs the video.
   *
   * @param {number} position
   */
  #roll(position) {
    clearTimeout(this.#waiting);
    if (!this.#video) return;
    const place = position - this.start;
    if (place < 0) this.#waiting = setTimeout(() => this.#roll(this.start), -place * 1000);
    this.#video.currentTime = Math.max(0, place);
    if (place >= 0) this.#video.play().catch(() => {});
  }

  hold() {
    clearTimeout(this.#waiting);
    this.#video?.pause();
    if (this.#isAlone) this.transport.browser.stop();
    this.#isAlone = false;
  }

  /** Follows the pattern; a paused video shows the frame at the cursor. */
  follow() {
    const { transport } = this;
    const { position } = this;
    if (position !== undefined && transport.isPlaying && Math.abs(position - transport.position) > drift) {
      transport.browser.playTrack(transport.position).catch(() => {});
    }
    const video = this.#video;
    if (!video) return;
    const place = Math.max(0, transport.position - this.start);
    if (Math.abs(video.currentTime - place) > (video.paused ? 0.01 : drift)) video.currentTime = place;
  }
}
