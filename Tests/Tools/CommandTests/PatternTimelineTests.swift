import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

@testable import thrum

/// The values that plots are drawn from.
@Suite struct TimelineTests {
  private func timeline(_ entries: [PatternEntry]) -> PatternTimeline {
    let pattern = Pattern(entries: entries)
    var timeline = PatternTimeline()
    timeline.add(pattern)
    return timeline
  }

  private func hold(_ parameters: [EventParameter] = []) -> PatternEntry {
    let strength = [EventParameter(.hapticIntensity, 0.8), EventParameter(.hapticSharpness, 0.4)]
    return .event(Event(type: .hapticContinuous, time: 1, duration: 2, parameters: strength + parameters))
  }

  @Test func `intensity is the product of event, control and envelope`() throws {
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 1,
      points: [ControlPoint(time: 0, value: 1), ControlPoint(time: 2, value: 0)])
    let hold = try #require(timeline([hold(), .curve(curve)]).holds.first)
    #expect(hold.intensity(at: 0.9) == 0)
    #expect(abs(hold.intensity(at: 1.0025) - 0.4) < 0.002)
    #expect(abs(hold.intensity(at: 2) - 0.4) < 1e-6)
    #expect(hold.intensity(at: 3.1) == 0)
  }

  @Test func `a decay ends an event early, and a release extends it`() throws {
    let decaying = try #require(
      timeline([hold([EventParameter(.sustained, 0), EventParameter(.decayTime, 0)])]).holds.first)
    #expect(abs(decaying.end - 1.025) < 1e-6)
    let released = try #require(timeline([hold([EventParameter(.releaseTime, 1)])]).holds.first)
    #expect(abs(released.end - 4.5) < 1e-6)
    #expect(abs(released.intensity(at: 3.75) - 0.4) < 1e-6)
  }

  @Test func `a value holds until the next jump`() throws {
    let timeline = timeline([
      hold(), .parameter(DynamicParameter(.hapticSharpnessControl, value: 0.3, time: 1.5)),
      .parameter(DynamicParameter(.hapticSharpnessControl, value: -1, time: 2)),
    ])
    let hold = try #require(timeline.holds.first)
    #expect(abs(hold.sharpness(at: 1.4) - 0.4) < 1e-6)
    #expect(abs(hold.sharpness(at: 1.6) - 0.7) < 1e-6)
    #expect(hold.sharpness(at: 2.5) == 0)
  }

  @Test func `a single tap is shown with its ringing, and long events end at the limit`() {
    let tap = timeline([.event(Event(type: .hapticTransient, time: 0))])
    #expect(tap.naturalRange == 0...0.1)
    let long = timeline([.event(Event(type: .hapticContinuous, time: 0, duration: 1e12))])
    #expect(abs((long.holds.first?.end ?? 0) - 30) < 1e-9)
  }

  @Test(arguments: [0, 2e6])
  func `an endless tone ends a minute after the pattern, as it does when rendered`(duration: Double) throws {
    let tone = Event(type: .audioContinuous, time: 0.5, duration: duration)
    let timeline = timeline([.event(tone)])
    #expect(timeline.end == 60.5 && timeline.sounds.first?.end == 60.5)
  }

  @Test func `missing sounds and silent events have no tail`() {
    let release = EventParameter(.releaseTime, 1)
    let events = [
      Event(type: .audioCustom, time: 0, duration: 2, waveformPath: "gone.wav", parameters: [release]),
      Event(type: .audioCustom, time: 1.98, waveformPath: "gone.wav"),
      Event(
        type: .hapticContinuous, time: 0, duration: 2, parameters: [release, EventParameter(.hapticIntensity, 0)]),
      Event(
        type: .audioContinuous, time: 0, duration: 2, parameters: [release, EventParameter(.audioVolume, 0)]),
    ]
    for event in events { #expect(timeline([.event(event)]).end == event.time + (event.duration ?? 0)) }
  }

  @Test func `a sound's length follows its pitch, and a loop without a duration lasts a minute`() {
    func end(_ pitch: Double, loops: Bool) -> Double {
      var event = Event(
        type: .audioCustom, time: 1, waveformPath: "a.wav", parameters: [EventParameter(.audioPitch, pitch)])
      event.waveformLoopEnabled = loops
      var timeline = PatternTimeline()
      timeline.add(Pattern(entries: [.event(event)]), soundSeconds: ["a.wav": 2])
      return timeline.end
    }
    #expect(abs(end(-1, loops: false) - 5.005) < 1e-9)
    #expect(abs(end(1, loops: false) - 2.005) < 1e-9)
    #expect(end(0, loops: true) == 61)
  }

  @Test func `axis ticks are round numbers inside the range`() {
    #expect(NiceTicks(0...1, about: 5).values.map { ($0 * 10).rounded() } == [0, 2, 4, 6, 8, 10])
    #expect(NiceTicks(0...0.037, about: 4).decimals == 2)
    #expect(NiceTicks(3...3, about: 4).values == [3])
    #expect(NiceTicks(0...Double.infinity, about: 4).values == [0])
  }

  @Test func `where several events claim the same column, the first one gets it`() {
    var columns = LoudestColumns(count: 6)
    columns.claim(2...3, for: 0)
    columns.claim(0...5, for: 1)
    columns.claim(0...5, for: 2)
    #expect((0..<6).map { columns[$0] } == [1, 1, 0, 0, 1, 1])
  }

  @Test func `colours become steadily lighter as sharpness rises`() {
    for theme in [Theme.light, Theme.dark] {
      let greys = (0...20).map { step in
        let color = theme.sharpness(Double(step) / 20)
        return 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
      }
      #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
