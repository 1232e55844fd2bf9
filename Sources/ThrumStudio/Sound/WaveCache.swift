import Synchronization
import ThrumAnalysis
import ThrumRender

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
  func overview(
    _ text: String, _ path: String, _ settings: SoundSettings, _ schedule: () -> ScheduleMemory
  ) -> WaveOverview {
    let question = Question(text: text, path: path, settings: settings)
    if let found = known.withLock({ known in known.first { $0.question == question }?.overview }) { return found }
    let made = WaveOverview([schedule()], settings: settings.render)
    known.withLock { known in
      known.removeAll { $0.question == question }
      known.append((question, made))
      if known.count > WaveCache.most { known.removeFirst() }
    }
    return made
  }
}
