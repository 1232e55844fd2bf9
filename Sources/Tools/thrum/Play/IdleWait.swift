import CRealtime
import Dispatch
import Glibc

/// How long a playback waits until it looks again.
struct Pace {
  /// Between two looks while something plays or has just happened, ms.
  static let brief = 20
  /// While all rests, ms: a changed file is noticed by then even where nothing tells of it.
  static let long = 1_000
  /// What has happened may go on for so long, s: an editor saves in several steps.
  private static let liveliness = 0.5

  private var livelyUntil = -Double.infinity

  /// Notes that something has happened.
  mutating func note(_ now: Double) { livelyUntil = now + Pace.liveliness }

  /// Milliseconds until the next look; more than ``brief`` only while nothing plays and nothing happens.
  func milliseconds(isResting: Bool, now: Double) -> Int {
    isResting && now >= livelyUntil ? Pace.long : Pace.brief
  }
}

/// Waits without waking for a key, a changed file, Ctrl-Z, or whatever ``wake()`` tells of.
///
/// - Thread: any.
final class IdleWait: Sendable {
  /// Raised by ``wake()``.
  private let event = thrum_event_make()
  /// Readable while Ctrl-Z is pending.
  private let suspension = thrum_signal_descriptor(SIGTSTP)

  deinit {
    for descriptor in [event, suspension] where descriptor >= 0 { close(descriptor) }
  }

  /// Ends a wait, or the next one.
  func wake() { thrum_event_raise(event) }

  /// Waits; returns whether something came before the time was over.
  ///
  /// - Parameter descriptors: what is watched for input, too; negative ones are not.
  func wait(milliseconds: Int, _ descriptors: [Int32]) async -> Bool {
    let all = descriptors + [event, suspension]
    // Not on a thread of Swift's own, of which there are few.
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
