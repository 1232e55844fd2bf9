import Foundation
import ThrumDevice
import ThrumPattern
import Testing

@testable import ThrumAnalysis

@Suite struct TouchMeterTests {
  private func level(_ events: [Event], _ actuator: ActuatorPreset = .phone) -> Double? {
    var settings = RenderSettings()
    settings.actuator = actuator
    let pattern = Pattern(entries: events.map(PatternEntry.event))
    return RenderedLevels([pattern], settings: settings, seconds: 1).touchLevelDecibels
  }

  private func event(
    _ type: EventType, _ time: Double, _ duration: Double?, intensity: Double = 1, sharpness: Double
  ) -> Event {
    Event(
      type: type, time: time, duration: duration,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  @Test(arguments: [0.4226, 0.5, 0.75, 1]) func `the level of a steady buzz is its amplitude above the touch threshold`(
    sharpness: Double
  ) throws {
    let read = try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: sharpness)]))
    let hertz = 80 * pow(230.0 / 80, sharpness)
    #expect(abs(read - (20 * log10(0.35) - TouchThreshold.decibels(atHertz: hertz))) < 0.3)
  }

  @Test func `half the intensity measures 12 dB less`() throws {
    let loud = try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: 0.5)]))
    let soft = try #require(level([event(.hapticContinuous, 0, 0.8, intensity: 0.5, sharpness: 0.5)]))
    #expect(abs(loud - soft - 12.04) < 0.05)
  }

  @Test func `taps of every sharpness have similar levels, below that of a buzz`() throws {
    let taps = try [0, 0.25, 0.5, 0.75, 1].map {
      try #require(level([event(.hapticTransient, 0.3, nil, sharpness: $0)]))
    }
    #expect((taps.max() ?? 0) - (taps.min() ?? 0) < 1.5)
    #expect(try #require(taps.max()) < (try #require(level([event(.hapticContinuous, 0, 0.8, sharpness: 0.5)]))) - 5)
  }

  @Test(arguments: [
    (EventType.hapticTransient, 0.0, 0.0), (.hapticTransient, 0, 0.5), (.hapticTransient, 0, 1),
    (.hapticContinuous, 0.05, 0.5), (.hapticContinuous, 0.2, 0), (.hapticContinuous, 1, 0), (.hapticContinuous, 1, 1),
  ])
  func `the linter's estimate is within 2 dB of the meter`(type: EventType, seconds: Double, sharpness: Double) throws {
    let duration = type == .hapticTransient ? nil : seconds
    let loud = event(type, 0.2, duration, intensity: 1, sharpness: sharpness)
    let estimate = try #require(Linter.whole.options.touchLevelDecibels?(loud))
    #expect(abs(estimate - (try #require(level([loud])))) < 2)
  }

  @Test(arguments: [(true, 12.04), (false, 6.02)])
  func `the linter's estimate follows the intensity law`(squares: Bool, decibels: Double) throws {
    var settings = RenderSettings()
    settings.squaresIntensity = squares
    let level = try #require(TouchLevel(settings))
    for type in [EventType.hapticTransient, .hapticContinuous] {
      let duration = type == .hapticTransient ? nil : 0.5
      let loud = try #require(level.level(of: event(type, 0, duration, sharpness: 0.5)))
      let soft = try #require(level.level(of: event(type, 0, duration, intensity: 0.5, sharpness: 0.5)))
      #expect(abs(loud - soft - decibels) < 0.01)
    }
  }

  @Test func `the linter does not report events that are strong enough to be felt`() {
    let soft = event(.hapticContinuous, 0, 1, intensity: 0.2, sharpness: 0.5)
    let loud = event(.hapticContinuous, 2, 1, intensity: 0.5, sharpness: 0.5)
    let text = AHAP.write(Pattern(entries: [.event(loud), .event(soft), .event(soft)]))
    let found = Linter.whole.lint(AHAP.read(text, name: "x.ahap")).filter { $0.code == .notFelt }
    #expect(found.map(\.path) == ["Pattern[1].Event"])
    #expect(found.first?.message.contains("2 events are too weak to be felt") == true)
  }

  @Test func `a pattern without perceptible events has no level`() {
    #expect(level([]) == nil)
    #expect(level([event(.hapticTransient, 0, nil, intensity: 0, sharpness: 0.5)]) == nil)
  }
}
