// Audio events as named bars, the rendered waveform, and the backing track.

import { drawLabel } from "./draw-axes.js";
import { outline } from "./draw-haptics.js";
import { soundRow, waveTop } from "./panels.js";

/** @param {CanvasRenderingContext2D} c @param {View} view */
export function drawSounds(c, view) {
  const { scene, scale, colors, isGhost } = view;
  const panel = view.panels.get("audio");
  if (!panel) return;
  for (const sound of scene.sounds) {
    if (sound.end < scale.from || sound.time > scale.to) continue;
    const row = soundRow(panel, scene, sound);
    const path = outline(view, row, sound);
    const isSelected = view.selected.has(sound.key);
    c.fillStyle = colors.audio;
    c.globalAlpha = isGhost ? 0 : sound.isMissing ? 0.08 : 0.3;
    c.fill(path);
    c.globalAlpha = 1;
    c.strokeStyle = isGhost ? colors.other : isSelected ? colors.ink : colors.audio;
    c.lineWidth = isSelected ? 2.4 : 1.3;
    c.setLineDash(sound.isMissing ? [3, 3] : []);
    c.stroke(path);
    c.setLineDash([]);
    c.lineWidth = 1;
    if (!isGhost && sound.peaks) drawOutline(c, view, sound, row);
    if (!isGhost) drawName(c, view, sound, row);
  }
}

/**
 * Draws a file's waveform at its played level.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {SceneSound} sound
 * @param {ReturnType<typeof soundRow>} row
 */
function drawOutline(c, { scale, colors }, { time, end, seconds = 0, peaks = [], loops, levelAt }, row) {
  const middle = (row.top + row.bottom) / 2;
  const reach = (row.bottom - row.top) / 2;
  const [left, right] = [Math.max(scale.left, scale.x(time)), Math.min(scale.left + scale.width, scale.x(end))];
  c.fillStyle = colors.audio;
  c.beginPath();
  for (let x = Math.floor(left); x < right; x += 1) {
    const at = scale.time(x) - time;
    if (at < 0 || (!loops && at > seconds)) continue;
    const peak = peaks[Math.min(peaks.length - 1, Math.floor(((at % seconds) / seconds) * peaks.length))];
    const height = Math.max(0.5, Math.min(1, peak * levelAt(time + at)) * reach);
    c.rect(x, middle - height, 1, 2 * height);
  }
  c.fill();
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {SceneSound} sound
 * @param {ReturnType<typeof soundRow>} row
 */
function drawName(c, { scale, colors, font }, sound, row) {
  const left = Math.max(scale.left, scale.x(sound.time)) + 6;
  const room = scale.x(sound.end) - left - 2;
  if (room < 20) return;
  c.save();
  c.beginPath();
  c.rect(left - 4, row.top, room, row.bottom - row.top);
  c.clip();
  c.fillStyle = colors.ink;
  c.font = font(11);
  c.textAlign = "left";
  c.textBaseline = "middle";
  c.fillText(sound.isMissing ? `${sound.name} (missing)` : sound.name, left, (row.top + row.bottom) / 2);
  c.restore();
}

/**
 * Draws the minimum and maximum of each column with its RMS as a core, or single samples when zoomed in.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 */
export function drawWave(c, view) {
  const { wave, detail, scale, colors } = view;
  const panel = view.panels.get("wave");
  if (!wave || wave.low.length === 0) return;
  const top = waveTop(view);
  const { from, to, low, high, core } = detail ?? { ...wave, from: 0, to: wave.seconds };
  const step = (to - from) / low.length;
  const first = Math.max(0, Math.floor((scale.from - from) / step));
  const last = Math.min(low.length - 1, Math.ceil((scale.to - from) / step));
  c.fillStyle = c.strokeStyle = colors.wave;
  /** @param {number} index */
  const x = (index) => scale.x(from + index * step);
  if (detail && step / scale.secondsPerPoint >= 3) {
    return drawSamples(c, { x, first, last, y: (index) => panel.y(high[index] / top) });
  }
  const stride = Math.max(1, Math.floor((last - first) / (scale.width * 2)));
  const outer = new Path2D();
  const inner = new Path2D();
  for (let index = first; index <= last; index += stride) {
    let [bottom, upper, square] = [Infinity, -Infinity, 0];
    const end = Math.min(index + stride, low.length);
    for (let place = index; place < end; place += 1) {
      bottom = Math.min(bottom, low[place]);
      upper = Math.max(upper, high[place]);
      square += core[place] ** 2;
    }
    const left = x(index);
    const width = Math.max(1, x(index + stride) - left);
    const y = panel.y(upper / top);
    outer.rect(left, y, width, Math.max(1, panel.y(bottom / top) - y));
    const level = Math.sqrt(square / (end - index)) / top;
    inner.rect(left, panel.y(level), width, panel.y(-level) - panel.y(level));
  }
  c.globalAlpha = 0.45;
  c.fill(outer);
  c.globalAlpha = 1;
  c.fill(inner);
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {{ x: (index: number) => number, first: number, last: number, y: (index: number) => number }} samples
 */
function drawSamples(c, { x, first, last, y }) {
  c.lineWidth = 1.2;
  c.beginPath();
  for (let index = first; index <= last; index += 1) c[index === first ? "moveTo" : "lineTo"](x(index), y(index));
  c.stroke();
  if (x(first + 1) - x(first) < 6) return;
  for (let index = first; index <= last; index += 1) c.fillRect(x(index) - 1.5, y(index) - 1.5, 3, 3);
}

/**
 * Draws the backing track in its lane.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 */
export function drawTrack(c, view) {
  const { track, panels, scale, colors } = view;
  const panel = panels.get("track");
  if (!track || !panel) return;
  const middle = panel.y(0);
  const reach = middle - panel.y(1);
  const left = Math.max(scale.left, scale.x(track.start));
  const right = Math.min(scale.left + scale.width, scale.x(track.start + track.source.seconds));
  c.fillStyle = colors.audio;
  c.globalAlpha = track.isMuted ? 0.35 : 1;
  for (let x = Math.floor(left); x < right; x += 1) {
    const at = scale.time(x) - track.start;
    const height = Math.max(0.5, Math.min(1, track.source.peakIn(at, at + scale.secondsPerPoint)) * reach);
    c.fillRect(x, middle - height, 1, 2 * height);
  }
  c.globalAlpha = 1;
  c.fillStyle = colors.ink;
  c.textAlign = "left";
  c.textBaseline = "top";
  if (right - left > 40) drawLabel(c, view, track.name, left + 4, panel.top + 2);
}
