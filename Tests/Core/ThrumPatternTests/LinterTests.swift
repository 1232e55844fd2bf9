import Testing

@testable import ThrumPattern

@Suite struct `linter` {
  private func lint(_ pattern: Pattern, options: Linter.Options = Linter.Options()) -> [DiagnosticCode] {
    codes(Linter(options: options).lint(AHAP.read(AHAP.write(pattern), name: "")))
  }

  private func curve(_ time: Double, _ points: [(Double, Double)]) -> PatternEntry {
    .curve(
      ParameterCurve(
        .hapticIntensityControl, time: time, points: points.map { ControlPoint(time: $0.0, value: $0.1) }))
  }

  private let hum = PatternEntry.event(Event(type: .hapticContinuous, time: 0, duration: 30))
  private let tap = PatternEntry.event(Event(type: .hapticTransient, time: 1))

  @Test func `linting a plain pattern produces no findings`() {
    #expect(lint(Pattern(entries: [hum, curve(0, [(0, 0), (1, 1)]), curve(1, [(0, 1), (1, 0)])])).isEmpty)
  }

  @Test func `linting a transient with duration 0 produces no findings`() {
    #expect(lint(Pattern(entries: [.event(Event(type: .hapticTransient, time: 0, duration: 0))])).isEmpty)
  }

  @Test func `adjacent curves in any order do not overlap`() {
    let curves = (0..<5).map { curve(Double($0) * 0.1, [(0, 1), (0.1, 0.5)]) }
    #expect(lint(Pattern(entries: [hum] + curves.reversed())).isEmpty)
  }

  @Test func `curves for different controls may overlap`() {
    let other = ParameterCurve(
      .hapticSharpnessControl, time: 0,
      points: [ControlPoint(time: 0, value: 0), ControlPoint(time: 2, value: 0)])
    #expect(lint(Pattern(entries: [hum, .curve(other), curve(0, [(0, 1), (2, 1)])])).isEmpty)
  }

  @Test func `every curve inside a longer one is reported as overlapping it`() {
    let curves = [curve(0, [(0, 1), (9, 1)]), curve(1, [(0, 1), (1, 1)]), curve(3, [(0, 1), (1, 1)])]
    #expect(lint(Pattern(entries: [hum] + curves)) == [.overlappingCurves, .overlappingCurves])
  }

  // AHAP-20
  @Test func `absolute point times are not also reported as an overlap`() {
    let curves = [curve(1, [(1, 1), (2, 1)]), curve(2, [(2, 1), (3, 1)])]
    #expect(lint(Pattern(entries: [hum] + curves)) == [.absolutePointTimes, .absolutePointTimes])
  }

  @Test func `transients before a curve, under one that stays at 1 or after one that ends at 1 are not reported`() {
    #expect(lint(Pattern(entries: [tap, hum, curve(0, [(0, 1), (2, 1)])])).isEmpty)
    #expect(lint(Pattern(entries: [tap, hum, curve(2, [(0, 0), (2, 1)])])).isEmpty)
    #expect(lint(Pattern(entries: [tap, hum, curve(0, [(0, 0), (0.5, 1)])])).isEmpty)
  }

  @Test func `a curve's last value holds until the next parameter`() {
    let low = curve(0, [(0, 1), (0.5, 0.25)])
    #expect(lint(Pattern(entries: [tap, hum, low])) == [.transientsUnderCurve])
    let jump = PatternEntry.parameter(DynamicParameter(.hapticIntensityControl, value: 1, time: 0.75))
    #expect(lint(Pattern(entries: [tap, hum, low, jump])).isEmpty)
  }

  @Test func `consecutive events do not count as simultaneous`() {
    let events = (0..<40).map {
      PatternEntry.event(Event(type: .hapticContinuous, time: Double($0), duration: 1))
    }
    #expect(lint(Pattern(entries: events)).isEmpty)
    let taps = (0..<40).map { PatternEntry.event(Event(type: .hapticTransient, time: Double($0) / 100)) }
    #expect(lint(Pattern(entries: taps)).isEmpty)
  }

  @Test func `envelope parameters without effect are reported`() {
    func event(_ sustained: Double, _ id: EventParameterID, _ type: EventType = .hapticContinuous) -> Event {
      Event(
        type: type, time: 0, duration: 1, waveformPath: type == .audioCustom ? "a.wav" : nil,
        waveformUseVolumeEnvelope: type == .audioCustom ? false : nil,
        parameters: [EventParameter(id, 0.5), EventParameter(.sustained, sustained)])
    }
    #expect(lint(Pattern(entries: [.event(event(0, .releaseTime))])) == [.envelopeWithoutEffect])
    #expect(lint(Pattern(entries: [.event(event(1, .releaseTime))])).isEmpty)
    #expect(lint(Pattern(entries: [.event(event(0, .decayTime))])).isEmpty)
    #expect(lint(Pattern(entries: [.event(event(1, .attackTime, .audioCustom))])) == [.envelopeWithoutEffect])
  }

  @Test func `disabled codes are not reported, including those found while reading`() {
    var options = Linter.Options()
    options.disabled = [.missingVersion, .trailingComma]
    let document = read(#"{"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},]}"#)
    #expect(Linter(options: options).lint(document).isEmpty)
    #expect(codes(Linter().lint(document)) == [.missingVersion, .trailingComma])
  }

  @Test func `linter thresholds are configurable`() {
    var options = Linter.Options()
    options.longestEventSeconds = 10
    options.mostPoints = 2
    let pattern = Pattern(entries: [hum, curve(0, [(0, 1), (1, 1), (2, 1)])])
    #expect(lint(pattern, options: options) == [.longEvent, .manyPoints])
  }

  @Test func `the error in a file that is not JSON is still reported`() {
    #expect(codes(Linter().lint(read("{"))) == [.notJSON])
  }

  @Test func `an unusable point does not change the reported positions of the others`() {
    let document = readEntry(
      #"{"ParameterCurve":{"Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{},{"Time":0,"ParameterValue":9}]}}"#
    )
    let found = Linter().lint(document).first { $0.code == .controlValueOutOfRange }
    #expect(found?.path == "Pattern[0].ParameterCurve.ParameterCurveControlPoints")
  }
}
