import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

/// What the last call answered, for the host to read at `thrum_answer` until the next call.
///
/// - Thread: a module in a browser has one thread.
enum Answer {
  /// Safety: see above.
  nonisolated(unsafe) private(set) static var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Returns the number of bytes.
  private static func set(_ new: [UInt8]) -> Int {
    let place = room(for: new.count)
    place.copyBytes(from: new)
    bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<new.count])
    return new.count
  }

  enum Kind: Int {
    case nothing, json, bytes
  }

  /// Safety: as above.
  nonisolated(unsafe) private(set) static var kind = Kind.nothing

  /// Returns the number of bytes.
  static func set(_ new: [UInt8], _ kind: Kind) -> Int {
    self.kind = kind
    return set(new)
  }

  /// Errors are values: a document with the member `error`. Returns the number of its bytes, negated.
  static func fail(_ message: String) -> Int {
    -set(Refusal(code: .badArguments, message: message).json, .json)
  }

  /// Returns room for samples, which `keep` makes the answer.
  static func floats(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
    room(for: count * MemoryLayout<Float>.stride).bindMemory(to: Float.self)
  }

  private static func room(for count: Int) -> UnsafeMutableRawBufferPointer {
    if capacity < count {
      bytes.deallocate()
      bytes = .allocate(byteCount: count, alignment: 16)
      capacity = count
    }
    return UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count)
  }

  /// Safety: as above.
  nonisolated(unsafe) private static var capacity = 0
}
