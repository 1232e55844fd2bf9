import CLinux
import Synchronization

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

/// Clock of a device's threads. All of an output's deadlines use it, so that tests decide when they expire.
///
/// - Thread: any; do not wait inside a render call.
package protocol DeviceClock: Sendable {
  /// CLOCK_MONOTONIC.
  var nanoseconds: UInt64 { get }

  /// Waits for `event` and clears it. Returns whether it was raised.
  func wait(for event: Int32, until deadline: UInt64) -> Bool

  /// Waits without a timeout, and clears both events.
  func wait(forEither event: Int32, or other: Int32)
}

package struct SystemClock: DeviceClock {
  package init() {}

  package var nanoseconds: UInt64 { thrum_monotonic_nanoseconds() }

  package func wait(for event: Int32, until deadline: UInt64) -> Bool { thrum_event_wait_until(event, deadline) == 1 }

  package func wait(forEither event: Int32, or other: Int32) { thrum_event_wait_either(event, other) }
}

package final class ThreadSignals: Sendable {
  private let stopFlag = Atomic<Bool>(false)
  private let endFlag = Atomic<Bool>(false)
  /// Eventfd that wakes the thread.
  package let wake: Int32
  private let ended: Int32
  package let clock: any DeviceClock

  /// Without free descriptors, every wait lasts until its deadline.
  package init(clock: any DeviceClock = SystemClock()) {
    self.clock = clock
    wake = thrum_event_make()
    ended = thrum_event_make()
  }

  deinit {
    thrum_event_close(wake)
    thrum_event_close(ended)
  }

  package var isStopping: Bool { stopFlag.load(ordering: .acquiring) }
  package var hasEnded: Bool { endFlag.load(ordering: .acquiring) }

  package func stop() {
    stopFlag.store(true, ordering: .releasing)
    thrum_event_raise(wake)
  }

  /// Must be the thread's last action.
  package func end() {
    endFlag.store(true, ordering: .releasing)
    thrum_event_raise(ended)
  }

  package func waitForEnd(seconds: Double) -> Bool {
    let deadline = clock.nanoseconds + UInt64(seconds * 1e9)
    while !hasEnded {
      if !clock.wait(for: ended, until: deadline) { return hasEnded }
    }
    return true
  }

  package func sleep(until nanoseconds: UInt64) { _ = clock.wait(for: wake, until: nanoseconds) }
}
