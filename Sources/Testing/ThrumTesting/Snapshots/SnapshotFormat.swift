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

/// A minimal WAV file of floats: RIFF with `fmt ` (IEEE float, two channels), `fact` and `data`.
enum FloatWAV {
  static let headerBytes = 56

  static func data(_ samples: HapticSamples) -> Data {
    let bytes = UInt32(clamping: samples.interleaved.count * 4)
    let rate = UInt32(samples.sampleRate)
    var data = Data()
    data.append(contentsOf: "RIFF".utf8)
    append(UInt32(clamping: headerBytes - 8 + Int(bytes)), to: &data)
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16), to: &data)
    append(UInt16(3), to: &data)
    append(UInt16(2), to: &data)
    append(rate, to: &data)
    append(rate * 8, to: &data)
    append(UInt16(8), to: &data)
    append(UInt16(32), to: &data)
    data.append(contentsOf: "fact".utf8)
    append(UInt32(4), to: &data)
    append(UInt32(clamping: samples.frameCount), to: &data)
    data.append(contentsOf: "data".utf8)
    append(bytes, to: &data)
    for sample in samples.interleaved { append(sample.bitPattern, to: &data) }
    return data
  }

  /// Reads a file written by this type, or returns `nil`.
  static func samples(_ data: Data) -> HapticSamples? {
    let bytes = [UInt8](data)
    guard bytes.count >= headerBytes, bytes.starts(with: "RIFF".utf8),
      bytes[8..<16].elementsEqual("WAVEfmt ".utf8), word(bytes, 20) & 0xFFFF == 3, word(bytes, 20) >> 16 == 2,
      bytes[48..<52].elementsEqual("data".utf8)
    else { return nil }
    let count = min(Int(word(bytes, 52)), bytes.count - headerBytes) / 4
    let floats = (0..<count).map { Float(bitPattern: word(bytes, headerBytes + 4 * $0)) }
    return HapticSamples(floats, sampleRate: Double(word(bytes, 24)))
  }

  /// With a tolerance of 0, samples must be identical.
  static func difference(stored: Data, new: Data, tolerance: Float) -> String? {
    guard let old = samples(stored), let fresh = samples(new) else {
      return "the stored file is not a WAV file written by expectSnapshot"
    }
    if old.sampleRate != fresh.sampleRate {
      return "the sample rate is \(fresh.sampleRate) Hz; the stored file’s is \(old.sampleRate) Hz"
    }
    if old.frameCount != fresh.frameCount {
      return "there are \(fresh.frameCount) frames; the stored file has \(old.frameCount)"
    }
    var count = 0
    var first: Int?
    var largest: Float = 0
    for index in old.interleaved.indices {
      let (before, now) = (old.interleaved[index], fresh.interleaved[index])
      let off = abs(before - now)
      guard tolerance == 0 ? before.bitPattern != now.bitPattern : !(off <= tolerance) else { continue }
      count += 1
      first = first ?? index / 2
      largest = max(largest, off)
    }
    guard let first else { return nil }
    let time = TimelineText.seconds(Double(first) / old.sampleRate)
    let limit = tolerance > 0 ? " by more than \(tolerance)" : ""
    return "\(count) of \(old.interleaved.count) samples differ\(limit), the "
      + "first in frame \(first) (\(time) s); the largest difference is \(largest)"
  }

  private static func append<Word: FixedWidthInteger>(_ word: Word, to data: inout Data) {
    for shift in stride(from: 0, to: Word.bitWidth, by: 8) { data.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
