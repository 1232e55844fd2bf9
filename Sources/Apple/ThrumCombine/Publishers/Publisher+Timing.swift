import Foundation

extension Publisher {
  /// Delivers values and the completion on a scheduler.
  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    timed(scheduler.schedule) { value, deliver in scheduler.schedule { deliver(value) } }
  }

  /// Delivers values and the completion later.
  public func delay(
    for interval: DispatchQueue.SchedulerTimeType.Stride, scheduler: some Scheduler
  ) -> AnyPublisher<Output, Failure> {
    timed(
      { scheduler.schedule(after: interval, $0) },
      { value, deliver in scheduler.schedule(after: interval) { deliver(value) } })
  }

  /// Delivers a value once no other has followed for some time.
  public func debounce(
    for dueTime: DispatchQueue.SchedulerTimeType.Stride, scheduler: some Scheduler
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      let newest = Newest()
      return timed(scheduler.schedule) { value, deliver in
        let number = newest.next()
        scheduler.schedule(after: dueTime) { if newest.isNumber(number) { deliver(value) } }
      }.sink(receiveCompletion: complete, receiveValue: receive)
    }
  }

  /// Delivers the first value at once, then the latest or first of each interval.
  public func throttle(
    for interval: DispatchQueue.SchedulerTimeType.Stride, scheduler: some Scheduler, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      let pause = Pause<Output>()
      return timed(scheduler.schedule) { value, deliver in
        func pass(_ value: Output) {
          deliver(value)
          scheduler.schedule(after: interval) { if let next = pause.end() { pass(next) } }
        }
        if pause.begins(or: value, latest) { scheduler.schedule { pass(value) } }
      }.sink(receiveCompletion: complete, receiveValue: receive)
    }
  }

  /// Schedules the completion, and lets `time` deliver each value until the subscription ends.
  private func timed(
    _ schedule: @escaping (@escaping () -> Void) -> Void,
    _ time: @escaping (Output, @escaping (Output) -> Void) -> Void
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { complete, receive in
      let subscriptions = Subscriptions()
      let end = { (completion: Subscribers.Completion<Failure>) in
        schedule { if subscriptions.cancel() { complete(completion) } }
      }
      subscriptions.hold(
        sink(receiveCompletion: end) { value in
          time(value) { if !subscriptions.isOver { receive($0) } }
        })
      return AnyCancellable { subscriptions.cancel() }
    }
  }
}

/// Index of a subscription's last value.
private final class Newest {
  private let lock = NSLock()
  private var number = 0

  func next() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }

  func isNumber(_ number: Int) -> Bool { lock.withLock { self.number == number } }
}

/// The pause after a delivered value, with the next value to deliver.
private final class Pause<Value> {
  private let lock = NSLock()
  private var isPaused = false
  private var next: Value?

  /// Starts a pause and returns `true`. During a pause, returns `false`, and keeps the value if it is to be delivered
  /// next.
  func begins(or value: Value, _ isLatest: Bool) -> Bool {
    lock.withLock {
      if isPaused {
        if isLatest || next == nil { next = value }
        return false
      }
      isPaused = true
      return true
    }
  }

  /// Returns the value that starts another pause, if any.
  func end() -> Value? {
    lock.withLock {
      defer { next = nil }
      isPaused = next != nil
      return next
    }
  }
}
