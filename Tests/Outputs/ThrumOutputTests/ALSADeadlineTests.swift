import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

/// Deadlines of the device's threads, on a manual clock.
@Suite struct ALSADeadlineTests {
  /// A card with scripted results of its openings.
  private final class Card: Sendable {
    private let codes: Mutex<[Int]>
    let openings = Mutex(0)
    init(_ codes: [Int]) { self.codes = Mutex(codes) }
    func open() -> Int {
      openings.withLock { $0 += 1 }
      return codes.withLock { codes in codes.count > 1 ? codes.removeFirst() : codes.first ?? 0 }
    }
  }

  private final class CardPCM: PCM {
    private let card: Card
    private let system: FakeSystem
    init(_ card: Card, _ system: FakeSystem) {
      self.card = card
      self.system = system
    }
    func open() -> Int { card.open() }
    func configure() -> Result<PCMFormat, PCMFailure> {
      .success(
        PCMFormat(sampleRate: 48_000, periodFrames: 256, bufferFrames: 1024, channels: 2, sampleFormat: .float32))
    }
    func available() -> Int { 0 }
    func write(_ frames: UnsafeRawPointer, count: Int) -> Int { -Int(EAGAIN) }
    func prepare() -> Int { 0 }
    func resume() -> Int { 0 }
    func start() -> Int { 0 }
    func drop() -> Int { 0 }
    func close() {}
    var state: PCMState { .prepared }
    var delay: Int? { nil }
    func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake { .deadline }
    func sleep(until deadline: UInt64, orEvent event: Int32) { _ = system.wait(for: event, until: deadline) }
    var nanoseconds: UInt64 { system.nanoseconds }
  }

  private func thread(_ system: FakeSystem, _ card: Card, _ lock: OpenLock = OpenLock()) -> IOThread {
    IOThread(name: "card", request: OutputRequest(), runtime: system.runtime, openLock: lock) { CardPCM(card, system) }
  }

  /// An output with a thread that opens and ends at given times.
  private func output(_ system: FakeSystem, opensAt: Double? = nil, endsAt: Double? = nil) -> ALSAOutput {
    ALSAOutput(name: "card", runtime: system.runtime) { _ in
      let thread = thread(system, Card([0]))
      if let opensAt { system.at(opensAt) { _ = thread.open() } }
      if let endsAt { system.at(endsAt) { thread.signals.end() } }
      return thread
    }
  }

  @Test func `opening a device that does not respond fails after 2 s`() {
    let system = FakeSystem()
    let error = #expect(throws: OutputError.self) { try output(system).open(OutputRequest()) }
    #expect(error?.reason == .timeout)
    #expect(system.seconds == 2)
    #expect(system.threads == ["thrum-io"])
  }

  @Test func `opening fails immediately if no thread can be created`() {
    let system = FakeSystem()
    system.refuseThreads()
    #expect(throws: OutputError.self) { try output(system).open(OutputRequest()) }
    #expect(system.seconds == 0)
  }

  @Test func `a stop abandons a thread that does not end within 0.29 s`() throws {
    let system = FakeSystem()
    let output = output(system, opensAt: 1)
    _ = try output.open(OutputRequest())
    #expect(system.seconds == 1)
    #expect(!output.stop())
    #expect(abs(system.seconds - 1.29) < 1e-6)
  }

  @Test func `a stop returns as soon as the thread has ended`() throws {
    let system = FakeSystem()
    let output = output(system, opensAt: 0, endsAt: 0.1)
    _ = try output.open(OutputRequest())
    #expect(output.stop())
    #expect(abs(system.seconds - 0.1) < 1e-6)
  }

  @Test func `opening a busy device is retried for half a second`() {
    for (refusals, isOpen) in [(10, true), (1000, false)] {
      let system = FakeSystem()
      let card = Card([Int](repeating: -Int(EBUSY), count: refusals) + [0])
      let thread = thread(system, card)
      #expect((thread.open() != nil) == isOpen)
      #expect(isOpen ? abs(system.seconds - 0.2) < 0.01 : abs(system.seconds - 0.5) < 0.03)
    }
  }

  @Test func `opening waits up to 2 s while another device is being opened in the process`() {
    let system = FakeSystem()
    let lock = OpenLock()
    let card = Card([0])
    let thread = thread(system, card, lock)
    lock.attempt { #expect(thread.open() == nil) }
    #expect(abs(system.seconds - 2) < 0.01)
    #expect(card.openings.withLock { $0 } == 0)
  }
}
