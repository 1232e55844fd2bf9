import ThrumPattern

struct CurvedEventFile: Sendable {
  var events: [CurvedEvent]
  var head = CurvedEventHead()
}

/// What a file says about itself.
struct CurvedEventHead: Equatable, Sendable {
  /// Version of the format.
  var version = 1
  /// As in AHAP's metadata.
  var description: String?
  var created: String?

  /// As AHAP's metadata, or `nil` if there is nothing to say.
  var metadata: JSONObject? {
    let given = [("Created", created), ("Description", description)]
    let members = given.compactMap { name, text in text.map { JSONObject.Member(name: name, value: .string($0)) } }
    return members.isEmpty ? nil : JSONObject(members)
  }
}

extension CurvedEventFile {
  /// `body` reads the top-level value. Returns `nil` unless `isOurs` accepts the names of that value's members.
  static func content(
    _ bytes: [UInt8], _ name: String, _ limits: ReadLimits, isOurs: ((Set<String>) -> Bool)? = nil,
    _ body: (inout CurvedEventReader) -> CurvedEventHead?
  ) -> PatternContent? {
    let tape: JSONTape
    do throws(SyntaxError) { tape = try JSONTape(reading: bytes, limits: limits) } catch {
      guard isOurs == nil else { return nil }
      var findings = Findings(perCode: 1)
      findings.add(error.finding(in: bytes))
      let text = TextEncoding.readablePart(of: bytes)
      return PatternContent(parts: [], diagnostics: findings.diagnostics(file: name, text: text))
    }
    let read = tape.withReader { tape in
      if let isOurs, !isOurs(names(of: tape)) { return nil as Read? }
      var reader = CurvedEventReader(tape, findingsPerCode: limits.sensible.findingsPerCode)
      let head = body(&reader)
      return Read(
        events: reader.finished, head: head ?? CurvedEventHead(), unknown: reader.unknown, findings: reader.findings)
    }
    guard let read = read ?? nil else { return nil }
    var findings = read.findings
    tape.tolerances.report(to: &findings)
    let (events, unknown) = (read.events, read.unknown)
    let metadata = read.head.metadata
    let patterns = CurvedEventPatterns(events, metadata: metadata)
    var losses: [String] = []
    if patterns.overlapping > 0 {
      losses.append(
        "\(counted(patterns.overlapping, "continuous event")) overlapping another: there, the strongest plays, at the mean "
          + "of their frequencies, as on a phone")
    }
    if Set(events.map({ $0.channel })).count > 1 {
      losses.append("the choice of motor for each event: AHAP supports only one motor")
    }
    if let first = unknown.first {
      losses.append("\(counted(unknown.count, "member")) that AHAP cannot express, such as “\(quoted(first))”")
    }
    let diagnostics = findings.diagnostics(file: name, text: tape.bytes)
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return PatternContent(parts: [], diagnostics: diagnostics)
    }
    let content = patterns.content
    return PatternContent(
      parts: content.parts, diagnostics: diagnostics, merged: content.merged, losses: losses,
      version: Double(read.head.version),
      native: .curvedEvents(CurvedEventFile(events: events, head: read.head)))
  }

  private struct Read {
    let events: [CurvedEvent]
    let head: CurvedEventHead
    let unknown: [String]
    let findings: Findings
  }

  private static func names(of tape: TapeReader) -> Set<String> {
    guard tape[0].kind == .object else { return [] }
    var result: Set<String> = []
    var index = 1
    while index < tape[0].next {
      result.insert(tape.string(index))
      index = tape.next(index &+ 1)
    }
    return result
  }
}

extension PatternDocument {
  /// `nil` for other formats and unusable files.
  var curvedEvents: CurvedEventFile? {
    if case .curvedEvents(let file) = native { file } else { nil }
  }
}

extension PatternWriter.Request {
  /// The head that the patterns' metadata gives, in version 1.
  var head: CurvedEventHead {
    func text(_ name: String) -> String? {
      for pattern in patterns { if case .string(let text)? = pattern.metadata?[name] { return text } }
      return nil
    }
    return CurvedEventHead(description: text("Description"), created: text("Created"))
  }

  /// If the source has the same format, keeps its events. Without any, there is nothing to write, as for every source.
  func curvedEvents(
    _ rules: CurvedEventRules, as format: String, size: @escaping ([CurvedEvent]) -> Int = { _ in 0 }
  ) throws(PatternWriter.WriteError) -> (events: [CurvedEvent], losses: [String]) {
    if let source, source.format.id == format, let file = source.curvedEvents,
      !file.events.isEmpty, file.events.count <= rules.events, rules.bytes.map({ size(file.events) <= $0 }) != false
    {
      return (file.events, [])
    }
    var maker = try CurvedEventMaker(self, rules, size: size)
    return (try maker.events(), maker.losses)
  }
}

/// Writes one event per line.
enum CurvedEventText {
  static func text(_ members: [JSONObject.Member]) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    value(.object(JSONObject(members)), &writer)
    writer.finish()
    return writer.bytes
  }

  private static func value(_ value: JSONValue, _ writer: inout JSONWriter) {
    switch value {
    case .object(let object):
      let isEvent = object["Event"] != nil
      writer.open(UInt8(ascii: "{"), inline: isEvent || object["Pattern"] == nil && object["Channels"] == nil)
      for member in object.members {
        writer.name(member.name)
        self.value(member.value, &writer)
      }
      writer.close(UInt8(ascii: "}"))
    case .array(let elements):
      writer.open(UInt8(ascii: "["))
      for element in elements { self.value(element, &writer) }
      writer.close(UInt8(ascii: "]"))
    default: writer.value(value)
    }
  }
}
