/// What an output takes from the system: its clock and its threads.
///
/// - Thread: any.
package struct DeviceRuntime: Sendable {
  /// The clock of all deadlines.
  package let clock: any DeviceClock
  private let start: @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void

  /// A runtime of a clock and a way to start threads.
  package init(
    clock: any DeviceClock,
    startThread: @escaping @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void
  ) {
    self.clock = clock
    start = startThread
  }

  /// The system's clock and threads.
  package static let system = DeviceRuntime(clock: SystemClock()) { name, body throws(ThreadError) in
    try ThrumSystem.startThread(name, body)
  }

  /// Starts a thread of a name of at most 15 bytes.
  ///
  /// - Throws: ``ThreadError`` when there is no thread to be had.
  package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    try start(name, body)
  }
}
