import Foundation
import ThrumEngine

/// What a snapshot holds, and how it is compared.
public enum SnapshotFormat: Equatable, Sendable {
  /// The timeline, one line an entry. Compared line by line.
  case text
  /// The timeline as `thrum.timeline/1`. Compared line by line.
  case json
  /// The samples, 32-bit floats. Compared bit by bit, or, with a tolerance (full scale 1), sample by sample.
  case wav(tolerance: Float = 0)
  /// Levels of 10 ms in dBFS, as text. Compared within 0.2 dB, so that it holds on every machine.
  case envelope

  /// The file's extension.
  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .wav: "wav"
    case .envelope: "envelope.txt"
    }
  }

  /// The file's content.
  func content(_ timeline: Timeline, _ samples: () -> HapticSamples) -> Data {
    switch self {
    case .text: Data((timeline.description + "\n").utf8)
    case .json: Data((timeline.json() + "\n").utf8)
    case .wav: FloatWAV.data(samples())
    case .envelope: Data(EnvelopeText.text(samples()).utf8)
    }
  }

  /// What differs, in words and lines, or `nil` when the new content is as good as the stored one.
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
