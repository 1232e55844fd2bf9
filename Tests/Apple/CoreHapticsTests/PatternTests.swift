import CoreHaptics
import Foundation
import Testing
import ThrumEngine

/// Patterns from events, dictionaries, files and data.
@Suite struct PatternTests {
  @Test func `a pattern made of events and parameters reports its duration`() throws {
    let pattern = try CHHapticPattern(
      events: [
        CHHapticEvent(
          eventType: .hapticTransient,
          parameters: [
            .init(parameterID: .hapticIntensity, value: 1), .init(parameterID: .hapticSharpness, value: 0.3),
          ], relativeTime: 0),
        CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0.5, duration: 1),
      ], parameters: [CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0.2)])
    #expect(pattern.duration == 1.5)
    let empty = try CHHapticPattern(events: [], parameters: [])
    #expect(empty.duration == 0)
  }

  @Test func `a dictionary may use any key and value types that bridging allows`() throws {
    let typed: [CHHapticPattern.Key: Any] = [
      .pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: CHHapticEvent.EventType.hapticTransient,
            .time: CHHapticTimeImmediate, .eventDuration: 1.0,
            .eventParameters: [
              [CHHapticPattern.Key.parameterID: CHHapticEvent.ParameterID.hapticIntensity, .parameterValue: Float(0.5)]
            ],
          ] as [CHHapticPattern.Key: Any]
        ]
      ]
    ]
    let foundation: [String: Any] = [
      "Pattern": [
        [
          "Event": [
            "EventType": NSString(string: "HapticTransient"), "Time": NSNumber(value: 0), "EventDuration": 1,
            "EventParameters": [[AnyHashable("ParameterID"): "HapticIntensity", AnyHashable("ParameterValue"): 0.5]],
          ] as [String: Any]
        ] as NSDictionary
      ] as NSArray
    ]
    let json =
      #"{"Pattern":[{"Event":{"EventType":"HapticTransient","Time":0,"EventDuration":1,"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.5}]}}]}"#
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [CHHapticPattern.Key: Any]
    let exports = try [typed, foundation, try #require(read)].map { dictionary in
      let pattern = try CHHapticPattern(dictionary: dictionary)
      #expect(pattern.duration == 1)
      return try JSONSerialization.data(withJSONObject: pattern.exportDictionary(), options: .sortedKeys)
    }
    #expect(Set(exports).count == 1)
  }

  @Test func `an invalid dictionary is rejected with Apple's error codes`() {
    func code(_ dictionary: [CHHapticPattern.Key: Any]) -> CHHapticError.Code? {
      do {
        _ = try CHHapticPattern(dictionary: dictionary)
        return nil
      } catch { return (error as? CHHapticError)?.code }
    }
    #expect(code([:]) == .invalidPatternDictionary)
    #expect(code([.pattern: 3]) == .invalidPatternDictionary)
    #expect(code([.pattern: [[String.event: [String.time: 0]]]]) == .badEventEntry)
    #expect(
      code([.pattern: [[String.event: [String.time: 0, .eventType: "Nope"] as [String: Any]]]]) == .invalidEventType)
    #expect(code([.pattern: Date(timeIntervalSince1970: 0)]) == .invalidPatternDictionary)
  }

  @Test func `a number that is not finite is named with its place in the dictionary`() {
    let event: [String: Any] = ["Time": Double.nan, "EventType": "HapticTransient"]
    let error = #expect(throws: CHHapticError.self) { try CHHapticPattern(dictionary: [.pattern: [["Event": event]]]) }
    #expect(error?.code == .invalidPatternDictionary)
    #expect((error?.userInfo[NSDebugDescriptionErrorKey] as? String)?.contains("Pattern[0].Event.Time is nan") == true)
  }

  @Test func `a dictionary from JSON may hold nulls, and one from a property list dates`() throws {
    let event: [String: Any] = ["Time": 0, "EventType": "HapticTransient", "EventWaveformPath": NSNull()]
    let metadata: [String: Any] = ["Created": Date(timeIntervalSince1970: 0), "Icon": Data([1])]
    let pattern = try CHHapticPattern(
      dictionary: ["Version": 1, "Pattern": [["Event": event]], "Metadata": metadata])
    #expect(try pattern.exportDictionary()[.pattern] as? [Any] != nil && pattern.duration == 0)
  }

  @Test func `unknown event types and parameter IDs are rejected when a pattern is created`() {
    let odd = CHHapticEvent(eventType: .init(rawValue: "Nope"), parameters: [], relativeTime: 0)
    let error = #expect(throws: CHHapticError.self) { try CHHapticPattern(events: [odd], parameters: []) }
    #expect(error?.code == .invalidEventType)
    #expect((error?.userInfo[NSDebugDescriptionErrorKey] as? String)?.contains("“Nope”") == true)
    let parameter = CHHapticEventParameter(parameterID: .init(rawValue: "Nope"), value: 0)
    let event = CHHapticEvent(eventType: .hapticTransient, parameters: [parameter], relativeTime: 0)
    let second = #expect(throws: CHHapticError.self) { try CHHapticPattern(events: [event], parameters: []) }
    #expect(second?.code == .invalidParameterType)
    #expect((second?.userInfo[NSDebugDescriptionErrorKey] as? String)?.contains("“Nope”") == true)
  }

  @Test func `loading a missing file throws fileNotFound, and a pattern plays from data`() throws {
    let gone = URL(fileURLWithPath: "/nowhere/none.ahap")
    let error = #expect(throws: CHHapticError.self) { try CHHapticPattern(contentsOf: gone) }
    #expect(error?.code == .fileNotFound)
    #expect(error?.userInfo[NSFilePathErrorKey] as? String == gone.path)
    try HapticEnvironment.virtual().withScope {
      let engine = try CHHapticEngine()
      #expect(throws: CHHapticError.self) { try engine.playPattern(from: Data("no".utf8)) }
      #expect(throws: CHHapticError.self) { try engine.playPattern(from: gone) }
      try engine.playPattern(from: Data(#"{"Pattern":[{"Event":{"EventType":"HapticTransient","Time":0}}]}"#.utf8))
    }
  }

  @Test func `a pattern with registered sounds cannot be exported`() throws {
    let event = CHHapticEvent(audioResourceID: 3, parameters: [], relativeTime: 0)
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    let error = #expect(throws: CHHapticError.self) { try pattern.exportDictionary() }
    #expect(error?.code == .operationNotPermitted)
    #expect((error?.userInfo[NSDebugDescriptionErrorKey] as? String)?.contains("registerAudioResource") == true)
  }
}
