import TestSupport
import Testing
import ThrumFormats
import ThrumPattern

/// OpenHarmony's custom vibrations and RichTap's `.he` files.
@Suite struct CurvedEventTests {
  enum Target: String, CaseIterable {
    case openHarmony = "openharmony"
    case richTap = "richtap"

    var name: String { self == .richTap ? "x.he" : "x.json" }
    var events: Int { self == .richTap ? 16 : 128 }
    var start: String { self == .richTap ? "RelativeTime" : "StartTime" }

    /// A file with these events.
    func text(_ events: String) -> String {
      switch self {
      case .openHarmony:
        """
        { "MetaData": { "Version": 1.0, "ChannelNumber": 1 }, "Channels": [
        { "Parameters": { "Index": 0 }, "Pattern": [
        \(events)
        ] } ] }
        """
      case .richTap:
        """
        { "Metadata": { "Version": 1 }, "Pattern": [
        \(events)
        ] }
        """
      }
    }

    func event(_ type: String, at start: Int, _ rest: String) -> String {
      "{ \"Event\": { \"Type\": \"\(type)\", \"\(self.start)\": \(start), \(rest) } }"
    }

    func read(_ events: [String]) -> PatternDocument {
      PatternDocument.read(Array(text(events.joined(separator: ",\n")).utf8), name: name)
    }

    func write(_ patterns: [Pattern], source: PatternDocument? = nil) throws -> PatternWriter.File {
      var timeline = PatternTimeline()
      for pattern in patterns { timeline.add(pattern) }
      // The automatic choice of a version would hide the limits of version 1.
      let id = self == .richTap ? "richtap-1" : rawValue
      let writer = try #require(PatternWriter.all.first { $0.id == id })
      return try writer.write(PatternWriter.Request(patterns, timeline: timeline, source: source, work: .endless))
    }
  }

  static let plain = "\"Parameters\": { \"Intensity\": 80, \"Frequency\": 30 }"
  static let curve =
    """
    "Parameters": { "Intensity": 80, "Frequency": 30, "Curve": [ { "Time": 0, "Intensity": 0, "Frequency": 0 },
    { "Time": 20, "Intensity": 1, "Frequency": 10 }, { "Time": 50, "Intensity": 0.5, "Frequency": -10 },
    { "Time": 100, "Intensity": 0, "Frequency": 0 } ] }
    """

  // MARK: Reading

  @Test(arguments: Target.allCases)
  func `each format's events and curves become AHAP events and curves`(_ target: Target) throws {
    let document = target.read([
      target.event("transient", at: 10, Self.plain),
      target.event("continuous", at: 200, "\"Duration\": 100, " + Self.curve),
    ])
    #expect(document.diagnostics.isEmpty && document.format.id == target.rawValue)
    try #require(document.parts.count == 1)
    let pattern = document.parts[0].pattern
    #expect(pattern.events.map(\.type) == [.hapticTransient, .hapticContinuous])
    #expect(pattern.events.map(\.time) == [0.01, 0.2])
    #expect(pattern.events.last?.duration == 0.1)
    #expect(pattern.events.allSatisfy { $0.value(of: .hapticIntensity) == 0.8 })
    #expect(pattern.events.allSatisfy { $0.value(of: .hapticSharpness) == 0.3 })
    let controls = Dictionary(uniqueKeysWithValues: pattern.curves.map { ($0.id, $0.points.map(\.value)) })
    #expect(controls[.hapticIntensityControl] == [0, 1, 0.5, 0])
    #expect(controls[.hapticSharpnessControl] == [0, 0.1, -0.1, 0])
    #expect(pattern.curves.allSatisfy { $0.time == 0.2 })
  }

  @Test(arguments: Target.allCases)
  func `an event after a curve plays at its own intensity and sharpness`(_ target: Target) throws {
    let document = target.read([
      target.event("continuous", at: 0, "\"Duration\": 100, " + Self.curve),
      target.event("transient", at: 300, Self.plain),
    ])
    var timeline = PatternTimeline()
    for part in document.parts { timeline.add(part.pattern) }
    #expect(timeline.taps.map(\.intensity) == [0.8])
    #expect(document.parts.count == 1)
  }

  @Test(arguments: Target.allCases)
  func `a tap during a curve goes to a second pattern`(_ target: Target) throws {
    let document = target.read([
      target.event("continuous", at: 0, "\"Duration\": 100, " + Self.curve),
      target.event("transient", at: 50, Self.plain),
    ])
    #expect(document.parts.map(\.title) == ["continuous", "taps"])
    #expect(document.parts.map(\.pattern.events.count) == [1, 1])
    #expect(document.merged?.events.count == 2)
  }

