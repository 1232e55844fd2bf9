// Builds the file list and all that opens, saves and downloads files.

import { byID } from "../base/dom.js";
import { givenPattern } from "../shell/given.js";
import { Downloads } from "./downloads.js";
import { Drafts, offerDrafts } from "./drafts.js";
import { FilesPanel } from "./files-panel.js";
import { Files } from "./files.js";
import { openFirst } from "./first-pattern.js";
import { connectClipboard, connectDropping } from "./incoming.js";
import { keepHistories } from "./kept-histories.js";

/**
 * @param {Studio} studio
 * @param {Server} server
 * @param {LiveConnection} live tells of changes on disk
 * @param {{ actions: EditorActions, soundtrack: Soundtrack }} uses
 */
export function buildFiles(studio, server, live, { actions, soundtrack }) {
  const cursor = () => actions.cursor;
  const downloads = new Downloads(studio, server, studio.session.exports ?? []);
  const files = new Files(studio, server, { downloads, cursor, soundtrack: (file) => soundtrack.take(file) });
  const list = new FilesPanel(studio, server, {
    open: (path) => files.open(path).then(() => byID("timeline").focus({ preventScroll: true })), files, cursor,
  });
  connectClipboard(studio, actions, (pasted) => files.takeText(pasted));
  connectDropping(files);
  keepHistories(studio);
  live.on("changed", async ({ path }) => {
    if (path) files.disk.changed(path);
    await list.refresh();
    files.disk.checkListed(list.rows, path);
  });
  return { files, list };
}

/**
 * Shows the folder, and opens what was asked for, or else its first pattern.
 *
 * @param {Studio} studio
 * @param {Server} server
 * @param {{ files: Files, list: FilesPanel }} parts
 */
export async function openFolder(studio, server, { files, list }) {
  const { folder, writable } = studio.session;
  offerDrafts(new Drafts(studio), studio, files);
  byID("folder").textContent = folder ? `${folder}${writable ? "" : ", read-only"}` : "no folder";
  await list.refresh();
  files.disk.checkListed(list.rows);
  const given = givenPattern();
  if (given) return void files.take(given.text, given.name, { isFile: true });
  if (server.wanted) return files.open(server.wanted);
  await openFirst(studio, files, list.rows);
  if (!studio.document && server.example) await files.open(server.example, { unlessOpen: true });
}
