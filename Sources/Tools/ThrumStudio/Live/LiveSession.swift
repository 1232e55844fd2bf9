import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// A live connection with its own thread.
final class LiveSession {
  private let socket: WebSocket
  private let context: StudioContext
  private var live: LiveEngine
  private var playback = LivePlayback()
  private var palette = Palette()
  private var trace = TraceFeed()
  private var meter = LiveMeter()
  private let subscription: FolderWatch.Subscription
  private var lastState: (EngineState, ServerMessage.Sound)?

  init(_ socket: WebSocket, _ context: StudioContext) {
    self.socket = socket
    self.context = context
    live = LiveEngine(context.motors.settings)
    subscription = context.watch.subscribe(wake: live.queue.wake)
  }

  deinit { context.watch.unsubscribe(subscription) }

  func run() {
    postState()
    while let events = socket.receive(
      milliseconds: isActive ? 20 : 250, wake: live.queue.wake, orReadable: context.watch.descriptor)
    {
      sendSound()
      for case .text(let text) in events { obey(text) }
      sendNews()
    }
    live.stop()
  }

  private var isActive: Bool { live.state != .stopped }

  // MARK: Messages from the page

  private func obey(_ text: String) {
    let arrived = live.now
    switch ClientMessage.read(text) {
    case .failure(let refusal): fail(refusal.kind, refusal.reason)
    case .success(let message):
      do { try obey(message, arrived) } catch { fail(message.name, "\(error)") }
    }
  }

  private func obey(_ message: ClientMessage, _ arrived: Double) throws {
    switch message {
    case .ping(let id): send(.pong(id: id))
    case .sound(let target): try route(to: target)
    case .settings(let wanted): try change(wanted)
    case .engine(.start): _ = try live.start()
    case .engine(.stop): live.stop()
    case .play(let wanted):
      try playback.play(wanted, StudioSounds(folder: context.folder, pattern: wanted.path), on: &live)
    case .stop: playback.stop()
    case .tap(let touch): try palette.tap(touch, on: &live, arrived: arrived)
    case .hold(let touch): try palette.hold(touch, on: &live, arrived: arrived)
    case .move(let touch): try palette.move(touch, on: live, arrived: arrived)
    case .release: palette.release()
    case .fault(let name): try apply(fault: name)
    }
  }

  private func route(to target: ClientMessage.Target) throws(StudioError) {
    switch target {
    case .browser: live.set(device: nil)
    case .device(let device):
      guard context.devices.has(device) else {
        throw StudioError("the page can play to listed devices only; `thrum studio -D NAME` adds one")
      }
      live.set(device: device)
    }
    forgetPlayers()
  }

  private func change(_ wanted: ClientMessage.Settings) throws(StudioError) {
    let settings = live.settings
    let new: SoundSettings
    do throws(Refusal) {
      new = try SoundSettings(
        actuator: wanted.actuator ?? settings.actuator, monitor: wanted.monitor ?? settings.monitor.rawValue,
        gain: wanted.gain ?? settings.gain, motor: context.motors.lookup)
    } catch { throw StudioError(error.message) }
    if live.set(new) { forgetPlayers() }
  }

  private func apply(fault name: String) throws(StudioError) {
    let faults: [String: Fault] = [
      "suspend": .suspendApp, "resume": .resumeApp, "interrupt": .interruptAudio, "endInterruption": .endInterruption,
      "reset": .resetServer, "loseDevice": .loseDevice, "deviceBack": .restoreDevice,
    ]
    guard let fault = faults[name] else {
      throw StudioError("unknown fault; valid faults are \(faults.keys.sorted().joined(separator: ", "))")
    }
    live.environment.apply(fault)
  }

  private func forgetPlayers() {
    if playback.isPlaying { send(.ended) }
    playback = LivePlayback()
    palette.forget()
  }

  // MARK: Messages to the page

  private func send(_ message: ServerMessage) { socket.send(text: message.text) }

