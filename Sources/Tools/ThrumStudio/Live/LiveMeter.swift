import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// A level meter with slowly falling peaks and 25 readings per second.
struct LiveMeter {
  private var peak: Float = 0
  private var energy = 0.0
  private var count = 0
  private var shown = -120.0
  private var last = 0.0
  private var wasQuiet = true

  /// Fall of the peak, dB/s.
  private static let fall = 60.0
  private static let interval = 0.04

  mutating func add(_ samples: [Float]) {
    for sample in samples {
      peak = max(peak, abs(sample))
      energy += Double(sample * sample)
    }
    count += samples.count
  }

  mutating func add(_ reading: HapticEngine.Meter, held: Float) {
    peak = max(peak, held)
    energy += Double(reading.level * reading.level)
    count += 1
  }

  /// Returns the next reading in dBFS, if one is due.
  mutating func reading(isActive: Bool) -> (peak: Double, level: Double)? {
    let now = ProcessInfo.processInfo.systemUptime
    guard now - last >= LiveMeter.interval else { return nil }
    let elapsed = min(now - last, 1)
    last = now
    let level = count > 0 ? LiveMeter.decibels((energy / Double(count)).squareRoot()) : -120
    shown = max(LiveMeter.decibels(Double(peak)), shown - LiveMeter.fall * elapsed, -120)
    (peak, energy, count) = (0, 0, 0)
    let isQuiet = !isActive && shown <= -119
    defer { wasQuiet = isQuiet }
    return isQuiet && wasQuiet ? nil : (shown, level)
  }

  private static func decibels(_ value: Double) -> Double { value > 1e-6 ? 20 * log10(value) : -120 }
}
