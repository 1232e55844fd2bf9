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
  static func set(_ new: [UInt8]) -> Int {
    let place = room(for: new.count)
    place.copyBytes(from: new)
    bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<new.count])
    return new.count
  }

  /// Returns the number of bytes of a JSON document.
  static func json(_ write: (inout JSONWriter) -> Void) -> Int {
    var writer = JSONWriter(pretty: false)
    write(&writer)
    return set(writer.bytes)
  }

  /// Returns the number of bytes of a JSON document.
  static func json(_ value: some JSONWritable) -> Int { set(value.json) }

  /// Errors are values: a document with the member `error`. Returns the number of its bytes, negated.
  static func fail(_ message: String) -> Int {
    -json { writer in writer.object { writer in writer.member("error", message) } }
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

/// What a page can choose from: motors, monitors, formats and presets.
struct Catalogue: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", ThrumVersion.current)
      writer.member("actuators", ActuatorPreset.all.map { Choice($0) })
      // Of files that are patterns.
      writer.member("endings", PatternFormat.named.flatMap { $0.endings })
      writer.member("monitors", Choice.monitors)
      writer.member("exports", PatternExport.formats)
      writer.member("presets", Preset.all.map { Choice(name: $0.name, about: $0.summary) })
    }
  }
}