  private func fail(_ what: String, _ reason: String) { send(.failed(to: what, message: reason)) }

  private func sendSound() {
    let samples = live.queue.take()
    guard !samples.isEmpty else { return }
    meter.add(samples)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples { withUnsafeBytes(of: sample.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
    socket.send(sound: bytes)
  }

  private func sendNews() {
    let entries = trace.newEntries(live.environment)
    let lines = entries.compactMap(\.trace)
    if !lines.isEmpty { send(.trace(lines)) }
    for done in palette.follow(entries, live) { send(.done(id: done.id, milliseconds: done.milliseconds)) }
    postState()
    postMeter()
    if playback.hasEnded() { send(.ended) }
    for path in context.watch.changes(for: subscription) { send(.changed(path: path)) }
  }

  private func postState() {
    let now = (live.state, live.sound)
    guard lastState?.0 != now.0 || lastState?.1 != now.1 else { return }
    lastState = now
    send(.state(engine: now.0.rawValue, sound: now.1))
  }

  private func postMeter() {
    if live.device != nil, let (reading, held) = live.engine?.withEngine({ ($0.meter, $0.takePeak()) }) {
      meter.add(reading, held: held)
    }
    guard let reading = meter.reading(isActive: isActive) else { return }
    send(
      .meter(
        ServerMessage.Meter(
          position: playback.position(live), isPlaying: playback.isPlaying, peak: reading.peak, level: reading.level)))
  }
}

/// The pattern that `play` started. Only one pattern plays at a time.
struct LivePlayback {
  private var player: HapticPlayer?
  private var length = 0.0
  private var loops = false
  private var rate = 1.0
  private var offset = 0.0
  private var anchor: SampleTime = 0

  var isPlaying: Bool { player != nil }

  mutating func play(
    _ wanted: ClientMessage.Play, _ sounds: StudioSounds, on live: inout LiveEngine
  ) throws(EngineError) {
    stop()
    let pattern = StudioPattern(Array(wanted.text.utf8), path: wanted.path, sounds: sounds.asked)
    guard let playable = pattern.playable else { throw EngineError(.invalidPatternData, pattern.refusal) }
    let engine = try live.start()
    var options = PlayerOptions()
    options.mayBeEmpty = true
    options.soundFailed = { _ in }
    // `makePlayer` reads the sounds opened here.
    var paths: [String: String] = [:]
    for name in playable.events.compactMap(\.waveformPath) { paths[name] = sounds.path(name) }
    options.resolveSound = { [paths] in paths[$0] }
    let begun = try engine.withEngine { [options] engine throws(EngineError) in
      let player = try engine.makePlayer(playable, options: options)
      let length = player.duration
      if wanted.loop, length > 0 {
        try player.setLoopEnd(length)
        try player.setLoops(true)
      }
      try player.setRate(wanted.rate)
      let frame = engine.meter.renderedFrames
      try engine.start([player], offset: length > 0 ? min(wanted.offset, length) : 0)
      return (player: player, length: length, frame: frame)
    }
    withExtendedLifetime(sounds) {}
    (player, length, anchor) = (begun.player, begun.length, begun.frame)
    (loops, rate, offset) = (wanted.loop && length > 0, wanted.rate, min(wanted.offset, length))
  }

  /// Returns the position in the pattern, s.
  func position(_ live: LiveEngine) -> Double? {
    guard player != nil, let engine = live.engine else { return nil }
    let frames = engine.withEngine { max(0, $0.meter.renderedFrames) } - anchor
    let travelled = offset + Double(max(0, frames)) / live.sound.rate * rate
    return loops ? travelled.truncatingRemainder(dividingBy: length) : min(travelled, length)
  }

  /// Returns `true` once, after the end of the pattern.
  mutating func hasEnded() -> Bool {
    guard let player, !player.isActive else { return false }
    self.player = nil
    return true
  }

  mutating func stop() {
    try? player?.cancel()
    player = nil
  }
}
