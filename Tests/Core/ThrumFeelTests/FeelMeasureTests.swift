import TestSupport
import Testing
import ThrumDevice
import ThrumOffline
import ThrumPattern

@testable import ThrumFeel

/// Verdicts follow from the rendered acceleration, not from the list of events.
@Suite struct FeelMeasureTests {
  private func judged(
    _ events: [Event], _ control: [PatternEntry] = [], on motor: ActuatorPreset = .phone
  ) -> [FeltEvent] {
    FeltDesign.judged(control + events.map { .event($0) }, on: motor)
  }

  private func curve(_ id: DynamicParameterID, _ points: [(Double, Double)]) -> PatternEntry {
    .curve(ParameterCurve(id, time: 0, points: points.map { ControlPoint(time: $0.0, value: $0.1) }))
  }

  private func acceleration(
    _ events: [Event], _ control: [PatternEntry] = [], on motor: ActuatorPreset, rate: Double = 48_000
  ) -> [Float] {
    var settings = FeelMotor(motor).model
    settings.sampleRate = rate
    var renderer = OfflineRenderer(
      [Pattern(entries: control + events.map { .event($0) })], settings: settings, signal: .acceleration)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    return samples
  }

  private func read(_ events: [Event], on motor: ActuatorPreset) -> Double {
    var meter = FeltMeter(sampleRate: 48_000)
    for sample in acceleration(events, on: motor) { meter.add(Double(sample)) }
    meter.finish()
    return meter.strongestDecibels ?? -200
  }

  private func random(_ random: inout SplitMix64) -> [Event] {
    (0..<12).map { _ in
      let (time, intensity, sharpness) = (
        (random.number(0...1.5) * 20).rounded() / 20, random.number(0.05...1), random.number(0...1)
      )
      return random.number(0...1) < 0.4
        ? Event.hold(time, random.number(0.002...0.6), intensity, sharpness) : Event.tap(time, intensity, sharpness)
    }
  }

