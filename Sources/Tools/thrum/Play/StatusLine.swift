import FoundationEssentials
import Glibc
import Synchronization
import ThrumAnalysis
import ThrumEngine
import ThrumPattern

final class StatusLine: Sendable {
  let isShown: Bool

  private let shown = Mutex<String?>(nil)

  init(isShown: Bool) { self.isShown = isShown && Console.hasStatusLine }

  struct Content {
    /// In seconds.
    var position = 0.0
    var total = 0.0
    var peakDecibels = -120.0
    var isPaused = false
    var loop: LoopCount?
    /// Counted from 1.
    var pass = 1
    var isMuted = false
    /// Volume after a change, dB.
    var volume: Double?
    var version: String?
  }

  func show(_ content: Content) {
    guard isShown else { return }
    let filled = Int(max(0, min(24, (content.peakDecibels + 60) / 60 * 24)))
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: 24 - filled)
    var words = [
      "\(fixed(min(max(0, content.position), content.total), 2)) / \(fixed(content.total, 2)) s",
      bar, "\(lead(fixed(max(content.peakDecibels, -60), 0), 3)) dB",
    ]
    if content.isPaused { words.append("paused") }
    if let loop = content.loop { words.append("loop \(content.pass)" + (loop.count.map { "/\($0)" } ?? "")) }
    if content.isMuted { words.append("muted") }
    if let volume = content.volume { words.append("volume \(fixed(volume, 0)) dB") }
    if let version = content.version { words.append(version) }
    let text = String(words.joined(separator: "  ").prefix(max(10, Console.statusColumns - 1)))
    let isNew = shown.withLock { shown in
      defer { shown = text }
      return shown != text
    }
    if isNew { Console.status(text) }
  }

  func clear() {
    guard isShown else { return }
    shown.withLock { $0 = nil }
    Console.clearStatus()
  }

  func say(_ text: String) {
    clear()
    Console.message(text)
  }
}

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
