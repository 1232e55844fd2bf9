// Small pictures of patterns in the file list: continuous events as an area, transients as lines.

import { penOf } from "../base/dom.js";
import { theme, whenThemeChanges } from "../base/theme.js";

/** Maximum number of files in one request to the server. */
const most = 64;
const [width, height] = [36, 18];

export class FileShapes {
  /** @type {Map<string, { version: string, shape: FileShape | undefined }>} By path; some have no `shape`. */
  #known = new Map();
  /** @type {Set<string>} Versions being requested. */
  #asked = new Set();

  /** @param {Server} server @param {() => HTMLCanvasElement[]} canvases those in the page */
  constructor(server, canvases) {
    this.server = server;
    this.canvases = canvases;
    whenThemeChanges(() => this.drawAll());
  }

  /** @param {FileRow} row */
  canvas(row) {
    const canvas = document.createElement("canvas");
    canvas.className = "shape";
    canvas.setAttribute("aria-hidden", "true");
    canvas.dataset.version = versionOf(row);
    canvas.dataset.file = row.path;
    this.draw(canvas);
    return canvas;
  }

  /**
   * Requests the shapes of rows whose current version is not known yet.
   *
   * @param {FileRow[]} rows
   */
  async want(rows) {
    const missing = rows.filter((row) => !this.#isKnown(row.path, versionOf(row)) && !this.#asked.has(versionOf(row)));
    for (let first = 0; first < missing.length; first += most) {
      const part = missing.slice(first, first + most);
      for (const row of part) this.#asked.add(versionOf(row));
      try {
        const { shapes } = await this.server.shapes(part.map(({ path }) => path));
        for (const row of part) this.#known.set(row.path, { version: versionOf(row), shape: shapes[row.path] });
        this.drawAll();
      } catch {
        // The rows stay without a picture until they are shown again.
      } finally {
        for (const row of part) this.#asked.delete(versionOf(row));
      }
    }
  }

  /** @param {string} path @param {string} version */
  #isKnown(path, version) {
    return this.#known.get(path)?.version === version;
  }

  drawAll() {
    for (const canvas of this.canvases()) this.draw(canvas);
  }

  /** @param {HTMLCanvasElement} canvas */
  draw(canvas) {
    const { file = "", version = "" } = canvas.dataset;
    if (!this.#isKnown(file, version)) return void (canvas.hidden = false);
    const shape = this.#known.get(file)?.shape;
    canvas.hidden = !shape;
    if (!shape) return;
    const ratio = devicePixelRatio || 1;
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    canvas.title = `${shape.seconds.toFixed(2)} s`;
    const c = penOf(canvas);
    c.scale(ratio, ratio);
    const colors = theme();
    const step = width / shape.holds.length;
    const top = (/** @type {string} */ digit) => height - (Number(digit) / 9) * (height - 1);
    c.fillStyle = colors.muted;
    c.globalAlpha = 0.55;
    [...shape.holds].forEach((digit, place) => {
      if (digit !== "0") c.fillRect(place * step, top(digit), step, height);
    });
    c.globalAlpha = 1;
    c.fillStyle = colors.ink;
    [...shape.taps].forEach((digit, place) => {
      if (digit !== "0") c.fillRect(place * step, top(digit), 1.4, height);
    });
  }
}

/** @param {FileRow} row */
const versionOf = ({ path, size, modified }) => `${path} ${size ?? ""} ${modified ?? ""}`;
