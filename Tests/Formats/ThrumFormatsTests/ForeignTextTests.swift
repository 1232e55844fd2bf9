import Testing
import ThrumFormats
import ThrumPattern

/// Texts of other tools, and texts that are not in the format of their name.
@Suite struct ForeignTextTests {
  private func read(_ text: String, _ name: String = "x.json") -> PatternDocument {
    PatternDocument.read(Array(text.utf8), name: name)
  }

  /// Times in ms at which the motor is on.
  private func on(_ document: PatternDocument) -> [ClosedRange<Double>] {
    document.parts.flatMap(\.pattern.events).map { event in
      let start = (event.time * 1000).rounded()
      return start...start + ((event.duration ?? 0) * 1000).rounded()
    }
  }

  @Test(
    arguments: [
      ("[0, 200, 100, 300]", "pause"), ("[0, 200, 100, 300, 50]", "pause"), (#"{"timings":[0,200,100,300]}"#, "pause"),
      (#"{"pattern":[0,200,100,300]}"#, "pause"), ("[200, 100, 300]", "vibration"),
      (#"{"vibrate":[200,100,300]}"#, "vibration"),
    ]) func `on and off times in milliseconds are read, and the reading is stated`(_ text: String, _ first: String)
  {
    let document = read(text)
    #expect(document.format == .android && !document.hasErrors, "\(text): \(document.diagnostics)")
    #expect(on(document) == [0...200, 300...600], "\(text)")
    #expect(document.parts.allSatisfy { $0.pattern.curves.isEmpty })
    #expect(document.diagnostics.first?.message.contains("beginning with a \(first)") == true, "\(text)")
  }

  @Test func `Flutter's intensities give each duration its strength`() {
    let document = read(#"{"pattern":[0,200,100,300],"intensities":[0,128,0,255],"repeat":-1}"#)
    #expect(document.diagnostics.isEmpty)
    let levels = document.clip?.amplitude.map { ($0.amplitude * 255).rounded() } ?? []
    #expect(Set(levels) == [0, 128, 255])
    let none = read(#"{"pattern":[500,1000,500,2000],"repeat":-1,"amplitude":-1,"intensities":[]}"#)
    #expect(!none.hasErrors && none.diagnostics.count == 1, "\(none.diagnostics)")
    let uneven = read(#"{"pattern":[0,200],"intensities":[0]}"#)
    #expect(uneven.diagnostics.first?.message.contains("`pattern` has 2") == true)
  }

  @Test(
    arguments: [
      (#"{"timings":[1,-2]}"#, "timings[1]"), (#"{"vibrate":[1.5]}"#, "vibrate[0]"), ("[3600001]", "[0]"),
      (#"{"pattern":[1],"repeat":7}"#, "repeat"), (#"{"pattern":[1,2],"intensities":[0,"0,5"]}"#, "intensities[1]"),
    ]) func `an invalid duration is named`(_ text: String, _ words: String)
  {
    let document = read(text)
    #expect(
      document.hasErrors && document.diagnostics.first?.message.contains(words) == true, "\(document.diagnostics)")
  }

  @Test(arguments: [10, 15, 25, 30])
  func `a short vibration is one tap, without a silent event beside it`(_ milliseconds: Int) {
    let events = read("[\(milliseconds)]").parts.flatMap(\.pattern.events)
    #expect(events.map(\.type) == [.hapticTransient])
  }

  @Test func `an unknown member of a vibration is reported`() {
    let document = read(#"{"timings":[0,200],"amplitudes":[0,255],"repeatIndex":0}"#)
    #expect(document.diagnostics.map(\.code) == [.lossyEffect])
    #expect(document.diagnostics.first?.message == "`repeatIndex` is unknown and ignored")
  }

  @Test(
    arguments: [
      (#"{"timings":[0,200],"amplitudes":[0,255]}"#, "an effect for Android"),
      (
        #"{"MetaData":{"Version":1.0,"ChannelNumber":1},"Channels":[{"Parameters":{"Index":0},"Pattern":"#
          + #"[{"Event":{"Type":"transient","StartTime":0,"Parameters":{"Intensity":80,"Frequency":30}}}]}]}"#,
        "an OpenHarmony vibration"
      ),
    ]) func `a file that is not in the format of its name says in which it is`(_ text: String, _ words: String)
  {
    let document = read(text, "x.ahap")
    #expect(document.hasErrors && document.parts.isEmpty)
    #expect(document.lint().map(\.message).first?.contains(words) == true, "\(document.lint())")
  }

  @Test(
    arguments: [
      (#"{"foo":1,"bar":2}"#, "an object with the member “foo” and 1 other"), (#"[{"a":1}]"#, "an array, but not of"),
      (#"{"v":"5","ip":0,"op":60,"layers":[]}"#, "a Lottie animation"), ("{}", "an empty object"),
      (#"{"version":"1","perceptions":[],"avatars":[]}"#, "HJIF"),
    ]) func `JSON of no known kind is not called AHAP`(_ text: String, _ words: String)
  {
    let findings = read(text).lint()
    #expect(findings.count == 1 && findings.first?.severity == .error)
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
    #expect(findings.first?.remedy.contains("Thrum reads AHAP") == true, "\(findings)")
  }

  @Test func `AHAP with a misspelt member is still told how to spell it`() {
    let findings = read(#"{"pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#).lint()
    #expect(findings.first?.message.contains("meant to be `Pattern`") == true, "\(findings)")
  }
}
