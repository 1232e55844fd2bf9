// Builds the page: makes its parts and connects them.

import { Downloads } from "./files/downloads.js";
import { Drafts } from "./files/drafts.js";
import { Files } from "./files/files.js";
import { FilesPanel } from "./files/files-panel.js";
import { openFirst } from "./files/first-pattern.js";
import { connectClipboard, connectDropping } from "./files/incoming.js";
import { Analysis } from "./findings/analysis.js";
import { Feel } from "./findings/feel.js";
import { FindingsList } from "./findings/findings-list.js";
import { EventTable } from "./inspector/event-table.js";
import { connectGroups } from "./inspector/groups.js";
import { HistoryList } from "./inspector/history-list.js";
import { Inspector } from "./inspector/inspector.js";
import { inspectorKeys } from "./inspector/inspector-keys.js";
import { MotorReach } from "./inspector/motor-reach.js";
import { TextView } from "./inspector/text-view.js";
import { Document } from "./pattern/document.js";
import { PhoneDialog } from "./phone/phone-dialog.js";
import { PhoneShare } from "./phone/phone-share.js";
import { ConnectionWatch } from "./server/connection-watch.js";
import { EnginePanel } from "./server/engine-panel.js";
import { LiveConnection } from "./server/live-connection.js";
import { Refusal, Server } from "./server/server.js";
import { announce, notify } from "./shell/announcer.js";
import { removeBanner, removeBannersOf, showBanner } from "./shell/banners.js";
import { byID } from "./shell/dom.js";
import { drawIcons } from "./shell/icons.js";
import { connectKeys } from "./shell/keys.js";
import { connectLayout } from "./shell/layout.js";
import { Settings } from "./shell/settings.js";
import { Studio } from "./shell/studio.js";
import { makeTabs } from "./shell/tabs.js";
import { connectTempo } from "./shell/tempo.js";
import { connectTopBar } from "./shell/top-bar.js";
import { AudioOutput } from "./sound/audio-output.js";
import { Latency } from "./sound/latency.js";
import { LiveSound } from "./sound/live-sound.js";
import { MeterView } from "./sound/meter-view.js";
import { Palette } from "./sound/palette.js";
import { Recorder } from "./sound/recorder.js";
import { Soundtrack } from "./sound/soundtrack.js";
import { Transport } from "./sound/transport.js";
import { connectTransportBar } from "./sound/transport-bar.js";
import { EditorActions } from "./timeline/editor-actions.js";
import { connectLegend } from "./timeline/legend.js";
import { connectMarkers } from "./timeline/marker-list.js";
import { Overview } from "./timeline/overview.js";
import { Timeline } from "./timeline/timeline.js";
import { connectPointerFocus, followingMarks, TimelinePointer } from "./timeline/timeline-pointer.js";
import { connectTools } from "./timeline/tools.js";
import { WaveDetail } from "./timeline/wave-detail.js";

const server = new Server();

/** @param {string} [message] shown to visitors without a valid token */
function showGate(message) {
  byID("gate").hidden = false;
  byID("app").hidden = true;
  if (message) byID("gate-text").textContent = message;
}

async function begin() {
  if (!server.token) return showGate();
  /** @type {Session} */
  let session;
  try {
    session = await server.session();
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return showGate();
    return showGate(`${error.message} Run “thrum studio” and open the address it prints.`);
  }
  byID("app").hidden = false;
  return build(session);
}

