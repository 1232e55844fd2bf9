import Testing
import ThrumPattern

@testable import ThrumFormats

@Suite struct `haptic clips` {
  private func read(_ text: String) -> HapticClipDocument { HapticClip.read([UInt8](text.utf8), name: "x.haptic") }

  private func text(
    version: String = #"{"major": 1, "minor": 0, "patch": 0}"#, metadata: String = #""metadata": {},"#,
    amplitude: String = #"[{"time": 0, "amplitude": 0.25}, {"time": 1, "amplitude": 1}]"#, frequency: String = "[]"
  ) -> String {
    """
    {"version": \(version), \(metadata) "signals": {"continuous": {"envelopes": {
      "amplitude": \(amplitude), "frequency": \(frequency)}}}}
    """
  }

  @Test func `a clip is read and written with its envelopes and pulses`() throws {
    let document = read(
      text(
        metadata: #""metadata": {"project": "P", "tags": ["a"]},"#,
        amplitude:
          #"[{"time": 0, "amplitude": 0.25, "emphasis": {"amplitude": 0.5, "frequency": 0.7}}, {"time": 2, "amplitude": 0}]"#,
        frequency: #"[{"time": 0, "frequency": 0.5}]"#))
    #expect(document.diagnostics.isEmpty)
    let clip = try #require(document.clip)
    #expect(clip.duration == 2)
    #expect(clip.amplitude.first?.emphasis == HapticClip.Emphasis(amplitude: 0.5, frequency: 0.7))
    #expect(clip.frequency == [HapticClip.FrequencyPoint(time: 0, frequency: 0.5)])
    #expect(HapticClip.read(clip.write(), name: "").clip == clip)
  }

  @Test func `amplitudes become square-root curves, and pulses duck them and become transients`() throws {
    let clip = HapticClip(
      amplitude: [
        .init(time: 0, amplitude: 0.25),
        .init(time: 1, amplitude: 0.64, emphasis: .init(amplitude: 0.81, frequency: 0.3)),
        .init(time: 40, amplitude: 0),
      ], frequency: [.init(time: 0, frequency: 0.49)])
    let continuous = clip.continuousPattern
    #expect(continuous.events.map(\.time) == [0, 30])
    #expect(continuous.events.map(\.duration) == [30, 10])
    #expect(continuous.duration == 40)
    let curves = continuous.curves
    #expect(curves.first?.points.map(\.value) == [0.5, 0.8 * 0.8, 0])
    #expect(curves.count == 1 && continuous.events.allSatisfy { $0.value(of: .hapticSharpness) == 0.7 })
    let tap = try #require(clip.transientPattern.events.first)
    #expect(tap.time == 1)
    #expect(tap.value(of: .hapticIntensity) == 0.9)
    #expect(tap.value(of: .hapticSharpness) == 0.3)
    #expect(clip.mergedPattern.entries.count == continuous.entries.count + 1)
  }

  @Test func `an envelope scales a clip's amplitude, and a curve scales its intensity`() {
    let event = Event(
      type: .hapticContinuous, time: 0, duration: 1,
      parameters: [
        EventParameter(.hapticIntensity, 0.8), EventParameter(.attackTime, 0.5), EventParameter(.releaseTime, 0.5),
      ])
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: [.init(time: 0, value: 0.5)])
    let pattern = Pattern(entries: [.event(event), .curve(curve)])
    var timeline = PatternTimeline()
    timeline.add(pattern)
    var sweep = StrengthSweep(timeline)
    let envelope = timeline.holds[0].envelope
    for time in [0.01, 0.05, 0.5, 1.01, 1.05] {
      #expect(abs(sweep.amplitude(at: time) - 0.16 * envelope.level(at: time)) < 1e-9, "\(time)")
    }
    #expect(envelope.level(at: 0.01) < 0.9 && envelope.level(at: 1.05) < 0.9)
  }

  @Test func `a pulse at the first point is kept, and pulses alone create no continuous event`() {
    let clip = HapticClip(amplitude: [
      .init(time: 0, amplitude: 0, emphasis: .init(amplitude: 1, frequency: 1)), .init(time: 0.01, amplitude: 0),
    ])
    #expect(clip.transientPattern.events.map(\.time) == [0])
    #expect(clip.continuousPattern.entries.isEmpty)
  }

  @Test func `long envelopes become adjoining curves of at most 16 points`() {
    let points = (0...100).map { HapticClip.AmplitudePoint(time: Double($0) / 10, amplitude: Double($0 % 5) / 5) }
    let curves = HapticClip(amplitude: points).continuousPattern.curves.filter { $0.id == .hapticIntensityControl }
    #expect(curves.allSatisfy { $0.points.count <= 16 && $0.points.first?.time == 0 })
    #expect(curves.count == 7)
    for (left, right) in zip(curves, curves.dropFirst()) {
      #expect(abs(left.time + (left.points.last?.time ?? 0) - right.time) < 1e-9)
      #expect(left.points.last?.value == right.points.first?.value)
    }
  }

  @Test(arguments: [
    (#"{"version": {"major": 1, "minor": 0}, "metadata": {}, "signals": "#, "patch"),
    (#"{"version": {"major": 1}, "metadata": {}, "signals": "#, "minor"),
    (#"{"version": {"major": 1, "minor": 9, "patch": 0}, "metadata": {}, "signals": "#, "1.9"),
    (#"{"version": {"major": 1, "minor": 0, "patch": 0}, "signals": "#, "metadata"),
    (#"{"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {}, "colour": 1, "signals": "#, "colour"),
  ])
  func `clips from older and newer writers are read with a warning`(_ begin: String, _ word: String) {
    let end =
      #"{"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 1}, {"time": 1, "amplitude": 0}]}}}}"#
    let document = read(begin + end)
    #expect(document.clip?.duration == 1)
    #expect(!document.hasErrors)
    #expect(
      document.diagnostics.contains { $0.severity == .warning && $0.message.contains(word) }, "\(document.diagnostics)")
  }

  @Test func `a clip that only a strict reader would reject is read with a warning`() {
    let one = read(text(amplitude: #"[{"time": 0, "amplitude": 1}]"#))
    #expect(one.clip != nil)
    #expect(one.diagnostics.map(\.code) == [.tolerantClip])
    let late = read(text(frequency: #"[{"time": 3, "frequency": 1}]"#))
    #expect(late.clip != nil)
    #expect(late.diagnostics.map(\.code) == [.tolerantClip])
    let weak = read(
      text(
        amplitude:
          #"[{"time": 0, "amplitude": 1, "emphasis": {"amplitude": 0.5, "frequency": 1}}, {"time": 1, "amplitude": 0}]"#
      ))
    #expect(weak.diagnostics.first?.message.contains("weaker") == true)
    let rewritten = weak.clip?.write() ?? []
    #expect(HapticClip.read(rewritten, name: "").diagnostics.isEmpty)
  }

  @Test func `an unusable clip is rejected with an error that names the cause`() {
    let cases: [(String, String)] = [
      ("[]", "not an object"), ("", "empty"), ("{", "expected"),
      (text(version: #"{"major": 2, "minor": 0, "patch": 0}"#), "version 2"),
      (text(version: "1"), "an object"),
      (text(amplitude: #"[{"time": 1, "amplitude": 1}, {"time": 0, "amplitude": 1}]"#), "earlier"),
      (text(amplitude: #"[{"time": 0, "amplitude": 2}, {"time": 1, "amplitude": 1}]"#), "outside"),
      (text(amplitude: #"[{"time": -1, "amplitude": 1}, {"time": 1, "amplitude": 1}]"#), "outside"),
      (text(amplitude: #"[{"amplitude": 1}, {"time": 1, "amplitude": 1}]"#), "`time` is missing"),
      (text(amplitude: "7"), "array of points"), (text(frequency: "[7]"), "an object"),
      (#"{"version": {"major": 1}, "signals": {}}"#, "`continuous` is missing"),
      (#"{"version": {"major": 1}}"#, "`signals` is missing"),
    ]
    for (text, words) in cases {
      let document = read(text)
      #expect(document.clip == nil, "\(text)")
      let error = document.diagnostics.first { $0.severity == .error }
      #expect(
        error?.message.contains(words) == true || words == "empty" || words == "expected", "\(document.diagnostics)")
    }
  }
}
