import Foundation
import ThrumEngine

/// A snapshot's content and how it is compared.
public enum SnapshotFormat: Equatable, Sendable {
  /// The timeline as text, compared line by line.
  case text
  /// The timeline as `thrum.timeline/1`, compared line by line.
  case json
  /// Samples as 32-bit floats, compared bit by bit or within a tolerance (full scale 1).
  case wav(tolerance: Float = 0)
  /// Levels over 10 ms in dBFS, compared with a tolerance of 0.2 dB, so that they match on every machine.
  case envelope

  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .wav: "wav"
    case .envelope: "envelope.txt"
    }
  }

  func content(_ timeline: Timeline, _ samples: () -> HapticSamples) -> Data {
    switch self {
    case .text: Data((timeline.description + "\n").utf8)
    case .json: Data((timeline.json() + "\n").utf8)
    case .wav: FloatWAV.data(samples())
    case .envelope: Data(EnvelopeText.text(samples()).utf8)
    }
  }

  func difference(stored: Data, new: Data) -> String? {
    if stored == new { return nil }
    switch self {
    case .wav(let tolerance): return FloatWAV.difference(stored: stored, new: new, tolerance: tolerance)
    case .envelope: return EnvelopeText.difference(stored: text(stored), new: text(new))
    case .text, .json: return LineDifference.text(stored: text(stored), new: text(new))
    }
  }

  private func text(_ data: Data) -> String {
    String(decoding: data, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
      .joined(separator: "\n")
  }
}

/// Levels over time as text, `thrum.envelope/1`.
///
/// After a heading, each line has a time in seconds and a level in dBFS (RMS over 10 ms, both channels), or `silent`
/// below −80. Omits silence at the end.
enum EnvelopeText {
  /// Silence threshold in dBFS.
  static let floor = -80.0
  /// Tolerance in dB.
  static let tolerance = 0.2
  private static let heading = "thrum.envelope/1: seconds, dBFS (RMS of 10 ms)"

  static func text(_ samples: HapticSamples) -> String {
    var windows = samples.envelope()
    while let last = windows.last, last.decibels < floor { windows.removeLast() }
    let lines = windows.map { "\(milliseconds($0.time))  \(level($0.decibels))" }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  private static func milliseconds(_ time: Double) -> String { String(TimelineText.seconds(time).dropLast(3)) }

  private static func level(_ decibels: Double) -> String {
    guard decibels >= floor else { return "silent" }
    let text = TimelineText.number((decibels * 10).rounded() / 10)
    return text.contains(".") ? text : text + ".0"
  }

  /// Levels within 1 dB of the threshold match `silent`.
  static func difference(stored: String, new: String) -> String? {
    let (old, fresh) = (levels(stored), levels(new))
    guard stored.hasPrefix(heading) else { return LineDifference.text(stored: stored, new: new) }
    let times = Set(old.keys).union(fresh.keys)
    let far = times.filter { time in
      let (before, now) = (old[time] ?? floor, fresh[time] ?? floor)
      return abs(before - now) > tolerance + 1e-9 && max(before, now) > floor + 1
    }
    guard !far.isEmpty else { return nil }
    return "\(far.count) of \(times.count) levels differ by more than \(tolerance) dB; "
      + (LineDifference.text(stored: stored, new: new) ?? "")
  }

  private static func levels(_ text: String) -> [String: Double] {
    var result: [String: Double] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      result[String(words[0])] = Double(words[1]) ?? floor
    }
    return result
  }
}
