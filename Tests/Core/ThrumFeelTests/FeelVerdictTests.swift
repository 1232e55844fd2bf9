import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumFeel

/// Verdicts on events whose fate on a motor is known.
@Suite struct FeelVerdictTests {
  private func judged(_ events: [Event], on motor: ActuatorPreset = .watch) -> [FeltEvent] {
    FeltDesign.judged(events.map { .event($0) }, on: motor)
  }

  /// The motor's acceleration, g.
  private func acceleration(_ events: [Event], on motor: ActuatorPreset) -> [Float] {
    acceleration(Pattern(entries: events.map { .event($0) }), on: motor)
  }

  private func acceleration(_ pattern: Pattern, on motor: ActuatorPreset) -> [Float] {
    var renderer = OfflineRenderer([pattern], settings: FeelMotor(motor).model, signal: .acceleration)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    return samples
  }

  @Test(arguments: [ActuatorPreset.phone, .watch, .coin175, .dualSense])
  func `levels agree with a meter's readings of the rendered acceleration`(motor: ActuatorPreset) throws {
    for event in [Event.tap(0.3, 1), Event.tap(0.3, 0.6, 1), Event.hold(0.3, 0.1, 0.8), Event.hold(0.3, 1, 0.5, 0.25)] {
      var meter = FeltMeter(sampleRate: 48_000)
      for sample in acceleration([event], on: motor) { meter.add(Double(sample)) }
      meter.finish()
      let level = judged([event], on: motor)[0].decibelsOverThreshold
      #expect(abs(level - (try #require(meter.strongestDecibels))) < 0.7, "\(event)")
    }
  }

