import ThrumPattern

/// Reads events from a tape. Must not outlive its `TapeReader`.
struct CurvedEventReader {
  let tape: TapeReader
  private(set) var findings: Findings
  private(set) var unknown: [String] = []
  private(set) var events: [CurvedEvent] = []
  private var hasPercentages = false

  /// Names and ranges that differ between the formats.
  struct Style {
    let start: String
    let tapFrequency, frequency: ClosedRange<Double>
    let hasIndex: Bool
    let latest: Double
    /// Whether more events than the published limit are only noted.
    let mayHaveMore: Bool
  }

  static let most = 4_096
  private static let values = 0.0...100.0

  init(_ tape: TapeReader, findingsPerCode: Int) {
    self.tape = tape
    findings = Findings(perCode: findingsPerCode)
  }

  // MARK: Events

  /// Reads an array of `{"Event": {…}}`. Reports an error if there are more than `most` events.
  mutating func events(
    _ list: Int, _ path: String, _ style: Style, most: Int, after begin: Double = 0, channel: Int = 0
  ) {
    guard let elements = array(list, path) else { return }
    if elements.count > most {
      let (message, remedy) = (
        "there are \(elements.count) events, but players accept at most \(most)", "Remove events, or split the file."
      )
      guard style.mayHaveMore else { return report(list, path, message, remedy) }
      note(list, path, message, remedy)
    }
    guard events.count + elements.count <= CurvedEventReader.most else {
      return report(
        list, path, "the file has more than \(CurvedEventReader.most) events", "Split the file.", .tooLarge)
    }
    for (number, element) in elements.enumerated() {
      let here = "\(path)[\(number)]"
      if isBare(element) {
        event(element, here, style, after: begin, channel: channel)
        continue
      }
      guard let members = object(element, here, known: ["Event"]) else { continue }
      guard let token = members["Event"] else {
        report(element, here, "`Event` is missing", "Add \"Event\": { … }.")
        continue
      }
      event(token, here + ".Event", style, after: begin, channel: channel)
    }
  }

  /// Whether an element is an event without `Event` around it, as OpenHarmony's converter writes.
  private func isBare(_ element: Int) -> Bool {
    guard tape[element].kind == .object else { return false }
    var (index, hasType) = (element &+ 1, false)
    while index < tape[element].next {
      let name = tape.string(index)
      if name == "Event" { return false }
      hasType = hasType || name == "Type"
      index = tape.next(index &+ 1)
    }
    return hasType
  }

  private mutating func event(_ token: Int, _ path: String, _ style: Style, after begin: Double, channel: Int) {
    let known = ["Type", style.start, "Duration", "Parameters"] + (style.hasIndex ? ["Index"] : [])
    guard let members = object(token, path, known: known), let isTap = type(members["Type"], token, path) else {
      return
    }
    let start = number(members[style.start], token, path, style.start, 0...style.latest)
    let length = isTap ? 0 : number(members["Duration"], token, path, "Duration", 0...Double(CurvedEventRules.longest))
    let index = members["Index"].flatMap { number($0, token, path, "Index", 0...2) } ?? Double(channel)
    guard let parameters = members["Parameters"] else {
      return report(
        token, path, "`Parameters` is missing", "Add \"Parameters\": { \"Intensity\": …, \"Frequency\": … }.")
    }
    let inside = path + ".Parameters"
    guard let values = object(parameters, inside, known: ["Intensity", "Frequency", "Curve"]) else { return }
    let range = isTap ? style.tapFrequency : style.frequency
    guard let start, let length,
      let intensity = number(values["Intensity"], parameters, inside, "Intensity", CurvedEventReader.values),
      let frequency = number(values["Frequency"], parameters, inside, "Frequency", range, otherwise: 50)
    else { return }
    var event = CurvedEvent(
      isTap: isTap, start: begin + start, length: length, intensity: intensity, frequency: frequency)
    event.channel = Int(index)
    if !isTap, let curve = values["Curve"] { event.curve = points(curve, inside + ".Curve", length) }
    if !isTap, length == 0 {
      return note(token, path, "a continuous event of 0 ms plays nothing", "Give it a length, or remove it.")
    }
    if frequency < 0 || frequency > 100 {
      note(
        token, path, "frequency \(CurvedEventReader.shown(frequency)) is outside the range of sharpness",
        "Use 0 to 100.")
    }
    events.append(event)
  }

