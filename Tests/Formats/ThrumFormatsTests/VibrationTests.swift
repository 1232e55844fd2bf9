import TestSupport
import Testing
import ThrumFormats
import ThrumPattern

/// Reading and writing Android's vibration files.
@Suite struct VibrationTests {
  private func read(_ text: String, _ name: String = "effect.xml") -> PatternDocument {
    PatternDocument.read(Array(text.utf8), name: name)
  }

  private func inside(_ content: String) -> PatternDocument {
    read("<vibration-effect>\n\(content)\n</vibration-effect>")
  }

  @Test func `steps become events, and a short isolated step becomes a transient`() throws {
    let document = inside(
      """
      <waveform-effect>
        <waveform-entry durationMs="12" amplitude="255" />
        <waveform-entry durationMs="188" amplitude="0" />
        <waveform-entry durationMs="100" amplitude="64" />
        <waveform-entry durationMs="100" amplitude="255" />
      </waveform-effect>
      """)
    #expect(document.format == .android && document.diagnostics.isEmpty)
    let taps = document.parts.flatMap(\.pattern.events).filter { $0.type == .hapticTransient }
    #expect(taps.map(\.time) == [0])
    #expect(taps.first?.value(of: .hapticIntensity) == 1 && taps.first?.value(of: .hapticSharpness) == 0.8)
    let clip = try #require(document.clip)
    #expect(abs(clip.duration - 0.4) < 1e-9)
    #expect(clip.amplitude.contains { abs($0.time - 0.2) < 1e-9 && abs($0.amplitude - 64.0 / 255) < 1e-9 })
    #expect(document.vibration?.parts.first?.effect.kind == .waveform)
  }

  @Test func `envelopes are linear in amplitude or in intensity`() throws {
    let wave = inside(
      """
      <waveform-envelope-effect initialFrequencyHz="80">
        <control-point amplitude="0.5" frequencyHz="230" durationMs="100" />
        <control-point amplitude="0" frequencyHz="80.0" durationMs="50" />
      </waveform-envelope-effect>
      """)
    let clip = try #require(wave.clip)
    #expect(clip.amplitude.map(\.amplitude) == [0, 0.5, 0])
    #expect(clip.frequency.map(\.frequency) == [0, 1, 0])
    let basic = inside(
      """
      <basic-envelope-effect initialSharpness="0.25">
        <control-point intensity="0.5" sharpness="0.25" durationMs="100" />
        <control-point intensity="0" sharpness="0.75" durationMs="50" />
      </basic-envelope-effect>
      """)
    let lines = try #require(basic.clip)
    #expect(lines.amplitude.map(\.amplitude).max() == 0.25)
    // Halfway is half the intensity, which is a quarter of the amplitude.
    let middle = try #require(lines.amplitude.first { abs($0.time - 0.05) < 1e-6 })
    #expect(abs(middle.amplitude - 0.0625) < 1e-9)
    #expect(abs((lines.frequency.last?.frequency ?? 0) - 0.5625) < 1e-9)
  }

  @Test func `delays count from the end or the start of the previous primitive`() throws {
    let document = inside(
      """
      <primitive-effect name="click" scale="0.5" />
      <primitive-effect name="tick" delayMs="100" delayType="relative_start_offset"/>
      <primitive-effect name="click" delayMs="100"/>
      """)
    let taps = document.parts.flatMap(\.pattern.events)
    #expect(taps.map { ($0.time * 1000).rounded() } == [0, 100, 212])
    #expect(taps.first?.value(of: .hapticIntensity) == 0.5)
    #expect(document.diagnostics.map(\.code) == [.lossyEffect])
  }

  @Test func `repeats and device-specific amplitudes are reported as lossy`() {
    let document = inside(
      """
      <waveform-effect><repeating><waveform-entry durationMs="50" amplitude="default"/></repeating></waveform-effect>
      """)
    #expect(document.diagnostics.map(\.code) == [.lossyEffect, .lossyEffect])
    #expect(document.diagnostics.contains { $0.message.contains("repeats") })
    #expect(inside("<predefined-effect name=\"double_click\"/>").parts.flatMap(\.pattern.events).count == 2)
  }

  @Test func `a loss points to the line that causes it`() {
    let waveform = read(
      """
      <vibration-effect>
        <waveform-effect>
          <waveform-entry durationMs="50" amplitude="10"/>
          <waveform-entry durationMs="50" amplitude="default"/>
          <repeating>
            <waveform-entry durationMs="50" amplitude="default"/>
          </repeating>
        </waveform-effect>
      </vibration-effect>
      """)
    #expect(Set(waveform.diagnostics.compactMap(\.place?.line)) == [4, 5])
    let loud = read(
      """
      <vibration-effect>
        <basic-envelope-effect>
          <control-point intensity="1" sharpness="1" durationMs="20"/>
          <control-point intensity="0.5" sharpness="1" durationMs="20"/>
        </basic-envelope-effect>
      </vibration-effect>
      """)
    #expect(loud.diagnostics.map { $0.place?.line } == [4])
  }

