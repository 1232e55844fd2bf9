import Foundation
import ThrumEngine

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
