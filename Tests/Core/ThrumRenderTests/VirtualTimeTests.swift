import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

/// A renderer without samples compared with one that produces them.
@Suite struct VirtualTimeTests {
  /// A comparable copy of a notice.
  private struct Fact: Equatable {
    let kind: Notice.Kind
    let player: Int32, index: Int32
    let frame: SampleTime
    let serial: UInt64
    let isMuted: Bool?
    let values: [UInt32]

    init(_ notice: Notice) {
      kind = notice.kind
      player = notice.player
      index = notice.index
      frame = notice.frame
      serial = notice.serial
      isMuted = notice.isMuted
      values = notice.values.map(\.bitPattern)
    }
  }

  /// A renderer and all its notices.
  private final class Run {
    var renderer: Renderer
    var facts: [Fact] = []
    var calls = 0

    init(_ settings: RenderSettings) { renderer = Renderer(settings) }

    var now: SampleTime { renderer.now }
    var isSilent: Bool { renderer.isSilent }
    var refusedEvents: Int { renderer.refusedEvents }
    var voicesInUse: Int { renderer.context.voices.count }
    func send(_ command: Command) -> Bool { renderer.commands.push(command) }

    func go(to frame: SampleTime) {
      repeat {
        calls += 1
        if renderer.settings.synthesises {
          renderer.renderQuantum()
        } else {
          _ = renderer.renderQuanta(until: frame)
        }
        while let notice = renderer.notices.pop() { facts.append(Fact(notice)) }
      } while renderer.now < frame
    }
  }

