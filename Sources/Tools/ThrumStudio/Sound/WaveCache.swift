import Synchronization
import ThrumAnalysis
import ThrumEngine

/// The waveforms that were looked at of late: whoever zooms looks at the same again.
///
/// - Thread: any.
final class WaveCache: Sendable {
  private struct Question: Equatable {
    var text: String
    /// Decides where sounds are looked for.
    var path: String
    var settings: SoundSettings
  }

  private let known = Mutex<[(question: Question, overview: WaveOverview)]>([])
  private static let most = 4

  /// The waveform of a text, rendered if it was not looked at before.
  ///
  /// - Throws: `StudioError` when nobody waits for it any more.
  func overview(
    _ text: String, _ path: String, _ settings: SoundSettings, _ isAbandoned: () -> Bool,
    _ compiled: () -> CompiledPattern
  ) throws(StudioError) -> WaveOverview {
    let question = Question(text: text, path: path, settings: settings)
    if let found = known.withLock({ known in known.first { $0.question == question }?.overview }) { return found }
    guard let made = WaveOverview([compiled()], settings: settings.render, isAbandoned: isAbandoned) else {
      throw .abandoned
    }
    known.withLock { known in
      known.removeAll { $0.question == question }
      known.append((question, made))
      if known.count > WaveCache.most { known.removeFirst() }
    }
    return made
  }
}