  @Test(arguments: 0..<8) func `the order of a file's items changes nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let events = self.random(&random)
    var order = Array(events.indices)
    for place in order.indices.reversed() { order.swapAt(place, Int(random.number(0...0.999) * Double(place + 1))) }
    for motor in [ActuatorPreset.phone, .coin175, .eccentric] {
      let (one, other) = (judged(events, on: motor), judged(order.map { events[$0] }, on: motor))
      for (place, original) in order.enumerated() {
        #expect(one[original].verdict == other[place].verdict && one[original].isFinding == other[place].isFinding)
        #expect(abs(one[original].decibelsOverThreshold - other[place].decibelsOverThreshold) < 0.1)
      }
    }
  }

  @Test(arguments: 0..<6) func `what is far away, and when it all begins, changes nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let events = self.random(&random)
    let moved = events.map { event in
      var event = event
      event.time += 7.25
      return event
    }
    for motor in [ActuatorPreset.phone, .coin175, .eccentric] {
      let (one, other) = (
        judged(events, on: motor), judged([Event.tap(0, 1), Event.tap(1e6, 1)] + moved, on: motor).dropFirst(2)
      )
      for (first, second) in zip(one, other) {
        // The order of strengths is the design's, wherever its events are.
        let verdicts = [first.verdict, second.verdict]
        #expect(first.verdict == second.verdict || verdicts.contains(.orderChanged), "\(verdicts)")
        #expect(
          abs(first.decibelsOverThreshold - second.decibelsOverThreshold) < 0.6,
          "\(motor.name) \(events[first.index]) \(first) \(second)")
      }
    }
  }

  @Test(arguments: 0..<6) func `what is around an event is judged as in the whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var events: [Event] = []
    for part in 0..<4 {
      for var event in self.random(&random) {
        event.time += 1.5 * Double(part)
        events.append(event)
      }
    }
    let group = PatternGroup(Pattern(entries: events.map { .event($0) }))
    for motor in [ActuatorPreset.phone, .coin175, .eccentric] {
      var analysis = FeelAnalysis(FeelMotor(motor))
      let whole = analysis.felt(FeelEvents(group), Work<Never>.endless)
      for event in events.prefix(20) {
        let asked = FeelEvents(group, around: event.time...event.time)
        let part = analysis.felt(asked, Work<Never>.endless)
        #expect(part.map { $0.index } == asked.askedPlaces && part.contains { $0.time == event.time })
        for one in part {
          let other = whole[one.index]
          #expect(abs(one.decibelsOverThreshold - other.decibelsOverThreshold) < 0.1)
          #expect(one.verdict == other.verdict || [one.verdict, other.verdict].contains(.orderChanged))
        }
      }
    }
  }

  @Test func `a crowd that lasts is judged as its later part alone`() {
    let crowd = (0..<350).map { place -> Event in
      let (time, level) = (Double(place) * 0.1013, Double(2 + place % 7) / 10)
      return place % 2 == 0 ? .hold(time, 1, level, 0.5) : .tap(time, level, 0.5)
    }
    let part = Array(crowd[280...])
    let (whole, alone) = (judged(crowd, on: .coin175), judged(part, on: .coin175))
    for (one, other) in zip(whole[290..<340], alone[10..<60]) {
      #expect(abs(one.decibelsOverThreshold - other.decibelsOverThreshold) < 0.05)
      #expect(one.verdict == other.verdict)
    }
  }

  @Test(arguments: 0..<8) func `a hold in pieces is judged like the hold`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (seconds, intensity, sharpness) = (random.number(0.4...1.5), random.number(0.1...0.9), random.number(0...1))
    var pieces: [Event] = []
    var time = 0.0
    while time < seconds {
      let length = min(seconds - time, random.number(0.02...0.2))
      if length > 0.02 { pieces.append(Event.hold(time, length, intensity, sharpness)) }
      time += length
    }
    for motor in [ActuatorPreset.phone, .watch, .dualSense] {
      let (whole, felt) = (judged([Event.hold(0, time, intensity, sharpness)], on: motor)[0], judged(pieces, on: motor))
      #expect(felt.allSatisfy { $0.verdict == whole.verdict && $0.isFinding == whole.isFinding })
      #expect(felt.allSatisfy { abs($0.decibelsOverThreshold - whole.decibelsOverThreshold) < 1.2 }, "\(motor.name)")
    }
  }

  @Test(arguments: [0.005, 0.01], [ActuatorPreset.phone, .eccentric])
  func `a row of shorter pieces is as strong as its rendering`(seconds: Double, motor: ActuatorPreset) {
    let pieces = (0..<Int(1.2 / seconds)).map { Event.hold(0.3 + seconds * Double($0), seconds, 0.4) }
    let felt = judged(pieces, on: motor)
    let whole = read(pieces, on: motor)
    #expect(felt.allSatisfy { abs($0.decibelsOverThreshold - whole) < 1 }, "\(whole) \(felt[0])")
  }

  @Test(arguments: [3.0, 10, 29]) func `taps in the dips of a hold are felt, however long it is`(seconds: Double) {
    var points = [(0.0, 1.0)]
    var taps: [Event] = []
    for time in stride(from: 0.7, to: seconds - 0.7, by: 0.7) {
      points += [(time - 0.055, 1), (time - 0.05, 0.05), (time + 0.05, 0.05), (time + 0.055, 1)]
      taps.append(Event.tap(time, 0.8))
    }
    // The control lowers the tap, too, as in a clip whose emphasis is played in its own pattern.
    let group = PatternGroup([
      Pattern(entries: [curve(.hapticIntensityControl, points), .event(Event.hold(0, seconds, 1))]),
      Pattern(entries: taps.map { .event($0) }),
    ])
    var analysis = FeelAnalysis(FeelMotor(.phone))
    let felt = analysis.felt(FeelEvents(group), Work<Never>.endless)
    #expect(felt.count == taps.count + 1 && felt.allSatisfy { $0.verdict == .felt })
  }

  @Test func `the sharpness of a hold at another time changes nothing`() {
    let events = [Event.hold(0, 2, 1, 0), Event.tap(0.5, 1, 0.3)]
    let later = curve(.hapticSharpnessControl, [(0, 0), (0.94, 0), (0.95, 0.5), (2, 0.5)])
    #expect(judged(events)[1].verdict == judged(events, [later])[1].verdict)
  }

  @Test(arguments: [0.0005, 0.001, 0.002, 0.003, 0.005, 0.02], [ActuatorPreset.phone, .dualSense, .eccentric])
  func `a short hold is as strong as its rendering`(seconds: Double, motor: ActuatorPreset) {
    let event = Event.hold(0.3, seconds, 1)
    let (level, whole) = (judged([event], on: motor)[0].decibelsOverThreshold, read([event], on: motor))
    #expect(abs(level - whole) < 1 || whole < -30)
  }

  @Test(arguments: [(0.1, 1.0), (1, 1), (0.1, 0.7), (0.3, 1)])
  func `a fade-in on a slow motor costs what it costs in the rendering`(attack: Double, intensity: Double) {
    let event = Event.hold(0.3, 0.5, intensity, attack: attack)
    #expect(abs(judged([event], on: .eccentric)[0].decibelsOverThreshold - read([event], on: .eccentric)) < 1)
  }

  // MARK: With and without

  /// Energy of 30 ms, weighted by the threshold of touch.
  private func energy(_ samples: [Float], from first: Int, rate: Double) -> Double {
    let count = Int(0.03 * rate)
    return stride(from: 1, through: 12, by: 1).reduce(0) { sum, bin in
      let hertz = Double(bin) / 0.03
      var (real, imaginary) = (0.0, 0.0)
      for place in 0..<count where samples.indices.contains(first + place) {
        let turns = Double(bin * place) / Double(count)
        let sample = Double(samples[first + place])
        real += sample * sineOfTurns(turns + 0.25)
        imaginary += sample * sineOfTurns(turns)
      }
      let weight = gain(decibels: -FeltStrength.threshold(atHertz: hertz))
      return sum + (real * real + imaginary * imaginary) * weight * weight
    }
  }

  @Test(arguments: [ActuatorPreset.phone, .dualSense, .coin175, .coin235])
  func `a tap in a hold is swallowed if, as rendered, it adds less than can be told`(motor: ActuatorPreset) {
    var random = SplitMix64(seed: 7)
    let rate = 8_000.0
    var swallowed = 0
    for _ in 0..<250 {
      let body = Event.hold(0, 0.8, random.number(0.2...1), random.number(0...1))
      let event = Event.tap(random.number(0.2...0.6), random.number(0.2...1), random.number(0...1))
      let felt = judged([body, event], on: motor)[1]
      guard felt.verdict != .notFelt, felt.verdict != .uncertain else { continue }
      let (with, without) = (
        acceleration([body, event], on: motor, rate: rate), acceleration([body], on: motor, rate: rate)
      )
      let ratios = stride(from: -0.01, through: 0.011, by: 0.005).map { offset in
        let first = Int((event.time + offset) * rate)
        return energy(with, from: first, rate: rate) / max(1e-9, energy(without, from: first, rate: rate))
      }
      let adds = decibels(ratios.max() ?? 0) / 2
      let isSwallowed = felt.verdict == .swallowed
      swallowed += isSwallowed ? 1 : 0
      #expect(
        isSwallowed ? adds < FeelJudge.noticeable + 1.5 : adds > FeelJudge.noticeable - 1.5,
        "\(motor.name): \(felt.verdict), adds \(adds), \(body.parameters) \(event.parameters) at \(event.time)")
    }
    #expect(swallowed > 0 && swallowed < 230, "\(swallowed)")
  }
}
