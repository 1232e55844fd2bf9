// @ts-check
// Ready-made shapes of a continuous event's intensity: [share of its length, share of its intensity].

/** @typedef {{ id: string, name: string, key: string, points: (seconds: number) => [number, number][] }} Shape */

/** A tremor's beats per second, its share of the intensity between beats, and its maximum number of beats. */
const tremor = { perSecond: 8, low: 0.25, most: 60 };

/** @type {Shape[]} */
export const shapes = [
  { id: "swell", name: "Swell", key: "1", points: () => [[0, 0], [1, 1]] },
  { id: "fade", name: "Fade", key: "2", points: () => [[0, 1], [1, 0]] },
  { id: "both", name: "Swell and fade", key: "3", points: () => [[0, 0], [0.5, 1], [1, 0]] },
  { id: "tremor", name: "Tremor", key: "4", points: tremorPoints },
  { id: "decay", name: "Hit and decay", key: "5",
    points: () => [[0, 1], [0.1, 0.6], [0.3, 0.3], [0.6, 0.12], [1, 0]] },
];

/** @param {number} seconds @returns {[number, number][]} */
function tremorPoints(seconds) {
  const beats = Math.min(tremor.most, Math.max(2, Math.round(seconds * tremor.perSecond)));
  return Array.from({ length: 2 * beats + 1 }, (_, index) => [index / (2 * beats), index % 2 ? 1 : tremor.low]);
}

/**
 * A shape as a line for a picture of the given size.
 *
 * @param {Shape} shape
 * @param {number} width
 * @param {number} height
 */
export const shapeLine = ({ points }, width, height) =>
  points(0.5).map(([x, y]) => `${(x * width).toFixed(1)},${(height - y * height).toFixed(1)}`).join(" ");
