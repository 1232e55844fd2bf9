import ThrumEngine
import ThrumDevice

/// A live connection: obeys the page, and tells it what the engine does. Everything happens on the connection's thread.
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
    live = LiveEngine(SoundSettings(context.motors))
    subscription = context.watch.subscribe(wake: live.queue.wake)
  }

  deinit { context.watch.unsubscribe(subscription) }

  /// Serves until the page goes or the studio ends; then the engine goes, too.
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

  // MARK: Orders

  private func obey(_ text: String) {
    let arrived = live.now
    guard let message = ClientMessage(text) else {
      return fail("message", "this is not a message of `Docs/StudioProtocol.md`")
    }
    do {
      try obey(message, arrived)
    } catch { fail(message.verb.rawValue, "\(error)") }
  }

  private func obey(_ message: ClientMessage, _ arrived: Double) throws {
    switch message.verb {
    case .ping:
      var pong = ServerMessage("pong")
      pong.id = message.id
      socket.send(text: pong.text)
    case .sound: try route(message)
    case .settings: try change(message)
    case .engine: try call(message)
    case .play:
      let pattern = StudioPattern(message.text ?? "", path: message.path ?? "", folder: context.folder)
      try playback.play(pattern, message, on: &live)
    case .stop: playback.stop()
    case .tap: try palette.tap(message, on: &live, arrived: arrived)
    case .hold: try palette.hold(message, on: &live, arrived: arrived)
    case .move: try palette.move(message, on: live, arrived: arrived)
    case .release: palette.release()
    case .fault: try fault(message)
    }
  }

  private func route(_ message: ClientMessage) throws(StudioError) {
    switch message.to {
    case "browser": live.set(device: nil)
    case "device":
      guard let device = message.device, context.devices.has(device) else {
        throw StudioError("the page can play to the devices that are listed; `thrum studio -D NAME` adds one")
      }
      live.set(device: device)
    default: throw StudioError("sound goes to the browser or to a device")
    }
    forgetPlayers()
  }

  private func change(_ message: ClientMessage) throws(StudioError) {
    let settings = live.settings
    let new = try SoundSettings(
      actuator: message.actuator ?? settings.actuator, monitor: message.monitor ?? settings.monitor.rawValue,
      gain: message.gain ?? settings.gain, of: context.motors)
    if live.set(new) { forgetPlayers() }
  }

  private func call(_ message: ClientMessage) throws {
    switch message.call {
    case "start": _ = try live.start()
    case "stop": live.stop()
    default: throw StudioError("the call must be “start” or “stop”")
    }
  }

  private func fault(_ message: ClientMessage) throws(StudioError) {
    let faults: [String: Fault] = [
      "suspend": .suspendApp, "resume": .resumeApp, "interrupt": .interruptAudio, "endInterruption": .endInterruption,
      "reset": .resetServer, "loseDevice": .loseDevice, "deviceBack": .restoreDevice,
    ]
    guard let fault = message.fault.flatMap({ faults[$0] }) else {
      throw StudioError("the faults are \(faults.keys.sorted().joined(separator: ", "))")
    }
    live.environment.apply(fault)
  }

  /// What played has gone with its engine.
  private func forgetPlayers() {
    if playback.isPlaying { socket.send(text: ServerMessage("ended").text) }
    playback = LivePlayback()
    palette.forget()
  }

  // MARK: News

  private func fail(_ what: String, _ reason: String) {
    var message = ServerMessage("failed")
    message.to = what
    message.message = reason
    socket.send(text: message.text)
  }

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
    if !lines.isEmpty {
      var message = ServerMessage("trace")
      message.entries = lines
      socket.send(text: message.text)
    }
    for done in palette.follow(entries, live) {
      var message = ServerMessage("done")
      message.id = done.id
      message.milliseconds = done.milliseconds
      socket.send(text: message.text)
    }
    postState()
    postMeter()
    if playback.hasEnded() { socket.send(text: ServerMessage("ended").text) }
    for path in context.watch.changes(for: subscription) {
      var message = ServerMessage("changed")
      message.path = path
      socket.send(text: message.text)
    }
  }

  private func postState() {
    let now = (live.state, live.sound)
    guard lastState?.0 != now.0 || lastState?.1 != now.1 else { return }
    lastState = now
    var message = ServerMessage("state")
    message.engine = now.0.rawValue
    message.sound = now.1
    socket.send(text: message.text)
  }

  private func postMeter() {
    if live.device != nil, let (reading, held) = live.engine?.withEngine({ ($0.meter, $0.takePeak()) }) {
      meter.add(reading, held: held)
    }
    guard let reading = meter.reading(isActive: isActive) else { return }
    var message = ServerMessage("meter")
    message.position = playback.position(live)
    message.isPlaying = playback.isPlaying
    message.peak = reading.peak
    message.level = reading.level
    socket.send(text: message.text)
  }
}
