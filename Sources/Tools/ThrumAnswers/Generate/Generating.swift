import Synchronization
import ThrumAnalysis
import ThrumPattern

/// The sounds from which patterns were made last, as analysed, so that other values need no upload.
final class Generating: Sendable {
  struct Sound {
    let number: Int
    var generator: PatternGenerator
    /// What was done to the sound before it was analysed, the first time.
    let notes: [String]
  }

  /// Newest last. An hour of sound takes some 30 MB.
  private let analysed = Mutex<(count: Int, kept: [Sound])>((0, []))
  /// Number of sounds kept.
  private static let most = 2

  func sound(_ number: Int?) -> Sound? {
    analysed.withLock { $0.kept.first { $0.number == number } }
  }

  func keep(_ features: SoundFeatures, note: String?) -> Sound {
    let generator = PatternGenerator(features)
    return analysed.withLock { analysed in
      analysed.count += 1
      analysed.kept.append(Sound(number: analysed.count, generator: generator, notes: []))
      analysed.kept.removeFirst(max(0, analysed.kept.count - Generating.most))
      return Sound(
        number: analysed.count, generator: generator, notes: [note].compactMap { $0 } + features.removed.notes)
    }
  }
}
