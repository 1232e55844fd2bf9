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
