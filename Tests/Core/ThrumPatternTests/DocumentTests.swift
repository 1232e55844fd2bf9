import Testing

@testable import ThrumPattern

@Suite struct `document` {
  private let text = """
    { "Version": 1, "Pattern": [
      5,
      { "Event": { "Time": 0.5, "EventType": "HapticTransient",
          "EventParameters": [ { "ParameterID": "HapticIntensity", "ParameterValue": 1.0 } ] } }
    ] }
    """

  private func slice(_ range: Range<Int>, _ document: AHAPDocument) -> String {
    String(decoding: document.text[range], as: UTF8.self)
  }

  @Test func `the positions of an entry and its members in the file are recorded`() throws {
    let document = read(text)
    let span = try #require(document.span(ofEntry: 0))
    #expect(span.index == 1)
    #expect(slice(span.bytes, document).hasPrefix("{ \"Event\""))
    #expect(slice(span.bytes, document).hasSuffix("} ] } }"))
    let fields = Dictionary(uniqueKeysWithValues: span.fields.map { ($0.path, $0) })
    let time = try #require(fields["Pattern[1].Event.Time"])
    #expect(slice(time.name, document) == "\"Time\"")
    #expect(slice(time.value, document) == "0.5")
    let value = try #require(fields["Pattern[1].Event.EventParameters[0].ParameterValue"])
    #expect(slice(value.value, document) == "1.0")
    #expect(
      document.places(of: [value.value.lowerBound, time.value.lowerBound]) == [
        Place(line: 4, column: 82, offset: value.value.lowerBound),
        Place(line: 3, column: 24, offset: time.value.lowerBound),
      ])
  }

  @Test func `an entry outside the pattern has no position`() {
    #expect(read(text).span(ofEntry: 1) == nil)
    #expect(read(text).span(ofEntry: -1) == nil)
    #expect(read("[").span(ofEntry: 0) == nil)
  }

  // AHAP-2
  @Test func `invalid entries are skipped, and the others are kept`() {
    let document = readEntry(
      #"{"Event":{}},{"Event":{"Time":1,"EventType":"HapticTransient","EventParameters":[{},{"ParameterID":"HapticIntensity","ParameterValue":0.5}]}},null"#
    )
    #expect(
      document.pattern?.entries == [
        .event(Event(type: .hapticTransient, time: 1, parameters: [EventParameter(.hapticIntensity, 0.5)]))
      ])
    #expect(document.hasErrors)
  }

  // AHAP-9
  @Test func `if a member is repeated, the last one counts`() {
    let document = readEntry(
      #"{"Event":{"Time":1,"EventType":"HapticContinuous","EventType":"HapticTransient","Time":2}}"#)
    #expect(document.pattern?.events == [Event(type: .hapticTransient, time: 2)])
    #expect(codes(document.diagnostics) == [.duplicateKey, .duplicateKey])
  }

  // AHAP-10
  @Test func `booleans and the numbers 0 and 1 are interchangeable`() {
    let document = readEntry(
      #"{"Event":{"Time":true,"EventType":"AudioCustom","EventWaveformPath":"a.wav","EventWaveformLoopEnabled":0,"EventWaveformUseVolumeEnvelope":1}}"#
    )
    #expect(
      document.pattern?.events == [
        Event(
          type: .audioCustom, time: 1, waveformPath: "a.wav", waveformLoopEnabled: false,
          waveformUseVolumeEnvelope: true)
      ])
    #expect(codes(document.diagnostics) == [.booleanNumber, .booleanNumber, .booleanNumber])
  }
}
