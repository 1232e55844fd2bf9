import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender
import ThrumSystem

/// A version that can be rendered, with what was made of it.
final class Rendered: Sendable {
  /// What the samples depend on.
  struct Key: Equatable, Sendable {
    let text: String
    let settings: SoundSettings
    /// Different if a sound's file has changed.
    let sounds: [String]
  }

  let key: Key
  let take: Take
  let sounds: [StudioPattern.SoundNote]
  let settings: RenderSettings
  /// Safety: renderings only read a compiled pattern.
  nonisolated(unsafe) private let schedule: CompiledPattern
  private let known = Mutex<WaveOverview?>(nil)

  init(
    _ key: Key, id: String, _ schedule: CompiledPattern, _ sounds: [StudioPattern.SoundNote],
    budget: Take.Budget
  ) {
    let settings = key.settings.render
    (self.key, self.sounds, self.settings) = (key, sounds, settings)
    // Safety: as above.
    nonisolated(unsafe) let schedule = schedule
    self.schedule = schedule
    take = Take(id: id, settings: settings, budget: budget) { OfflineRenderer([schedule], settings: settings) }
  }

  /// The first call renders the pattern.
  func overview<Failure>(_ work: Work<Failure>) throws(Failure) -> WaveOverview {
    if let found = known.withLock({ $0 }) { return found }
    let made = try WaveOverview([schedule], settings: settings, work)
    known.withLock { $0 = made }
    return made
  }

  func forgetOverview() { known.withLock { $0 = nil } }

  func range<Failure>(
    from: Double, to: Double, columns: Int, _ work: Work<Failure>
  ) throws(Failure) -> WaveRange {
    try WaveRange(
      schedule, overview(work), settings: settings, from: from, to: to, columns: columns, work)
  }
}
