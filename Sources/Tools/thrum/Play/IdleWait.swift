import CLinux
import Dispatch
import Glibc

struct Pace {
  /// Poll interval during playback and shortly after an event, ms.
  static let brief = 20
  /// Poll interval when idle, ms. Without inotify, also the delay in noticing changes.
  static let long = 1_000
  /// Time for which ``brief`` applies after an event, s. Editors save in several steps.
  private static let liveliness = 0.5

  private var livelyUntil = -Double.infinity

  mutating func note(_ now: Double) { livelyUntil = now + Pace.liveliness }

  func milliseconds(isResting: Bool, now: Double) -> Int {
    isResting && now >= livelyUntil ? Pace.long : Pace.brief
  }
}

/// Sleeps until there is input, a changed file, Ctrl-Z, or a call to ``wake()``.
final class IdleWait: Sendable {
  private let event = thrum_event_make()
  private let suspension = thrum_signal_descriptor(SIGTSTP)

  deinit {
    for descriptor in [event, suspension] where descriptor >= 0 { close(descriptor) }
  }

  /// Ends the current or next wait.
  func wake() { thrum_event_raise(event) }

  /// Returns `false` after a timeout. Ignores negative descriptors.
  func wait(milliseconds: Int, _ descriptors: [Int32]) async -> Bool {
    let all = descriptors + [event, suspension]
    // A blocking poll must not occupy one of Swift's few concurrency threads.
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var states = all.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&states, nfds_t(states.count), Int32(milliseconds))
        thrum_event_clear(self.event)
        continuation.resume(returning: count != 0)
      }
    }
  }
}
