import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct EnvelopeTests {
  /// Level of a buzz's envelope at a time, relative to a steady reference.
  private func level(_ recording: Recording, _ reference: Recording, at time: Double) -> Double {
    let range = (Int(time * 48_000) - 300)..<(Int(time * 48_000) + 300)
    let frame = range.max { abs(reference.samples[$0]) < abs(reference.samples[$1]) } ?? 0
    return recording.samples[frame] / reference.samples[frame]
  }

  /// Time at which the line through two measured levels reaches a value.
  private func time(
    _ recording: Recording, _ reference: Recording, of value: Double, between a: Double, and b: Double
  ) -> Double {
    func point(_ time: Double) -> (Double, Double) {
      let range = (Int(time * 48_000) - 300)..<(Int(time * 48_000) + 300)
      let frame = range.max { abs(reference.samples[$0]) < abs(reference.samples[$1]) } ?? 0
      return (Double(frame) / 48_000, recording.samples[frame] / reference.samples[frame])
    }
    let (t0, y0) = point(a)
    let (t1, y1) = point(b)
    return t0 + (value - y0) * (t1 - t0) / (y1 - y0)
  }

  private static let steady = drive([buzz(0, 4, 1, 0)])

  // ENV-3
  @Test(arguments: [0.5, 0.75, 1])
  func `an attack lasts 5 ms times 300 to the power of its value`(value: Double) {
    let seconds = 0.005 * pow(300, value)
    let recording = drive([buzz(0, 2, 1, 0, [.attackTime: value])])
    let top = time(recording, Self.steady, of: 1, between: seconds * 0.3, and: seconds * 0.8)
    #expect(abs(top / seconds - 1) < 2e-3)
    #expect(abs(level(recording, Self.steady, at: seconds + 0.05) - 1) < 1e-4)
  }

  // ENV-1
  @Test(arguments: [0.5, 0.75, 1])
  func `after the event's duration, the release lasts 5 ms times 300 to the power of its value`(value: Double) {
    let seconds = 0.005 * pow(300, value)
    let recording = drive([buzz(0, 0.3, 1, 0, [.releaseTime: value])], seconds: 2.5)
    let end = time(recording, Self.steady, of: 0, between: 0.3 + seconds * 0.2, and: 0.3 + seconds * 0.8)
    #expect(abs((end - 0.3) / seconds - 1) < 3e-3)
    #expect(abs(level(recording, Self.steady, at: 0.28) - 1) < 1e-4)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 48_000 - 0.3 - seconds) < 0.001)
  }

  // ENV-2
  @Test(arguments: [0.25, 0.5, 0.9])
  func `an unsustained event ends early, after a decay of 20 ms times 150 to the power of its value`(
    value: Double
  ) {
    let seconds = 0.020 * pow(150, value)
    let entries = [buzz(0, 3.5, 1, 0, [.sustained: 0, .decayTime: value, .releaseTime: 1])]
    let recording = drive(entries)
    let end = time(recording, Self.steady, of: 0, between: seconds * 0.3, and: seconds * 0.8)
    #expect(abs((end - 0.005) / seconds - 1) < 5e-3)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 48_000 - 0.005 - seconds) < 0.001)
  }

  // ENV-2
  @Test func `an unsustained event shorter than its attack and decay fades out over the 5 ms after its end`() {
    let cut = drive([buzz(0, 0.1, 1, 0, [.sustained: 0, .attackTime: 0, .decayTime: 0.5])])
    let whole = drive([buzz(0, 2, 1, 0, [.sustained: 0, .attackTime: 0, .decayTime: 0.5])])
    #expect(cut.part(0, 0.1).difference(from: whole) < 1e-6)
    #expect(cut.part(0.1, 0.105).peak > 0.2)
    #expect(abs((cut.lastFrame() ?? 0) - 5_040) <= 2)
  }

  // ENV-4
  @Test func `an attack or a release of 0 takes 5 ms, without a click`() {
    let recording = drive([buzz(0, 0.05, 1, 0)])
    #expect((recording.lastFrame() ?? 0) / 48 == 54)
    #expect(recording.largestStep < drive([buzz(0, 0.5, 1, 0)]).part(0.1, 0.4).largestStep * 1.5)
  }

  // ENV-5
  @Test func `an event shorter than its attack releases from its current level`() {
    let recording = drive([buzz(0, 0.05, 1, 0, [.attackTime: 0.6, .releaseTime: 0.4])])
    let attack = 0.005 * pow(300, 0.6)
    #expect(abs(level(recording, Self.steady, at: 0.045) - 0.045 / attack) < 0.08)
    let most = 2.2627 * 0.05 / attack
    #expect(recording.peak < most * 1.01)
    let end = 0.05 + 0.005 * pow(300, 0.4)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 48_000 - end) < 0.001)
  }

  // PLAY-31
  @Test func `time controls are added to the event's envelope times`() {
    let pairs: [(DynamicParameterID, EventParameterID)] = [
      (.hapticAttackTimeControl, .attackTime), (.hapticDecayTimeControl, .decayTime),
      (.hapticReleaseTimeControl, .releaseTime),
    ]
    for (control, id) in pairs {
      let sustained: Double = id == .decayTime ? 0 : 1
      let given = drive([buzz(0, 0.5, 1, 0, [id: 0.7, .sustained: sustained])])
      let added = drive([buzz(0, 0.5, 1, 0, [id: 0.4, .sustained: sustained]), jump(control, 0.3, 0)])
      #expect(added.difference(from: given) < 2e-3, "\(id)")
      let most = drive([buzz(0, 0.5, 1, 0, [id: 1, .sustained: sustained]), jump(control, 1, 0)])
      let one = drive([buzz(0, 0.5, 1, 0, [id: 1, .sustained: sustained])])
      #expect(most.difference(from: one) == 0, "\(id)")
    }
  }

  // ENV-6
  @Test func `envelope parameters do not affect a tap`() {
    let plain = Event(type: .hapticTransient, time: 0)
    var shaped = plain
    shaped.parameters = [.attackTime, .decayTime, .releaseTime].map { EventParameter($0, 1) }
    shaped.parameters.append(EventParameter(.sustained, 0))
    #expect(drive([.event(plain)]).samples == drive([.event(shaped)]).samples)
  }

  // ENV-7
  @Test func `a continuous event longer than 30 s fades out in the 50 ms before 30 s`() {
    let slow = settings { $0.sampleRate = 8_000 }
    let recording = drive([buzz(0, 40, 1, 0)], slow, seconds: 41)
    #expect(recording.peak > 2.26 && recording.part(29.9, 29.949).peak > 2.26)
    #expect(abs(recording.part(29.97, 29.98).peak / 2.2627 - 0.55) < 0.06)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 8_000 - 30) < 0.001)
  }

  // ENV-7
  @Test(arguments: [29.5, 29.97, 30])
  func `an event of up to 30 s keeps its level to the end, and its full release follows`(duration: Double) {
    let slow = settings { $0.sampleRate = 8_000 }
    let recording = drive([buzz(0, duration, 1, 0, [.releaseTime: 0.6])], slow)
    let release = 0.005 * pow(300, 0.6)
    #expect(recording.part(duration - 0.02, duration).peak > 2.26)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 8_000 - duration - release) < 0.002)
  }

  // AHAP-18
  @Test(arguments: [nil, 0, 2e6, 1e300, Double.greatestFiniteMagnitude, .infinity] as [Double?])
  func `an event without an end is rendered up to the limit, and the file ends there`(duration: Double?) {
    let slow = settings {
      $0.sampleRate = 8_000
      $0.continuousLimitSeconds = 1
    }
    let event = Event(type: .hapticContinuous, time: 0.5, duration: duration)
    let recording = drive([.event(event)], slow)
    #expect(abs(Double(recording.lastFrame() ?? 0) / 8_000 - 1.5) < 0.002)
    #expect(recording.seconds < 62)
  }

  // ENV-7
  @Test func `the length limit applies to each event separately`() {
    let short = settings { $0.continuousLimitSeconds = 0.2 }
    let recording = drive([buzz(0, 1, 1, 0), buzz(0.3, 1, 1, 0)], short)
    #expect(recording.part(0.201, 0.3).peak == 0)
    #expect(recording.part(0.32, 0.44).peak > 2.2)
    #expect(recording.part(0.501, 1).peak == 0)
  }
}
