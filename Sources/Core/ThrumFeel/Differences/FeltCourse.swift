import ThrumDevice
import ThrumOffline
import ThrumPattern

/// What of patterns can be felt on a motor from moment to moment: the energy of the rendered acceleration, weighted by
/// the threshold of touch, in 40 ms every 10 ms (``FeltTrace``).
///
/// Rendering takes about a thousandth of the patterns' length.
package struct FeltCourse: Sendable {
  /// Relative to a steady sine at the threshold, from 0 s on.
  private let energies: [Double]

  /// Moments per second.
  package static let stepsPerSecond = FeltTrace.stepsPerSecond
  /// Longest rendering, s.
  private static let longest = 3_600.0

  private init(_ energies: ArraySlice<Double>) { self.energies = Array(energies) }

  package init<Failure>(_ patterns: [Pattern], on motor: FeelMotor, _ work: Work<Failure>) throws(Failure) {
    var settings = motor.model
    settings.sampleRate = MotorRendering.rate
    var renderer = OfflineRenderer(patterns, settings: settings, signal: .acceleration)
    var trace = FeltTrace(sampleRate: settings.sampleRate)
    var frames = 0
    while Double(frames) < FeltCourse.longest * MotorRendering.rate,
      renderer.renderNext({ samples in
        trace.add(samples)
        frames += samples.count
      })
    { try work.check() }
    trace.finish()
    energies = trace.energies
  }

  /// Returns some seconds from a moment on.
  package func part(from first: Int, seconds: Double) -> FeltCourse {
    let last = first + Int(saturating: (seconds * Double(FeltCourse.stepsPerSecond)).rounded(.up))
    return FeltCourse(energies[min(first, energies.count)..<min(max(first, last), energies.count)])
  }

  /// Returns how different another course feels.
  package func difference(to other: FeltCourse) -> FeltDifference {
    let (old, new) = (felt, other.felt)
    let change = old > 0 ? max(FeltDifference.silent, decibels(max(1e-30, new / old)) / 2) : 0
    var (sum, count) = (0.0, 0)
    for place in 0..<max(energies.count, other.energies.count) {
      let (one, two) = (level(place), other.level(place))
      guard max(one, two) > 0 else { continue }
      sum += (one - two) * (one - two)
      count += 1
    }
    return FeltDifference(change: change, distance: count > 0 ? (sum / Double(count)).squareRoot() : 0)
  }

  /// Energy of the moments above the threshold.
  private var felt: Double { energies.reduce(0) { $1 > 1 ? $0 + $1 : $0 } }

  /// In dB over the threshold, at least 0.
  private func level(_ place: Int) -> Double {
    energies.indices.contains(place) ? max(0, decibels(max(1e-12, energies[place])) / 2) : 0
  }
}

/// How different two patterns feel on a motor; the greater, the more different.
package struct FeltDifference: Comparable, Sendable {
  /// By how much all of what is felt is stronger in the second, dB, at least ``silent``.
  package let change: Double
  /// How far levels above the threshold are apart, dB: the root mean square over the moments at which either is felt.
  package let distance: Double

  /// The change to silence, dB.
  package static let silent = -40.0

  private var total: Double { distance + abs(change) }

  package static func < (one: FeltDifference, other: FeltDifference) -> Bool { one.total < other.total }

  /// Whether this is smaller than another difference by more than a rounding.
  package func isClearlySmaller(than other: FeltDifference) -> Bool { total < other.total - 0.1 }
}
