// Connects the parts around the timeline that need nothing of each other.

import { dismiss } from "../base/announcer.js";
import { connectBanners } from "../base/banners.js";
import { connectLayers } from "../studio/layers-panel.js";
import { connectLayout } from "./layout.js";
import { connectPasted } from "./pasted.js";
import { connectSheet } from "./sheet.js";
import { connectTempo } from "./tempo.js";
import { connectTopBar } from "./top-bar.js";

/** @param {Studio} studio @param {Settings} settings @param {Files} files @param {Transport} transport */
export function connectShell(studio, settings, files, transport) {
  connectLayout(settings, studio);
  connectTempo(studio, settings);
  connectPasted(studio);
  connectSheet(studio);
  connectBanners(studio);
  connectLayers(studio);
  connectTopBar(studio, files, transport);
  // What was said of an earlier text.
  studio.on("text", dismiss);
}
