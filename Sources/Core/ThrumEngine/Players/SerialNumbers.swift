import ThrumDevice
import ThrumPattern
import ThrumSystem

/// Serial numbers that are unique across all runs.
///
/// - Thread: the engine's executor.
final class SerialNumbers {
  private var last: UInt64 = 0

  func next() -> UInt64 {
    last += 1
    return last
  }
}
