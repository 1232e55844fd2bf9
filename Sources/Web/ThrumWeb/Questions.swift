import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

// The second half of the module's interface: what a page asks about an open pattern, and about files that are not open.

/// What all questions share.
private enum Questions {
  /// Safety: a module in a browser has one thread.
  nonisolated(unsafe) static var motors = Motors()
}

/// Answers with the verdicts on a motor, as `thrum feel --json` lists them.
@_expose(wasm, "thrum_feel") @_cdecl("thrum_feel")
public func feel(_ number: Int, _ motor: UnsafeRawPointer, _ count: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  let name = text(motor, count)
  guard let report = Questions.motors.report(pattern.pattern.document, on: name) else {
    return Answer.fail("there is no motor “\(name)”")
  }
  return Answer.json { writer in writer.report(report) }
}

/// Answers with the verdicts on several motors, whose names are separated by line breaks, in short: on all events or,
/// if `last` is not less than `first`, on those around these seconds.
@_expose(wasm, "thrum_judge") @_cdecl("thrum_judge")
public func judge(_ number: Int, _ names: UnsafeRawPointer, _ count: Int, _ first: Double, _ last: Double) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  let wanted = text(names, count).split(separator: "\n").map { String($0) }
  let range = first <= last ? first...last : nil
  switch Questions.motors.answer(pattern.pattern.document, around: range, on: wanted) {
  case .success(let answer): return Answer.json(answer)
  case .failure(let unknown): return Answer.fail("there is no motor “\(unknown.name)”")
  }
}

/// Answers with findings and the waveform in columns.
@_expose(wasm, "thrum_analyse") @_cdecl("thrum_analyse")
public func analyse(_ number: Int, _ columns: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  return Answer.json(pattern.analysis(columns: columns))
}

/// Answers with a range of the waveform, s, in columns.
@_expose(wasm, "thrum_wave") @_cdecl("thrum_wave")
public func wave(_ number: Int, _ from: Double, _ to: Double, _ columns: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  guard WaveRange.allows(from: from, to: to) else {
    return Answer.fail("a range of the waveform needs a start and a later end, in seconds")
  }
  return pattern.wave(from: from, to: to, columns: columns).map { Answer.json($0) }
    ?? Answer.fail(pattern.pattern.refusal)
}

/// Answers with the gains, dB, that make two patterns equally strong.
@_expose(wasm, "thrum_match") @_cdecl("thrum_match")
public func match(_ one: Int, _ other: Int) -> Int {
  guard let first = patterns[one] else { return unknown(one) }
  guard let second = patterns[other] else { return unknown(other) }
  guard let side = first.side() else { return Answer.fail(first.pattern.refusal) }
  guard let otherSide = second.side() else { return Answer.fail(second.pattern.refusal) }
  return Answer.json(LevelMatch(side, otherSide))
}

/// Answers with the text after the cure of a finding, which its code and place name; a line of 0 means no place.
@_expose(wasm, "thrum_cure") @_cdecl("thrum_cure")
public func cure(_ number: Int, _ code: UnsafeRawPointer, _ count: Int, _ line: Int, _ column: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  let (line, column) = line > 0 ? (line, column) : (nil, nil)
  return pattern.pattern.cured(text(code, count), line: line, column: column).map { Answer.json($0) }
    ?? Answer.fail("this finding has no cure that can be applied")
}

/// Answers with the text after the cures of all findings with a code.
@_expose(wasm, "thrum_cure_all") @_cdecl("thrum_cure_all")
public func cureAll(_ number: Int, _ code: UnsafeRawPointer, _ count: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  return pattern.pattern.cured(all: text(code, count)).map { Answer.json($0) }
    ?? Answer.fail("no finding of this kind has a cure that can be applied")
}

/// Answers with the text after an event was made perceptible on a motor.
@_expose(wasm, "thrum_cure_felt") @_cdecl("thrum_cure_felt")
public func cureFelt(_ number: Int, _ motor: UnsafeRawPointer, _ count: Int, _ index: Int) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  switch Questions.motors.cured(pattern.pattern.document, event: index, on: text(motor, count)) {
  case .success(let cured): return Answer.json(cured)
  case .failure(let refused): return Answer.fail(refused.words)
  }
}

/// Answers with the pattern in another format. `name` is the file's, without its ending.
@_expose(wasm, "thrum_export") @_cdecl("thrum_export")
public func export(
  _ number: Int, _ format: UnsafeRawPointer, _ formatCount: Int, _ name: UnsafeRawPointer, _ nameCount: Int
) -> Int {
  guard let pattern = patterns[number] else { return unknown(number) }
  guard let playable = pattern.pattern.playable else { return Answer.fail(pattern.pattern.refusal) }
  do throws(PatternExport.Problem) {
    let made = try PatternExport.exported(
      playable, as: text(format, formatCount), name: text(name, nameCount), Work<Never>.endless)
    return Answer.json(made)
  } catch { return Answer.fail(error.words) }
}

