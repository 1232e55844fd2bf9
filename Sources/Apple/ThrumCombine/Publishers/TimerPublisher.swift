import Foundation

/// A publisher that waits for a connection.
public protocol ConnectablePublisher: Publisher {
  /// Publishes until the returned object is cancelled or released.
  func connect() -> any Cancellable
}

extension ConnectablePublisher {
  /// Connects on demand.
  public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(self) }
}

extension Publishers {
  /// Connects at the first subscription, and disconnects when the last one ends.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    /// The publisher to connect.
    public let upstream: Upstream
    private let lock = NSRecursiveLock()
    private var count = 0
    private var connection: (any Cancellable)?
    init(_ upstream: Upstream) { self.upstream = upstream }

    /// Subscribes.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Upstream.Failure>) -> Void,
      receiveValue: @escaping (Upstream.Output) -> Void
    ) -> AnyCancellable {
      let subscription = upstream.sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
      lock.withLock {
        count += 1
        if count == 1 { connection = upstream.connect() }
      }
      return AnyCancellable {
        subscription.cancel()
        self.lock.withLock {
          self.count -= 1
          guard self.count == 0 else { return }
          self.connection?.cancel()
          self.connection = nil
        }
      }
    }
  }
}

extension Timer {
  /// Publishes the date every `interval` seconds.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
  ) -> TimerPublisher { TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode) }

  /// A timer as a publisher.
  public final class TimerPublisher: ConnectablePublisher {
    private let listeners = Listeners<Date, Never>()
    private let makeTimer: (@escaping () -> Void) -> Timer

    init(interval: TimeInterval, tolerance: TimeInterval?, runLoop: RunLoop, mode: RunLoop.Mode) {
      makeTimer = { fire in
        // Safety: only takes a lock and calls the app's closures, on the loop's thread, as in Combine.
        nonisolated(unsafe) let fire = fire
        let timer = Timer(timeInterval: interval, repeats: true) { _ in fire() }
        timer.tolerance = tolerance ?? 0
        runLoop.add(timer, forMode: mode)
        return timer
      }
    }

    /// Subscribes to the dates.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void, receiveValue: @escaping (Date) -> Void
    ) -> AnyCancellable { listeners.add(receiveCompletion, receiveValue) }

    /// Starts the timer.
    public func connect() -> any Cancellable {
      let timer = makeTimer { [listeners] in listeners.send(Date()) }
      return AnyCancellable { timer.invalidate() }
    }
  }
}
