import Testing

@testable import ThrumPattern

@Suite struct `round trip` {
  // AHAP-4
  @Test func `every generated pattern survives a round trip`() {
    var generator = Generator(seed: 5)
    for _ in 0..<400 {
      let pattern = generator.pattern()
      for style in [AHAP.Style.pretty, .compact] {
        let bytes = AHAP.write(pattern, style: style)
        #expect(AHAP.read(bytes, name: "").pattern == pattern)
      }
    }
  }

  @Test(arguments: [EventType.hapticContinuous, .audioContinuous])
  func `a continuous event without a duration is written with duration 0 and still has no fixed end`(type: EventType)
    throws
  {
    let pattern = Pattern(entries: [.event(Event(type: type, time: 1))])
    let document = AHAP.read(AHAP.write(pattern), name: "")
    #expect(!document.hasErrors)
    let event = try #require(document.pattern?.events.first)
    #expect(event.duration == 0 && event.sustainSeconds == .infinity && pattern.events[0].sustainSeconds == .infinity)
  }

  // AHAP-3
  @Test func `unknown members and their order survive a round trip`() {
    let text =
      #"{"Pattern":[{"Curious":[1,2.50]},{"Event":{"Time":1.0,"EventType":"HapticTransient","z":null,"a":"\u00e9"}}],"b":{"y":1,"x":1e2},"a":true}"#
    let once = AHAP.write(read(text).pattern ?? Pattern(), style: .compact)
    #expect(String(decoding: once, as: UTF8.self) == text.replacing(#"\u00e9"#, with: "é"))
  }

  @Test(arguments: [
    #"{"Metadata":1,"Metadata":{"a":"b"},"Pattern":[]}"#, #"{"Metadata":{"a":"b"},"Metadata":1,"Pattern":[]}"#,
    #"{"Metadata":1,"Metadata":2,"Pattern":[]}"#, #"{"Version":"x","Version":1.5,"Pattern":[]}"#,
    #"{"Version":1.5,"z":0,"Version":"x","Version":"y","Pattern":[]}"#,
  ])
  func `if a member is repeated, the last one survives a round trip`(_ text: String) throws {
    let pattern = try #require(read(text).pattern)
    #expect(AHAP.read(AHAP.write(pattern), name: "").pattern == pattern)
    #expect(pattern.unknown.members.count { $0.name != "z" } <= 1)
  }

  // AHAP-14
  @Test func `an entry with several members becomes several entries`() throws {
    let document = readEntry(
      ##"{"Note":"x","Event":{"Time":0,"EventType":"HapticTransient"},"Parameter":{"ParameterID":"AudioPanControl","ParameterValue":0,"Time":0}}"##
    )
    let pattern = try #require(document.pattern)
    #expect(pattern.entries.count == 3)
    #expect(pattern.events.count == 1)
    #expect(pattern.parameters.count == 1)
    #expect(AHAP.read(AHAP.write(pattern), name: "").pattern == pattern)
  }

  @Test func `the pretty style puts short objects on one line`() {
    let event = Event(
      type: .hapticContinuous, time: 0, duration: 0.5, parameters: [EventParameter(.hapticIntensity, 1)])
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 0.25,
      points: [ControlPoint(time: 0, value: 1), ControlPoint(time: 0.1, value: 0)])
    let parameter = DynamicParameter(.audioPanControl, value: -1, time: 2)
    let metadata = JSONObject([.init(name: "Project", value: .string("Tap"))])
    let pattern = Pattern(metadata: metadata, entries: [.event(event), .curve(curve), .parameter(parameter)])
    let expected = """
      {
        "Version": 1.0,
        "Metadata": {
          "Project": "Tap"
        },
        "Pattern": [
          {
            "Event": {
              "Time": 0.0,
              "EventType": "HapticContinuous",
              "EventDuration": 0.5,
              "EventParameters": [
                { "ParameterID": "HapticIntensity", "ParameterValue": 1.0 }
              ]
            }
          },
          {
            "ParameterCurve": {
              "ParameterID": "HapticIntensityControl",
              "Time": 0.25,
              "ParameterCurveControlPoints": [
                { "Time": 0.0, "ParameterValue": 1.0 },
                { "Time": 0.1, "ParameterValue": 0.0 }
              ]
            }
          },
          { "Parameter": { "ParameterID": "AudioPanControl", "ParameterValue": -1.0, "Time": 2.0 } }
        ]
      }

      """
    #expect(String(decoding: AHAP.write(pattern), as: UTF8.self) == expected)
  }

  @Test func `values that JSON cannot represent become null`() {
    let unknown = JSONObject([.init(name: "x", value: .number("0x10"))])
    let event = Event(type: .hapticTransient, time: .nan)
    let text = String(
      decoding: AHAP.write(Pattern(entries: [.event(event)], unknown: unknown), style: .compact),
      as: UTF8.self)
    #expect(
      text == #"{"Version":1.0,"Pattern":[{"Event":{"Time":null,"EventType":"HapticTransient"}}],"x":null}"#)
  }
}