/// Answers with a file of any format as AHAP.
@_expose(wasm, "thrum_convert") @_cdecl("thrum_convert")
public func convert(_ name: UnsafeRawPointer, _ nameCount: Int, _ file: UnsafeRawPointer, _ count: Int) -> Int {
  switch ConvertedText.ahap(of: bytes(file, count), name: text(name, nameCount)) {
  case .success(let converted): return Answer.json(converted)
  case .failure(let problem): return Answer.fail(problem.words)
  }
}

/// Answers with the outline of an AHAP file for a small picture.
@_expose(wasm, "thrum_shape") @_cdecl("thrum_shape")
public func shape(_ name: UnsafeRawPointer, _ nameCount: Int, _ file: UnsafeRawPointer, _ count: Int) -> Int {
  let bytes = bytes(file, count)
  guard let pattern = AHAP.read(bytes, name: text(name, nameCount)).pattern else {
    return Answer.fail("this text is not a pattern")
  }
  return Answer.json(PatternShape(pattern, revision: Revision.of(bytes)))
}

/// Answers with what a motor reaches: with transients if `seconds` is below 0, or with events of this length.
@_expose(wasm, "thrum_reach") @_cdecl("thrum_reach")
public func reach(_ motor: UnsafeRawPointer, _ count: Int, _ seconds: Double) -> Int {
  let name = text(motor, count)
  guard let actuator = ActuatorPreset.named(name) else { return Answer.fail("there is no motor “\(name)”") }
  let steps = MotorReach.steps(of: seconds >= 0 ? seconds : nil)
  return Answer.json(MotorReach(FeelMotor(actuator), steps: steps))
}

/// Answers with what a page can choose from.
@_expose(wasm, "thrum_catalogue") @_cdecl("thrum_catalogue")
public func catalogue() -> Int { Answer.json(Catalogue()) }

/// Answers with a preset as AHAP text.
@_expose(wasm, "thrum_preset") @_cdecl("thrum_preset")
public func preset(_ name: UnsafeRawPointer, _ count: Int) -> Int {
  let name = text(name, count)
  guard let preset = Preset.named(name) else { return Answer.fail("there is no preset “\(name)”") }
  return Answer.set(AHAP.write(preset.pattern()))
}

/// What is judged on motors, whose tables take long to make and are kept.
struct Motors {
  private var analyses: [String: FeelAnalysis] = [:]

  /// Returns `nil` for an unknown motor.
  private func analysis(_ name: String) -> FeelAnalysis? {
    analyses[name] ?? ActuatorPreset.named(name).map { FeelAnalysis(FeelMotor($0)) }
  }

  /// The verdicts in full, as `thrum feel --json` lists them.
  mutating func report(_ document: AHAPDocument, on name: String) -> FeelReport? {
    guard let analysis = analysis(name) else { return nil }
    var used = [analysis]
    let report = FeelReport(
      PatternGroup(document.pattern ?? Pattern(entries: [])), path: document.name, on: &used, Work<Never>.endless)
    analyses[name] = used[0]
    return report
  }

  /// The verdicts in short for several motors, or the name of one that is unknown.
  mutating func answer(
    _ document: AHAPDocument, around range: ClosedRange<Double>?, on names: [String]
  ) -> Result<FeelAnswer, Unknown> {
    var used: [FeelAnalysis] = []
    for name in names {
      guard let analysis = analysis(name) else { return .failure(Unknown(name: name)) }
      used.append(analysis)
    }
    let answer = FeelAnswer(document, around: range) { events in
      used.indices.map { FeelReport.Motor(used[$0].motor, used[$0].felt(events, Work<Never>.endless)) }
    }
    for (name, analysis) in zip(names, used) { analyses[name] = analysis }
    return .success(answer)
  }

  struct Unknown: Error {
    let name: String
  }

  /// The text with one event cured, or why it is not.
  mutating func cured(_ document: AHAPDocument, event: Int, on name: String) -> Result<CuredText, Refused> {
    guard var analysis = analysis(name) else { return .failure(Refused(words: "there is no motor “\(name)”")) }
    let cured = CuredText(document, event: event, on: &analysis, Work<Never>.endless)
    analyses[name] = analysis
    return cured.map { .success($0) } ?? .failure(Refused(words: CuredText.refusal(motor: name)))
  }

  struct Refused: Error {
    let words: String
  }
}
