// @ts-check
import { Fold } from "./fold.js";
import { Splitter } from "./splitter.js";

/** Also in narrow.css. */
const wide = "(min-width: 1181px)";

/**
 * The parts that fold away, and the lines between the others.
 *
 * @param {Settings} settings
 * @param {Studio} studio
 */
export function connectLayout(settings, studio) {
  const files = new Fold(settings, { button: "toggle-files", panel: "files", room: wide, name: "showsFiles" });
  studio.on("document", () => files.close());
  new Fold(settings, {
    button: "toggle-settings", panel: "settings", room: `${wide} and (min-height: 800px)`, name: "showsSound",
  });
  new Fold(settings, { button: "toggle-snap", panel: "snap" });
  new Splitter(settings, {
    line: "files-splitter", part: "files", name: "filesWidth", property: "--files-width", low: 160, high: 480, grows: 1,
  });
  new Splitter(settings, {
    line: "tools-splitter", part: "tools", name: "toolsWidth", property: "--tools-width", low: 220, high: 640,
    grows: -1,
  });
  new Splitter(settings, {
    line: "lower-splitter", part: "lower", name: "lowerHeight", property: "--lower-height", low: 110, high: 800,
    isAcross: true, grows: -1,
  });
}
