import CLinux

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

package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  let result = thrum_thread_start(
    name,
    { context in
      guard let context else { return }
      Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
    }, box.toOpaque())
  guard result != 0 else { return }
  box.release()
  throw ThreadError(name: name, number: result)
}
