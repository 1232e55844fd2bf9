// Builds the timeline: its picture, what the pointer and the buttons do with it, and what stands around it.

import { byID } from "../base/dom.js";
import { EditorActions } from "./editor-actions.js";
import { connectLegend } from "../picture/legend.js";
import { connectMarkers } from "./marker-list.js";
import { Overview } from "./overview.js";
import { TimelinePointer } from "./timeline-pointer.js";
import { Timeline } from "./timeline.js";
import { connectEditButtons, connectPointerFocus, connectTools } from "./tools.js";

/** @param {Studio} studio @param {Transport} transport @param {Server} server */
export function buildTimeline(studio, transport, server) {
  const timeline = new Timeline(studio, transport, server, byID("timeline"));
  return { timeline, actions: new EditorActions(studio, transport, timeline) };
}

/**
 * @param {Timeline} timeline
 * @param {EditorActions} actions
 * @param {{ goTo: (finding: Finding) => void, focus: (finding: Finding) => void }} uses for marks of findings
 */
export function connectTimeline(timeline, actions, { goTo, focus }) {
  const { studio, transport } = timeline;
  const readout = byID("readout");
  new TimelinePointer(timeline, {
    onReadout: (words) => (readout.textContent = words ?? ""), onFinding: goTo, focus,
  });
  studio.on("document", () => {
    readout.textContent = "";
    timeline.hover(undefined);
  });
  connectTools(studio);
  connectEditButtons(actions, studio, timeline, transport);
  connectMarkers(studio, transport);
  connectLegend();
  connectPointerFocus(byID("timeline"));
  new Overview(studio, timeline);
}
