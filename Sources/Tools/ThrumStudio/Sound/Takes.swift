import CRealtime
import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The most recent takes, which the page may still request.
final class Takes: Sendable {
  private struct Version: Equatable {
    var text: String
    var path: String
    /// Different if a sound's file has changed.
    var sounds: [StudioPattern.SoundNote]
    var settings: SoundSettings
  }

  private struct State {
    /// The most recently used take is the last.
    var known: [(version: Version, take: Take)] = []
    var made = 0
  }

  private let state = Mutex(State())
  private let budget: Take.Budget
  static let most = 12

  /// - Parameter mostBytes: maximum size of all takes' blocks. At least half is left to the take that was used last.
  init(mostBytes: Int = 256 << 20) { budget = Take.Budget(most: mostBytes) }

  /// Returns a version's take, not yet rendered.
  ///
  /// - Throws: ``StudioError`` if Core Haptics rejects the pattern.
  func take(of given: StudioPattern, _ text: String, _ settings: SoundSettings) throws(StudioError) -> Take {
    var pattern = given
    let render = settings.render
    guard let compiled = pattern.compile(sampleRate: render.sampleRate) else { throw StudioError(pattern.refusal) }
    return take(compiled, of: pattern, text, settings)
  }

  /// Requires a compiled `pattern`.
  func take(_ compiled: CompiledPattern, of pattern: StudioPattern, _ text: String, _ settings: SoundSettings) -> Take {
    let version = Version(text: text, path: pattern.path, sounds: pattern.soundNotes, settings: settings)
    let render = settings.render
    // Safety: renderings only read a compiled pattern.
    nonisolated(unsafe) let compiled = compiled
    return state.withLock { state in
      if let place = state.known.firstIndex(where: { $0.version == version }) {
        let found = state.known.remove(at: place)
        state.known.append(found)
        return found.take
      }
      state.made += 1
      let take = Take(id: String(state.made), settings: render, budget: budget) {
        OfflineRenderer([compiled], settings: render)
      }
      state.known.append((version, take))
      if state.known.count > Takes.most { state.known.removeFirst() }
      return take
    }
  }

  /// Returns `nil` if the take has been dropped.
  func known(_ id: String) -> Take? {
    state.withLock { state in
      guard let place = state.known.firstIndex(where: { $0.take.id == id }) else { return nil }
      let found = state.known.remove(at: place)
      state.known.append(found)
      makeRoom(&state)
      return found.take
    }
  }

  /// Shrinks the takes that were used longest ago, so that the last one can have half of the memory.
  private func makeRoom(_ state: inout State) {
    var excess = state.known.dropLast().reduce(0) { $0 + $1.take.size } - budget.most / 2
    guard excess > 0 else { return }
    // A little more, so that this happens rarely.
    excess += budget.most / 8
    for (_, take) in state.known.dropLast() where excess > 0 {
      let size = take.size
      take.shrink(to: max(0, size - excess))
      excess -= size
    }
    // Other threads, with other arenas, would not reuse it.
    thrum_return_heap()
  }
}
