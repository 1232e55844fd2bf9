// The buttons and choices for playing.

import { sustainSeconds } from "../pattern/envelope.js";
import { byID, make, within } from "../base/dom.js";
import { setIcon } from "../base/icons.js";
import { titleIn, titleOf } from "../base/titles.js";

/**
 * @param {Studio} studio
 * @param {Transport} transport
 * @param {{ settings: Settings, live: LiveConnection, output: AudioOutput,
 *   onFailure: (to: string, message: string) => void }} uses
 */
export function connectTransportBar(studio, transport, { settings, live, output, onFailure }) {
  /** @param {string} id @param {() => void} run */
  const press = (id, run) => byID(id).addEventListener("click", run);
  press("to-start", () => transport.seek(0));
  press("play", () => transport.toggle());
  press("loop", () => transport.toggleLoop());
  press("mute", () => settings.set({ isMuted: !settings.isMuted }));

  /** @type {PageSelect[]} */
  const choices = ["destination", "actuator", "grid"];
  for (const name of choices) {
    byID(name).addEventListener("change", () => settings.set({ [name]: byID(name).value }));
  }
  byID("monitor").addEventListener("change", () => {
    const { value } = byID("monitor");
    settings.set({ chosenMonitor: value, monitor: value || studio.session.monitor.name });
  });
  /** @param {PageInput} id @param {string} name */
  const bindFlag = (id, name) => {
    byID(id).addEventListener("change", () => settings.set({ [name]: byID(id).checked }));
  };
  bindFlag("snap-events", "snapsToEvents");
  bindFlag("match", "matchesLevels");
  bindFlag("metronome", "hasMetronome");
  bindFlag("has-keys", "hasKeys");
  bindFlag("fit-wave", "fitsWave");
  byID("volume").addEventListener("input", () => settings.set({ volume: Number(byID("volume").value) }));

  const showSettings = () => {
    byID("volume").value = String(settings.volume);
    byID("volume-text").textContent = `${String(settings.volume).replace("-", "−")} dB`;
    byID("volume").setAttribute("aria-valuetext", `${settings.volume} decibels`);
    byID("mute").setAttribute("aria-pressed", String(settings.isMuted));
    setIcon(byID("mute"), settings.isMuted ? "silent" : "sound");
    byID("destination").value = settings.destination;
    byID("actuator").value = settings.actuator;
    byID("monitor").value = settings.chosenMonitor;
    byID("monitor").title = byID("monitor").selectedOptions[0]?.title ?? "";
    byID("grid").value = settings.grid;
    byID("snap-events").checked = settings.snapsToEvents;
    byID("match").checked = settings.matchesLevels;
    byID("metronome").checked = settings.hasMetronome;
    byID("has-keys").checked = settings.hasKeys;
    byID("fit-wave").checked = settings.fitsWave;
    output.setVolume(settings.volume, settings.isMuted);
  };
  settings.on("change", showSettings);
  settings.on("change", (changes) => tellServer(live, settings, changes));
  live.on("open", () => tellServer(live, settings, settings));
  live.on("failed", ({ to, message }) => onFailure(to, message));

  transport.on("state", () => {
    setIcon(byID("play"), transport.isPlaying ? "pause" : "play");
    within(byID("play"), ".label").textContent = transport.isPlaying ? "Pause" : "Play";
    byID("play").title = transport.isPlaying ? "Pause (Space)" : "Play (Space)";
  });
  transport.on("position", () => (byID("position").textContent = transport.position.toFixed(3)));
  transport.on("gain", () => {
    const { gain } = transport;
    byID("match-gain").textContent = gain === undefined ? "" : `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(1)} dB`;
  });
  transport.on("loop", () => {
    const range = transport.loopRange;
    byID("loop").setAttribute("aria-pressed", String(transport.isLooping));
    byID("loop").title = range ? `Loop from ${range.start.toFixed(3)} to ${range.end.toFixed(3)} s (l)` : "Loop (l)";
  });
  connectSeekHint(studio, transport);
  return { fillChoices: () => fillChoices(studio, settings, showSettings) };
}

/**
 * Shows a hint while the cursor is inside a continuous or audio event; does not update it during playback.
 *
 * @param {Studio} studio
 * @param {Transport} transport
 */
function connectSeekHint(studio, transport) {
  const refresh = () => {
    if (transport.isPlaying) return;
    const { position } = transport;
    const isInside = studio.shownPattern.events.some((event) => !event.isTap && event.time < position
      && position < event.time + sustainSeconds(event, studio.soundSeconds.get(event.waveform)?.seconds));
    byID("seek-hint").classList.toggle("idle", !isInside);
  };
  for (const change of /** @type {const} */ (["document", "text", "analysis"])) studio.on(change, refresh);
  for (const change of /** @type {const} */ (["position", "state"])) transport.on(change, refresh);
  refresh();
}

/**
 * Fills in the server's lists; a setting that is not in its list is replaced by the first choice.
 *
 * @param {Studio} studio
 * @param {Settings} settings
 * @param {() => void} showSettings
 */
function fillChoices({ session }, settings, showSettings) {
  /** @param {Choice[]} list */
  const options = (list) => list.map((one) =>
    make("option", { value: one.name, title: one.about ?? "" }, titleOf(one)));
  byID("actuator").replaceChildren(...options(session.actuators));
  const { name, reason } = session.monitor;
  byID("monitor").replaceChildren(
    make("option", { value: "", title: reason ?? "" }, `Automatic: ${titleIn(session.monitors, name)}`),
    ...options(session.monitors));
  const cards = session.devices.map(({ name, about }) =>
    make("option", { value: `device:${name}`, title: about ?? "" }, `Sound card: ${name}`));
  byID("destination").replaceChildren(make("option", { value: "browser" }, "This browser"), ...cards);
  /** @param {string} [otherwise] @param {Choice[]} list @param {string} name */
  const known = (list, name, otherwise) =>
    (list.some((one) => one.name === name) ? name : otherwise ?? list[0]?.name ?? "");
  const chosenMonitor = known(session.monitors, settings.chosenMonitor, "");
  const isThere = settings.destination === "browser"
    || session.devices.some(({ name }) => `device:${name}` === settings.destination);
  settings.set({
    actuator: known(session.actuators, settings.actuator), chosenMonitor, monitor: chosenMonitor || name,
    destination: isThere ? settings.destination : "browser",
    volume: settings.isNew ? session.monitor.gain : settings.volume,
  });
  showSettings();
}

/** @param {LiveConnection} live @param {Settings} settings @param {Partial<Settings>} changes */
function tellServer(live, settings, changes) {
  const { destination, actuator, monitor } = settings;
  if ("destination" in changes) {
    const isBrowser = destination === "browser";
    const device = destination.slice(7);
    live.send(isBrowser ? { type: "sound", to: "browser" } : { type: "sound", to: "device", device });
  }
  if (!["actuator", "monitor", "volume", "isMuted"].some((name) => name in changes) || !actuator) return;
  live.send({ type: "settings", actuator, monitor, gain: settings.isMuted ? -120 : settings.volume });
}