  @Test(arguments: Target.allCases)
  func `where events overlap, the stronger one plays`(_ target: Target) throws {
    let document = target.read([
      target.event("continuous", at: 0, "\"Duration\": 100, " + Self.curve),
      target.event("continuous", at: 50, "\"Duration\": 200, " + Self.curve),
    ])
    #expect(document.losses.contains { $0.contains("the strongest plays") })
    var timeline = PatternTimeline()
    for part in document.parts { timeline.add(part.pattern) }
    // The second event's curve ends at 100 ms, so its gain stays 0 afterwards.
    #expect(abs(timeline.amplitude(at: 0.050).squareRoot() - 0.4) < 0.01)
    #expect(abs(timeline.amplitude(at: 0.070).squareRoot() - 0.8) < 0.01)
    #expect(timeline.amplitude(at: 0.2) < 0.001)
  }

  @Test(arguments: Target.allCases)
  func `an overlap splits the events that overlap, and no others`(_ target: Target) throws {
    let curve = """
      "Parameters": { "Intensity": 80, "Frequency": 40, "Curve": [
      { "Time": 0, "Intensity": 0, "Frequency": 0 }, { "Time": 5, "Intensity": 1, "Frequency": 0 },
      { "Time": 95, "Intensity": 1, "Frequency": 0 }, { "Time": 100, "Intensity": 0, "Frequency": 0 } ] }
      """
    let weak = curve.replacing("\"Intensity\": 80", with: "\"Intensity\": 10")
    func event(_ time: Int, _ values: String) -> String {
      target.event("continuous", at: time, "\"Duration\": 100, " + values)
    }
    let apart = [event(0, curve), event(1000, weak), event(2000, curve), event(3000, curve)]
    let alone = try #require(target.read(apart).parts.first).pattern
    let document = target.read(apart + [event(3050, weak)])
    let pattern = try #require(document.parts.first).pattern
    #expect(alone.events.count == 4)
    // The weak event plays only after the strong one has ended.
    #expect(pattern.events.map(\.time) == [0, 1, 2, 3, 3.1])
    #expect(Array(pattern.events.prefix(3)) == Array(alone.events.prefix(3)))
    #expect(pattern.events.map { $0.value(of: .hapticIntensity) } == [0.8, 0.1, 0.8, 0.8, 0.1])
    #expect(document.losses.contains { $0.contains("2 continuous events overlapping another") })
    #expect(target.read(apart).losses.isEmpty)
  }

  @Test(arguments: Target.allCases)
  func `where two events overlap, their mean frequency plays`(_ target: Target) throws {
    func event(_ time: Int, _ duration: Int, _ intensity: Int, _ frequency: Int) -> String {
      target.event(
        "continuous", at: time,
        "\"Duration\": \(duration), \"Parameters\": { \"Intensity\": \(intensity), \"Frequency\": \(frequency) }")
    }
    let document = target.read([event(0, 300, 80, 20), event(100, 100, 50, 60)])
    var timeline = PatternTimeline()
    for part in document.parts { timeline.add(part.pattern) }
    // The strong event plays on, so it stays one event.
    #expect(timeline.holds.count == 1)
    for (time, tone) in [(0.05, 0.2), (0.15, 0.4), (0.25, 0.2)] {
      let strength = timeline.strength(at: time)
      #expect(abs(strength.amplitude - 0.64) < 1e-6)
      #expect(abs((strength.sharpness ?? 0) - tone) < 1e-6)
    }
  }

  @Test(arguments: Target.allCases)
  func `a curve with percentages is read, and the percentages are reported`(_ target: Target) throws {
    let percent = Self.curve.replacing("\"Intensity\": 0.5", with: "\"Intensity\": 50").replacing(
      "\"Intensity\": 1,", with: "\"Intensity\": 100,")
    let document = target.read([target.event("continuous", at: 0, "\"Duration\": 100, " + percent)])
    #expect(document.diagnostics.map(\.code) == [.lossyImport])
    let curve = document.parts.first?.pattern.curves.first { $0.id == .hapticIntensityControl }
    #expect(curve?.points.map(\.value) == [0, 1, 0.5, 0])
  }

