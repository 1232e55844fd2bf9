import CLinux
import Synchronization
import ThrumDevice
import ThrumSystem

/// Sends messages on its own thread, since a driver or connection may block. If the device is slow, skips to the newest
/// message.
package final class MessageDriver<Message: Equatable & Sendable>: Sendable {
  package struct Delivery: Sendable {
    package let message: Message
    /// Monotonic times before and after sending, ns.
    package let begin, end: UInt64

    package var seconds: Double { Double(end - begin) * 1e-9 }
  }

  private struct Mailbox: Sendable {
    var next: Message?
    var isSending = false
  }

  private let mailbox = Mutex(Mailbox())
  private let newest = Mutex<Delivery?>(nil)
  private let isMoving = Atomic<Bool>(false)
  private let signals: ThreadSignals
  private let resting: Message
  private let loss: MessageLoss

  /// Starts a thread that calls `open`, which may block. Releasing the opened device stops it.
  ///
  /// - Parameter rest: message after which nothing moves.
  package init(
    _ thread: String, rest: Message, _ loss: MessageLoss, runtime: DeviceRuntime = .system,
    open: @escaping @Sendable () throws(OutputError) -> any MessageDevice<Message>
  ) {
    self.loss = loss
    resting = rest
    signals = ThreadSignals(clock: runtime.clock)
    do throws(ThreadError) {
      try runtime.startThread(thread) { [self] in
        run(open)
        signals.end()
      }
    } catch {
      loss.happen(OutputError(error))
      signals.end()
    }
  }

  /// The newest accepted message. Its times determine the position in a pattern.
  package var delivery: Delivery? { newest.withLock { $0 } }

  package var isIdle: Bool { mailbox.withLock { $0.next == nil && !$0.isSending } }

  /// Replaces any waiting message. Never blocks.
  package func set(_ message: Message) {
    guard message != resting || isMoving.load(ordering: .acquiring) else { return }
    if message != resting { isMoving.store(true, ordering: .releasing) }
    mailbox.withLock { $0.next = message }
    thrum_event_raise(signals.wake)
  }

  /// Stops the device, or lets it stop later if the thread is still blocked after `seconds`. Returns whether it ended.
  @discardableResult
  package func stop(within seconds: Double) -> Bool {
    signals.stop()
    return signals.waitForEnd(seconds: seconds)
  }

  private func run(_ open: () throws(OutputError) -> any MessageDevice<Message>) {
    var device: (any MessageDevice<Message>)?
    do throws(OutputError) { device = try open() } catch { loss.happen(error) }
    while let opened = device, !signals.isStopping {
      let next = mailbox.withLock { mailbox in
        mailbox.isSending = mailbox.next != nil
        return mailbox.next.take()
      }
      guard let message = next else {
        signals.sleep(until: UInt64(Int64.max))
        continue
      }
      let begin = signals.clock.nanoseconds
      switch opened.send(message) {
      case .sent:
        newest.withLock { $0 = Delivery(message: message, begin: begin, end: signals.clock.nanoseconds) }
        if message == resting { rest() }
      case .refused(let error):
        // A refused stop leaves the device moving, so the next message is still sent.
        loss.happen(error)
      case .gone(let error):
        loss.happen(error)
        device = nil
      }
    }
  }

  private func rest() { mailbox.withLock { if $0.next == nil { isMoving.store(false, ordering: .releasing) } } }
}
