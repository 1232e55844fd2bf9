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
    var duration: Double
  }

  /// Plays to the end, or until a signal or the length.
  func run(_ players: [PlayerID], offset: Double, length: Double?) async throws {
    let signals = SignalWatcher()
    let loss = LossWatcher()
    await engine.setStoppedHandler { _ in loss.set() }
    let before = await engine.meter.renderedFrames
    do throws(EngineError) { try await engine.start(players, offset: offset) } catch {
      throw Failure(.usage, error.message)
    }
    let durations = await longest(players)
    let ended = Latch()
    let waiting = Task {
      for player in players { _ = await engine.untilFinished(player) }
      ended.set()
    }
    let rate = await engine.outputFormat?.sampleRate ?? 48_000
    if json {
      try Console.line(JSONText.encode(StartLine(sampleRate: rate, duration: durations), compact: true))
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

  private func longest(_ players: [PlayerID]) async -> Double {
    var result = 0.0
    for player in players { result = max(result, await engine.duration(of: player)) }
    return result
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
      let clock = "\(fixed(min(max(0, seconds), total), 2)) / \(fixed(total, 2)) s"
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