  @Test func `more than 16 events become version 2 of the .he format, without a loss, unless version 1 is wanted`()
    throws
  {
    func made(_ count: Int, as id: String) throws -> (PatternWriter.File, PatternDocument) {
      let pattern = Pattern(
        entries: (0..<count).map {
          .event(Event(type: .hapticTransient, time: 0.1 * Double($0), parameters: [.init(.hapticIntensity, 0.8)]))
        })
      var timeline = PatternTimeline()
      timeline.add(pattern)
      let writer = try #require(PatternWriter.all.first { $0.id == id })
      let file = try writer.write(PatternWriter.Request([pattern], timeline: timeline, work: .endless))
      return (file, PatternDocument.read(file.bytes, name: "x.he"))
    }
    let (few, short) = try made(16, as: "richtap")
    #expect(short.version == 1 && few.losses.isEmpty)
    let (many, long) = try made(40, as: "richtap")
    #expect(long.version == 2 && many.losses.isEmpty && long.diagnostics.isEmpty)
    #expect(long.parts.flatMap(\.pattern.events).map(\.time) == (0..<40).map { (100 * Double($0)).rounded() / 1000 })
    let (first, old) = try made(40, as: "richtap-1")
    #expect(old.version == 1 && !first.losses.isEmpty && !old.hasErrors)
    #expect(try made(3, as: "richtap-2").1.version == 2)
    // Its own version is kept.
    let writer = try #require(PatternWriter.all.first { $0.id == "richtap" })
    let again = try writer.write(
      PatternWriter.Request(long.parts.map(\.pattern), timeline: PatternTimeline(), source: long, work: .endless))
    #expect(again.bytes == many.bytes)
  }

  @Test func `in version 2 of the .he format, a pattern's absolute time is added to its events' times`() throws {
    let target = Target.richTap
    let event = target.event("transient", at: 5, Self.plain)
    let text = """
      { "Metadata": { "Version": 2 }, "PatternList": [ { "AbsoluteTime": 0, "Pattern": [ \(event) ] },
      { "AbsoluteTime": 400, "Pattern": [ \(event), \(event) ] } ] }
      """
    let document = PatternDocument.read(Array(text.utf8), name: "x.he")
    #expect(document.diagnostics.isEmpty)
    #expect(document.parts.flatMap(\.pattern.events).map(\.time) == [0.005, 0.405, 0.405])
  }

  static let faults: [(event: String, message: String)] = [
    ("{ \"Event\": 1 }", "expected an object"),
    ("{ }", "`Event` is missing"),
    ("1", "expected an object"),
    ("{ \"Event\": { \"Type\": \"soft\", \"TIME\": 0, \(plain) } }", "transient or continuous"),
    ("{ \"Event\": { \"TIME\": 0, \(plain) } }", "`Type` is missing"),
    ("{ \"Event\": { \"Type\": \"transient\", \(plain) } }", "`TIME` is missing"),
    ("{ \"Event\": { \"Type\": \"transient\", \"TIME\": -1, \(plain) } }", "`TIME` is -1, outside 0 to "),
    ("{ \"Event\": { \"Type\": \"transient\", \"TIME\": \"0\", \(plain) } }", "expected a number"),
    ("{ \"Event\": { \"Type\": \"transient\", \"TIME\": 0 } }", "`Parameters` is missing"),
    (
      "{ \"Event\": { \"Type\": \"transient\", \"TIME\": 0, \"Parameters\": { \"Frequency\": 1 } } }",
      "`Intensity` is missing"
    ),
    (
      "{ \"Event\": { \"Type\": \"transient\", \"TIME\": 0, \"Parameters\": { \"Intensity\": 101 } } }",
      "`Intensity` is 101, outside 0 to 100"
    ),
    ("{ \"Event\": { \"Type\": \"continuous\", \"TIME\": 0, \(plain) } }", "`Duration` is missing"),
    ("{ \"Event\": { \"Type\": \"continuous\", \"TIME\": 0, \"Duration\": 5001, \(plain) } }", "`Duration` is 5001"),
    (
      """
      { "Event": { "Type": "continuous", "TIME": 0, "Duration": 9, "Parameters": { "Intensity": 1, "Frequency": 1,
      "Curve": [ { "Time": 0, "Intensity": 1 } ] } } }
      """, "a curve must have 4 to 16 points, but this one has 1"
    ),
    (
      "{ \"Event\": { \"Type\": \"continuous\", \"TIME\": 0, \"Duration\": 99, \(curve) } }",
      "`Time` is 100, outside 0 to 99"
    ),
  ]

