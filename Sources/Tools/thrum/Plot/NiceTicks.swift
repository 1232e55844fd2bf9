import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumPattern

/// Ticks at multiples of 1, 2 or 5 times a power of ten.
struct NiceTicks {
  let step: Double
  let values: [Double]

  init(_ range: ClosedRange<Double>, about count: Int) {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, count > 0 else {
      step = 1
      values = [range.lowerBound]
      return
    }
    let rough = span / Double(count)
    let power = pow(10, floor(log10(rough)))
    let factor = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10
    let chosen = factor * power
    step = chosen
    let first = (range.lowerBound / chosen - 1e-9).rounded(.up)
    let last = (range.upperBound / chosen + 1e-9).rounded(.down)
    let amount = last >= first ? min(4 * count, Int(last - first)) : -1
    values = amount < 0 ? [] : (0...amount).map { (first + Double($0)) * chosen }
  }

  var decimals: Int { step >= 1 ? 0 : min(9, Int((-log10(step) - 1e-9).rounded(.up))) }
}

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
