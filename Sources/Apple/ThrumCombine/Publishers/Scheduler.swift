import Foundation

/// Performs actions on a queue or run loop.
public protocol Scheduler {
  /// The type of points in time.
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// Performs an action as soon as possible.
  func schedule(_ action: @escaping () -> Void)
  /// Performs an action after a delay.
  func schedule(after delay: SchedulerTimeType.Stride, _ action: @escaping () -> Void)
}

extension DispatchQueue: Scheduler {
  /// A point in time.
  public struct SchedulerTimeType {
    /// A length of time.
    public struct Stride: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
      let seconds: Double
      private init(_ seconds: Double) { self.seconds = max(seconds, 0) }
      /// Seconds.
      public init(floatLiteral value: Double) { self.init(value) }
      /// Seconds.
      public init(integerLiteral value: Int) { self.init(Double(value)) }
      /// Seconds.
      public static func seconds(_ count: Double) -> Self { Self(count) }
      /// Seconds.
      public static func seconds(_ count: Int) -> Self { Self(Double(count)) }
      /// Milliseconds.
      public static func milliseconds(_ count: Int) -> Self { Self(Double(count) / 1e3) }
      /// Microseconds.
      public static func microseconds(_ count: Int) -> Self { Self(Double(count) / 1e6) }
      /// Nanoseconds.
      public static func nanoseconds(_ count: Int) -> Self { Self(Double(count) / 1e9) }
    }
  }

  /// Performs an action soon.
  public func schedule(_ action: @escaping () -> Void) {
    // Safety: the app's action is handed over, as in Combine.
    nonisolated(unsafe) let action = action
    async { action() }
  }

  /// Performs an action later.
  public func schedule(after delay: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    // Safety: as above.
    nonisolated(unsafe) let action = action
    asyncAfter(deadline: .now() + delay.seconds) { action() }
  }
}

extension RunLoop: Scheduler {
  /// Performs an action soon. The main run loop uses the main queue.
  public func schedule(_ action: @escaping () -> Void) {
    // Safety: the app's action is handed over, as in Combine.
    nonisolated(unsafe) let action = action
    if self === RunLoop.main { DispatchQueue.main.schedule(action) } else { perform { action() } }
  }

  /// Performs an action later.
  public func schedule(after delay: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    // Safety: as above.
    nonisolated(unsafe) let loop = self
    DispatchQueue.main.schedule(after: delay) { loop.schedule(action) }
  }
}

extension OperationQueue: Scheduler {
  /// Adds an operation.
  public func schedule(_ action: @escaping () -> Void) {
    // Safety: the app's action is handed over, as in Combine.
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Adds an operation later.
  public func schedule(after delay: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    DispatchQueue.main.schedule(after: delay) { self.schedule(action) }
  }
}
