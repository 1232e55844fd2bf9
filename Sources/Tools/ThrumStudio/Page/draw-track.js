// @ts-check
import { drawLabel } from "./label.js";

/** Draws the backing track in its lane. */
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