  @Test func `a single tap is written as two steps, because some phones ignore one`() throws {
    let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])
    var timeline = PatternTimeline()
    timeline.add(tap)
    let request = PatternWriter.Request([tap], timeline: timeline, work: .endless)
    let (waveform, losses) = try request.waveform()
    #expect(waveform.steps.map(\.amplitude).count == 2 && waveform.steps.last?.amplitude == 0)
    #expect(!losses.contains { $0.contains("a length of 0") })
  }

  @Test(
    arguments: [
      ("<vibration-effect>", 1, "missing"), ("<vibration-effect/>", 1, "is empty"),
      ("<vibration-effect>\n<waveform-effect/></vibration-effect>", 2, "is empty"),
      ("<vibration-effect>\n  <wave/></vibration-effect>", 2, "does not belong"),
      ("<vibration-effect><waveform-effect>\n<waveform-entry durationMs='10'/>", 2, "amplitude"),
      ("<vibration-effect><waveform-effect>\n<waveform-entry durationMs='10' amplitude='256'/>", 2, "256"),
      ("<vibration-effect><waveform-effect>\n<waveform-entry durationMs='-1' amplitude='2'/>", 2, "-1"),
      ("<vibration-effect><waveform-effect>\n<waveform-entry durationMs='nan' amplitude='2'/>", 2, "nan"),
      ("<vibration-effect><primitive-effect\n name='bang'/></vibration-effect>", 2, "bang"),
      ("<vibration-effect><primitive-effect name='click'\n speed='1'/></vibration-effect>", 2, "speed"),
      ("<vibration-effect><primitive-effect name='click' name='click'/>", 1, "duplicate"),
      ("<vibration-effect>\n\ntext</vibration-effect>", 3, "text"),
      ("<!DOCTYPE x [<!ENTITY a \"b\">]><vibration-effect/>", 1, "document type"),
      ("<vibration-effect><predefined-effect name='&#99;lick'/></vibration-effect>", 1, "reference"),
      ("<vibration-effect><predefined-effect name='click'/></vibration-effect>\n<more/>", 2, "after the end"),
      ("<layout/>", 1, "does not belong"), ("<", 1, "name of a tag"), ("<!-- ", 1, "is not closed"),
      ("<a b=\"", 1, "quote"),
    ]) func `the error for an invalid effect gives the line and cause`(_ text: String, _ line: Int, _ words: String)
  {
    let document = read(text)
    #expect(document.hasErrors && document.parts.isEmpty, "\(text)")
    let finding = document.diagnostics.first { $0.severity == .error }
    #expect(finding?.code == .badEffect && finding?.place?.line == line, "\(String(describing: finding))")
    #expect(finding?.message.contains(words) == true, "\(finding?.message ?? "")")
  }

  @Test func `effects in JSON are read, and the error for an invalid one names the faulty member`() throws {
    let plain = read("{\"timings\": [0, 100, 50], \"amplitudes\": [0, 255, 0], \"repeat\": -1}", "effect.json")
    #expect(plain.format == .android)
    #expect(abs((plain.clip?.duration ?? 0) - 0.15) < 1e-9)
    for (text, words) in [
      ("{\"timings\": [1], \"amplitudes\": []}", "amplitudes"),
      ("{\"timings\": [\"1\"], \"amplitudes\": [3]}", "timings[0]"),
      ("{\"timings\": [1], \"amplitudes\": [300]}", "amplitudes[0]"),
      ("{\"timings\": [1], \"amplitudes\": [3], \"repeat\": 1}", "repeat"),
      ("{\"format\": \"android-vibration\", \"kind\": \"song\"}", "kind"),
      ("{\"format\": \"android-vibration\", \"kind\": \"primitives\", \"primitives\": [{}]}", "primitives[0].name"),
      (
        "{\"format\": \"android-vibration\", \"kind\": \"envelope\", \"effects\": [{\"controlPoints\": [1]}]}",
        "controlPoints[0]"
      ),
    ] {
      let document = read(text, "effect.json")
      #expect(document.diagnostics.first?.message.contains(words) == true, "\(text): \(document.diagnostics)")
    }
    #expect(read("{\"Pattern\": []}", "pattern.json").format == .ahap)
  }

  @Test func `written effects are read back unchanged`() throws {
    let effects: [VibrationEffect] = [
      .waveform(
        .init(steps: [.init(milliseconds: 5, amplitude: nil), .init(milliseconds: 7, amplitude: 3)], repeats: 1)),
      .envelope(.init(initialHertz: 99.5, points: [.init(amplitude: 0.25, hertz: 150, milliseconds: 20)])),
      .basicEnvelope(.init(points: [.init(intensity: 0, sharpness: 0.5, milliseconds: 20)])),
      .primitives([.init(.slowRise, scale: 0.3), .init(.lowTick, delay: 9, .offset)]), .predefined(.heavyClick),
    ]
    for effect in effects {
      let sequence = VibrationSequence([.init(start: 0, effect: effect)])
      let xml = try #require(sequence.xml)
      #expect(read(xml).vibration == sequence, "\(xml)")
      let json = PatternDocument.read(sequence.json(name: "a"), name: "a.json")
      #expect(json.vibration == sequence, "\(effect)")
    }
    let two = VibrationSequence(effects[1...1].map { .init(start: 250, effect: $0) })
    #expect(two.xml == nil && two.kotlin(name: "my rumble-2").contains("suspend fun myRumble2("))
  }

  @Test func `text truncated or corrupted at any byte does not cause a trap`() {
    let text = Array(
      "<?xml version='1.0'?><!-- c --><vibration-effect><waveform-effect><waveform-entry durationMs='1' amplitude='9'/>"
        .utf8)
    for count in text.indices { _ = PatternDocument.read(Array(text.prefix(count)), name: "x.xml") }
    for index in text.indices {
      for byte: UInt8 in [0, 0x3C, 0x3E, 0x22, 0xFF] {
        var changed = text
        changed[index] = byte
        _ = PatternDocument.read(changed, name: "x.xml")
      }
    }
  }

  // MARK: Timelines

  private func timeline(_ entries: [PatternEntry]) throws -> (
    elements: [VibrationEffect.Element], file: PatternWriter.File
  ) {
    let pattern = Pattern(entries: entries)
    var timeline = PatternTimeline()
    timeline.add(pattern)
    let writer = try #require(PatternWriter.all.first { $0.id == "timeline.json" })
    let file = try writer.write(PatternWriter.Request([pattern], timeline: timeline, work: .endless))
    let effect = PatternDocument.read(file.bytes, name: "x.json").vibration?.parts.first?.effect
    guard case .timeline(let elements)? = effect else { return ([], file) }
    return (elements, file)
  }

  private func tap(_ time: Double, _ intensity: Double, _ sharpness: Double = 0.5) -> PatternEntry {
    .event(
      Event(
        type: .hapticTransient, time: time,
        parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
  }

  private func buzz(_ time: Double, _ seconds: Double) -> PatternEntry {
    .event(
      Event(
        type: .hapticContinuous, time: time, duration: seconds, parameters: [EventParameter(.hapticIntensity, 0.8)]))
  }

  @Test func `in a timeline, isolated taps become presets, and the rest becomes envelopes`() throws {
    let (elements, _) = try timeline([
      tap(0, 1), tap(0.2, 0.4, 0.9), tap(0.4, 0.4, 0.1), buzz(0.6, 0.3), tap(0.7, 1), tap(2, 0.6), tap(2.01, 0.6),
    ])
    let presets = elements.compactMap { element -> VibrationEffect.Primitive.Name? in
      if case .preset(let name, _) = element.content { name } else { nil }
    }
    #expect(presets == [.click, .tick, .lowTick])
    #expect(elements.prefix(3).map(\.start) == [0, 200, 400])
    // The tap during the buzz and the two close ones are peaks of envelopes.
    #expect(elements.count == 5)
  }

  @Test func `a long rumble is split into envelopes without overlaps`() throws {
    var random = SplitMix64(seed: 372)
    let points = (0..<16).map { ControlPoint(time: 2 * Double($0), value: random.number(0.2...1)) }
    let curve = ParameterCurve(.hapticIntensityControl, time: 0, points: points)
    let (elements, file) = try timeline([buzz(0, 29), .curve(curve), tap(3, 1), tap(29.5, 1)])
    #expect(elements.count > 3)
    #expect(!file.losses.contains { $0.contains("split into") })
  }

  @Test func `elements of random timelines stay within the limits and never overlap`() throws {
    var random = SplitMix64(seed: 37)
    for _ in 0..<200 {
      let taps = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        tap(random.number(0...3), random.number(0.1...1), random.number(0...1))
      }
      let holds = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        buzz(random.number(0...3), random.number(0.01...2))
      }
      let (elements, file) = try timeline(taps + holds)
      #expect(!elements.isEmpty)
      var end = 0
      for element in elements {
        #expect(element.start >= end, "\(element) in \(taps + holds)")
        switch element.content {
        case .preset(_, let scale):
          #expect((0...1).contains(scale))
          end = element.start + 20
        case .envelope(let envelope):
          #expect(envelope.points.count <= 16 && envelope.points.last?.intensity == 0)
          #expect(envelope.points.map(\.milliseconds).allSatisfy { (20...1_000).contains($0) })
          end = element.start + envelope.points.reduce(0) { $0 + $1.milliseconds }
        }
      }
      let document = PatternDocument.read(file.bytes, name: "x.json")
      #expect(!document.hasErrors && document.vibration?.parts.first?.effect.apiVersion == "37.2")
    }
  }
}
