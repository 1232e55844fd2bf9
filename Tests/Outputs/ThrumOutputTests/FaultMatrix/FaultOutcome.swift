import TestSupport
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

/// Outcome of a fault: its row in the table, and violations of what must hold in every cell.
struct FaultOutcome: Sendable {
  /// A row of the table. Equal rows are merged.
  struct Row: Hashable, Sendable {
    var course: String
    var seen: String
    var silence: String
    var lost: String
  }

  let fault: FaultCase
  let row: Row
  /// Whether the engine receives a notice that the device is lost permanently.
  let isGivenUp: Bool
  /// Violations.
  let broken: [String]

  init(
    fault: FaultCase, faultSeconds: Double, pcm: FailingPCM, notices: [Notice.Kind], stopSeconds: Double,
    stopFrame: SampleTime, mostCallsASecond: Int
  ) {
    self.fault = fault
    let measure = FaultMeasure(
      pcm.ledger, rate: Double(pcm.format.sampleRate), buffer: pcm.format.bufferFrames, faultSeconds: faultSeconds,
      stopSeconds: stopSeconds)
    isGivenUp = notices.contains(.deviceLost)
    row =
      fault.state == .stopping
      ? FaultOutcome.stopRow(pcm.ledger, at: pcm.seconds)
      : Row(
        course: FaultOutcome.course(pcm.actions, isGivenUp: isGivenUp, after: stopSeconds - faultSeconds),
        seen: FaultOutcome.seen(notices, measure), silence: isGivenUp ? "to the end" : measure.silenceText,
        lost: isGivenUp ? "the rest" : measure.lostText)
    var broken = measure.broken
    let rendered = Double(stopFrame) / Double(pcm.format.sampleRate)
    if fault.state != .stopping, abs(rendered - stopSeconds) > 0.35 {
      broken.append("the players' time is \(rendered) s after \(stopSeconds) s")
    }
    if pcm.ledger.wrongFrames > 0 { broken.append("\(pcm.ledger.wrongFrames) frames are not what belongs there") }
    if pcm.seconds - stopSeconds > 0.28 { broken.append("the stop took \(pcm.seconds - stopSeconds) s") }
    if mostCallsASecond > 10_000 { broken.append("\(mostCallsASecond) calls in a second") }
    if stopSeconds > 21 { broken.append("neither sound nor an end after \(stopSeconds) s") }
    self.broken = broken
  }

  private static func course(_ actions: [FaultCase.Call], isGivenUp: Bool, after seconds: Double) -> String {
    if isGivenUp { return "given up after \(Int((seconds / 2).rounded()) * 2) s" }
    if actions.contains(.open) { return "reopened" }
    if actions.contains(.prepare) { return "prepared again" }
    return actions.contains(.resume) ? "resumed" : "continues"
  }

  private static func seen(_ notices: [Notice.Kind], _ measure: FaultMeasure) -> String {
    if notices.contains(.deviceLost) { return "silence; the engine stops with `systemError`" }
    var parts: [String] = []
    if measure.silence > FaultMeasure.inaudible {
      parts.append("a gap")
    } else if measure.lost > 0 {
      parts.append("a skip")
    }
    if notices.contains(.underrun) { parts.append("“underrun”") }
    if notices.contains(.stalled) { parts.append("“stalled”") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// Row of a stop: it fades, or cuts off what the device does not take.
  private static func stopRow(_ ledger: FrameLedger, at seconds: Double) -> Row {
    let fades = ledger.lastMagnitude < 1e-3 && (ledger.played.last?.end ?? 0) > seconds - 0.1
    return Row(
      course: "stops", seen: fades ? "the usual end" : "an end without a fade", silence: "–",
      lost: fades ? "nothing" : "the fade")
  }
}

/// The silence caused by a fault and the frames that were never played.
struct FaultMeasure {
  static let inaudible = 0.002

  private let buffer: Double
  private(set) var silence = 0.0
  private(set) var lost = 0.0
  private(set) var broken: [String] = []

  init(_ ledger: FrameLedger, rate: Double, buffer: Int, faultSeconds: Double, stopSeconds: Double) {
    self.buffer = Double(buffer) / rate
    var previous = FrameLedger.Run(begin: 0, end: 0, frames: 0..<0)
    for run in ledger.played where run.begin < stopSeconds {
      if run.frames.lowerBound < previous.frames.upperBound {
        broken.append("frames \(run.frames.lowerBound) to \(previous.frames.upperBound) are heard twice")
      }
      let gap = run.begin - previous.end
      silence = max(silence, gap)
      lost += Double(run.frames.lowerBound - previous.frames.upperBound) / rate
      previous = run
    }
    silence = max(silence, min(stopSeconds, stopSeconds - previous.end))
    if silence <= self.buffer / 2 { silence = min(silence, FaultMeasure.inaudible) }
    guard let last = ledger.played.last else { return }
    let late = last.begin - Double(last.frames.lowerBound) / rate
    if late > 0.3 || late < -0.05 { broken.append("what is heard is \(late) s late") }
  }

  /// The silence rounded to coarse steps, so that details do not change the table.
  var silenceText: String {
    guard silence > FaultMeasure.inaudible else { return "–" }
    let steps = [0.01, 0.03, 0.1, 0.2, 0.5, 1.1, 2, 5, 11, 21]
    return steps.first { silence <= $0 }.map { "≤ \($0) s" } ?? "for ever"
  }

  var lostText: String {
    if lost < 1e-9 { return "nothing" }
    if lost <= buffer + 0.006 { return "≤ one buffer" }
    return silence <= FaultMeasure.inaudible && lost <= 2 * buffer + 0.006 ? "≤ two buffers" : "the silent part"
  }
}
