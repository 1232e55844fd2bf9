import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumFeel

/// Pulse trains for motors that are only on or off.
@Suite struct PulseTrainTests {
  private static func tap(_ time: Double, _ intensity: Double = 1) -> PatternEntry {
    event(.hapticTransient, time, nil, intensity)
  }

  private static func hold(_ time: Double, _ seconds: Double, _ intensity: Double) -> PatternEntry {
    event(.hapticContinuous, time, seconds, intensity)
  }

  private static func event(
    _ type: EventType, _ time: Double, _ seconds: Double?, _ intensity: Double, sharpness: Double = 0.5
  ) -> PatternEntry {
    .event(
      Event(
        type: type, time: time, duration: seconds,
        parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
  }

  private func design(_ entries: [PatternEntry]) -> PulseDesign {
    PulseDesign(PatternGroup(Pattern(entries: entries)), Work<Never>.endless)
  }

  private func fit(_ entries: [PatternEntry], _ motor: OneBitMotor = .assumed) -> PulseFit {
    PulseFit.searched(design(entries), on: motor, Work<Never>.endless)
  }

  /// Share of the time from the first pulse to the last one's end.
  private func duty(_ pulses: some Collection<PulseTrain.Pulse>, of milliseconds: Int) -> Double {
    Double(pulses.reduce(0) { $0 + $1.milliseconds }) / Double(milliseconds)
  }

  @Test func `limits follow from the motor, and agree with what is reported of common eccentric motors`() {
    // Pulses of 20 ms are not felt, and those of about 35 ms are.
    #expect((21...35).contains(OneBitMotor.assumed.shortestPulse))
    for motor in OneBitMotor.usual {
      #expect(motor.shortestPulse >= 4 && motor.shortestGap >= 10, "\(motor.name)")
      let alone = motor.levels(of: PulseTrain([.init(start: 0, end: motor.shortestPulse)]), Work<Never>.endless)
      #expect((alone.map(\.decibels).max() ?? 0) >= FeelVerdict.clearLevel, "\(motor.name)")
    }
  }

  @Test func `levels over time have the strongest level that the meter reads`() {
    let trains: [[Range<Int>]] = [[0..<900], [300..<312], [100..<200, 300..<340], [0..<10, 60..<70, 120..<130]]
    for (ranges, hertz) in trains.flatMap({ ranges in [60.0, 170, 240].map { (ranges, $0) } }) {
      var meter = FeltMeter(sampleRate: 8_000)
      var trace = FeltTrace(sampleRate: 8_000)
      let samples = (0..<8_000).map { place -> Float in
        ranges.contains { $0.contains(place / 8) } ? Float(0.4 * sineOfTurns(hertz * Double(place) / 8_000)) : 0
      }
      samples.withUnsafeBufferPointer { trace.add($0) }
      for sample in samples { meter.add(Double(sample)) }
      trace.finish()
      meter.finish()
      let strongest = trace.levels.map(\.decibels).max() ?? 0
      #expect(abs(strongest - (meter.strongestDecibels ?? 0)) < 1, "\(ranges) at \(hertz) Hz")
    }
  }

  @Test func `a hold at full intensity is a single pulse of its length`() {
    for motor in OneBitMotor.usual {
      let pulses = fit([Self.hold(0, 1, 1)], motor).train.pulses
      #expect(pulses.count == 1 && pulses.first?.start == 0, "\(motor.name): \(pulses)")
      #expect(abs((pulses.first?.milliseconds ?? 0) - 1_000) <= 20, "\(motor.name): \(pulses)")
    }
  }

  @Test(arguments: [0.4, 0.5, 0.7, 0.8])
  func `a weaker hold becomes pulses whose level is that of the hold`(intensity: Double) {
    for motor in OneBitMotor.usual {
      let found = fit([Self.hold(0, 2, intensity)], motor)
      #expect(found.train.pulses.count > 3, "\(motor.name)")
      #expect(duty(found.train.pulses, of: 2_000) < 0.85, "\(motor.name)")
      // A motor that needs time to begin again has few levels between off and on.
      #expect(found.difference.rmsDecibels < (motor.model.deadTime > 0 ? 3.5 : 2), "\(motor.name): \(found.difference)")
    }
  }

  @Test func `a stronger hold is on for longer`() {
    for motor in OneBitMotor.usual {
      let duties = [0.4, 0.6, 0.8, 1].map { duty(fit([Self.hold(0, 2, $0)], motor).train.pulses, of: 2_000) }
      #expect(duties == duties.sorted() && Set(duties).count == 4, "\(motor.name): \(duties)")
    }
  }

  @Test func `a tap is one pulse, not shorter than the motor's shortest, and longer for a stronger tap`() throws {
    for motor in OneBitMotor.usual {
      let lengths = [0.3, 0.7, 1].map { intensity -> Int in
        let pulses = fit([Self.tap(0.2, intensity)], motor).train.pulses
        #expect(pulses.count == 1 && pulses.first?.start == 200, "\(motor.name): \(pulses)")
        return pulses.first?.milliseconds ?? 0
      }
      #expect(lengths[0] >= motor.shortestPulse && lengths == lengths.sorted() && lengths[2] > lengths[0])
    }
  }

  @Test func `two taps 150 ms apart stay two pulses that begin with them`() {
    for motor in OneBitMotor.usual {
      let pulses = fit([Self.tap(0), Self.tap(0.15)], motor).train.pulses
      #expect(pulses.map(\.start) == [0, 150], "\(motor.name): \(pulses)")
      let lengths = pulses.map(\.milliseconds)
      // An eccentric weight may still turn when the second begins, and then needs no dead time.
      let most = 8 + Int(motor.model.deadTime)
      #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= most, "equal taps stay about equal: \(lengths)")
    }
  }

  @Test func `a fade falls`() {
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 0, points: [.init(time: 0, value: 1), .init(time: 2, value: 0.3)])
    for motor in OneBitMotor.usual {
      let pulses = fit([Self.hold(0, 2, 1), .curve(curve)], motor).train.pulses
      let duties = (0..<4).map { part -> Double in
        let range = part * 500..<(part + 1) * 500
        let inside = pulses.map { pulse in
          PulseTrain.Pulse(start: max(range.lowerBound, pulse.start), end: min(range.upperBound, pulse.end))
        }
        return duty(inside.filter { $0.end > $0.start }, of: 500)
      }
      #expect(duties == duties.sorted(by: >) && duties[0] > 2 * duties[3], "\(motor.name): \(duties)")
    }
  }

  @Test func `silence and patterns that nobody feels are empty`() {
    for entries in [[], [Self.hold(0, 1, 0)], [Self.tap(0, 0)], [Self.tap(0, 0.05)]] {
      let found = fit(entries)
      #expect(found.train.pulses.isEmpty && found.train.onOff.isEmpty && found.difference.rmsDecibels == 0)
    }
  }

  @Test func `durations alternate, beginning and ending with on`() {
    let train = PulseTrain([.init(start: 30, end: 80), .init(start: 100, end: 110), .init(start: 105, end: 120)])
    #expect(train.onOff == [0, 30, 50, 20, 20])
    #expect(PulseTrain([.init(start: 0, end: 40), .init(start: 50, end: 50)]).onOff == [40])
  }

  @Test(arguments: [1, 2, 3, 4])
  func `any pattern keeps the motor's limits, is nearer than being on during events, and is found again`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    for _ in 0..<6 {
      var entries: [PatternEntry] = []
      var time = 0.0
      for _ in 0..<Int(dice.number(1...12)) {
        let intensity = dice.number(0.4...1)
        let seconds = dice.number(0.02...0.6)
        let isTap = dice.number(0...1) < 0.6
        entries.append(
          Self.event(
            isTap ? .hapticTransient : .hapticContinuous, time, isTap ? nil : seconds, intensity,
            sharpness: dice.number(0...1)))
        time += dice.number(0.01...0.4)
      }
      let design = design(entries)
      for motor in OneBitMotor.usual {
        let found = PulseFit.searched(design, on: motor, Work<Never>.endless)
        let pulses = found.train.pulses
        #expect(!pulses.contains { $0.milliseconds < motor.shortestPulse }, "\(motor.name): \(entries)")
        #expect(
          !zip(pulses, pulses.dropFirst()).contains { $1.start - $0.end < motor.shortestGap },
          "\(motor.name): \(entries)")
        let naive = PulseFit.naive(design, on: motor, Work<Never>.endless)
        #expect(
          found.difference.rmsDecibels <= naive.difference.rmsDecibels + 1e-9,
          "\(motor.name): \(found.difference), \(naive.difference), \(entries)")
        #expect(PulseFit.searched(design, on: motor, Work<Never>.endless).train == found.train)
      }
    }
  }

  @Test func `odd patterns are searched without a trap`() {
    let odd: [[PatternEntry]] = [
      [Self.tap(-1), Self.tap(.infinity), Self.tap(.nan)], [Self.hold(0, .infinity, 1)],
      [Self.hold(0, 1e9, .infinity)], [Self.event(.hapticContinuous, 0, nil, .nan)],
      (0..<300).map { Self.tap(Double($0) * 0.001) }, [Self.hold(0, 0, 1), Self.hold(0, 0.001, 1)],
    ]
    for entries in odd {
      let onOff = fit(entries).train.onOff
      #expect(onOff.dropFirst().allSatisfy { $0 > 0 })
    }
  }

  @Test func `work that is ended ends the search`() {
    struct Ended: Error {}
    let group = PatternGroup(Pattern(entries: [Self.hold(0, 5, 0.5)]))
    #expect(throws: Ended.self) { _ = try PulseDesign(group, Work<Ended> { _ throws(Ended) in throw Ended() }) }
    let design = design([Self.hold(0, 5, 0.5)])
    #expect(throws: Ended.self) {
      _ = try PulseFit.searched(design, Work<Ended> { _ throws(Ended) in throw Ended() })
    }
  }
}
