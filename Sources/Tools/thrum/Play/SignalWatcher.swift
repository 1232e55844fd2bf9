import Glibc
import Synchronization

/// Set when the engine stops on its own; any thread reads it.
final class LossFlag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Ctrl-C, SIGTERM and SIGHUP ask for an orderly end; a second one ends the process at once. Ctrl-Z asks for a pause.
final class SignalWatcher {
  private let first = SignalBox()
  private var handler: EndingSignals.Handler?

  private final class SignalBox: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// - Parameters:
  ///   - last: done before a second signal ends the process.
  ///   - arrived: done when the first signal has come.
  /// - Throws: `Failure` when no thread can be had.
  init(_ last: @escaping @Sendable () -> Void = {}, arrived: @escaping @Sendable () -> Void = {}) throws {
    let first = first
    let numbers = EndingSignals.numbers.filter { $0 != SIGHUP || !EndingSignals.isIgnored(SIGHUP) }
    handler = try EndingSignals.handle(numbers) { number in
      let (isFirst, _) = first.number.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
      guard !isFirst else { return arrived() }
      last()
      _exit(128 + number)
    }
  }

  /// The first signal, `nil` when none came.
  var received: Int32? {
    let number = first.number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// From now on one more signal ends the process.
  func lastWord() {
    _ = first.number.compareExchange(expected: 0, desired: -1, ordering: .acquiringAndReleasing)
  }
}

/// Ctrl-Z for a command that gives its device and its terminal back before it stops.
///
/// SIGTSTP stays blocked in all threads, and pending from Ctrl-Z to the stop. A SIGCONT in between takes the pending
/// signal away in the kernel, so that no order of the two leaves the process stopped.
enum Suspension {
  /// Keeps Ctrl-Z for later. Called on the main thread before other threads are started, which inherit that.
  static func hold() {
    var set = signals([SIGTSTP])
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether Ctrl-Z was pressed, and nobody has continued the process since.
  static var isPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1 && !EndingSignals.isIgnored(SIGTSTP)
  }

  /// Stops the process if Ctrl-Z is still pending, and returns when it has been continued. As usual it does not stop
  /// where no shell could continue it, in an orphaned process group.
  static func stop() {
    var set = signals([SIGTSTP])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
