import Foundation
import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumOutput
import ThrumPattern

/// `make felt-bench`: levels of vibrations by several meters.
enum FeltBenchmarks {
  /// Levels in dB; `nil` for silence.
  private struct Levels: Encodable {
    let path: String
    /// Level over the threshold by ``FeltMeter``, or by the analysis for the strongest event of a pattern.
    var felt: Double?
    /// RMS, re 1 g.
    var rms: Double?
    /// RMS of the strongest 320 ms.
    var loudest: Double?
    /// RMS with frequency weighting A (IEC 61672-1).
    var aWeighted: Double?
    /// RMS with frequency weighting Wh for hands (ISO 5349-1).
    var handWeighted: Double?
    var problem: String?
  }

  /// Reads paths from standard input, and prints a JSON object for each.
  ///
  /// - Parameter fullScale: acceleration of a sample of 1, g.
  static func run(fullScale: Double) throws {
    let encoder = JSONEncoder()
    while let path = readLine() {
      let levels = path.hasSuffix(".ahap") ? estimate(path) : measure(path, fullScale: fullScale)
      print(String(decoding: try encoder.encode(levels), as: UTF8.self))
    }
  }

  private static func estimate(_ path: String) -> Levels {
    var levels = Levels(path: path)
    guard let bytes = FileManager.default.contents(atPath: path),
      let pattern = AHAP.read(Array(bytes), name: path).pattern
    else {
      levels.problem = "not a pattern"
      return levels
    }
    var analysis = FeelAnalysis(FeelMotor(.phone))
    let felt = analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless)
    levels.felt = felt.map(\.decibelsOverThreshold).max()
    return levels
  }

  private static func measure(_ path: String, fullScale: Double) -> Levels {
    var levels = Levels(path: path)
    do throws(SoundError) {
      let sound = try SoundStream(path: path)
      var samples: [Double] = []
      while case let block = sound.next(), !block.isEmpty { samples += block.map { Double($0) * fullScale } }
      let mean = samples.reduce(0, +) / Double(max(1, samples.count))
      samples = samples.map { $0 - mean }
      var meter = FeltMeter(sampleRate: sound.sampleRate)
      for sample in samples { meter.add(sample) }
      meter.finish()
      levels.felt = meter.strongestDecibels
      let square = samples.reduce(0) { $0 + $1 * $1 }
      levels.rms = level(square / Double(max(1, samples.count)))
      levels.loudest = level(loudestSquare(samples, sampleRate: sound.sampleRate))
      let weighted = weightedSquares(samples, sampleRate: sound.sampleRate, [weightingA, weightingHand])
      levels.aWeighted = level(weighted[0])
      levels.handWeighted = level(weighted[1])
    } catch {
      levels.problem = "\(error)"
    }
    return levels
  }

  private static func level(_ meanSquare: Double) -> Double? { meanSquare > 0 ? 10 * log10(meanSquare) : nil }

  /// Mean square of the strongest 320 ms, in steps of 40 ms.
  private static func loudestSquare(_ samples: [Double], sampleRate: Double) -> Double {
    let step = max(1, Int(0.04 * sampleRate))
    let energies = stride(from: 0, to: samples.count, by: step).map { first in
      samples[first..<min(samples.count, first + step)].reduce(0) { $0 + $1 * $1 }
    }
    let windows = energies.indices.map { energies[$0..<min(energies.count, $0 + 8)].reduce(0, +) }
    return (windows.max() ?? 0) / Double(8 * step)
  }

  /// Mean squares under weightings of the power spectrum.
  private static func weightedSquares(
    _ samples: [Double], sampleRate: Double, _ weightings: [(Double) -> Double]
  ) -> [Double] {
    // Windows of at least 0.25 s, of which each begins a quarter after the last; silence before and after.
    var count = 1024
    while Double(count) < 0.25 * sampleRate { count *= 2 }
    let silence = [Float](repeating: 0, count: count)
    let padded = silence + samples.map { Float($0) } + silence + silence
    var transform = FourierTransform(count: count)
    var spectra = (silence.map { Double($0) }, silence.map { Double($0) })
    var powers = silence.map { Double($0) }
    padded.withUnsafeBufferPointer { padded in
      for first in stride(from: 0, to: padded.count - count - count / 4, by: count / 2) {
        transform.amplitudes(padded, first, first + count / 4, into: &spectra.0, &spectra.1)
        for bin in 1..<count / 2 {
          powers[bin] += spectra.0[bin] * spectra.0[bin] + spectra.1[bin] * spectra.1[bin]
        }
      }
    }
    // Parseval's theorem; the squares of overlapping Hann windows add up to 1.5.
    let scale = Double(count) / 12 / Double(max(1, samples.count))
    return weightings.map { weighting in
      (1..<count / 2).reduce(0) { $0 + powers[$1] * weighting(Double($1) * sampleRate / Double(count)) } * scale
    }
  }

  /// Frequency weighting A, as a factor of power.
  private static func weightingA(_ hertz: Double) -> Double {
    let square = hertz * hertz
    func corner(_ hertz: Double) -> Double { square + hertz * hertz }
    let low = corner(20.6) * (corner(107.7) * corner(737.9)).squareRoot()
    let gain = 1.2589 * 12194 * 12194 * square * square / (low * corner(12194))
    return gain * gain
  }

  /// Frequency weighting Wh, as a factor of power.
  private static func weightingHand(_ hertz: Double) -> Double {
    /// Squared magnitude of a second-order denominator, relative to its corner.
    func resonance(_ corner: Double, _ quality: Double) -> Double {
      let ratio = hertz / corner
      return pow(1 - ratio * ratio, 2) + pow(ratio / quality, 2)
    }
    let highPass = pow(hertz / 6.31, 4) / resonance(6.31, 0.71)
    let lowPass = 1 / resonance(1258.9, 0.71)
    return highPass * lowPass * (1 + pow(hertz / 15.915, 2)) / resonance(15.915, 0.64)
  }
}
