import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

struct ValueScale {
  let box: Box
  let range: ClosedRange<Double>
  /// Margins at the upper and lower edges, points.
  var inset = 0.0

  /// Vertical position, clamped to the panel.
  func y(_ value: Double) -> Double {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return box.bottom - inset - min(1, max(0, part)) * (box.height - 2 * inset)
  }
}
