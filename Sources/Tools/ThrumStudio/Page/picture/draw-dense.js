// Thousands of haptic events at once, in a few shades of sharpness.

/** Sharpness steps. */
const shades = 24;
/** Half the size of a dot, points. */
const half = 1.5;

/**
 * Inks by shade.
 *
 * @param {View} view
 * @param {(sharpness: number) => string} make
 */
const shadesOf = ({ colors, isGhost }, make) => inkOf(Array.from({ length: shades + 1 }, (_, shade) =>
  (isGhost ? colors.other : make(shade / shades))));

/**
 * The upper ends of bars, through which the version shown is seen.
 *
 * @param {Marks} marks
 * @returns {Marks["bar"]}
 */
const capOf = ({ box }) => (x0, x1, y, ink) => box(x0 - 1, y - 1, x1 + 1, y + 1, ink);

/** @param {number} sharpness */
const shadeOf = (sharpness) => Math.round(sharpness * shades);

/**
 * Draws the strongest transient of each column as a line.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {SceneTap[]} taps
 */
export function drawColumns(c, view, panel, taps) {
  const { scale, colors, isGhost } = view;
  const ink = shadesOf(view, colors.edge);
  drawMarks(c, view, panel, "columns", (marks) => {
    const mark = isGhost ? capOf(marks) : marks.bar;
    for (const { time, played, sharpness } of taps) {
      const x = Math.round(scale.x(time));
      mark(x, x + 1, panel.y(played), ink[shadeOf(sharpness)]);
    }
  });
}

/**
 * Draws continuous events as blocks, without their envelopes.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {SceneHold[]} holds
 */
export function drawBlocks(c, view, panel, holds) {
  const { scale, colors, isGhost } = view;
  const ink = shadesOf(view, (sharpness) => colors.sharpness(sharpness, 0.5));
  drawMarks(c, view, panel, "blocks", (marks) => {
    const mark = isGhost ? capOf(marks) : marks.bar;
    for (const { time, release, level, base } of holds) {
      mark(scale.x(time), scale.x(release), panel.y(level), ink[shadeOf(base)]);
    }
  });
}

/**
 * Draws the sharpness of continuous events as lines.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {SceneHold[]} holds
 */
export function drawLevels(c, view, panel, holds) {
  const { scale, colors } = view;
  const ink = shadesOf(view, colors.edge);
  drawMarks(c, view, panel, "levels", ({ box }) => {
    for (const { time, release, base } of holds) {
      const y = panel.y(base);
      box(scale.x(time), y - 1, scale.x(release), y + 1, ink[shadeOf(base)]);
    }
  });
}

/**
 * Draws the sharpness of transients as dots.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {SceneTap[]} taps
 */
export function drawDots(c, view, panel, taps) {
  const { scale, colors } = view;
  const ink = shadesOf(view, (sharpness) => colors.sharpness(sharpness));
  drawMarks(c, view, panel, "dots", ({ box }) => {
    for (const { time, sharpness } of taps) {
      const [x, y] = [scale.x(time), panel.y(sharpness)];
      box(x - half, y - half, x + half, y + half, ink[shadeOf(sharpness)]);
    }
  });
}

/**
 * Draws bars up to the levels of selected items, if these are too many to be drawn as single shapes.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @param {(SceneTap | SceneHold)[]} items
 */
export function drawChosenLevels(c, view, panel, items) {
  const { scale, colors } = view;
  if (items.length === 0) return;
  const [ink] = inkOf([colors.accent]);
  drawMarks(c, view, panel, undefined, ({ bar }) => {
    for (const { time, release = time, level } of items) {
      bar(scale.x(time) - 1, scale.x(release) + 1, panel.y(level), ink);
    }
  });
}

/**
 * Draws dots at the sharpness of selected items, if these are too many to be drawn as single shapes.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {Panel} panel
 * @template {SceneMark} Item
 * @param {Item[]} items
 * @param {(item: Item) => number} valueOf
 */
export function drawChosenDots(c, view, panel, items, valueOf) {
  const { scale, colors } = view;
  if (items.length === 0) return;
  const [ink] = inkOf([colors.accent]);
  drawMarks(c, view, panel, undefined, ({ box }) => {
    for (const item of items) {
      const [x, y] = [scale.x(item.time), panel.y(valueOf(item))];
      box(x - half, y - half, x + half, y + half, ink);
    }
  });
}

// Thousands of marks in a panel, written as pixels: a path or a rectangle for each would take many times as long.

/** Margin on either side of a panel for marks at its edges, points. */
const margin = 8;
/** Number of pictures kept: two versions, each with four parts, drawn as the version shown and as the other one. */
const most = 16;
const mostSpare = 4;

