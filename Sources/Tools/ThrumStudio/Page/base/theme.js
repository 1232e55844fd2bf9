// Colours and marks of the picture, as in `thrum plot`. The page's own colours are in style.css.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Lightness, chroma and hue by sharpness: from deep blue (round) to yellow (crisp), with rising lightness. */
export const lightStops = [
  [0.38, 0.17, 264], [0.48, 0.19, 300], [0.58, 0.2, 350], [0.67, 0.18, 395], [0.77, 0.16, 433],
];
export const darkStops = [
  [0.55, 0.18, 262], [0.62, 0.19, 300], [0.69, 0.18, 350], [0.77, 0.15, 400], [0.88, 0.16, 453],
];

export const light = {
  panel: "#f6f7f9", grid: "#e3e4e9", frame: "#c4c6ce", ink: "#1d2026", muted: "#545963", audio: "#1f6d63",
  wave: "#3c5a78", accent: "#1f6d63", other: "#b35900", error: "#b3261e", warning: "#8a5a00", note: "#3c5a78",
};
export const night = {
  panel: "#1a1d24", grid: "#2c303a", frame: "#464b58", ink: "#eceef2", muted: "#aeb4c0", audio: "#62c2b3",
  wave: "#8fb4d9", accent: "#62c2b3", other: "#ffb254", error: "#ff8a80", warning: "#f2b84b", note: "#8fb4d9",
};

export function theme() {
  return { ...(dark.matches ? night : light), isDark: dark.matches, sharpness, edge };
}

/** @param {number} value */
function sharpness(value, alpha = 1) {
  return colorOf(value, alpha, 1);
}

/**
 * Line colour, kept dark enough to contrast with a light background.
 *
 * @param {number} value
 */
function edge(value) {
  return colorOf(value, 1, dark.matches ? 1 : 0.61);
}

/** Cache: creating a colour costs more than drawing with it. */
const made = new Map();

/** @param {number} value @param {number} alpha @param {number} lightest */
function colorOf(value, alpha, lightest) {
  const key = `${value.toFixed(3)} ${alpha} ${lightest} ${dark.matches}`;
  if (!made.has(key)) {
    if (made.size > 4000) made.clear();
    made.set(key, newColor(value, alpha, lightest));
  }
  return made.get(key);
}

/** @param {number} value @param {number} alpha @param {number} lightest */
function newColor(value, alpha, lightest) {
  const stops = dark.matches ? darkStops : lightStops;
  const position = Math.min(1, Math.max(0, value)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(position));
  const [l, c, h] = stops[index].map((from, part) => from + (stops[index + 1][part] - from) * (position - index));
  return `oklch(${Math.min(l, lightest).toFixed(3)} ${c.toFixed(3)} ${h.toFixed(1)} / ${alpha})`;
}

/** @param {() => void} listener */
export function whenThemeChanges(listener) {
  dark.addEventListener("change", listener);
}

/**
 * Circle, diamond or triangle, by sharpness.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {number} x
 * @param {number} y
 * @param {number} sharpness
 * @param {number} r
 */
export function head(c, x, y, sharpness, r) {
  c.beginPath();
  if (sharpness < 0.34) c.arc(x, y, r * 0.9, 0, 2 * Math.PI);
  else if (sharpness < 0.67) polygon(c, [[x, y - r], [x + r, y], [x, y + r], [x - r, y]]);
  else polygon(c, [[x, y - r * 1.1], [x + r, y + r * 0.9], [x - r, y + r * 0.9]]);
}

/** @param {CanvasRenderingContext2D} c @param {[number, number][]} points */
function polygon(c, points) {
  points.forEach(([x, y], index) => (index === 0 ? c.moveTo(x, y) : c.lineTo(x, y)));
  c.closePath();
}
