/// The output of `play --json`.
enum JSONLines {
  private static let schema = "thrum.play/1"

  private struct Start: Encodable {
    var schema = JSONLines.schema
    var event = "started"
    var sampleRate: Double
    /// Omitted for an endless loop.
    var duration: Double?
  }

  private struct Event: Encodable {
    var schema = JSONLines.schema
    var event: String
  }

  private struct Meter: Encodable {
    var schema = JSONLines.schema
    var time: Double
    var peakDecibels: Double
    var levelDecibels: Double
    var underruns: Int
  }

  static func started(rate: Double, duration: Double) throws {
    try write(Start(sampleRate: rate, duration: duration.isFinite ? duration : nil))
  }

  static func event(_ name: String) throws { try write(Event(event: name)) }

  static func meter(time: Double, peak: Double, level: Double, underruns: Int) throws {
    try write(Meter(time: time, peakDecibels: peak, levelDecibels: level, underruns: underruns))
  }

  private static func write(_ line: some Encodable) throws {
    try Console.document(JSONText.encode(line, compact: true))
  }
}
