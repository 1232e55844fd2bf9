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
