// Moving the backing track in its lane.

import { seconds } from "../pattern/items.js";

/**
 * @param {TimeScale} scale
 * @param {Track} track
 * @param {(place: Place) => void} click
 * @returns {Drag}
 */
export function draggingTrack(scale, track, click) {
  const before = track.start;
  let first = 0;
  /** @type {Drag} */
  const drag = {
    followsTime: true,
    start: ({ x }) => (first = scale.time(x)),
    move: ({ x }) => {
      track.moveTo(Math.round((before + scale.time(x) - first) * 1000) / 1000);
      drag.words = `Backing track from ${seconds(track.start)}`;
    },
    cancel: () => track.moveTo(before),
    end: (place) => (drag.isMoving ? track.keepPlace() : click(place)),
  };
  return drag;
}
