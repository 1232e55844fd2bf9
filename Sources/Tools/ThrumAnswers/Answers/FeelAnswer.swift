import ThrumFeel
import ThrumPattern

/// Verdicts on a text for several motors, compact even for thousands of events.
package struct FeelAnswer: JSONWritable {
  /// Verdicts for one motor.
  package struct Lane: JSONWritable {
    package let name: String
    /// For each judged haptic event in text order, a digit: the verdict's index in the answer's kinds.
    package let verdicts: String
    /// For each of them, 1 if the event is lost or changed, or 0.
    package let findings: String
    /// Tenths of dB above the threshold of touch.
    package let levels: [Int]

    init(_ name: String, _ events: [FeltEvent]) {
      self.name = name
      verdicts = events.map { String(FeelVerdict.allCases.firstIndex(of: $0.verdict) ?? 0) }.joined()
      findings = events.map { $0.isFinding ? "1" : "0" }.joined()
      levels = events.map { Int(saturating: ($0.decibelsOverThreshold * 10).rounded()) }
    }

    package func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("name", name)
        writer.member("verdicts", verdicts)
        writer.member("findings", findings)
        writer.name("levels")
        writer.array(levels) { writer, level in writer.raw(String(level)) }
      }
    }
  }

  package struct Finding: JSONWritable {
    let finding: FeelFinding

    package func write(to writer: inout JSONWriter) {
      let diagnostic = finding.diagnostic
      let cure = finding.event.cure?.words
      writer.object { writer in
        writer.member("code", diagnostic.code.rawValue)
        writer.member("severity", diagnostic.severity.rawValue)
        writer.member("line", ifPresent: diagnostic.place?.line)
        writer.member("column", ifPresent: diagnostic.place?.column)
        writer.member("path", diagnostic.path)
        writer.member("message", diagnostic.message)
        // What to do if there is no cure.
        if cure == nil, !diagnostic.remedy.isEmpty { writer.member("remedy", diagnostic.remedy) }
        writer.member("cure", ifPresent: cure)
        writer.member("motor", finding.motor)
        writer.member("index", finding.event.index)
      }
    }
  }

  /// Which haptic events in text order were judged, if not all.
  package let places: [Int]?
  package let motors: [Lane]
  package let findings: [Finding]

  /// - Parameters:
  ///   - range: of what is to be judged, s; `nil` for all.
  ///   - judge: judges events on each motor. Not called for a text without a pattern.
  package init<Failure>(
    _ document: AHAPDocument, around range: ClosedRange<Double>? = nil,
    judge: (FeelEvents) throws(Failure) -> [FeelReport.Motor]
  ) throws(Failure) {
    guard let pattern = document.pattern else {
      (places, motors, findings) = (nil, [], [])
      return
    }
    let events = FeelEvents(PatternGroup(pattern), around: range)
    let judged = try judge(events)
    places = range.map { _ in events.askedPlaces }
    motors = judged.map { Lane($0.name, $0.events) }
    findings = FeelReport(path: document.name, motors: judged).findings(in: document).map { Finding(finding: $0) }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      // Verdicts, worst first.
      writer.member("kinds", FeelVerdict.allCases.map { $0.rawValue })
      if let places {
        writer.name("places")
        writer.array(places) { writer, place in writer.raw(String(place)) }
      }
      writer.member("motors", motors)
      writer.member("findings", findings)
    }
  }
}

extension CuredText {
  /// The text with one event made perceptible on a motor, or `nil` if no change to a single value does it.
  package init?<Failure>(
    _ document: AHAPDocument, event: Int, on analysis: inout FeelAnalysis, _ work: Work<Failure>
  ) throws(Failure) {
    let fix = try FeelFix(document, event: event, on: &analysis, work)
    guard let change = fix.changes.first else { return nil }
    self.init(text: fix.text, title: "For \(analysis.motor.name): \(change.cure.words)")
  }

  /// Says that there is no such change.
  package static func refusal(motor: String) -> String {
    "no change to a single value makes this event perceptible on \(motor)"
  }
}

extension MotorReach: JSONWritable {
  /// Longest length that is told apart, s; lengths are rounded to steps of 5 ms.
  package static let longest = 0.6

  /// Number of steps of a length in seconds, 0 for a transient.
  package static func steps(of seconds: Double?) -> Int {
    seconds.map { max(1, Int(saturating: (min($0, longest) * 200).rounded())) } ?? 0
  }

  /// - Parameter steps: as returned by ``steps(of:)``.
  package init(_ motor: FeelMotor, steps: Int) {
    self.init(motor, seconds: steps == 0 ? nil : Double(steps) / 200)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("sharpness")
      writer.array(sharpness) { writer, value in writer.number(value) }
      if let hertz {
        writer.name("hertz")
        writer.array(hertz) { writer, value in writer.number(value) }
      }
      writer.name("leastIntensity")
      writer.array(leastIntensity) { writer, value in
        if let value { writer.number(value) } else { writer.raw("null") }
      }
    }
  }
}
