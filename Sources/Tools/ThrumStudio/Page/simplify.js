// @ts-check
/**
 * Drops points, such that the lines between the others pass within a tolerance of the dropped ones. This is the
 * Ramer–Douglas–Peucker algorithm with vertical distance, since only the value at a time matters.
 */
export function simplified(points, tolerance) {
  if (points.length < 3) return points;
  const kept = new Set([0, points.length - 1]);
  const stretches = [[0, points.length - 1]];
  while (stretches.length > 0) {
    const [first, last] = stretches.pop();
    const [a, b] = [points[first], points[last]];
    let [farthest, most] = [-1, tolerance];
    for (let index = first + 1; index < last; index += 1) {
      const { time, value } = points[index];
      const line = a.value + ((b.value - a.value) * (time - a.time)) / (b.time - a.time);
      if (Math.abs(value - line) > most) [farthest, most] = [index, Math.abs(value - line)];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    stretches.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept.has(index));
}
