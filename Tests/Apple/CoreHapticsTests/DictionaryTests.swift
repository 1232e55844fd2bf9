import CoreHaptics
import Testing
import ThrumEngine

/// Dictionary values in the forms that apps use. On Apple's systems all of them are `NSNumber` and `NSString` in the
/// end.
@Suite struct DictionaryTests {
  private func buzz(_ intensity: Any, time: Any = 0, duration: Any = 1) -> [CHHapticPattern.Key: Any] {
    let parameter: [CHHapticPattern.Key: Any] = [
      .parameterID: CHHapticEvent.ParameterID.hapticIntensity, .parameterValue: intensity,
    ]
    let event: [CHHapticPattern.Key: Any] = [
      .eventType: CHHapticEvent.EventType.hapticContinuous, .time: time, .eventDuration: duration,
      .eventParameters: [parameter],
    ]
    return [.pattern: [[CHHapticPattern.Key.event: event]]]
  }

  private func intensity(_ pattern: CHHapticPattern) throws -> Float? {
    let entries = try pattern.exportDictionary()[.pattern] as? [[CHHapticPattern.Key: Any]]
    let event = entries?.first?[.event] as? [CHHapticPattern.Key: Any]
    let parameters = event?[.eventParameters] as? [[CHHapticPattern.Key: Any]]
    return parameters?.first?[.parameterValue] as? Float
  }

  @Test func `a number in a dictionary may be of any numeric type`() throws {
    let halves: [Any] = [
      0.5, Float(0.5), CGFloat(0.5), NSNumber(value: 0.5), NSNumber(value: Float(0.5)), Decimal(string: "0.5") as Any,
      NSDecimalNumber(string: "0.5"), Optional(0.5) as Any,
    ]
    for half in halves { #expect(try intensity(CHHapticPattern(dictionary: buzz(half))) == 0.5, "\(type(of: half))") }
    let ones: [Any] = [1, 1.0, UInt8(1), true, NSNumber(value: 1), NSNumber(value: true), Int64(1)]
    for one in ones {
      let pattern = try CHHapticPattern(dictionary: buzz(one, time: one, duration: one))
      #expect(try intensity(pattern) == 1 && pattern.duration == 2, "\(type(of: one))")
    }
  }

  @Test func `a Float is exported in its shortest decimal form`() throws {
    for value in [Float(0.3), NSNumber(value: Float(0.3)), 0.3] as [Any] {
      let pattern = try CHHapticPattern(dictionary: buzz(value))
      let data = try JSONSerialization.data(withJSONObject: pattern.exportDictionary())
      #expect(String(decoding: data, as: UTF8.self).contains(/:0.3[,}]/))
    }
  }

  @Test func `Foundation containers are read at every nesting level`() throws {
    let event = NSMutableDictionary()
    event["EventType"] = NSString(string: "HapticTransient")
    event["Time"] = NSNumber(value: 0.25)
    let entry = NSDictionary(object: event, forKey: NSString(string: "Event"))
    let whole = NSDictionary(dictionary: ["Pattern": NSArray(array: [entry])])
    let dictionary = try #require(whole as? [CHHapticPattern.Key: Any])
    #expect(try CHHapticPattern(dictionary: dictionary).duration == 0.25)
  }

  @Test func `exported values support the same casts as on Apple's systems`() throws {
    let pattern = try CHHapticPattern(dictionary: buzz(1, time: 2, duration: 3))
    let dictionary = try pattern.exportDictionary()
    #expect(dictionary[.version] == nil)
    let entries = try #require(dictionary[.pattern] as? [[CHHapticPattern.Key: [CHHapticPattern.Key: Any]]])
    let event = try #require(entries.first?[.event])
    #expect(event[.time] as? TimeInterval == 2 && event[.time] as? Float == 2 && event[.time] as? Int == 2)
    #expect(event[.eventType] as? String == "HapticContinuous" && event[.eventType] as? NSString != nil)
    #expect(event[.eventType] as! CHHapticEvent.EventType == .hapticContinuous)
    let parameters = try #require(event[.eventParameters] as? [[CHHapticPattern.Key: Any]])
    #expect(parameters.first?[.parameterID] as! CHHapticEvent.ParameterID == .hapticIntensity)
    #expect(parameters.first?[.parameterID] as? String == "HapticIntensity")
    #expect(event[.eventParameters] as? NSArray != nil && event[.eventParameters] as? [Any] != nil)
    #expect(try CHHapticPattern(dictionary: dictionary).duration == pattern.duration)
  }

  @Test func `a transient is exported with duration 0, and a curve with its parameter ID`() throws {
    let tap = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0.5)
    let point = CHHapticParameterCurve.ControlPoint(relativeTime: 0, value: 1)
    let curve = CHHapticParameterCurve(parameterID: .hapticIntensityControl, controlPoints: [point], relativeTime: 0)
    let dictionary = try CHHapticPattern(events: [tap], parameterCurves: [curve]).exportDictionary()
    let entries = try #require(dictionary[.pattern] as? [[CHHapticPattern.Key: [CHHapticPattern.Key: Any]]])
    #expect(entries[0][.event]?[.eventDuration] as! TimeInterval == 0)
    #expect(entries[1][.parameterCurve]?[.parameterID] as? CHHapticDynamicParameter.ID == .hapticIntensityControl)
  }

