// Builds what plays: the browser's output and the transport, then the pad with its recorder.

import { removeBanner, showBanner } from "../base/banners.js";
import { AudioOutput } from "../player/audio-output.js";
import { Latency } from "../player/latency.js";
import { LiveSound } from "../player/live-sound.js";
import { MeterView } from "./meter-view.js";
import { Metronome } from "./metronome.js";
import { Palette } from "./palette.js";
import { Recorder } from "./recorder.js";
import { connectTransportBar } from "./transport-bar.js";
import { Transport } from "./transport.js";

/** @type {Record<string, string>} What failed, by the message that asked for it. */
const failures = {
  play: "Playback failed", tap: "Tap failed", hold: "Hold failed", move: "Update failed", engine: "Engine call failed",
  sound: "Could not switch the output", settings: "Settings not applied", fault: "Simulation failed",
};

/** @param {Studio} studio @param {Server} server @param {LiveConnection} live */
export function buildPlayback(studio, server, live) {
  const output = new AudioOutput();
  const liveSound = new LiveSound(live, output, studio.settings);
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
  return { output, liveSound, transport };
}

/**
 * @param {Studio} studio
 * @param {LiveConnection} live
 * @param {{ output: AudioOutput, liveSound: LiveSound, transport: Transport, timeline: Timeline,
 *   soundtrack: Soundtrack, cursor: () => number, begin: () => void }} uses `begin` opens a new pattern
 */
export function buildPad(studio, live, { output, liveSound, transport, timeline, soundtrack, cursor, begin }) {
  const { settings } = studio;
  /** @param {string} to @param {string} message */
  const onFailure = (to, message) =>
    showBanner("failed", { text: `${failures[to] ?? to}: ${message}`, severity: "error" });
  connectTransportBar(studio, transport, { settings, live, output, onFailure }).fillChoices();
  new MeterView(transport, live);
  const latency = new Latency(live, liveSound, output, settings);
  const palette = new Palette(studio, live, {
    latency, position: cursor,
    open: () => (settings.destination === "browser" && live.hasEngine ? liveSound.open() : Promise.resolve()),
  });
  const metronome = new Metronome(settings, output, transport);
  return new Recorder({ studio, timeline, transport, palette, soundtrack, metronome, begin });
}