/** @param {Session} session */
async function build(session) {
  drawIcons();
  const settings = new Settings();
  const studio = new Studio(settings, announce, notify);
  studio.session = session;
  studio.on("closed", (document) => removeBannersOf(document));
  const live = new LiveConnection(server);
  const output = new AudioOutput();
  const liveSound = new LiveSound(live, output, settings);
  const engine = new EnginePanel(live);
  /** @param {Error} error */
  const onProblem = (error) => showBanner("play", {
    file: studio.document, text: `Playback failed: ${error.message}`, severity: "error",
  });
  const transport = new Transport(studio, { server, live, output, onProblem });
  transport.on("state", () => {
    if (!transport.isPlaying) return;
    removeBanner("play", studio.document);
    removeBanner("failed");
  });
  for (const input of ["pointerdown", "keydown"]) {
    addEventListener(input, () => transport.browser.blocks.prepare().catch(() => {}), { once: true, capture: true });
  }
  const timeline = new Timeline(studio, transport, byID("timeline"));
  new Analysis(studio, server);
  new Feel(studio, server);
  if (session.hasPhonePage) new PhoneShare(studio, server, new PhoneDialog(server));
  timeline.detail = new WaveDetail(studio, server, () => timeline.draw());

  const files = new Files(studio, server, () => list.refresh());
  const downloads = new Downloads(studio, server, {
    sound: () => server.render({
      text: studio.shownText, path: studio.document.path ?? "", actuator: settings.actuator,
      monitor: settings.monitor, gain: 0,
    }),
    onNotes: (name, notes) => files.showNotes(name, notes),
  });
  downloads.list(session.exports);
  files.downloads = downloads;
  const list = new FilesPanel(studio, server, {
    open: (path) => files.open(path).then(() => byID("timeline").focus({ preventScroll: true })),
    files, cursor: () => actions.cursor,
  });
  const text = new TextView(studio);
  const table = new EventTable(studio);
  const lower = makeTabs(document.querySelector(".lower .tabs"), (id) => table.show(id === "tab-table"));
  /** @param {Finding} finding */
  const goTo = (finding) => {
    lower.show("tab-text");
    if (finding.key) studio.select([finding.key]);
    if (finding.time !== undefined) timeline.reveal(finding.time);
    if (finding.offset !== undefined) text.goTo(finding.offset);
  };
  const findingsList = new FindingsList(studio, server, goTo);
  const readout = byID("readout");
  const say = (words) => (readout.textContent = words ?? "");
  const focus = (finding) => {
    lower.show("tab-findings");
    findingsList.focus(finding);
  };
  new TimelinePointer(timeline, {
    onReadout: say, onFinding: goTo, onFelt: followingMarks(studio, { goTo, focus, say }),
  });

  const actions = new EditorActions(studio, transport, timeline);
  files.sounds.position = () => actions.cursor;
  files.sounds.take = (made, name) => files.take(made, name);
  new Inspector(studio, actions, new MotorReach(studio, server));
  const history = new HistoryList(studio);
  const tools = makeTabs(document.querySelector(".tools .tabs"), (id) => {
    if (id === "tab-engine") engine.scrollToEnd();
    if (id === "tab-history") history.refresh();
  });
  connectLayout(settings, studio);
  connectTempo(studio, settings);
  connectTools(studio);
  connectClipboard(studio, actions, (pasted) => files.takeText(pasted));
  connectEditButtons(actions, studio, timeline, files, transport);
  connectDropping(files);
  connectMarkers(studio, transport);
  connectLegend();
  connectPointerFocus(byID("timeline"));
  connectTopBar(studio, files, transport);
  /** @param {string} to @param {string} message */
  const onFailure = (to, message) =>
    showBanner("failed", { text: `${failures[to] ?? to}: ${message}`, severity: "error" });
  const bar = connectTransportBar(studio, transport, { settings, live, output, onFailure });
  bar.fillChoices();
  new MeterView(transport, live);
  const latency = new Latency(live, liveSound, output, settings);
  const palette = new Palette(studio, live, {
    latency, position: () => actions.cursor,
    open: () => (settings.destination === "browser" ? liveSound.open() : Promise.resolve()),
  });
  const soundtrack = new Soundtrack(transport, timeline, output);
  files.sounds.soundtrack = (file) => soundtrack.take(file);
  const recorder = new Recorder({ studio, timeline, transport, palette, soundtrack, begin: () => files.begin() });
  new Overview(studio, timeline);
  connectGroups(studio);
  const goToField = inspectorKeys(() => tools.show("tab-inspector"));
  connectKeys({ settings, studio, transport, timeline, actions, files, recorder, goTo: goToField });

  live.on("changed", async ({ path }) => {
    if (path) files.disk.changed(path);
    await list.refresh();
    files.disk.checkListed(list.rows, path);
  });
  const onBack = async () => {
    studio.session = await server.session().catch(() => studio.session);
    list.refresh();
    files.disk.checkAll();
  };
  new ConnectionWatch(server, live, { onBack, onDownload: () => downloads.text() });
  live.open();
  setInterval(() => live.isOpen && !document.hidden && live.ping(), 3000);
  offerDrafts(new Drafts(studio), studio, files);
  const access = session.writable ? "" : ", read-only";
  byID("folder").textContent = session.folder ? `${session.folder}${access}` : "no folder";
  await list.refresh();
  files.disk.checkListed(list.rows);
  return server.wanted ? files.open(server.wanted) : openFirst(studio, files, list.rows);
}

const failures = {
  play: "Playback failed", tap: "Tap failed", hold: "Hold failed", move: "Update failed", engine: "Engine call failed",
  sound: "Could not switch the output", settings: "Settings not applied", fault: "Simulation failed",
};

/**
 * @param {EditorActions} actions
 * @param {Studio} studio
 * @param {Timeline} timeline
 * @param {Files} files
 * @param {Transport} transport
 */
function connectEditButtons(actions, studio, timeline, files, transport) {
  /** @param {string} id @param {() => void} run */
  const press = (id, run) => byID(id).addEventListener("click", run);
  press("add-transient", () => actions.add("HapticTransient"));
  press("add-continuous", () => actions.add("HapticContinuous"));
  press("add-tone", () => actions.add("AudioContinuous"));
  press("add-curve", () => actions.add("Curve"));
  press("add-parameter", () => actions.add("Parameter"));
  press("add-point", () => actions.addPoint());
  press("remove", () => studio.removeSelection());
  press("marker", () => studio.document && studio.addMarker(transport.position));
  press("zoom-in", () => timeline.zoom(0.7));
  press("zoom-out", () => timeline.zoom(1 / 0.7));
  press("fit", () => timeline.fit());
  press("new-file", () => files.begin());
  press("empty-new", () => files.begin());
  press("help", () => byID("help-dialog").showModal());
  press("close-help", () => byID("help-dialog").close());
}

/** @param {Drafts} drafts @param {Studio} studio @param {Files} files */
async function offerDrafts(drafts, studio, files) {
  const left = await drafts.left();
  if (left.length === 0) return;
  const names = left.map(({ name }) => `“${name}”`).join(", ");
  const open = () => {
    for (const draft of left) {
      const open = draft.path && files.documentOf(draft.path);
      if (open && !open.isEdited) studio.close(open);
      const document = new Document({ ...draft, writable: Boolean(draft.path) && studio.session.writable });
      document.savedText = draft.savedText;
      studio.show(document);
    }
    drafts.forget(left);
    files.disk.checkAll();
  };
  showBanner("drafts", {
    text: `${names} ${left.length === 1 ? "was" : "were"} not saved when this page was last open.`, severity: "note",
    canClose: false,
    actions: [{ name: "Open unsaved work", run: open }, { name: "Discard", run: () => drafts.forget(left) }],
  });
}

begin();
