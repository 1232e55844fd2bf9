import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// The time axis, in milliseconds for ranges below 0.7 s.
struct TimeScale {
  let range: ClosedRange<Double>
  let left: Double
  let width: Double

  func x(_ time: Double) -> Double {
    left + (time - range.lowerBound) / (range.upperBound - range.lowerBound) * width
  }

  func time(_ x: Double) -> Double {
    range.lowerBound + (x - left) / width * (range.upperBound - range.lowerBound)
  }

  var secondsPerPoint: Double { (range.upperBound - range.lowerBound) / width }

  var isInMilliseconds: Bool { range.upperBound - range.lowerBound < 0.7 }

  var unit: String { isInMilliseconds ? "ms" : "s" }

  /// Times in seconds, with labels in ``unit``.
  func ticks(spacing: Double) -> [(time: Double, label: String)] {
    let factor = isInMilliseconds ? 1000.0 : 1
    let scaled = range.lowerBound * factor...range.upperBound * factor
    let ticks = NiceTicks(scaled, about: max(2, Int(width / spacing)))
    return ticks.values.map { ($0 / factor, abs($0) < 1e-12 ? "0" : fixed($0, ticks.decimals)) }
  }
}
