import ThrumDevice
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
    energies = try FeltTrace(of: patterns, settings, atMost: FeltCourse.longest, work).energies
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
    var moments = MomentDifferences()
    for place in 0..<max(energies.count, other.energies.count) {
      let (one, two) = (level(place), other.level(place))
      if max(one, two) > 0 { moments.add(from: one, to: two) }
    }
    return FeltDifference(change: change, distance: moments.rootMeanSquare)
  }

  /// Energy of the moments above the threshold.
  private var felt: Double { energies.reduce(0) { $1 > 1 ? $0 + $1 : $0 } }

  /// In dB over the threshold, at least 0.
  private func level(_ place: Int) -> Double {
    energies.indices.contains(place) ? max(0, decibels(max(1e-12, energies[place])) / 2) : 0
  }
}

/// Differences of levels, dB, over the moments at which something is felt.
struct MomentDifferences {
  private var sum = 0.0, count = 0
  /// The one with the largest magnitude; positive if the second is stronger.
  private(set) var largest = 0.0

  var rootMeanSquare: Double { count > 0 ? (sum / Double(count)).squareRoot() : 0 }

  /// Adds a moment. Levels below the threshold are equal.
  mutating func add(from one: Double, to other: Double) {
    let difference = max(0, other) - max(0, one)
    sum += difference * difference
    count += 1
    if abs(difference) > abs(largest) { largest = difference }
  }
}
