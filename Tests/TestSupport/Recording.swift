import Foundation

/// Samples and measurements of them. Times are in seconds.
public struct Recording: Sendable {
  /// Samples of one channel.
  public var samples: [Double]
  /// Hz.
  public var sampleRate = 48_000.0

  /// Samples at a rate, Hz.
  public init(samples: [Double], sampleRate: Double = 48_000) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// Length, s.
  public var seconds: Double { Double(samples.count) / sampleRate }

  /// The samples between two times. Beyond the end there is silence.
  public func part(_ from: Double, _ to: Double) -> Recording {
    let first = Int((from * sampleRate).rounded())
    let last = Int((to * sampleRate).rounded())
    return Recording(
      samples: (first..<last).map { $0 >= 0 && $0 < samples.count ? samples[$0] : 0 }, sampleRate: sampleRate)
  }

  /// Largest magnitude.
  public var peak: Double { samples.reduce(0) { max($0, abs($1)) } }

  /// Root of the mean square.
  public var rms: Double { (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot() }

  /// Largest difference between neighbours, which shows a click.
  public var largestStep: Double { zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) } }

  /// Largest curvature over three neighbours, which shows a click under a loud sine.
  public var largestBend: Double {
    guard samples.count > 2 else { return 0 }
    var largest = 0.0
    for index in 1..<samples.count - 1 {
      let bend: Double = samples[index - 1] - 2 * samples[index] + samples[index + 1]
      largest = max(largest, abs(bend))
    }
    return largest
  }

  /// Largest difference from another recording, over the frames in both.
  public func difference(from other: Recording) -> Double {
    zip(samples, other.samples).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  /// Times of the rising or falling zero crossings, interpolated.
  public func crossings(rising: Bool = true) -> [Double] {
    let sign = rising ? 1.0 : -1
    return zip(samples.indices, zip(samples, samples.dropFirst())).compactMap { index, pair in
      let (a, b) = (sign * pair.0, sign * pair.1)
      return a < 0 && b >= 0 ? (Double(index) + a / (a - b)) / sampleRate : nil
    }
  }

  /// Frequency, from the rising zero crossings; 0 if there are fewer than two.
  public var hertz: Double {
    let times = crossings()
    guard let first = times.first, let last = times.last, times.count > 1 else { return 0 }
    return Double(times.count - 1) / (last - first)
  }

  /// Amplitude and phase of a frequency, by least squares over all samples. The phase is in radians, of a sine that
  /// starts at time 0.
  public func sine(_ hertz: Double) -> (amplitude: Double, phase: Double) {
    let step = 2 * Double.pi * hertz / sampleRate
    var ss = 0.0
    var sc = 0.0
    var cc = 0.0
    var ys = 0.0
    var yc = 0.0
    for (index, y) in samples.enumerated() {
      let s = sin(step * Double(index))
      let c = cos(step * Double(index))
      ss += s * s
      sc += s * c
      cc += c * c
      ys += y * s
      yc += y * c
    }
    let determinant = ss * cc - sc * sc
    let a = (ys * cc - yc * sc) / determinant
    let b = (yc * ss - ys * sc) / determinant
    return ((a * a + b * b).squareRoot(), atan2(b, a))
  }

  /// Level of a frequency in dB, under a Hann window so that strong neighbours do not leak. A sine of amplitude 1 is 0
  /// dB.
  public func level(_ hertz: Double) -> Double {
    let step = 2 * Double.pi * hertz / sampleRate
    let count = Double(samples.count)
    var real = 0.0
    var imaginary = 0.0
    for (index, y) in samples.enumerated() {
      let weighted = y * (1 - cos(2 * .pi * (Double(index) + 0.5) / count))
      real += weighted * cos(step * Double(index))
      imaginary += weighted * sin(step * Double(index))
    }
    return 20 * log10(max(1e-300, 2 / count * (real * real + imaginary * imaginary).squareRoot()))
  }

  /// First frame whose magnitude exceeds a level.
  public func onset(above level: Double = 0) -> Int? { samples.firstIndex { abs($0) > level } }

  /// The last frame whose magnitude exceeds a level.
  public func lastFrame(above level: Double = 0) -> Int? { samples.lastIndex { abs($0) > level } }

  /// Time of the last frame that is not silent.
  public var end: Double { Double(lastFrame() ?? 0) / sampleRate }
}

/// 20·log₁₀.
public func inDecibels(_ ratio: Double) -> Double { 20 * log10(ratio) }
