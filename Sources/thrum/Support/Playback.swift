import Foundation
import HapticEngine
import HapticRender

/// One playback on the terminal: status line or JSON lines, signals, the end.
struct Playback {
  let engine: HapticEngine
  let json: Bool

  /// A line of `--json`.
  private struct MeterLine: Encodable {
    var schema = "thrum.play/1"
    var time: Double
    var peakDecibels: Double
    var levelDecibels: Double
    var underruns: Int
  }

  /// The first line of `--json`: everything is on its way.
  private struct StartLine: Encodable {
    var schema = "thrum.play/1"
    var event = "started"
    var sampleRate: Double
    /// s; left out for an endless loop.
    var duration: Double?
  }

  /// How the patterns are to be played.
  struct Order {
    /// Where to begin, s.
    var offset = 0.0
    /// How long to play, s.
    var length: Double?
    var loop: LoopCount?
    var rate = 1.0
  }

  /// Plays to the end, or until a signal or the length.
  func run(_ players: [PlayerID], _ order: Order) async throws {
    let length = order.length
    let signals = SignalWatcher()
    let loss = LossWatcher()
    await engine.setStoppedHandler { _ in loss.set() }
    let before = await engine.meter.renderedFrames
    do throws(EngineError) { try await start(players, order) } catch { throw Failure(.usage, error.message) }
    let durations = await duration(of: players, order)
    let ended = Latch()
    let waiting = Task {
      for player in players { _ = await engine.untilFinished(player) }
      ended.set()
    }
    let rate = await engine.outputFormat?.sampleRate ?? 48_000
    if json {
      try Console.line(JSONText.encode(StartLine(sampleRate: rate, duration: durations.isFinite ? durations : nil), compact: true))
    }
    var tail: SampleTime?
    var end: Int32?
    while end == nil {
      try? await Task.sleep(for: .milliseconds(json ? 50 : 25))
      let meter = await engine.meter
      let seconds = Double(meter.renderedFrames - before) / rate
      try await show(meter, seconds: seconds, of: durations)
      if let signal = signals.received {
        end = signal
      } else if loss.isSet {
        end = 0
      } else if let length, seconds >= length {
        end = 0
      } else if ended.isSet {
        // The last release and the motor's own ringing are part of the sound.
        if meter.peak > 1e-4 || tail == nil { tail = meter.renderedFrames }
        if meter.renderedFrames - (tail ?? 0) > frames(0.03, at: rate) { end = 0 }
      }
    }
    signals.lastWord()
    let notes = await engine.deviceNotes
    await engine.stop()
    waiting.cancel()
    if Console.hasStatusLine, !json { Console.status("\r\u{1B}[K") }
    report(notes)
    if let problem = await engine.outputProblem { throw Failure(.inputOutput, problem.message) }
    if loss.isSet { throw Failure(.noDevice, "the device is gone and did not come back") }
    if let end, end != 0 { throw Failure(signal: end) }
  }

  private func start(_ players: [PlayerID], _ order: Order) async throws(EngineError) {
    let pass = await longest(players)
    for player in players { try await engine.setPlaybackRate(player, order.rate) }
    guard let loop = order.loop, pass > 0 else { return try await engine.start(players, offset: order.offset) }
    // All begin anew together: a shorter pattern waits for the longest.
    for player in players {
      try await engine.setLoopEnd(player, pass)
      try await engine.setLooping(player, true)
    }
    guard let count = loop.count else { return try await engine.start(players, offset: order.offset) }
    // The loop ends in the middle of the last pass, at a time that is told beforehand: exactly so many passes.
    let begin = engine.currentTime + 0.1
    try await engine.start(players, atTime: begin, offset: order.offset)
    let end = begin + ((Double(count) - 0.5) * pass - min(order.offset, pass / 4)) / order.rate
    for player in players { try await engine.setLooping(player, false, atTime: end) }
  }

  private func longest(_ players: [PlayerID]) async -> Double {
    var result = 0.0
    for player in players { result = max(result, await engine.duration(of: player)) }
    return result
  }

  /// Seconds that the whole takes; infinite for an endless loop.
  private func duration(of players: [PlayerID], _ order: Order) async -> Double {
    let pass = await longest(players)
    guard let loop = order.loop, pass > 0 else { return pass / order.rate }
    return (loop.count.map { pass * Double($0) } ?? .infinity) / order.rate
  }

  private func show(_ meter: HapticEngine.Meter, seconds: Double, of total: Double) async throws {
    let peak = meter.peak > 0 ? decibels(Double(meter.peak)) : -120
    if json {
      let level = meter.level > 0 ? decibels(Double(meter.level)) : -120
      let line = MeterLine(
        time: seconds, peakDecibels: peak, levelDecibels: level, underruns: await engine.deviceNotes.underruns)
      try Console.line(JSONText.encode(line, compact: true))
    } else if Console.hasStatusLine {
      let filled = Int(max(0, min(24, (peak + 60) / 60 * 24)))
      let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: 24 - filled)
      let clock =
        total.isFinite
        ? "\(fixed(min(max(0, seconds), total), 2)) / \(fixed(total, 2)) s" : "\(fixed(max(0, seconds), 2)) s, looping"
      Console.status("\r\u{1B}[K\(clock)  \(bar) \(lead(fixed(max(peak, -60), 0), 3)) dB")
    }
  }

  private func report(_ notes: HapticEngine.DeviceNotes) {
    if notes.underruns > 0 {
      Console.message("thrum: the device ran dry \(times(notes.underruns)): try a longer --period or --buffer")
    }
    if notes.stalls > 0 { Console.message("thrum: the device stood still \(times(notes.stalls))") }
    if notes.refusedEvents > 0 {
      Console.message("thrum: \(notes.refusedEvents) events found no voice")
    }
  }
}
