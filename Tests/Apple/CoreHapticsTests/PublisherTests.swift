import CoreHaptics
import Testing

private struct Refusal: Error, Equatable {}

/// Values and completions that a subscription has received.
private final class Received<Value: Equatable, Failure: Error & Equatable> {
  var values: [Value] = []
  var completions: [Subscribers.Completion<Failure>] = []

  func listen(to publisher: some Publisher<Value, Failure>) -> AnyCancellable {
    publisher.sink(receiveCompletion: { self.completions.append($0) }, receiveValue: { self.values.append($0) })
  }
}

/// The parts of Combine that a haptics manager uses.
@Suite struct PublisherTests {
  @Test func `a finished subject sends its completion once and no more values`() {
    let subject = PassthroughSubject<Int, Refusal>()
    let (early, late) = (Received<Int, Refusal>(), Received<Int, Refusal>())
    let first = early.listen(to: subject.map { $0 * 2 }.filter { $0 > 2 })
    [1, 2, 3].forEach(subject.send)
    subject.send(completion: .failure(Refusal()))
    subject.send(4)
    subject.send(completion: .finished)
    let second = late.listen(to: subject)
    withExtendedLifetime((first, second)) {
      #expect(early.values == [4, 6] && early.completions == [.failure(Refusal())])
      #expect(late.values.isEmpty && late.completions == [.failure(Refusal())])
    }
  }

  @Test func `a finished subject keeps its value`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    subject.send(2)
    subject.send(completion: .finished)
    subject.send(3)
    let received = Received<Int, Never>()
    let subscription = received.listen(to: subject)
    withExtendedLifetime(subscription) {
      #expect(subject.value == 2 && received.values.isEmpty && received.completions == [.finished])
    }
  }

  @Test func `first and prefix end their subscription`() {
    let subject = PassthroughSubject<Int, Never>()
    var cancellations = 0
    let counted = subject.handleEvents(receiveCancel: { cancellations += 1 })
    let (two, even) = (Received<Int, Never>(), Received<Int, Never>())
    // Each publisher may have several subscriptions.
    let pair = counted.prefix(2)
    let subscriptions = [pair.sink { _ in }, two.listen(to: pair), even.listen(to: counted.first { $0 % 2 == 0 })]
    [1, 3, 5, 6, 7].forEach(subject.send)
    withExtendedLifetime(subscriptions) {
      #expect(two.values == [1, 3] && two.completions == [.finished])
      #expect(even.values == [6] && even.completions == [.finished])
      #expect(cancellations == 3)
    }
  }

  @Test func `a thrown error ends the publisher, and catch continues with another`() {
    let subject = PassthroughSubject<Int, Never>()
    let checked = subject.tryMap { value in
      if value < 0 { throw Refusal() }
      return value
    }
    let (failed, caught) = (Received<Int, Refusal>(), Received<Int, Never>())
    let subscriptions = [
      failed.listen(to: checked.mapError { $0 as? Refusal ?? Refusal() }),
      caught.listen(to: checked.catch { _ in Just(0) }),
    ]
    [1, -1, 2].forEach(subject.send)
    withExtendedLifetime(subscriptions) {
      #expect(failed.values == [1] && failed.completions == [.failure(Refusal())])
      #expect(caught.values == [1, 0] && caught.completions == [.finished])
    }
  }

  @Test func `combined publishers send the latest value of each`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
    let (sums, all) = (Received<Int, Never>(), Received<Int, Never>())
    let subscriptions = [
      sums.listen(to: a.combineLatest(b) { $0 + $1 }), all.listen(to: Publishers.Merge(a, b).removeDuplicates()),
    ]
    a.send(10)
    b.send(1)
    a.send(completion: .finished)
    b.send(2)
    b.send(2)
    #expect(sums.completions.isEmpty && all.completions.isEmpty)
    b.send(completion: .finished)
    withExtendedLifetime(subscriptions) {
      #expect(sums.values == [10, 11, 12, 12] && sums.completions == [.finished])
      #expect(all.values == [0, 10, 1, 2] && all.completions == [.finished])
    }
  }

  @Test func `flatMap finishes after the last of its publishers`() {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let received = Received<Int, Never>()
    let subscription = received.listen(to: outer.flatMap { factor in inner.map { $0 * factor } })
    [2, 3].forEach(outer.send)
    outer.send(completion: .finished)
    inner.send(1)
    #expect(received.values == [2, 3] && received.completions.isEmpty)
    inner.send(completion: .finished)
    withExtendedLifetime(subscription) { #expect(received.completions == [.finished]) }
  }

  @Test func `a future keeps its first result for late subscribers`() {
    var fulfill: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { fulfill = $0 }
    let (early, late) = (Received<Int, Never>(), Received<Int, Never>())
    let first = early.listen(to: future)
    #expect(early.values.isEmpty)
    fulfill?(.success(7))
    fulfill?(.success(8))
    let second = late.listen(to: future)
    withExtendedLifetime((first, second)) {
      #expect(early.values == [7] && early.completions == [.finished])
      #expect(late.values == [7] && late.completions == [.finished])
    }
  }

  @Test func `values can be awaited`() async {
    let subject = CurrentValueSubject<Int, Never>(1)
    var values = subject.prepend(0).scan(0, +).values.makeAsyncIterator()
    subject.send(2)
    subject.send(completion: .finished)
    var seen: [Int] = []
    while let value = await values.next() { seen.append(value) }
    #expect(seen == [0, 1, 3])
  }

  @Test func `a cancelled subscription receives nothing more, not even values that its scheduler holds`() {
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "publisher tests")
    let received = Received<Int, Never>()
    let subscription = received.listen(to: subject.receive(on: queue))
    subject.send(1)
    queue.sync {}
    queue.suspend()
    subject.send(2)
    subscription.cancel()
    queue.resume()
    queue.sync {}
    #expect(received.values == [1])
  }
}
