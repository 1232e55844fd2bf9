import Synchronization

/// The system's clocks that an app has read in a test, which do not follow virtual time.
///
/// An app that compares two readings, for example for a cooldown, works by the machine's speed.
final class RealClocks: Sendable {
  private struct Readings: Sendable {
    var first: [RealClock: Double] = [:]
    var told: Set<RealClock> = []
  }

  private let readings = Mutex(Readings())

  /// Returns the time of the first reading if this is the first one at another time.
  func read(_ clock: RealClock, at time: Double) -> Double? {
    readings.withLock { readings in
      guard let first = readings.first[clock] else {
        readings.first[clock] = time
        return nil
      }
      return first != time && readings.told.insert(clock).inserted ? first : nil
    }
  }

  func forget() { readings.withLock { $0 = Readings() } }
}

package enum RealClock: String, Sendable {
  case date = "Date()"
  case uptime = "systemUptime"
}

extension HapticEnvironment {
  /// Notes once that an app has read a clock between two virtual moments.
  package func noteReal(_ clock: RealClock) {
    guard isVirtual else { return }
    let time = elapsed
    guard let first = realClocks.read(clock, at: time) else { return }
    note(
      "\(clock.rawValue) was read at \(TimelineText.seconds(first)) s and at \(TimelineText.seconds(time)) s, but it follows "
        + "the machine's clock: pass a clock to the app, such as HapticEnvironment.current.clock, or use "
        + "CACurrentMediaTime() or CFAbsoluteTimeGetCurrent()")
  }
}
