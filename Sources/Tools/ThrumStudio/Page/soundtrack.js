// @ts-check
import { byID } from "./dom.js";
import { numberField } from "./number-field.js";
import { exact } from "./pattern.js";

/** Tolerated offset between track and pattern, seconds. */
const drift = 0.06;

/** A backing track, which never leaves the browser. */
export class Soundtrack {
  offset = 0;
  /** @type {HTMLMediaElement | undefined} */
  #media;
  #waiting;

  /** @param {Transport} transport */
  constructor(transport) {
    this.transport = transport;
    this.panel = byID("soundtrack");
    this.picker = byID("track-file");
    byID("track-open").addEventListener("click", () => this.picker.click());
    this.picker.addEventListener("change", () => this.picker.files[0] && this.take(this.picker.files[0]));
    byID("track-remove").addEventListener("click", () => this.remove());
    const field = numberField({
      label: "Backing track start, seconds", unit: "s", step: 0.01, fine: 0.001,
      onChange: (change) => {
        this.offset = change ? change(this.offset) : 0;
        field.show(this.offset);
        this.follow();
      },
    });
    field.id = "track-offset";
    field.show(0);
    byID("track-offset-place").replaceChildren(field);
    transport.on("state", () => (transport.isPlaying ? this.play(transport.position) : this.hold()));
    transport.on("position", () => this.follow());
  }

  /** @param {File} file */
  take(file) {
    this.remove();
    const media = document.createElement(file.type.startsWith("video") ? "video" : "audio");
    Object.assign(media, { src: URL.createObjectURL(file), preload: "auto", playsInline: true });
    media.addEventListener("loadedmetadata", () => {
      byID("track-name").textContent = `${file.name}, ${exact(Math.round(media.duration * 100) / 100)} s`;
    });
    media.addEventListener("error", () => (byID("track-name").textContent = `This browser cannot play ${file.name}.`));
    byID("track-picture").replaceChildren(media);
    byID("track-name").textContent = file.name;
    byID("track-remove").hidden = byID("track-box").hidden = false;
    this.#media = media;
    this.follow();
  }

  remove() {
    this.hold();
    if (this.#media) URL.revokeObjectURL(this.#media.src);
    this.#media = undefined;
    byID("track-picture").replaceChildren();
    byID("track-name").textContent = "none";
    byID("track-remove").hidden = byID("track-box").hidden = true;
    this.picker.value = "";
  }

  /** @param {number} position later starts are scheduled */
  play(position) {
    if (!this.#media) return;
    clearTimeout(this.#waiting);
    const place = position - this.offset;
    if (place < 0) this.#waiting = setTimeout(() => this.play(this.offset), -place * 1000);
    this.#media.currentTime = Math.max(0, place);
    if (place >= 0) this.#media.play().catch(() => {});
  }

  hold() {
    clearTimeout(this.#waiting);
    this.#media?.pause();
  }

  /** Follows the pattern; a paused video shows the frame at the cursor. */
  follow() {
    const media = this.#media;
    if (!media) return;
    const place = Math.max(0, this.transport.position - this.offset);
    if (Math.abs(media.currentTime - place) > (media.paused ? 0.01 : drift)) media.currentTime = place;
  }
}