  private let sound = SoundMemory(interleaved: [Float](repeating: 0.5, count: 2_900), channels: 1, sampleRate: 48_000)

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `rendering without samples posts the same notices as rendering with them, frame for frame and bit for bit`(
    seed: UInt64
  ) {
    var chance = Chance(seed: seed)
    var settings = RenderSettings()
    settings.reportsEvents = true
    settings.voiceCapacity = chance.pick([2, 4, 12, 64])
    settings.commandCapacity = chance.pick([4, 64, 4_096])
    settings.entersMidEvent = chance.holds(0.3)
    settings.continuousLimitSeconds = chance.pick([0.2, 30])
    settings.sampleRate = chance.pick([48_000, 44_100])
    let memories = (0..<4).map { _ in compiled(chance.pattern(), settings.sampleRate, sound: sound) }
    let wet = Run(settings)
    settings.synthesises = false
    let dry = Run(settings)
    for (slot, memory) in memories.enumerated() {
      let command = Command(.install(memory.schedule), player: slot, serial: UInt64(slot) + 1)
      for run in [wet, dry] { #expect(run.send(command)) }
    }
    var serial: UInt64 = 10
    var compared = 0
    for _ in 0..<40 {
      for _ in 0..<Int(chance.number(0...4)) {
        serial += 1
        let order = chance.order(serial: serial, now: wet.now)
        for run in [wet, dry] { order(run.renderer) }
      }
      let quanta = chance.holds(0.1) ? chance.number(0...900) : chance.number(0...60)
      let end = wet.now + SampleTime(quanta) * 64
      wet.go(to: end)
      dry.go(to: wet.now)
      let isSame = wet.facts[compared...] == dry.facts.dropFirst(compared)
      #expect(isSame, "\(wet.facts[compared...]) without samples: \(dry.facts.dropFirst(compared))")
      guard isSame else { return }
      compared = wet.facts.count
    }
    withExtendedLifetime(memories) {}
    #expect(wet.facts.count > 60)
    #expect(wet.refusedEvents == dry.refusedEvents)
    #expect(dry.voicesInUse == wet.voicesInUse)
  }

  @Test func `an hour of silence passes in one call, and a command at its end takes effect on its frame`() {
    let memory = compiled([tap(0), buzz(0, 20)])
    let run = Run(settings { $0.synthesises = false })
    let hour: SampleTime = 3_600 * 48_000
    _ = run.send(Command(.install(memory.schedule), player: 0, serial: 1))
    _ = run.send(Command(.start(), player: 0, time: hour + 37, serial: 2))
    _ = run.send(Command(.pause, player: 0, time: hour + 5_000, serial: 3))
    _ = run.send(Command(.resume, player: 0, time: 2 * hour, serial: 4))
    run.go(to: 2 * hour + 64)
    #expect(run.facts.filter { $0.kind == .commandApplied }.map(\.frame) == [0, hour + 37, hour + 5_000, 2 * hour])
    #expect(run.calls == 4)
    run.go(to: 3 * hour)
    #expect(run.facts.last?.kind == .playerFinished)
    #expect(run.facts.last?.frame == 2 * hour + 20 * 48_000 - 4_963)
    #expect(run.isSilent)
    #expect(run.calls == 6)
    #expect(run.now == 3 * hour)
  }

  @Test func `rendering never passes the target frame and stops while a notice is unread`() {
    for synthesises in [true, false] {
      var renderer = Renderer(settings { $0.synthesises = synthesises })
      var ends = [63, 1_000, -7].map { renderer.renderQuanta(until: $0) }
      let rendered = renderer.controls.status.renderedFrames
      _ = renderer.commands.push(Command(.start(), player: 3, time: 2_000, serial: 1))
      ends += [64_000, 64_000].map { renderer.renderQuanta(until: $0) }
      let kind = renderer.notices.pop()?.kind
      ends.append(renderer.renderQuanta(until: 64_000))
      #expect(ends == [0, 960, 960, 2_048, 2_048, 64_000])
      #expect(rendered == 960)
      #expect(kind == .commandRefused)
    }
  }
}

/// Seeded choices.
private struct Chance {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed &* 0x1234_5678_9ABC_DEF1) }

  mutating func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }

  mutating func holds(_ probability: Double) -> Bool { number(0...1) < probability }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[min(elements.count - 1, Int(number(0...Double(elements.count))))]
  }

  /// Events of all types with envelopes, curves and jumps on all controls.
  mutating func pattern() -> [PatternEntry] {
    var entries: [PatternEntry] = []
    let length = pick([0.1, 0.5, 2])
    for _ in 0..<Int(number(1...14)) {
      let type = pick(EventType.allCases)
      let isEndless = holds(0.05)
      entries.append(
        .event(
          Event(
            type: type, time: number(0...length),
            duration: type == .hapticTransient || isEndless || (type == .audioCustom && holds(0.7))
              ? nil : number(0...length),
            waveformPath: "own", waveformLoopEnabled: holds(0.1), waveformUseVolumeEnvelope: holds(0.5),
            parameters: EventParameterID.allCases.map { EventParameter($0, number(0...0.4)) }
              + [EventParameter(.sustained, holds(0.7) ? 1 : 0)])))
    }
    for id in DynamicParameterID.allCases {
      if holds(0.3) {
        entries.append(.parameter(DynamicParameter(id, value: number(0...0.5), time: number(0...length))))
      }
      guard holds(0.3) else { continue }
      let points = (0..<4).map { ControlPoint(time: Double($0) * length / 5, value: number(0...0.5)) }
      entries.append(.curve(ParameterCurve(id, time: number(0...length), points: points)))
    }
    return entries
  }

  /// A random command to a renderer.
  mutating func order(serial: UInt64, now: SampleTime) -> (borrowing Renderer) -> Void {
    let player = Int(number(0...4))
    if holds(0.06) {
      let cancels = holds(0.4)
      return { $0.controls.stop(player: player, serial: serial, cancels: cancels) }
    }
    if holds(0.06) {
      let isMuted = holds(0.5)
      return { $0.controls.setMuted(isMuted, player: player) }
    }
    if holds(0.03) {
      let isMuted = holds(0.5)
      return { $0.controls.setHapticsMuted(isMuted) }
    }
    let orders: [Order] = [
      .start, .start, .start, .start, .stop, .cancel, .pause, .resume, .resume, .seek, .setControl, .rampControl,
      .setRate, .setLoop,
    ]
    let order = pick(orders)
    let time = holds(0.4) ? Command.immediately : now + SampleTime(number(-100...5_000))
    let value: Double =
      switch order {
      case .setRate: holds(0.1) ? pick([40, 90_000]) : number(0.3...3)
      case .seek: number(0...60_000)
      case .setLoop: holds(0.3) ? number(2...300) : number(300...60_000)
      default: number(0...1)
      }
    let (control, end) = (pick(DynamicParameterID.allCases), now + SampleTime(number(0...20_000)))
    let command = Command(
      order.action(control, value: value, end: end, flag: holds(0.6)), player: player, time: time, serial: serial)
    return { _ = $0.commands.push(command) }
  }
}
