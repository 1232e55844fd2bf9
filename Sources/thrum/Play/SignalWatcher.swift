import Dispatch
import Glibc
import Synchronization

/// A truth that one thread sets and another reads.
final class Latch: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
  /// Whether it was set; it no longer is.
  func take() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }
}

/// Set when the engine stops by itself.
typealias LossWatcher = Latch

/// Ctrl-C, SIGTERM and SIGHUP ask for an orderly end; a second one ends the process at once. Ctrl-Z asks for a pause.
final class SignalWatcher {
  private let first = SignalBox()
  private let suspension = Latch()
  private let continuation = Latch()
  private var sources: [any DispatchSourceSignal] = []

  private final class SignalBox: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// - Parameter last: done before a second signal ends the process.
  init(_ last: @escaping @Sendable () -> Void = {}) {
    let first = first
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !Self.isIgnored(SIGHUP) {
      watch(number) {
        let (isFirst, _) = first.number.compareExchange(
          expected: 0, desired: number, ordering: .acquiringAndReleasing)
        guard !isFirst else { return }
        last()
        _exit(128 + number)
      }
    }
    let suspension = suspension
    watch(SIGTSTP) { suspension.set() }
    let continuation = continuation
    watch(SIGCONT) { continuation.set() }
  }

  private func watch(_ number: Int32, _ handler: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "thrum.signals"))
    source.setEventHandler(handler: handler)
    source.resume()
    sources.append(source)
  }

  /// Whether whoever began this process wants the signal ignored, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0, let handler = action.__sigaction_handler.sa_handler else {
      return false
    }
    return unsafeBitCast(handler, to: Int.self) == 1
  }

  /// The first signal, `nil` when none came.
  var received: Int32? {
    let number = first.number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Whether Ctrl-Z was pressed since the last call.
  func takeSuspension() -> Bool { suspension.take() }

  /// Stops the process until the shell lets it go on.
  func suspend() async {
    _ = continuation.take()
    kill(getpid(), SIGSTOP)
    // Another thread may be the first to stop: this one goes no further before the process has been continued.
    while !continuation.isSet { try? await Task.sleep(for: .milliseconds(2)) }
  }

  /// From now on one more signal ends the process.
  func lastWord() {
    _ = first.number.compareExchange(expected: 0, desired: -1, ordering: .acquiringAndReleasing)
  }
}