  @Test(arguments: Target.allCases)
  func `a fault in a file is reported with its line and cause`(_ target: Target) {
    for fault in Self.faults {
      let document = target.read(["{ \"Event\": null }", fault.event.replacing("TIME", with: target.start)])
      let errors = document.diagnostics.filter { $0.code == .badImport }
      #expect(document.parts.isEmpty && errors.count == 2, "\(fault)")
      #expect(errors.last?.place?.line ?? 0 >= 3, "\(fault)")
      #expect(
        errors.last?.message.contains(fault.message.replacing("TIME", with: target.start)) == true,
        "\(fault): \(errors)")
    }
  }

  @Test func `an invalid header causes an error`() {
    let event = Target.richTap.event("transient", at: 0, Self.plain)
    let harmony = Target.openHarmony.event("transient", at: 0, Self.plain)
    for (text, name, message) in [
      ("{ \"Pattern\": [ \(event) ] }", "x.he", "`Metadata` is missing"),
      ("{ \"Metadata\": { }, \"Pattern\": [ \(event) ] }", "x.he", "`Version` is missing"),
      ("{ \"Metadata\": { \"Version\": 3 }, \"Pattern\": [ \(event) ] }", "x.he", "only 1 and 2 are supported"),
      ("{ \"Metadata\": { \"Version\": 1 } }", "x.he", "`Pattern` is missing"),
      ("{ \"Metadata\": { \"Version\": 2 } }", "x.he", "`PatternList` is missing"),
      ("[]", "x.he", "expected an object"),
      ("", "x.he", "the file is empty"),
      ("{ \"MetaData\": { \"Version\": 2, \"ChannelNumber\": 1 }, \"Channels\": [] }", "x.json", "version 2"),
      (
        "{ \"MetaData\": { \"Version\": 1, \"ChannelNumber\": 2 }, \"Channels\": [] }", "x.json",
        "the file has 0 channels"
      ),
      ("{ \"MetaData\": { \"Version\": 1, \"ChannelNumber\": 1 }, \"Channels\": [ { } ] }", "x.json", "`Parameters`"),
      (
        """
        { "MetaData": { "Version": 1, "ChannelNumber": 1 }, "Channels": [ { "Parameters": { "Index": 3 }, "Pattern":
        [ \(harmony) ] } ] }
        """, "x.json", "`Index` is 3"
      ),
    ] {
      let document = PatternDocument.read(Array(text.utf8), name: name)
      #expect(document.hasErrors && document.parts.isEmpty, "\(text)")
      #expect(document.diagnostics.contains { $0.message.contains(message) }, "\(text): \(document.diagnostics)")
    }
  }

  @Test(arguments: Target.allCases)
  func `more events than players accept are reported, and OpenHarmony's are refused`(_ target: Target) {
    let event = target.event("transient", at: 0, Self.plain)
    #expect(target.read(Array(repeating: event, count: target.events)).diagnostics.isEmpty)
    let document = target.read(Array(repeating: event, count: target.events + 1))
    #expect(document.diagnostics.map(\.code) == [target == .openHarmony ? .badImport : .lossyImport])
    #expect(document.parts.flatMap(\.pattern.events).count == (target == .openHarmony ? 0 : 17))
  }

  @Test(arguments: [("x.he", "Created"), ("x.ahap", "Created"), ("x.json", "Create")])
  func `the date of a RichTap file is kept in every format that has one`(_ name: String, _ member: String) throws {
    let event = #"{"Event":{"Type":"transient","RelativeTime":30,"Parameters":{"Intensity":100,"Frequency":50}}}"#
    let text = #"{"Metadata":{"Version":1,"Created":"2024-05-06","Description":"d"},"Pattern":[\#(event)]}"#
    let document = PatternDocument.read(Array(text.utf8), name: "a.he")
    var written = AHAP.write(try #require(document.merged))
    if name != "x.ahap" {
      let id = name == "x.he" ? "richtap" : "openharmony"
      let writer = try #require(PatternWriter.all.first { $0.id == id })
      let patterns = document.parts.map(\.pattern)
      var timeline = PatternTimeline()
      for pattern in patterns { timeline.add(pattern) }
      written = try writer.write(.init(patterns, timeline: timeline, source: document, work: .endless)).bytes
    }
    let words = String(decoding: written, as: UTF8.self).filter { $0 != " " }
    #expect(words.contains(#""\#(member)":"2024-05-06""#) && words.contains(#""Description":"d""#), "\(words)")
  }

  @Test(arguments: ["x.he", "x.json"])
  func `events without a member around them are read, whatever the name`(_ name: String) {
    let event = #"{"Type":"transient","RelativeTime":30,"Parameters":{"Intensity":100,"Frequency":50}}"#
    for text in [
      #"{"Metadata":{"Version":1},"Pattern":[\#(event)]}"#,
      #"{"Metadata":{"Version":2},"PatternList":[{"AbsoluteTime":70,"Pattern":[\#(event)]}]}"#,
    ] {
      let document = PatternDocument.read(Array(text.utf8), name: name)
      #expect(document.format.id == "richtap" && document.diagnostics.isEmpty, "\(document.diagnostics)")
      #expect(document.parts.flatMap(\.pattern.events).map(\.time) == [text.contains("PatternList") ? 0.1 : 0.03])
    }
  }
}
