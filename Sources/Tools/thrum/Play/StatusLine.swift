import ThrumPattern
import ThrumAnalysis
import FoundationEssentials
import Glibc
import Synchronization
import ThrumEngine

/// The line on a terminal that tells what is playing, and messages above it.
final class StatusLine: Sendable {
  /// Whether standard error is a terminal and nothing else is wanted there.
  let isShown: Bool

  /// What stands on the line.
  private let shown = Mutex<String?>(nil)

  init(isShown: Bool) { self.isShown = isShown && Console.hasStatusLine }

  /// What a deck shows.
  struct Content {
    var position = 0.0
    /// s
    var total = 0.0
    var peakDecibels = -120.0
    var isPaused = false
    var loop: LoopCount?
    /// The pass of the loop that plays, from 1.
    var pass = 1
    var isMuted = false
    /// dB, once it was changed.
    var volume: Double?
    /// A or B, when there are two versions.
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
    // A terminal that need not draw lets the machine rest.
    let isNew = shown.withLock { shown in
      defer { shown = text }
      return shown != text
    }
    if isNew { Console.status(text) }
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    shown.withLock { $0 = nil }
    Console.clearStatus()
  }

  /// A message above the line.
  func say(_ text: String) {
    clear()
    Console.message(text)
  }
}
