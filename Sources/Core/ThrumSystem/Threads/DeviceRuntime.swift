import CRealtime

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

package struct ThreadError: Error, CustomStringConvertible {
  package let name: String
  /// Errno of pthread_create.
  package let number: Int32

  package init(name: String, number: Int32) {
    self.name = name
    self.number = number
  }

  package var description: String { "cannot start a thread (error \(number))" }
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

/// The threads of Dispatch, which a process created by fork(2) lacks if its parent had some.
///
/// Work that is put on a queue there never runs; `DispatchQueue.sync` does, on the caller's thread.
package enum DispatchThreads {
  /// Call before putting work on a queue.
  package static func willBeUsed() { thrum_threads_matter() }

  package static var areLost: Bool { thrum_threads_are_lost() != 0 }
}
