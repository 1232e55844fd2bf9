import Foundation

/// One figure of the report, with its bound.
struct Figure: Encodable {
  var name: String
  var value: Double
  var unit: String
  /// The bound, in the same unit; `nil` if the figure is only reported.
  var reference: Double?
  /// Value divided by reference.
  var ratio: Double? { reference.map { value / $0 } }
  /// Whether less is better.
  var lessIsBetter = true

  /// Whether the figure is within its bound; `nil` without one.
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
    var line = name.padding(toLength: 80, withPad: " ", startingAt: 0) + number(value, 12) + " " + unit
    if let reference, let passes = figure.passes {
      line = line.padding(toLength: 108, withPad: " ", startingAt: 0)
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

/// The shortest of several runs of a body, in seconds: the speed of an undisturbed machine.
func leastSeconds(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<runs {
    let begin = ContinuousClock.now
    try body()
    least = min(least, (ContinuousClock.now - begin) / .seconds(1))
  }
  return least
}

/// The shortest processor time of several runs of a body on this thread, in seconds, so that other processes do not
/// count. For bodies that neither start threads nor wait.
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

/// The smallest of two figures measured alternately, so that a slow phase of the machine affects both.
func leastOfEach(_ rounds: Int, _ first: () -> Double, beside second: () -> Double) -> (Double, Double) {
  var least = (Double.infinity, Double.infinity)
  for _ in 0..<rounds { least = (min(least.0, first()), min(least.1, second())) }
  return least
}
