import Dispatch
import Glibc
import Synchronization

/// A truth that one thread sets and another reads.
final class Latch: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Set when the engine stops by itself.
typealias LossWatcher = Latch

/// Ctrl-C and SIGTERM ask for an orderly end; a second one ends the process at once.
final class SignalWatcher {
  private let first = SignalBox()
  private var sources: [any DispatchSourceSignal] = []

  private final class SignalBox: Sendable {
    let number = Atomic<Int32>(0)
  }

  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "thrum.signals"))
      let first = first
      source.setEventHandler {
        let (isFirst, _) = first.number.compareExchange(
          expected: 0, desired: number, ordering: .acquiringAndReleasing)
        if !isFirst { _exit(128 + number) }
      }
      source.resume()
      sources.append(source)
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