/** @type {{ stamp: unknown[], canvas: OffscreenCanvas }[]} The one used last is first. */
let pictures = [];
/** @type {WeakMap<Scene, number>} Pictures name their scenes by numbers, so that closed patterns can be forgotten. */
const numbers = new WeakMap();
let count = 0;
/** @type {OffscreenCanvas[]} Of pictures that are no longer kept. */
let spare = [];
/** @type {ImageData | undefined} */
let scratch;
/** @type {Map<string, Uint32Array>} */
const inks = new Map();

/**
 * Draws marks; coordinates are in points. A bar stands on the panel's zero line; where bars overlap, the highest one
 * is drawn.
 *
 * @typedef {{ box: (left: number, top: number, right: number, bottom: number, ink: number) => void,
 *   bar: (left: number, right: number, top: number, ink: number) => void }} Marks
 */

/**
 * Pixel values of CSS colours.
 *
 * @param {string[]} colors
 */
export function inkOf(colors) {
  const key = colors.join();
  const known = inks.get(key);
  if (known) return known;
  const c = new OffscreenCanvas(colors.length, 1).getContext("2d");
  colors.forEach((color, index) => {
    c.fillStyle = color;
    c.fillRect(index, 0, 1, 1);
  });
  const ink = new Uint32Array(c.getImageData(0, 0, colors.length, 1).data.buffer);
  if (inks.size > 20) inks.clear();
  inks.set(key, ink);
  return ink;
}

/**
 * Draws marks over a panel. If a `part` is given, the picture is kept, so it must depend only on the scene, the scale
 * and the colours.
 *
 * @param {CanvasDrawImage} c
 * @param {View} view
 * @param {{ top: number, height: number, y: (value: number) => number }} panel
 * @param {string | undefined} part
 * @param {(marks: Marks) => void} write
 */
export function drawMarks(c, { scene, scale, colors, isGhost }, panel, part, write) {
  const ratio = devicePixelRatio || 1;
  const { from, span, left, width } = scale;
  const { top, height } = panel;
  const base = Math.round((panel.y(0) - top) * ratio);
  if (!numbers.has(scene)) numbers.set(scene, (count += 1));
  const stamp = [numbers.get(scene), part, from, span, left, width, top, height, ratio, colors.isDark, isGhost];
  const known = part && pictures.find((one) => stamp.every((value, index) => value === one.stamp[index]));
  const size = { width: Math.ceil((width + 2 * margin) * ratio), height: Math.ceil(height * ratio) };
  const picture = known || { stamp, canvas: written(size, { left: left - margin, top, ratio, base }, write) };
  c.drawImage(picture.canvas, left - margin, top, size.width / ratio, size.height / ratio);
  if (known) return void (pictures = [known, ...pictures.filter((one) => one !== known)]);
  if (part) pictures.unshift(picture);
  else spare.push(picture.canvas);
  spare = [...spare, ...pictures.splice(most).map(({ canvas }) => canvas)].slice(-mostSpare);
}

/**
 * A canvas with marks.
 *
 * @param {{ width: number, height: number }} size
 * @param {{ left: number, top: number, ratio: number, base: number }} place
 * @param {(marks: Marks) => void} write
 */
function written({ width, height }, { left, top, ratio, base }, write) {
  const image = scratch?.width === width && scratch.height === height ? scratch : new ImageData(width, height);
  scratch = image;
  image.data.fill(0);
  const pixels = new Uint32Array(image.data.buffer);
  const tops = new Int32Array(width).fill(height);
  const inks = new Uint32Array(width);
  /** @param {number} x */
  const column = (x) => Math.round((x - left) * ratio);
  /** @param {number} y */
  const row = (y) => Math.round((y - top) * ratio);
  write({
    /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {number} ink */
    box(x0, y0, x1, y1, ink) {
      const first = Math.max(0, column(x0));
      const [last, bottom] = [Math.min(width, Math.max(first + 1, column(x1))), Math.min(height, row(y1))];
      for (let at = Math.max(0, row(y0)); at < bottom; at += 1) {
        for (let x = first; x < last; x += 1) pixels[at * width + x] = ink;
      }
    },
    /** @param {number} x0 @param {number} x1 @param {number} y @param {number} ink */
    bar(x0, x1, y, ink) {
      const first = Math.max(0, column(x0));
      const last = Math.min(width, Math.max(first + 1, column(x1)));
      const highest = Math.max(0, row(y));
      for (let x = first; x < last; x += 1) if (highest < tops[x]) [tops[x], inks[x]] = [highest, ink];
    },
  });
  for (let at = 0; at < base; at += 1) {
    for (let x = 0; x < width; x += 1) if (tops[x] <= at) pixels[at * width + x] = inks[x];
  }
  const used = spare.findIndex((one) => one.width === width && one.height === height);
  const canvas = used < 0 ? new OffscreenCanvas(width, height) : spare.splice(used, 1)[0];
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