  @Test(
    arguments: [ActuatorPreset.phone, .watch, .dualSense],
    [
      [(0.0, 0.2), (1, 1)],  // a slow ramp
      [(0, 1), (0.05, 0.1), (0.4, 0), (0.401, 0.9), (0.46, 0), (0.8, 0), (0.81, 1), (0.86, 0), (1, 0)],  // three peaks
      [(0, 0), (0.3, 0), (0.31, 1), (0.32, 0), (1, 0)],  // one short peak
      [(0, 1), (0.1, 0.5), (0.2, 1), (0.3, 0.5), (0.4, 1), (0.5, 0.5), (1, 0.5)],  // a tremolo
    ])
  func `levels under a curve agree with a meter's readings of the rendered acceleration`(
    motor: ActuatorPreset, points: [(Double, Double)]
  ) throws {
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 0.3, points: points.map { ControlPoint(time: $0.0, value: $0.1) })
    let pattern = Pattern(entries: [.event(Event.hold(0.3, 1, 1)), .curve(curve)])
    var meter = FeltMeter(sampleRate: 48_000)
    for sample in acceleration(pattern, on: motor) { meter.add(Double(sample)) }
    meter.finish()
    var analysis = FeelAnalysis(FeelMotor(motor))
    let level = try #require(analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless).first)
      .decibelsOverThreshold
    let read = try #require(meter.strongestDecibels)
    #expect(abs(level - read) < 1.5, "\(level) \(read)")
  }

  @Test(arguments: [0, 1e-300, 1e-9, 1e-5, 1e-3, 1e300])
  func `a curve over an event of any length is judged without causing a trap`(seconds: Double) {
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 0,
      points: [ControlPoint(time: 0, value: 1), ControlPoint(time: seconds, value: 0)])
    for (time, attack) in [(0.0, 0.0), (0, 1), (1e15, 0.05), (1e300, 1)] {
      var event = Event.hold(time, seconds, 1)
      event.parameters.append(EventParameter(.attackTime, attack))
      event.parameters.append(EventParameter(.sustained, 0))
      var analysis = FeelAnalysis(FeelMotor(.phone))
      let felt = analysis.felt(
        FeelEvents(PatternGroup(Pattern(entries: [.event(event), .curve(curve)]))), Work<Never>.endless)
      #expect(felt.count == 1 && felt.allSatisfy { !$0.decibelsOverThreshold.isNaN })
    }
  }

  @Test func `an event 7 dB below the threshold is not felt, and up to 6 dB above it, it is faint`() {
    // Amplitude is intensity squared.
    let full = judged([Event.hold(0, 1, 1, 0.62)])[0].decibelsOverThreshold
    func event(_ level: Double) -> Event { Event.hold(0, 1, exponentialBase2((level - full) / 40 * 3.321_928), 0.62) }
    #expect(judged([event(-7)])[0].verdict == .notFelt && judged([event(-7)])[0].isFinding)
    #expect(judged([event(-5)])[0].verdict == .faint && !judged([event(-5)])[0].isFinding)
    #expect(judged([event(5)])[0].verdict == .faint)
    #expect(judged([event(7)])[0].verdict == .felt)
  }

  @Test func `an event of intensity 0 is silent, which is a note, but not one under a control at 0`() {
    #expect(judged([Event.tap(0, 0)])[0].verdict == .silent && !judged([Event.tap(0, 0)])[0].isFinding)
    var analysis = FeelAnalysis(FeelMotor(.phone))
    let muted = DynamicParameter(.hapticIntensityControl, value: 0, time: 0)
    let felt = analysis.felt(
      FeelEvents(PatternGroup(Pattern(entries: [.parameter(muted), .event(Event.tap(1, 1))]))), Work<Never>.endless)[0]
    #expect(felt.verdict == .notFelt && felt.isFinding && felt.help == .advice(.muted))
  }

  @Test(arguments: [ActuatorPreset.phone, .coin175])
  func `what a fade leaves unfelt is a note`(motor: ActuatorPreset) throws {
    /// A fade as one curve, and as editors write it, as a chain of short ones.
    func fades(_ points: [(time: Double, value: Double)]) -> [[PatternEntry]] {
      let one = points.map { ControlPoint(time: $0.time, value: $0.value) }
      let chain = zip(points, points.dropFirst()).map { from, to in
        let ends = [ControlPoint(time: 0, value: from.value), ControlPoint(time: to.time - from.time, value: to.value)]
        return PatternEntry.curve(ParameterCurve(.hapticIntensityControl, time: from.time, points: ends))
      }
      return [[.curve(ParameterCurve(.hapticIntensityControl, time: 0, points: one))], chain]
    }
    var analysis = FeelAnalysis(FeelMotor(motor))
    func felt(_ control: [PatternEntry]) -> [FeltEvent] {
      let events = [Event.tap(0.2, 1), Event.tap(2.7, 0.7), Event.hold(2.9, 0.1, 0.8), Event.tap(3, 1)]
      return analysis.felt(
        FeelEvents(PatternGroup(Pattern(entries: events.map { .event($0) } + control))), Work<Never>.endless)
    }
    for control in fades([(0, 1), (1, 1), (2, 0.5), (2.6, 0.2), (3, 0)]) {
      let felt = felt(control)
      #expect(felt.dropFirst().allSatisfy { !$0.isFinding && !$0.isLost }, "\(felt)")
      #expect(felt[3].verdict == .notFelt && felt[3].help == .advice(.faded(0)))
      let pattern = Pattern(
        entries: [.event(Event.tap(0.2, 1)), .event(Event.tap(2.7, 0.7)), .event(Event.tap(3, 1))] + control)
      #expect(Linter.whole.options.weakEvents?(pattern) == [])
    }
    // Too weak at its strongest, or held at a low value, it is not what a fade leaves.
    for control in fades([(0, 0.1), (3, 0.05)]) + fades([(0, 1), (1, 0.05), (3.5, 0.05)]) {
      #expect(felt(control)[1].isFinding)
    }
  }

  @Test(arguments: [(100, 0.2, 0.01), (40, 0.3, 0.025)])
  func `transients in a run feel stronger than one, as a meter reads the rendered run`(
    count: Int, intensity: Double, gap: Double
  ) throws {
    let events = (0..<count).map { Event.tap(0.3 + gap * Double($0), intensity) }
    let felt = judged(events, on: .phone)
    let strongest = try #require(felt.map(\.decibelsOverThreshold).max())
    var meter = FeltMeter(sampleRate: 48_000)
    for sample in acceleration(events, on: .phone) { meter.add(Double(sample)) }
    meter.finish()
    #expect(abs(strongest - (try #require(meter.strongestDecibels))) < 0.5)
    #expect(felt.allSatisfy { $0.isFelt && $0.decibelsAlone < strongest })
  }

  @Test(arguments: [ActuatorPreset.phone, .dualSense])
  func `under a sharpness that jumps, an event is judged over its length`(motor: ActuatorPreset) throws {
    for values in [(0.0, 0.8), (0.8, -0.2), (-0.5, 0.5)] {
      let jumps = [(0.3, values.0), (0.4, values.1)].map {
        PatternEntry.parameter(DynamicParameter(.hapticSharpnessControl, value: $0.1, time: $0.0))
      }
      let pattern = Pattern(entries: jumps + [.event(Event.hold(0.3, 1, 0.7, 0.2))])
      var meter = FeltMeter(sampleRate: 48_000)
      for sample in acceleration(pattern, on: motor) { meter.add(Double(sample)) }
      meter.finish()
      var analysis = FeelAnalysis(FeelMotor(motor))
      let felt = analysis.felt(FeelEvents(PatternGroup(pattern)), Work<Never>.endless)[0]
      #expect(abs(felt.decibelsAlone - (try #require(meter.strongestDecibels))) < 1, "\(values)")
    }
  }

  @Test func `a jump of the intensity within a long event counts, however short`() {
    let jumps = [(1.0, 0.3), (17.03, 1), (17.33, 0.3)].map {
      PatternEntry.parameter(DynamicParameter(.hapticIntensityControl, value: $0.1, time: $0.0))
    }
    var analysis = FeelAnalysis(FeelMotor(.phone))
    let felt = analysis.felt(
      FeelEvents(PatternGroup(Pattern(entries: jumps + [.event(Event.hold(1, 28, 1))]))), Work<Never>.endless)[0]
    let peak = judged([Event.hold(0, 0.3, 1)], on: .phone)[0]
    #expect(abs(felt.decibelsAlone - peak.decibelsAlone) < 1 && felt.verdict == .felt)
  }

  @Test func `on an eccentric motor, a transient ends before the weight turns`() {
    for sharpness in [0.0, 0.5, 1] {
      let felt = judged([Event.tap(0.3, 1, sharpness)], on: .eccentric)[0]
      #expect(felt.verdict == .notFelt && felt.isFinding && felt.isLost, "\(felt)")
      #expect(felt.cause == "is not felt: it does not move the motor" && felt.help?.words.contains("to turn") == true)
      #expect(acceleration([Event.tap(0.3, 1, sharpness)], on: .eccentric).allSatisfy { $0 == 0 })
    }
  }

  @Test func `a control is not blamed for what the motor cannot play`() {
    let control = PatternEntry.curve(
      ParameterCurve(
        .hapticIntensityControl, time: 0,
        points: [ControlPoint(time: 0, value: 0.1), ControlPoint(time: 1, value: 0.1)]
      ))
    func help(_ motor: ActuatorPreset) -> String {
      FeltDesign.judged([.event(.tap(0.3, 0.5, 0.5)), control], on: motor)[0].help?.words ?? ""
    }
    #expect(!help(.eccentric).contains("control"), "\(help(.eccentric))")
    #expect(help(.phone).contains("the intensity control is 0.10"), "\(help(.phone))")
  }

  /// Public reports on phones (Docs/Feel.md).
  @Test(arguments: [
    (10, FeelVerdict.tooShort), (15, .tooShort), (20, .tooShort), (35, .tooShort), (70, .felt), (100, .felt),
  ])
  func `a short pulse is lost on an eccentric motor, and a long one is felt`(milliseconds: Int, verdict: FeelVerdict) {
    let felt = judged([Event.hold(0, Double(milliseconds) / 1_000, 1)], on: .eccentric)[0]
    #expect(felt.verdict == verdict && felt.isFinding == (verdict == .tooShort), "\(felt)")
    if milliseconds <= 20 { #expect(felt.decibelsOverThreshold < FeelVerdict.feltLevel, "\(felt)") }
  }

  @Test func `an event of 30 ms is too short for a slow motor, and its cure makes it long enough`() throws {
    // At full intensity, the model is strong all the same.
    let strong = judged([Event.hold(0, 0.03, 1)], on: .eccentric)[0]
    #expect(
      strong.verdict == .tooShort && strong.isLost && strong.reachedPercent < 50 && strong.cure?.kind == .duration)
    let short = judged([Event.hold(0, 0.03, 0.5)], on: .eccentric)[0]
    #expect(short.verdict == .tooShort && short.isLost && short.reachedPercent < 50)
    let cure = try #require(short.cure)
    #expect(cure.kind == .duration && cure.to > 0.03)
    #expect(judged([Event.hold(0, cure.to, 0.5)], on: .eccentric)[0].verdict > .tooShort)
  }

  @Test(arguments: [ActuatorPreset.coin175, .watch, .dualSense])
  func `two transients fuse if the gap is too short for the ringing of the first to decay`(motor: ActuatorPreset) throws
  {
    var louder = motor
    if case .resonant(var model) = motor.model {
      // Strong enough to feel each.
      model.deviceMass = model.deviceMass.map { $0 / 6 }
      louder.model = .resonant(model)
    }
    var verdicts: [Bool] = []
    let gaps = stride(from: 0.005, through: 0.2, by: 0.005)
    for gap in gaps {
      let second = judged([Event.tap(0.1, 1), Event.tap(0.1 + gap, 1)], on: louder)[1]
      verdicts.append(second.verdict == .fused)
      // The rendered first transient, alone.
      let ring = acceleration([Event.tap(0.1, 1)], on: louder).map { abs($0) }
      let (peak, left) = (ring.max() ?? 0, ring.dropFirst(Int((0.1 + gap) * 48_000)).max() ?? 0)
      if abs(left / peak - 0.5) > 0.1, gap > 0.0105 {
        #expect((second.verdict == .fused) == (left > 0.5 * peak), "\(gap)")
      }
      if second.verdict == .fused, second.isFinding { #expect((second.cure?.to ?? 0) > gap) }
    }
    #expect(verdicts == verdicts.sorted { $0 && !$1 }, "fused up to one gap: \(verdicts)")
  }

  @Test func `what the phone fuses is a note everywhere, and what only another motor fuses is a loss there`() {
    func second(_ gap: Double, _ motor: ActuatorPreset) -> FeltEvent {
      judged([Event.tap(0, 1), Event.tap(gap, 1)], on: motor)[1]
    }
    for motor in [ActuatorPreset.phone, .coin175] {
      #expect(second(0.006, motor).verdict == .fused && !second(0.006, motor).isFinding)
    }
    #expect(second(0.016, .phone).verdict == .felt)
    #expect(second(0.016, .coin175).verdict == .fused && second(0.016, .coin175).isLost)
  }

  @Test func `a weak transient within a strong vibration is swallowed until it is strong enough`() throws {
    let weak = judged([Event.hold(0, 1, 1), Event.tap(0.5, 0.5)])[1]
    // The phone swallows it, too, so it is meant to be.
    #expect(weak.verdict == .swallowed && !weak.isFinding && !weak.isLost, "\(weak)")
    #expect(judged([Event.tap(0.5, 0.5)])[0].verdict == .felt)
  }

  @Test func `an accent is out of order if the motor makes it weaker than an event that should be weaker`() throws {
    // High frequencies feel weaker than low ones of equal acceleration, so the sharp accent comes out weaker.
    let felt = judged([Event.hold(0, 0.5, 1, 0.4), Event.hold(1, 0.5, 0.88, 1)], on: .dualSense)
    let other = judged([Event.hold(0, 0.5, 1, 1), Event.hold(1, 0.5, 0.88, 0.4)], on: .dualSense)
    #expect(felt[0].verdict == .felt && felt[0].decibelsOverThreshold > felt[1].decibelsOverThreshold)
    #expect(other[0].verdict == .orderChanged && other[0].isLost, "\(other)")
  }

  @Test func `an intensity curve that the motor cannot follow is judged to be smeared`() {
    func verdict(_ period: Double, on motor: ActuatorPreset) -> FeelVerdict? {
      let points = (0...Int(1 / period)).map { ControlPoint(time: period * Double($0), value: $0 % 2 == 0 ? 1 : 0.4) }
      let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: points)
      var analysis = FeelAnalysis(FeelMotor(motor))
      return analysis.felt(
        FeelEvents(PatternGroup(Pattern(entries: [.event(Event.hold(0, 1, 1)), .curve(curve)]))), Work<Never>.endless
      )
      .first?.verdict
    }
    #expect(verdict(0.03, on: .eccentric) == .smeared)
    #expect(verdict(0.2, on: .eccentric) == .felt)
    #expect(verdict(0.03, on: .phone) == .felt)
  }

  @Test func `whether a hold is felt depends on the phone's exact resonance, but not whether a transient is`() {
    let steps = stride(from: 0.02, through: 0.5, by: 0.005)
    #expect(steps.contains { judged([Event.hold(0, 0.5, $0, 0)], on: .phone)[0].verdict == .uncertain })
    let taps = steps.filter { judged([Event.tap(0, $0)], on: .phone)[0].verdict == .uncertain }
    #expect((taps.last ?? 0) - (taps.first ?? 0) < 0.02, "\(taps)")
  }

  @Test func `what is clear on the phone and faint on another motor is lost there, which is a note`() {
    let tap = judged([Event.tap(0, 0.4, 0.2)], on: .coin235)[0]
    #expect(tap.verdict == .faint && tap.isLost && !tap.isFinding)
  }

  // MARK: Properties

  private func random(_ seed: UInt64) -> [Event] {
    var random = SplitMix64(seed: seed)
    return (0..<8).map { place in
      let (intensity, sharpness) = (random.number(0.1...1), random.number(0...1))
      let time = Double(place) * random.number(0.02...0.3)
      return place % 3 == 0
        ? Event.hold(time, random.number(0.01...0.5), intensity, sharpness) : Event.tap(time, intensity, sharpness)
    }
  }

  @Test(arguments: 0..<6) func `a stronger event never gets a worse verdict`(seed: UInt64) {
    var events = random(seed)
    for motor in [ActuatorPreset.phone, .coin175, .eccentric] {
      let before = judged(events, on: motor)
      let place = Int(seed) % events.count
      let intensity = events[place].value(of: .hapticIntensity)
      let original = events[place]
      events[place].parameters[0] = EventParameter(.hapticIntensity, min(1, intensity * 1.2))
      let after = judged(events, on: motor)
      // Stronger than by design, it may be weaker than others that are now weaker by design.
      if after[place].verdict != .orderChanged { #expect(after[place].verdict >= before[place].verdict) }
      events[place] = original
    }
  }

  @Test(arguments: 0..<6) func `every cure that changes an intensity or a duration works`(seed: UInt64) {
    for motor in [ActuatorPreset.phone, .watch, .coin175, .eccentric] {
      let events = random(seed)
      for (place, felt) in judged(events, on: motor).enumerated() {
        guard let cure = felt.cure, cure.kind != .gap else { continue }
        var changed = events
        if cure.kind == .intensity {
          changed[place].parameters[0] = EventParameter(.hapticIntensity, cure.to)
        } else {
          changed[place].duration = (events[place].duration ?? 0) + cure.to - cure.from
        }
        let after = judged(changed, on: motor)[place]
        #expect(after.verdict > felt.verdict, "\(motor.name) \(place): \(felt) became \(after)")
      }
    }
  }
}
