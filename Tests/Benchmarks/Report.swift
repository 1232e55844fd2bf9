import Foundation

/// One figure of the report, beside what it is held against.
struct Figure: Encodable {
  var name: String
  var value: Double
  var unit: String
  /// What it is held against, in the same unit; `nil` when it is only reported.
  var reference: Double?
  /// Value over reference; `nil` without one.
  var ratio: Double? { reference.map { value / $0 } }
  /// Whether less is better.
  var lessIsBetter = true

  /// Whether the figure keeps its bound.
  var passes: Bool? {
    ratio.map { lessIsBetter ? $0 <= 1 : $0 >= 1 }
  }

  private enum Key: String, CodingKey {
    case name, value, unit, reference, ratio
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(name, forKey: .name)
    try members.encode(value, forKey: .value)
    try members.encode(unit, forKey: .unit)
    try members.encodeIfPresent(reference, forKey: .reference)
    try members.encodeIfPresent(ratio, forKey: .ratio)
  }
}

/// The whole report: a table on standard output and `thrum.bench/1` in a file.
struct Report: Encodable {
  var schema = "thrum.bench/1"
  var rows: [Figure] = []

  /// Adds a figure and prints it.
  mutating func add(
    _ name: String, _ value: Double, _ unit: String, reference: Double? = nil, lessIsBetter: Bool = true
  ) {
    let figure = Figure(name: name, value: value, unit: unit, reference: reference, lessIsBetter: lessIsBetter)
    rows.append(figure)
    var line = name.padding(toLength: 44, withPad: " ", startingAt: 0) + number(value, 12) + " " + unit
    if let reference, let passes = figure.passes {
      line = line.padding(toLength: 72, withPad: " ", startingAt: 0)
      line += "bound \(lessIsBetter ? "≤" : "≥") \(number(reference, 0))   \(passes ? "pass" : "FAIL")"
    }
    print(line)
  }

  private func number(_ value: Double, _ width: Int) -> String {
    let digits = abs(value) >= 100 ? 0 : (abs(value) >= 10 ? 1 : 2)
    let text = String(format: "%.\(digits)f", value)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Writes the JSON document.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// The least of several times a body takes, in seconds: what the machine can do when it is left alone.
func leastSeconds(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<runs {
    let begin = ContinuousClock.now
    try body()
    least = min(least, (ContinuousClock.now - begin) / .seconds(1))
  }
  return least
}

/// The least of several times that a body keeps this thread's processor, in seconds: what others do in between does not
/// count. For bodies without other threads and without waiting.
func leastProcessorSeconds(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  var least = Double.infinity
  for _ in 0..<runs {
    let begin = now()
    try body()
    least = min(least, now() - begin)
  }
  return least
}

/// The least of two figures that are measured in turn: what slows the machine for a while slows both.
func leastOfEach(_ rounds: Int, _ first: () -> Double, beside second: () -> Double) -> (Double, Double) {
  var least = (Double.infinity, Double.infinity)
  for _ in 0..<rounds { least = (min(least.0, first()), min(least.1, second())) }
  return least
}
