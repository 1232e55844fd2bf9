import Synchronization
import ThrumAnalysis
import ThrumEngine
import ThrumPattern

final class WaveCache: Sendable {
  private struct Question: Equatable {
    var text: String
    var path: String
    var settings: SoundSettings
  }

  private let known = Mutex<[(question: Question, overview: WaveOverview)]>([])
  private static let most = 4

  func overview(
    _ text: String, _ path: String, _ settings: SoundSettings, _ work: Work<StudioError>,
    _ compiled: () -> CompiledPattern
  ) throws(StudioError) -> WaveOverview {
    let question = Question(text: text, path: path, settings: settings)
    if let found = known.withLock({ known in known.first { $0.question == question }?.overview }) { return found }
    let made = try WaveOverview([compiled()], settings: settings.render, work)
    known.withLock { known in
      known.removeAll { $0.question == question }
      known.append((question, made))
      if known.count > WaveCache.most { known.removeFirst() }
    }
    return made
  }
}
