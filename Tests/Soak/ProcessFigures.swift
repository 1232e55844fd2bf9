import Foundation

/// System resources held by this process, from /proc.
struct ProcessFigures: CustomStringConvertible {
  private(set) var kilobytes = 0
  private(set) var threads = 0
  private(set) var descriptors = 0

  /// Keeps the larger of each figure.
  mutating func include(_ other: ProcessFigures) {
    kilobytes = max(kilobytes, other.kilobytes)
    threads = max(threads, other.threads)
    descriptors = max(descriptors, other.descriptors)
  }

  /// Current figures.
  static var now: ProcessFigures {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return ProcessFigures(kilobytes: pages * 4, threads: count("task"), descriptors: count("fd"))
  }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
  }

  var description: String { "\(kilobytes) kB, \(threads) threads, \(descriptors) descriptors" }
}
