import Foundation
import ThrumEngine
import ThrumRender

/// A live connection: obeys the page, and tells it what the engine does. Everything happens on the connection's thread.
final class LiveSession {
  private let socket: WebSocket
  private let folder: StudioFolder?
  private var live = LiveEngine()
  private var playback = LivePlayback()
  private var palette = Palette()
  private var trace = TraceFeed()
  private var meter = LiveMeter()
  private var changes: FolderChanges
  private var lastState: (EngineState, LiveNews.Sound)?

  init(_ socket: WebSocket, folder: StudioFolder?) {
    self.socket = socket
    self.folder = folder
    changes = FolderChanges(folder)
  }

  /// Serves until the page goes or the studio ends; then the engine goes, too.
  func run() {
    tellState()
    while let events = socket.receive(milliseconds: isActive ? 20 : 250, wake: live.queue.wake) {
      sendSound()
      for case .text(let text) in events { obey(text) }
      tell()
    }
    live.stop()
  }

  private var isActive: Bool { live.state != .stopped }

  // MARK: Orders

  private func obey(_ text: String) {
    let arrived = live.now
    guard let order = LiveOrder(text) else { return fail("message", "this is no message of `Docs/StudioProtocol.md`") }
    do {
      try obey(order, arrived)
    } catch { fail(order.verb.rawValue, "\(error)") }
  }

  private func obey(_ order: LiveOrder, _ arrived: Double) throws {
    switch order.verb {
    case .ping:
      var news = LiveNews("pong")
      news.id = order.id
      socket.send(text: news.text)
    case .sound: try route(order)
    case .settings: try change(order)
    case .engine: try call(order)
    case .play:
      let pattern = StudioPattern(order.text ?? "", path: order.path ?? "", folder: folder)
      try playback.play(pattern, order, on: &live)
    case .stop: playback.stop(live)
    case .tap: try palette.tap(order, on: &live, arrived: arrived)
    case .hold: try palette.hold(order, on: &live, arrived: arrived)
    case .move: try palette.move(order, on: live, arrived: arrived)
    case .release: palette.release(live)
    case .fault: try fault(order)
    }
  }

  private func route(_ order: LiveOrder) throws(StudioError) {
    switch order.to {
    case "browser": live.set(device: nil)
    case "device":
      guard let device = order.device, !device.isEmpty, device.utf8.count <= 256 else {
        throw StudioError("which device? `thrum devices` lists them")
      }
      live.set(device: device)
    default: throw StudioError("sound goes to the browser or to a device")
    }
    forgetPlayers()
  }

  private func change(_ order: LiveOrder) throws(StudioError) {
    let settings = live.settings
    let new = try SoundSettings(
      actuator: order.actuator ?? settings.actuator.name, monitor: order.monitor ?? settings.monitor.rawValue,
      gain: order.gain ?? settings.gain)
    if live.set(new) { forgetPlayers() }
  }

  private func call(_ order: LiveOrder) throws {
    switch order.call {
    case "start": _ = try live.start()
    case "stop": live.stop()
    default: throw StudioError("an engine is told to start or to stop")
    }
  }

  private func fault(_ order: LiveOrder) throws(StudioError) {
    let faults: [String: Fault] = [
      "suspend": .suspendApp, "resume": .resumeApp, "interrupt": .interruptAudio, "endInterruption": .endInterruption,
      "reset": .resetServer, "loseDevice": .loseDevice, "deviceBack": .restoreDevice,
    ]
    guard let fault = order.fault.flatMap({ faults[$0] }) else {
      throw StudioError("the faults are \(faults.keys.sorted().joined(separator: ", "))")
    }
    live.environment.apply(fault)
  }

  /// What played has gone with its engine.
  private func forgetPlayers() {
    if playback.isPlaying { socket.send(text: LiveNews("ended").text) }
    playback = LivePlayback()
    palette.forget()
  }

  // MARK: News

  private func fail(_ what: String, _ message: String) {
    var news = LiveNews("failed")
    news.to = what
    news.message = message
    socket.send(text: news.text)
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

  private func tell() {
    let entries = trace.news(live.environment)
    let lines = entries.compactMap(\.trace)
    if !lines.isEmpty {
      var news = LiveNews("trace")
      news.entries = lines
      socket.send(text: news.text)
    }
    for done in palette.follow(entries, live) {
      var news = LiveNews("done")
      news.id = done.id
      news.milliseconds = done.milliseconds
      socket.send(text: news.text)
    }
    tellState()
    tellMeter()
    if playback.hasEnded(live) { socket.send(text: LiveNews("ended").text) }
    for path in changes.news(ProcessInfo.processInfo.systemUptime) {
      var news = LiveNews("changed")
      news.path = path
      socket.send(text: news.text)
    }
  }

  private func tellState() {
    let now = (live.state, live.sound)
    guard lastState?.0 != now.0 || lastState?.1 != now.1 else { return }
    lastState = now
    var news = LiveNews("state")
    news.engine = now.0.rawValue
    news.sound = now.1
    socket.send(text: news.text)
  }

  private func tellMeter() {
    if live.device != nil, let reading = live.engine?.enter({ $0.meter }) { meter.add(reading) }
    guard let reading = meter.reading(isActive: isActive) else { return }
    var news = LiveNews("meter")
    news.position = playback.position(live)
    news.isPlaying = playback.isPlaying
    news.peak = reading.peak
    news.level = reading.level
    socket.send(text: news.text)
  }
}
