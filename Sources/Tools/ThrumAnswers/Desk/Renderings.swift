import Synchronization
import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumSystem

/// The versions rendered last, whose samples may still be asked for.
final class Renderings: Sendable {
  private struct State {
    /// The most recently used is the last.
    var known: [Rendered] = []
    var made = 0
  }

  private let state = Mutex(State())
  private let budget: Take.Budget
  private let didShrink: @Sendable () -> Void
  static let most = 12
  private static let mostOverviews = 4

  /// - Parameter mostBytes: maximum size of all takes' blocks. At least half is left to the take that was used last.
  init(mostBytes: Int, didShrink: @escaping @Sendable () -> Void) {
    (budget, self.didShrink) = (Take.Budget(most: mostBytes), didShrink)
  }

  /// Returns a version, not yet rendered, or `nil` if it cannot be played.
  func rendered(_ text: String, _ pattern: StudioPattern, _ settings: SoundSettings) -> Rendered? {
    let key = Rendered.Key(text: text, settings: settings, sounds: pattern.soundStamps)
    if let found = state.withLock({ Renderings.used(&$0) { $0.key == key } }) { return found }
    guard let (schedule, sounds) = pattern.compile(sampleRate: settings.sampleRate) else { return nil }
    let id = state.withLock { state in
      state.made += 1
      return String(state.made)
    }
    let made = Rendered(key, id: id, schedule, sounds, budget: budget)
    return state.withLock { state in
      // Another thread may have been faster.
      if let found = Renderings.used(&state, { $0.key == key }) { return found }
      state.known.append(made)
      if state.known.count > Renderings.most { state.known.removeFirst() }
      for old in state.known.dropLast(Renderings.mostOverviews) { old.forgetOverview() }
      return made
    }
  }

  /// Returns `nil` if the take has been dropped.
  func take(_ id: String) -> Take? {
    state.withLock { state in
      let found = Renderings.used(&state) { $0.take.id == id }
      if found != nil { makeRoom(&state) }
      return found?.take
    }
  }

  private static func used(_ state: inout State, _ isWanted: (Rendered) -> Bool) -> Rendered? {
    guard let place = state.known.firstIndex(where: isWanted) else { return nil }
    let found = state.known.remove(at: place)
    state.known.append(found)
    return found
  }

  /// Shrinks the takes that were used longest ago, so that the last one can have half of the memory.
  private func makeRoom(_ state: inout State) {
    var excess = state.known.dropLast().reduce(0) { $0 + $1.take.size } - budget.most / 2
    guard excess > 0 else { return }
    // A little more, so that this happens rarely.
    excess += budget.most / 8
    for rendered in state.known.dropLast() where excess > 0 {
      let size = rendered.take.size
      rendered.take.shrink(to: max(0, size - excess))
      excess -= size
    }
    didShrink()
  }
}
