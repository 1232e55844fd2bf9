import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// `make soak`: several tasks send parameters, starts and stops to one live silent engine with a full command ring.
/// Nothing may be lost, leak or hang.
enum Hammer {
  private struct Counts: Sendable {
    var parameters = 0
    var starts = 0
    var stops = 0
    var refused = 0
    var lost = 0
  }

  private final class Tally: Sendable {
    let counts = Mutex(Counts())
    /// End of the first quarter.
    let quarter: ContinuousClock.Instant
    /// Memory at that time, kB.
    private let early = Mutex<Int?>(nil)

    init(quarter: ContinuousClock.Instant) { self.quarter = quarter }

    func measureOnce(_ kilobytes: Int) { early.withLock { $0 = $0 ?? kilobytes } }
    var earlyKilobytes: Int? { early.withLock { $0 } }
  }

  /// Runs for a number of seconds. Returns whether every check passed.
  static func run(seconds: Double) async throws -> Bool {
    var configuration = EngineConfiguration { SilentOutput() }
    configuration.request.periodFrames = 128
    let engine = try HapticEngine(configuration, in: .realTime())
    try await engine.start()
    let tally = Tally(quarter: .now + .seconds(seconds / 4))
    let end = ContinuousClock.now + .seconds(seconds)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await hammer(engine, until: end, tally) } }
      group.addTask { await flood(engine, until: end, tally) }
    }
    let now = ProcessFigures.now.kilobytes
    let grown = now - (tally.earlyKilobytes ?? now)
    let active = await engine.activePlayerCount
    try await engine.stop()
    let total = tally.counts.withLock { $0 }
    print("parameters \(total.parameters), starts \(total.starts), stops \(total.stops), in \(Int(seconds)) s")
    print("refused because the ring was full: \(total.refused)")
    print("stops that were lost: \(total.lost), players still active: \(active)")
    print("memory since the first quarter: \(grown) kB")
    return total.lost == 0 && active == 0 && grown < 4096 && total.refused > 0 && tally.earlyKilobytes != nil
  }

  /// Sends parameters, a start and a stop to one player. Every stop must end it.
  private static func hammer(
    _ engine: HapticEngine, until end: ContinuousClock.Instant, _ tally: Tally
  ) async {
    let pattern = Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: 3600))])
    guard let player = try? await engine.makePlayer(pattern) else { return }
    var own = Counts()
    while ContinuousClock.now < end {
      // The calls below do not suspend, and there may be fewer threads than tasks.
      await Task.yield()
      for step in 0..<50 {
        let parameter = DynamicParameter(.hapticIntensityControl, value: Double(step) / 50, time: 0)
        if (try? player.send([parameter])) == nil { own.refused += 1 }
        own.parameters += 1
      }
      var hasStarted = false
      for _ in 0..<50 {
        if (try? player.start()) == nil { own.refused += 1 } else { hasStarted = true }
        if (try? player.stop()) == nil { own.lost += 1 }
        own.starts += 1
        own.stops += 1
      }
      guard hasStarted else { continue }
      if await hasLostStop(engine, player) { own.lost += 1 }
      if ContinuousClock.now >= tally.quarter { tally.measureOnce(ProcessFigures.now.kilobytes) }
    }
    add(own, tally)
  }

  /// Whether a stopped player still plays after the engine has rendered another five seconds. An accepted start may
  /// wait in the ring until the flood's commands, due after two seconds, have made room, and ends then. With a lost
  /// stop the player would continue for an hour. Time is measured in the engine's own frames.
  private static func hasLostStop(_ engine: HapticEngine, _ player: HapticPlayer) async -> Bool {
    let limit = await engine.meter.renderedFrames + 5 * 48_000
    while player.isActive {
      guard await engine.meter.renderedFrames < limit else { return true }
      await Task.yield()
    }
    return false
  }

  /// Keeps the ring full with commands for a later time, which then fill the renderer's queue, too.
  private static func flood(
    _ engine: HapticEngine, until end: ContinuousClock.Instant, _ tally: Tally
  ) async {
    let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])
    var players: [HapticPlayer] = []
    for _ in 0..<4 {
      guard let player = try? await engine.makePlayer(tap) else { return }
      _ = try? player.start()
      players.append(player)
    }
    var own = Counts()
    while ContinuousClock.now < end {
      let later = DynamicParameter(.hapticSharpnessControl, value: 0.1, time: 2)
      for player in players {
        if (try? player.send([later])) == nil {
          own.refused += 1
          await Task.yield()
        }
        own.parameters += 1
      }
    }
    add(own, tally)
  }

  private static func add(_ own: Counts, _ tally: Tally) {
    tally.counts.withLock {
      $0.parameters += own.parameters
      $0.starts += own.starts
      $0.stops += own.stops
      $0.refused += own.refused
      $0.lost += own.lost
    }
  }
}
