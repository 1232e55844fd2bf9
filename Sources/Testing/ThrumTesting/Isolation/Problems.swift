import Testing
import ThrumEngine
import ThrumTime

enum Problems {
  static func distinct(_ problems: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for problem in problems { counts[problem, default: 0] += 1 }
    var result: [String] = []
    for problem in problems {
      guard let count = counts.removeValue(forKey: problem) else { continue }
      result.append(count > 1 ? "\(problem) (\(count) times)" : problem)
    }
    return result
  }
}
