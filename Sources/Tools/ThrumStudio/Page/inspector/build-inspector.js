// Builds the inspector and the other views of the pattern's items: its text, its table and its history.

import { byID } from "../base/dom.js";
import { Drawer } from "../shell/drawer.js";
import { makeTabs } from "../shell/tabs.js";
import { EventTable } from "./event-table.js";
import { connectGroups } from "./groups.js";
import { HistoryList } from "./history-list.js";
import { inspectorKeys } from "./inspector-keys.js";
import { Inspector } from "./inspector.js";
import { MotorReach } from "./motor-reach.js";
import { TextView } from "./text-view.js";

/**
 * The views below the timeline.
 *
 * @param {Studio} studio
 */
export function buildLowerViews(studio) {
  const text = new TextView(studio);
  const table = new EventTable(studio);
  let shown = "";
  /** @type {Drawer} */
  const drawer = new Drawer(studio.settings, () => table.show(drawer.isShown && shown === "tab-table"));
  const lower = makeTabs(byID("lower-tabs"), (id) => {
    shown = id;
    drawer.refresh();
  }, () => drawer.show(true));
  return { text, lower };
}

/**
 * The tools beside the timeline. Returns the function that leads to a field of the inspector.
 *
 * @param {Studio} studio
 * @param {Server} server
 * @param {{ actions: EditorActions, showEngine: () => void }} uses `showEngine` runs when its tab is shown
 */
export function buildInspector(studio, server, { actions, showEngine }) {
  new Inspector(studio, actions, new MotorReach(studio, server));
  const history = new HistoryList(studio);
  const tools = makeTabs(byID("tool-tabs"), (id) => {
    if (id === "tab-engine") showEngine();
    if (id === "tab-history") history.refresh();
  });
  connectGroups(studio);
  return inspectorKeys(() => tools.show("tab-inspector"));
}
