import Glibc
import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumSystem

/// Receives SIGINT, SIGTERM and SIGHUP on a dedicated thread. Handlers need not be async-signal-safe and run even when
/// all other threads are busy. A signal without a handler ends the process.
enum EndingSignals {
  static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private struct State {
    var isReceiving = false
    var handlers: [(id: Int, numbers: [Int32], body: @Sendable (Int32) -> Void)] = []
    var nextID = 0
  }

  private static let state = Mutex(State())

  /// Starts the signal thread once. Call on the main thread before others start, since they inherit its signal mask.
  ///
  /// - Throws: `Failure` if no thread can be started.
  static func receive() throws {
    try state.withLock { state in
      guard !state.isReceiving else { return }
      var set = signals(numbers)
      var before = sigset_t()
      pthread_sigmask(SIG_BLOCK, &set, &before)
      do throws(ThreadError) { try startThread("thrum-signals") { wait() } } catch {
        pthread_sigmask(SIG_SETMASK, &before, nil)
        throw ThreadLimit.failure
      }
      state.isReceiving = true
    }
  }

  /// Handles signals until the returned object is released. Each signal goes to the newest matching handler.
  static func handle(_ numbers: [Int32], _ body: @escaping @Sendable (Int32) -> Void) throws -> Handler {
    try receive()
    return state.withLock { state in
      state.nextID += 1
      state.handlers.append((state.nextID, numbers, body))
      return Handler(id: state.nextID)
    }
  }

  final class Handler: Sendable {
    private let id: Int
    fileprivate init(id: Int) { self.id = id }
    deinit {
      state.withLockReleasing { [id] state in
        state.handlers.firstIndex { $0.id == id }.map { state.handlers.remove(at: $0).body }
      }
    }
  }

  private static func wait() {
    var set = signals(numbers)
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      if let body = state.withLock({ $0.handlers.last { $0.numbers.contains(number) }?.body }) {
        body(number)
      } else {
        passOn(number)
      }
    }
  }

  private static func passOn(_ number: Int32) {
    var set = signals([number])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether the process was started with the signal ignored, as by `nohup`.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0, let handler = action.__sigaction_handler.sa_handler else {
      return false
    }
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}

func signals(_ numbers: [Int32]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for number in numbers { sigaddset(&set, number) }
  return set
}
