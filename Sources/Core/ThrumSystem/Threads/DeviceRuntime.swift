/// System services of an output: a clock and threads.
package struct DeviceRuntime: Sendable {
  package let clock: any DeviceClock
  private let start: @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void

  package init(
    clock: any DeviceClock,
    startThread: @escaping @Sendable (String, @escaping @Sendable () -> Void) throws(ThreadError) -> Void
  ) {
    self.clock = clock
    start = startThread
  }

  package static let system = DeviceRuntime(clock: SystemClock()) { name, body throws(ThreadError) in
    try ThrumSystem.startThread(name, body)
  }

  /// Starts a thread with a name of at most 15 bytes.
  ///
  /// - Throws: ``ThreadError`` if the system cannot create more threads.
  package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    try start(name, body)
  }
}
