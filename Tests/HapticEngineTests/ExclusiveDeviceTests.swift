import Dispatch
import HapticEngine
import HapticPattern
import HapticRender
import Synchronization
import Testing

@testable import HapticEngine

/// A device that one program can have open once, as a sound card without a server is.
@Suite(.timeLimit(.minutes(10))) struct ExclusiveDeviceTests {
  /// The card: whether somebody has it, and how often it was asked for while somebody had it.
  final class Card: Sendable {
    private let isTaken = Atomic<Bool>(false)
    let collisions = Atomic<Int>(0)
    let isOpening = DispatchSemaphore(value: 0)
    let mayOpen = DispatchSemaphore(value: 0)
    let isClosing = DispatchSemaphore(value: 0)
    let mayClose = DispatchSemaphore(value: 0)
    let waitsInOpening: Bool
    let refusesToStart: Bool

    init(waitsInOpening: Bool = false, refusesToStart: Bool = false) {
      self.waitsInOpening = waitsInOpening
      self.refusesToStart = refusesToStart
    }

    func take() -> Bool {
      let isFree = !isTaken.exchange(true, ordering: .relaxed)
      if !isFree { collisions.wrappingAdd(1, ordering: .relaxed) }
      return isFree
    }
    func giveBack() { isTaken.store(false, ordering: .relaxed) }
  }

  /// An output over the card. The first one waits where it is told to; those that follow do not.
  final class CardOutput: OutputDevice {
    private let card: Card
    private let isFirst: Bool
    private let silence = SilentOutput()

    init(_ card: Card, isFirst: Bool) {
      self.card = card
      self.isFirst = isFirst
    }

    func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
      guard card.take() else { throw OutputError(.busy, device: "card", message: "another has it") }
      if isFirst, card.waitsInOpening {
        card.isOpening.signal()
        card.mayOpen.wait()
      }
      return try silence.open(request)
    }

    func start(_ feed: RenderFeed) throws(OutputError) {
      if isFirst, card.refusesToStart { throw OutputError(.failed, device: "card", message: "it does not start") }
      try silence.start(feed)
    }

    func stop() -> Bool {
      if isFirst, card.refusesToStart {
        card.isClosing.signal()
        card.mayClose.wait()
      }
      defer { card.giveBack() }
      return silence.stop()
    }
  }

  private func engine(_ card: Card) throws -> HapticEngine {
    let made = Made()
    return try HapticEngine(
      EngineConfiguration { CardOutput(card, isFirst: made.isFirst()) }, in: .realTime())
  }

  private final class Made: Sendable {
    private let count = Atomic<Int>(0)
    func isFirst() -> Bool { count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }
  }

  private func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }

  @Test func `a start after a stop in the middle of the opening waits until the device is closed`() async throws {
    let card = Card(waitsInOpening: true)
    let engine = try engine(card)
    engine.start { _ in }
    await wait(card.isOpening)
    engine.stop(completion: nil)
    let error = await withCheckedContinuation { continuation in
      // The call has been taken in when it returns.
      engine.start { continuation.resume(returning: $0) }
      card.mayOpen.signal()
    }
    #expect(error == nil)
    #expect(card.collisions.load(ordering: .relaxed) == 0)
    await engine.stop()
  }

  @Test func `a start that the device refuses is over when the device is closed`() async throws {
    let card = Card(refusesToStart: true)
    let engine = try engine(card)
    async let first = code { try await engine.start() }
    await wait(card.isClosing)
    card.mayClose.signal()
    #expect(await first == .serverInitFailed)
    try await engine.start()
    #expect(card.collisions.load(ordering: .relaxed) == 0)
    await engine.stop()
  }

  private func code(_ body: @Sendable () async throws -> Void) async -> EngineError.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? EngineError)?.code }
  }
}
