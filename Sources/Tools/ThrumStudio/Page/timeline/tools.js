// The drag tools.

import { byID } from "../shell/dom.js";

const tools = ["choose", "hold", "curve"];

export function connectTools(studio) {
  const choose = (tool) => {
    studio.tool = tool;
    for (const one of tools) byID(`tool-${one}`).setAttribute("aria-pressed", String(one === tool));
    byID("timeline").dataset.tool = tool;
  };
  for (const tool of tools) {
    byID(`tool-${tool}`).addEventListener("click", () => choose(studio.tool === tool ? "choose" : tool));
  }
  studio.chooseTool = choose;
  choose("choose");
}
