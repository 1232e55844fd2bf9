import TestSupport
import Testing
import ThrumFormats
import ThrumPattern

extension CurvedEventTests {
  @Test func `a file of the same format without events is refused, as from every other source`() {
    let text = #"{"MetaData": {"Version": 1.0, "ChannelNumber": 1}, "Channels": [{"Parameters": {"Index": 0}}]}"#
    let document = PatternDocument.read(Array(text.utf8), name: "x.json")
    #expect(!document.hasErrors)
    #expect(throws: PatternWriter.WriteError.self) { try Target.openHarmony.write([], source: document) }
  }

  @Test(arguments: Target.allCases)
  func `a constant event is written and read back as a constant event`(_ target: Target) throws {
    let file = try target.write([Pattern.buzz(0.5)])
    #expect(file.losses.isEmpty)
    let document = PatternDocument.read(file.bytes, name: target.name)
    let events = document.parts.flatMap(\.pattern.events)
    #expect(events.map(\.duration) == [0.5] && events.first?.value(of: .hapticIntensity) == 1)
    #expect(document.parts.flatMap(\.pattern.curves).isEmpty)
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.contains("Curve") == (target == .richTap))
  }

  @Test(arguments: Target.allCases)
  func `taps become peaks if there are too many, and if that is not enough, the weakest are dropped`(_ target: Target)
    throws
  {
    var random = SplitMix64(seed: 39)
    for (count, word) in [(target.events, ""), (target.events * 3, "short peaks"), (target.events * 40, "strongest")] {
      let entries = (0..<count).map { index in
        PatternEntry.event(
          Event(
            type: .hapticTransient, time: 0.08 * Double(index),
            parameters: [EventParameter(.hapticIntensity, random.number(0.5...1))]))
      }
      let file = try target.write([Pattern(entries: entries)])
      let document = PatternDocument.read(file.bytes, name: target.name)
      #expect(!document.hasErrors && !document.parts.isEmpty, "\(count)")
      #expect(
        file.losses.contains { $0.contains(word) } || word.isEmpty && file.losses.isEmpty, "\(count): \(file.losses)")
    }
  }

  @Test func `the largest file stays within 64 KB`() throws {
    var random = SplitMix64(seed: 64)
    let entries = (0..<100).flatMap { index -> [PatternEntry] in
      let points = (0..<16).map { ControlPoint(time: 0.1 * Double($0), value: random.number(0...1)) }
      let tones = (0..<16).map { ControlPoint(time: 0.1 * Double($0), value: random.number(-0.4...0.4)) }
      let event = Event(
        type: .hapticContinuous, time: 1.6 * Double(index), duration: 1.55,
        parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, 0.5)])
      return [
        .event(event), .curve(ParameterCurve(.hapticIntensityControl, time: 1.6 * Double(index), points: points)),
        .curve(ParameterCurve(.hapticSharpnessControl, time: 1.6 * Double(index), points: tones)),
      ]
    }
    let file = try Target.openHarmony.write([Pattern(entries: entries)])
    #expect(file.bytes.count <= 65_536)
    #expect(file.losses.contains { $0.contains("detail") })
    #expect(!PatternDocument.read(file.bytes, name: "x.json").hasErrors)
  }

  @Test(arguments: Target.allCases)
  func `a pattern with nothing to feel cannot be written`(_ target: Target) {
    #expect(throws: PatternWriter.WriteError.self) { try target.write([Pattern()]) }
  }

  @Test(arguments: Target.allCases)
  func `converting a file to its own format preserves its contents`(_ target: Target) throws {
    let document = target.read([
      target.event("transient", at: 10, Self.plain),
      target.event("continuous", at: 12, "\"Duration\": 100, " + Self.curve),
    ])
    let file = try target.write(document.parts.map(\.pattern), source: document)
    let again = PatternDocument.read(file.bytes, name: target.name)
    #expect(file.losses.isEmpty && again.parts.map(\.pattern) == document.parts.map(\.pattern))
  }

  // MARK: Round trips

  /// Taps anywhere, and continuous events with envelopes and curves.
  private func pattern(_ random: inout SplitMix64) -> Pattern {
    func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }
    func value(_ id: EventParameterID, _ range: ClosedRange<Double> = 0.1...1) -> EventParameter {
      EventParameter(id, number(range))
    }
    var entries: [PatternEntry] = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      .event(
        Event(
          type: .hapticTransient, time: number(0...4),
          parameters: [value(.hapticIntensity), value(.hapticSharpness, 0...1)]))
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var parameters = [value(.hapticIntensity), value(.hapticSharpness, 0.3...0.7)]
      if Bool.random(using: &random) { parameters.append(value(.attackTime, 0...0.6)) }
      if Bool.random(using: &random) { parameters.append(value(.releaseTime, 0...0.6)) }
      entries.append(
        .event(
          Event(type: .hapticContinuous, time: number(0...4), duration: number(0.02...1.5), parameters: parameters)))
    }
    if Bool.random(using: &random) {
      let points = (0..<4).map { ControlPoint(time: Double($0), value: number(0.2...1)) }
      entries.append(.curve(ParameterCurve(.hapticIntensityControl, time: 0, points: points)))
    }
    return Pattern(entries: entries)
  }

  private func timeline(_ patterns: [Pattern]) -> PatternTimeline {
    var timeline = PatternTimeline()
    for pattern in patterns { timeline.add(pattern) }
    return timeline
  }

  @Test(arguments: Target.allCases)
  func `a round trip changes times by at most a millisecond and values by at most a few hundredths`(_ target: Target)
    throws
  {
    var random = SplitMix64(seed: 3_939)
    var compared = 0
    for number in 0..<100 {
      let pattern = pattern(&random)
      let file = try target.write([pattern])
      let document = PatternDocument.read(file.bytes, name: target.name)
      #expect(document.diagnostics.isEmpty, "\(number): \(document.diagnostics)")
      // Between the parts of a longer event, a .he file falls to 0.
      let bounds = target == .richTap ? ["at most", "written as"] : ["at most"]
      guard !file.losses.contains(where: { loss in bounds.contains { loss.contains($0) } }) else { continue }
      compared += 1
      let (before, after) = (timeline([pattern]), timeline(document.parts.map(\.pattern)))
      let taps = before.taps.filter { $0.intensity >= 0.005 }
      #expect(taps.count == after.taps.count, "\(number)")
      for (tap, twin) in zip(taps, after.taps) {
        #expect(abs(tap.time - twin.time) <= 0.00051, "\(number)")
        #expect(abs(tap.intensity - twin.intensity) <= 0.00501, "\(number)")
        #expect(abs(tap.sharpness - twin.sharpness) <= 0.00501, "\(number)")
      }
      var worst = (time: 0.0, error: 0.0)
      for step in 0..<Int(before.end / 0.0037) {
        let time = 0.0037 * Double(step)
        // A jump takes a millisecond, and times are whole milliseconds.
        let near = stride(from: -0.002, through: 0.002, by: 0.0004).map { before.amplitude(at: time + $0) }
        let amplitude = after.amplitude(at: time)
        let error = max((near.min() ?? 0) - amplitude, amplitude - (near.max() ?? 0))
        if error > worst.error { worst = (time, error) }
      }
      #expect(worst.error <= 0.035, "\(number): \(worst) in \(pattern.entries)")
      let again = try target.write(document.parts.map(\.pattern), source: document)
      #expect(again.bytes == file.bytes, "\(number)")
    }
    #expect(compared > 50)
  }
}
