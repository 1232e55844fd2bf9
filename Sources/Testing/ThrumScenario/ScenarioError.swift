import ThrumEngine
import ThrumPattern

package struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int
  package let message: String

  package var description: String { "\(file):\(line):\(column): \(message)" }
}
