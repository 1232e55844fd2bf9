import Testing

@testable import ThrumPattern

/// An input that produces a finding, with the finding's place.
struct DiagnosticCase: CustomTestStringConvertible {
  var code: DiagnosticCode
  var text: String
  var path: String
  /// Text at the finding's place.
  var at: String

  init(_ code: DiagnosticCode, _ text: String, _ path: String = "", at: String) {
    self.code = code
    self.text = text
    self.path = path
    self.at = at
  }

  /// An input with a single entry.
  init(_ code: DiagnosticCode, entry: String, _ path: String = "", at: String) {
    self.init(code, #"{"Version":1,"Pattern":[\#(entry)]}"#, "Pattern[0]" + path, at: at)
  }

  /// An input with one event that has these members.
  init(_ code: DiagnosticCode, event: String, _ path: String = "", at: String) {
    self.init(code, entry: #"{"Event":{\#(event)}}"#, ".Event" + path, at: at)
  }

  /// An input with one curve beside a continuous event.
  init(_ code: DiagnosticCode, curve: String, _ path: String = "", at: String) {
    let event = #"{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":9}}"#
    self.init(code, entry: #"{"ParameterCurve":{\#(curve)}},\#(event)"#, ".ParameterCurve" + path, at: at)
  }

  var testDescription: String { "\(code.rawValue) \(text)" }

  /// All findings for the input.
  var diagnostics: [Diagnostic] {
    let limits = ReadLimits(depth: 8, findingsPerCode: 2)
    var options = Linter.Options()
    options.weakEvents = weakEvents
    return Linter(options: options).lint(read(text, limits: limits), sound: soundsOfCases)
  }
}

/// The sounds that the cases name.
@Sendable func soundsOfCases(_ path: String) -> SoundState {
  switch path {
  case "there.wav", "/there.wav": .plays
  case "form.wav": .playsUnderAnotherForm
  case "pointer.wav": .unreadable(cause: "it is a Git LFS pointer", remedy: "Fetch the file.")
  default: .missing(hint: nil)
  }
}

/// Events below an intensity of 0.05, which is said to cure them.
@Sendable func weakEvents(_ pattern: Pattern) -> [WeakEvent] {
  pattern.events.enumerated().compactMap { index, event in
    let intensity = event.value(of: .hapticIntensity)
    guard event.type.isHaptic, intensity < 0.05 else { return nil }
    return WeakEvent(index: index, cause: intensity > 0 ? .weak(decibels: -12, intensity: 0.05) : .silent)
  }
}