  @Test func `an event without a fixed end survives a round trip through a dictionary`() throws {
    let buzz = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0)
    let dictionary = try CHHapticPattern(events: [buzz], parameters: []).exportDictionary()
    let again = try CHHapticPattern(dictionary: dictionary)
    #expect(again.duration == 0)
    #expect(try NSDictionary(dictionary: again.exportDictionary()) == NSDictionary(dictionary: dictionary))
  }

  @Test func `a pattern survives a round trip through a property list`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    let pattern = try CHHapticPattern(dictionary: buzz(0.5))
    #expect(NSDictionary(dictionary: try pattern.exportDictionary()).write(to: file, atomically: true))
    let read = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let dictionary = try #require(read as? [CHHapticPattern.Key: Any])
    #expect(try intensity(CHHapticPattern(dictionary: dictionary)) == 0.5)
  }

  @Test func `pattern keys convert to and from strings, and equal strings give equal keys`() {
    let key = CHHapticPattern.Key(rawValue: "Event")
    #expect(key == .event && key.rawValue == "Event" && CHHapticPattern.Key.event.rawValue == "Event")
    let names: [CHHapticPattern.Key: Int] = [.event: 1, CHHapticPattern.Key.parameter: 2, .init(rawValue: "Time"): 3]
    #expect(names[.time] == 3)
  }

  /// A dictionary's text, the same on every run.
  private func canonical(_ value: Any) -> String {
    if let dictionary = value as? [AnyHashable: Any] {
      let members = dictionary.map { ("\($0.key)", canonical($0.value)) }.sorted { $0.0 < $1.0 }
      return "{" + members.map { "\($0.0)=\($0.1)" }.joined(separator: ",") + "}"
    }
    if let list = value as? [Any] { return "[" + list.map(canonical).joined(separator: ",") + "]" }
    if let number = value as? NSNumber { return String(format: "%.6f", number.doubleValue) }
    return "\(value)"
  }

  // The texts are those of a phone, except that its outermost key prints as CHHapticPatternKey(_rawValue: Pattern).
  @Test func `an exported dictionary has the same members and values as on a phone`() throws {
    let parameters = [
      CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.35),
      CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.45),
    ]
    let tap = CHHapticEvent(eventType: .hapticTransient, parameters: parameters, relativeTime: 0)
    #expect(
      canonical(try CHHapticPattern(events: [tap], parameters: []).exportDictionary()) == """
        {Pattern=[{Event={EventDuration=0.000000,\
        EventParameters=[{ParameterID=HapticIntensity,ParameterValue=0.350000},\
        {ParameterID=HapticSharpness,ParameterValue=0.450000}],EventType=HapticTransient,Time=0.000000}}]}
        """)
    let buzz = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [parameters[0]], relativeTime: 0.25, duration: 0.65)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl,
      controlPoints: [.init(relativeTime: 0, value: 0.2), .init(relativeTime: 1, value: 1)], relativeTime: 0)
    #expect(
      canonical(try CHHapticPattern(events: [buzz], parameterCurves: [curve]).exportDictionary()) == """
        {Pattern=[{Event={EventDuration=0.650000,\
        EventParameters=[{ParameterID=HapticIntensity,ParameterValue=0.350000}],EventType=HapticContinuous,\
        Time=0.250000}},{ParameterCurve={ParameterCurveControlPoints=[{ParameterValue=0.200000,Time=0.000000},\
        {ParameterValue=1.000000,Time=1.000000}],ParameterID=HapticIntensityControl,Time=0.000000}}]}
        """)
  }

  @Test func `a pattern's version is exported`() throws {
    let text = #"{"Version": 1, "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#
    let dictionary = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [CHHapticPattern.Key: Any])
    let exported = try CHHapticPattern(dictionary: dictionary).exportDictionary()
    #expect(exported[.version] as? Double == 1 && exported[.version] as? Int == 1)
  }
}
