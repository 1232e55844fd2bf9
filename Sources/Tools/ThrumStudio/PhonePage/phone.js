// Builds the phones' page.

import { enter, Follower } from "./follower.js";
import { Player } from "./player.js";
import { Vibration } from "./vibration.js";
import { showGate, View } from "./view.js";

async function begin() {
  const problem = await enter();
  if (problem) return showGate(problem);
  /** @type {View} */
  let view;
  const player = new Player(new Vibration(), () => view.refreshPlay());
  view = new View(player);
  return new Follower({
    onState: (state) => {
      view.show(state);
      player.load(state);
    },
    onStatus: (isFollowing) => view.setStatus(isFollowing),
    onEnd: showGate,
  }).run();
}

begin();
