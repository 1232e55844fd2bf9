// Builds the page: makes its parts, each with what it needs.

import { buildFiles, openFolder } from "./files/build-files.js";
import { Analysis } from "./findings/analysis.js";
import { Feel } from "./findings/feel.js";
import { FindingsList } from "./findings/findings-list.js";
import { buildInspector, buildLowerViews } from "./inspector/build-inspector.js";
import { PhoneDialog } from "./phone/phone-dialog.js";
import { PhoneShare } from "./phone/phone-share.js";
import { ConnectionWatch } from "./server/connection-watch.js";
import { EnginePanel } from "./server/engine-panel.js";
import { ModuleBackend } from "./module/module-backend.js";
import { connectFolderButton, hideServerParts } from "./module/without-server.js";
import { Server } from "./server/server.js";
import { announce, notify } from "./base/announcer.js";
import { removeBannersOf } from "./base/banners.js";
import { byID } from "./base/dom.js";
import { connectShell } from "./shell/build-shell.js";
import { showGate } from "./shell/gate.js";
import { drawIcons } from "./base/icons.js";
import { connectKeys } from "./shell/keys.js";
import { recall } from "./base/kept.js";
import { connectKeptNotice } from "./studio/kept-notice.js";
import { packedFile } from "./base/resources.js";
import { Settings } from "./studio/settings.js";
import { Studio } from "./studio/studio.js";
import { buildPad, buildPlayback } from "./sound/build-sound.js";
import { Soundtrack } from "./sound/soundtrack.js";
import { buildTimeline, connectTimeline } from "./timeline/build-timeline.js";

/** The module if it is packed into the page, or the server that the page came from. */
const backend = () => (packedFile("thrum.wasm") ? new ModuleBackend() : new Server());

async function begin() {
  await recall();
  const server = backend();
  if (!server.token) return showGate();
  try {
    const session = await server.session();
    byID("app").hidden = false;
    return build(server, session);
  } catch (caught) {
    const error = /** @type {Failure} */ (caught);
    if (error.status === 401 || error.status === 403) return showGate();
    return showGate(`${error.message} Run “thrum studio” and open the address it prints.`);
  }
}

/** @param {Backend} server @param {Session} session */
async function build(server, session) {
  drawIcons();
  connectKeptNotice();
  const settings = new Settings();
  const studio = new Studio(settings, session, announce, notify);
  studio.on("closed", (document) => removeBannersOf(document));
  const live = server.live();
  const engine = new EnginePanel(live);
  const { output, liveSound, transport } = buildPlayback(studio, server, live);
  const { timeline, actions } = buildTimeline(studio, transport, server);
  new Analysis(studio, server);
  new Feel(studio, server);
  if (session.hasPhonePage) new PhoneShare(studio, server, new PhoneDialog(server));

  const soundtrack = new Soundtrack(transport, timeline, output);
  const { files, list } = buildFiles(studio, server, live, { actions, soundtrack });
  const { text, lower } = buildLowerViews(studio);
  /** @param {Finding} finding */
  const goTo = (finding) => {
    lower.show("tab-text");
    if (finding.key) studio.select([finding.key]);
    if (finding.time !== undefined) timeline.reveal(finding.time);
    if (finding.offset !== undefined) text.goTo(finding.offset);
  };
  const findings = new FindingsList(studio, server, goTo);
  /** @param {Finding} finding */
  const focus = (finding) => {
    lower.show("tab-findings");
    findings.focus(finding);
  };
  connectTimeline(timeline, actions, { goTo, focus });
  const goToField = buildInspector(studio, server, { actions, showEngine: () => engine.scrollToEnd() });
  connectShell(studio, settings, files, transport);
  const recorder = buildPad(studio, live, {
    output, liveSound, transport, timeline, soundtrack, cursor: () => actions.cursor, begin: () => files.begin(),
  });
  connectKeys({ settings, studio, transport, timeline, actions, files, recorder, goTo: goToField });

  const onBack = async () => {
    studio.renewSession(await server.session().catch(() => studio.session));
    await list.refresh();
    files.disk.checkAll();
  };
  if (server.hasServer) new ConnectionWatch(server, live, { onBack, onDownload: () => files.downloads.text() });
  else hideServerParts(onBack);
  connectFolderButton(server, onBack);
  live.open();
  setInterval(() => live.isOpen && !document.hidden && live.ping(), 3000);
  return openFolder(studio, server, { files, list });
}

begin();
