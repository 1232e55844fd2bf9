/// Numbers an engine's commands, and the paths of its controls, over all of its runs.
///
/// - Thread: the engine's executor.
final class SerialNumbers {
  private var last: UInt64 = 0

  /// The next number, from 1.
  func next() -> UInt64 {
    last += 1
    return last
  }
}
