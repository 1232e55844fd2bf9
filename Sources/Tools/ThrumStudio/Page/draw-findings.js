// @ts-check
/** Circles for errors, triangles for warnings. */
export function drawFindings(c, view, findings) {
  const { scale, panels, colors } = view;
  const top = panels.get("intensity").top;
  const places = new Map();
  for (const finding of findings) {
    // A motor's findings are marked in its lane.
    if (finding.time === undefined || finding.severity === "note" || finding.motor) continue;
    const x = Math.round(scale.x(finding.time));
    if (places.get(x)?.severity !== "error") places.set(x, finding);
  }
  for (const [x, { severity }] of places) {
    c.fillStyle = colors[severity] ?? colors.note;
    c.beginPath();
    if (severity === "error") c.arc(x, top + 8, 7, 0, 2 * Math.PI);
    else triangle(c, x, top + 8, 8);
    c.fill();
    c.fillStyle = colors.panel;
    c.font = view.font(11);
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText("!", x, top + (severity === "error" ? 8.5 : 10));
  }
}

function triangle(c, x, y, r) {
  c.moveTo(x, y - r);
  c.lineTo(x + r, y + r * 0.85);
  c.lineTo(x - r, y + r * 0.85);
  c.closePath();
}

export function findingAt({ scale, panels }, findings, x, y) {
  const top = panels.get("intensity").top;
  if (Math.abs(y - top - 8) > 9) return undefined;
  return findings.find(({ time, severity, motor }) =>
    time !== undefined && severity !== "note" && !motor && Math.abs(scale.x(time) - x) < 9);
}