  private mutating func type(_ token: Int?, _ parent: Int, _ path: String) -> Bool? {
    guard let token else {
      report(parent, path, "`Type` is missing", "Add \"Type\": \"transient\" or \"continuous\".")
      return nil
    }
    let word = tape[token].isString ? tape.string(token) : ""
    guard ["transient", "continuous"].contains(word) else {
      let tape = tape
      report(
        token, path + ".Type", "`Type` must be transient or continuous, but is \(tape.describe(token))",
        "Write \"transient\" or \"continuous\".")
      return nil
    }
    return word == "transient"
  }

  private mutating func points(_ list: Int, _ path: String, _ length: Double) -> [CurvedEvent.Point] {
    guard let elements = array(list, path) else { return [] }
    guard CurvedEventRules.points.contains(elements.count) else {
      report(
        list, path, "a curve must have 4 to 16 points, but this one has \(elements.count)",
        "Add points along its segments, or remove some.")
      return []
    }
    var result: [CurvedEvent.Point] = []
    for (number, element) in elements.enumerated() {
      let here = "\(path)[\(number)]"
      guard let values = object(element, here, known: ["Time", "Intensity", "Frequency"]),
        let time = self.number(values["Time"], element, here, "Time", 0...length),
        let gain = self.number(values["Intensity"], element, here, "Intensity", CurvedEventReader.values, otherwise: 1),
        let shift = self.number(values["Frequency"], element, here, "Frequency", -100...100, otherwise: 0)
      else { continue }
      if gain > 1, !hasPercentages {
        hasPercentages = true
        note(
          values["Intensity"] ?? element, here,
          "a curve's intensity is a factor from 0 to 1; because one is \(CurvedEventReader.shown(gain)), all are read as percentages",
          "Divide the intensities of curves by 100.")
      }
      result.append(.init(time: time, gain: gain, shift: shift))
    }
    return result.sorted { $0.time < $1.time }
  }

  /// In chronological order, with the intensities of curves as factors (0 to 1), not percentages.
  var finished: [CurvedEvent] {
    let scaled = events.map { event in
      guard hasPercentages else { return event }
      var event = event
      for index in event.curve.indices { event.curve[index].gain /= 100 }
      return event
    }
    return scaled.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map {
      $0.element
    }
  }

  // MARK: Values

  /// Returns the known members, or `nil` if the value is not an object. Notes unknown members.
  mutating func object(_ token: Int, _ path: String, known: [String]) -> [String: Int]? {
    guard tape[token].kind == .object else {
      wrongKind(token, path, "an object")
      return nil
    }
    var result: [String: Int] = [:]
    var index = token &+ 1
    while index < tape[token].next {
      let name = tape.string(index)
      if known.contains(name) { result[name] = index &+ 1 } else { unknown.append(name) }
      index = tape.next(index &+ 1)
    }
    return result
  }

  /// Returns the text of a member, or `nil` if it is missing or not text.
  func text(_ token: Int?) -> String? { token.flatMap { tape[$0].isString ? tape.string($0) : nil } }

  mutating func array(_ token: Int, _ path: String) -> [Int]? {
    guard tape[token].kind == .array else {
      wrongKind(token, path, "an array")
      return nil
    }
    var result: [Int] = []
    var index = token &+ 1
    while index < tape[token].next {
      result.append(index)
      index = tape.next(index)
    }
    return result
  }

  mutating func number(
    _ token: Int?, _ parent: Int, _ path: String, _ name: String, _ range: ClosedRange<Double>,
    otherwise standard: Double? = nil
  ) -> Double? {
    guard let token else {
      if standard == nil { report(parent, path, "`\(name)` is missing", "Add \"\(name)\" with a number.") }
      return standard
    }
    guard tape[token].kind == .number else {
      wrongKind(token, "\(path).\(name)", "a number")
      return nil
    }
    let value = tape[token].double
    guard range.contains(value) else {
      let bounds = "\(CurvedEventReader.shown(range.lowerBound)) to \(CurvedEventReader.shown(range.upperBound))"
      report(
        token, "\(path).\(name)", "`\(name)` is \(CurvedEventReader.shown(value)), outside \(bounds)",
        "Use a value from \(bounds).")
      return nil
    }
    return value
  }

  private mutating func wrongKind(_ token: Int, _ path: String, _ wanted: String) {
    let tape = tape
    report(token, path, "expected \(wanted), found \(tape.describe(token))", tape.wrongKindRemedy(token, wanted))
  }

  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  mutating func report(
    _ token: Int, _ path: String, _ message: String, _ remedy: String, _ code: DiagnosticCode = .badImport
  ) {
    findings.add(code, at: tape[token].start, path: path, message: message, remedy: remedy)
  }

  mutating func note(_ token: Int, _ path: String, _ message: String, _ remedy: String) {
    findings.add(.lossyImport, at: tape[token].start, path: path, message: message, remedy: remedy)
  }
}
