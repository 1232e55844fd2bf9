import Synchronization
import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumTime

@testable import ThrumEngine

/// A sound card in virtual time. Its calls take the configured time, it renders by the environment's clock, and one
/// output can hold it at a time.
final class VirtualCard: Sendable {
  /// Durations of its calls in seconds, and its refusals.
  struct Behaviour: Sendable {
    /// For the first opening only; later ones take no time.
    var openSeconds = 0.0
    /// For the first closing only; later ones take no time.
    var closeSeconds = 0.0
    /// Maximum closing time that the output announces.
    var closingSeconds = 0.3
    var refusesToStart = false
    /// Time from which it takes no frames; it reports the stall to the engine.
    var standsStillAfter = Double.infinity
    var standsStillSeconds = Double.infinity
  }

  /// Counts of what has happened to the card.
  struct Facts {
    var openings = 0
    var closings = 0
    /// Openings while another output held it.
    var collisions = 0
    var isTaken = false
    var samples: [Float] = []
  }

  static let periodFrames = 256
  let environment: HapticEnvironment
  let behaviour: Behaviour
  private let state = Mutex(Facts())

  init(_ environment: HapticEnvironment, _ behaviour: Behaviour = Behaviour()) {
    self.environment = environment
    self.behaviour = behaviour
  }

  var facts: Facts { state.withLock { $0 } }
  func note<Result>(_ body: (inout Facts) -> Result) -> Result { state.withLock { body(&$0) } }
}

/// An output over a ``VirtualCard``.
final class VirtualCardOutput: OutputDevice {
  private let card: VirtualCard
  private var isFirst = false
  private var hasIt = false
  private var run: Run?

  init(_ card: VirtualCard) { self.card = card }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let (isFirst, hasIt) = card.note { facts in
      facts.openings += 1
      defer { facts.isTaken = true }
      if facts.isTaken { facts.collisions += 1 }
      return (facts.openings == 1, !facts.isTaken)
    }
    (self.isFirst, self.hasIt) = (isFirst, hasIt)
    guard hasIt else { throw OutputError(.busy, device: "card", message: "“card” is in use by another program") }
    if isFirst { card.environment.virtualTime?.spend(card.behaviour.openSeconds) }
    var format = OutputFormat(
      name: "card", sampleRate: request.sampleRate, periodFrames: VirtualCard.periodFrames,
      bufferFrames: 4 * VirtualCard.periodFrames)
    format.closingSeconds = card.behaviour.closingSeconds
    return format
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    if isFirst, card.behaviour.refusesToStart {
      throw OutputError(.failed, device: "card", message: "“card” does not start")
    }
    let run = Run(card, feed)
    self.run = run
    run.renderPeriod()
  }

  func stop() -> Bool {
    run?.end()
    run = nil
    if isFirst { card.environment.virtualTime?.spend(card.behaviour.closeSeconds) }
    guard hasIt else { return true }
    hasIt = false
    // Free for others only when the close call has returned.
    let card = card
    _ = card.environment.time.call(
      at: card.environment.engineTime + (isFirst ? card.behaviour.closeSeconds : 0), on: executor
    ) {
      card.note { facts in
        facts.isTaken = false
        facts.closings += 1
      }
    }
    return true
  }

  private var executor: QueueExecutor { card.environment.time.makeExecutor() }

  /// Renders period by period until stopped. Everything runs on the environment's executor.
  private final class Run: Sendable {
    private let card: VirtualCard
    private let feedAddress: UInt
    private let startedAt: Double
    private let isOver = Mutex(false)
    private let isStill = Mutex(false)

    init(_ card: VirtualCard, _ feed: RenderFeed) {
      self.card = card
      let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
      copy.initialize(to: feed)
      feedAddress = UInt(bitPattern: copy)
      startedAt = card.environment.engineTime
    }

    deinit { UnsafeMutablePointer<RenderFeed>(bitPattern: feedAddress)?.deallocate() }

    func end() { isOver.withLock { $0 = true } }

    func renderPeriod() {
      guard !isOver.withLock({ $0 }), let feed = UnsafePointer<RenderFeed>(bitPattern: feedAddress)?.pointee else {
        return
      }
      let time = card.environment.engineTime - startedAt
      let behaviour = card.behaviour
      let stands =
        time >= behaviour.standsStillAfter && time < behaviour.standsStillAfter + behaviour.standsStillSeconds
      if stands != isStill.withLock({ $0 }) {
        isStill.withLock { $0 = stands }
        feed.post(stands ? .stalled : .recovered, frame: feed.status.renderedFrames)
      }
      if !stands { render(feed) }
      // The engine reads what the renderer has posted.
      _ = card.environment.timeline
      let next = card.environment.engineTime + Double(VirtualCard.periodFrames) / feed.sampleRate
      _ = card.environment.time.call(at: next, on: card.environment.time.makeExecutor()) { self.renderPeriod() }
    }

    private func render(_ feed: RenderFeed) {
      guard feed.lease.enter() else { return }
      for _ in 0..<VirtualCard.periodFrames / quantumFrames {
        _ = feed.renderQuantum()
        let left = UnsafeBufferPointer(start: feed.left, count: quantumFrames)
        card.note { $0.samples += left }
      }
      feed.lease.leave()
    }
  }
}

/// An engine over a ``VirtualCard`` with a record of its handler calls.
final class CardRig: Sendable {
  let environment: HapticEnvironment
  let card: VirtualCard
  let engine: HapticEngine
  private let heard = Mutex<[String]>([])

  init(_ behaviour: VirtualCard.Behaviour = VirtualCard.Behaviour(), keepsJournal: Bool = false) throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment, behaviour)
    self.environment = environment
    self.card = card
    var configuration = EngineConfiguration { VirtualCardOutput(card) }
    configuration.keepsJournal = keepsJournal
    engine = try HapticEngine(configuration, in: environment)
    engine.withEngine { engine in
      engine.setStoppedHandler { [weak self] in self?.hear("stopped \($0.name)") }
    }
  }

  func hear(_ text: String) {
    let time = TimelineText.number((environment.now * 1000).rounded() / 1000)
    heard.withLock { $0.append("\(time) \(text)") }
  }

  /// Recorded calls in order with their times, such as `0.3 stop`.
  var told: [String] { heard.withLock { $0 } }

  func start() { engine.start { [weak self] in self?.hear("start \($0?.code.name ?? "ok")") } }
  func stop() { engine.stop { [weak self] in self?.hear("stop \($0?.code.name ?? "ok")") } }
  func pass(_ seconds: Double) { environment.advance(by: seconds) }
  var state: EngineState { engine.withEngine { $0.state } }

  /// A player with a recording completion handler.
  func player(_ pattern: Pattern) throws -> HapticPlayer {
    let player = try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern) }
    player.setCompletionHandler { [weak self] in self?.hear("done \($0?.code.name ?? "ok")") }
    return player
  }
}
