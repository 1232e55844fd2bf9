import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Text of generated code.
enum CodeText {
  /// Numbers in lines of sixteen, with a comma after each.
  static func rows(_ values: [Int], indent: String) -> [String] {
    stride(from: 0, to: values.count, by: 16).map { first in
      indent + values[first..<min(first + 16, values.count)].map { "\($0)" }.joined(separator: ", ") + ","
    }
  }
}
