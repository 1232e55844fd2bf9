// @ts-check
/**
 * Draws text over the picture, outlined in the colour of the panel, so that it stays legible on events and lines.
 *
 * @param {CanvasRenderingContext2D} c
 * @param {View} view
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
export function drawLabel(c, { colors, font }, text, x, y) {
  c.font = font(11);
  c.strokeStyle = colors.panel;
  c.lineWidth = 3;
  c.lineJoin = "round";
  c.strokeText(text, x, y);
  c.fillText(text, x, y);
  c.lineWidth = 1;
  c.lineJoin = "miter";
}
