import CLinux
import Glibc
import Synchronization

/// A flag set when the engine stops by itself.
final class LossFlag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Requests an orderly end at the first SIGINT, SIGTERM or SIGHUP. The second one ends the process at once.
final class SignalWatcher {
  private let first = SignalBox()
  private var handler: EndingSignals.Handler?

  private final class SignalBox: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// - Parameters:
  ///   - last: called before a second signal ends the process.
  ///   - arrived: called after the first signal.
  /// - Throws: `Failure` if no thread can be started.
  init(_ last: @escaping @Sendable () -> Void = {}, arrived: @escaping @Sendable () -> Void = {}) throws {
    let first = first
    let numbers = EndingSignals.numbers.filter { $0 != SIGHUP || !EndingSignals.isIgnored(SIGHUP) }
    handler = try EndingSignals.handle(numbers) { number in
      let (isFirst, _) = first.number.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
      guard !isFirst else { return arrived() }
      last()
      thrum_unfinished_remove()
      _exit(128 + number)
    }
  }

  var received: Int32? {
    let number = first.number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Makes the next signal end the process at once.
  func lastWord() {
    _ = first.number.compareExchange(expected: 0, desired: -1, ordering: .acquiringAndReleasing)
  }
}
