import ThrumEngine
import ThrumPattern
import ThrumDevice
import Synchronization

/// One version of what is played: a player for each file, which start together.
struct Take {
  /// Players of the engine.
  let players: [HapticPlayer]
  /// Seconds to the end of the longest pattern.
  var length: Double
  /// What was read, to know a version from the one before.
  let bytes: [[UInt8]]
  /// Files that a change of would change the take: patterns and their sounds.
  let files: [String]
  /// What it is played with beside the volume, dB.
  var gainDecibels = 0.0
}

/// Reads files and makes players of them.
struct TakeLoader {
  let engine: HapticEngine
  let sound: SoundOptions
  /// As given; partners are looked for again each time.
  let paths: [String]

  /// What messages call it.
  var title: String { paths.count == 1 ? paths[0] : "\(paths.count) files" }

  /// The files and their partners, as messages call them.
  var names: [String] { paths + paths.compactMap(PatternPair.partner) }

  /// Reads the files as they are now; a pipe in their place is refused, since reading it could wait forever.
  ///
  /// - Throws: `Failure` for a file that cannot be read or played, after its diagnostics were printed by `say`.
  func load(_ say: @escaping @Sendable (String) -> Void) async throws -> Take {
    try await load(try PatternFile.readAll(paths, mustBeRegular: true), say)
  }

  /// Makes players of files that were read.
  func load(
    _ inputs: [PatternFile], _ say: @escaping @Sendable (String) -> Void = { Console.message($0) }
  ) async throws -> Take {
    let patterns = try inputs.map { try $0.playable(say) }
    sound.warn(about: patterns)
    var players: [HapticPlayer] = []
    var length = 0.0
    let noMemory = Mutex<SoundError?>(nil)
    for (file, pattern) in zip(inputs, patterns) {
      let options = options(file, say) { error in noMemory.withLock { $0 = $0 ?? error } }
      let player: HapticPlayer
      do throws(EngineError) { player = try await engine.makePlayer(pattern, options: options) } catch {
        throw Failure(.badData, "\(file.name): \(error.message)")
      }
      if let error = noMemory.withLock({ $0 }) {
        throw Failure(.system, "\(file.name): \(error)")
      }
      players.append(player)
      length = max(length, player.duration)
    }
    let sounds = zip(inputs, patterns).flatMap { file, pattern in
      pattern.events.compactMap(\.waveformPath).compactMap { file.sound($0) }
    }
    return Take(
      players: players, length: length, bytes: inputs.map(\.bytes), files: watchable(inputs.map(\.path)) + sounds)
  }

  /// The files of the take and those that may join it.
  private func watchable(_ paths: [String]) -> [String] {
    let files = paths.filter { $0 != "-" && !PatternFile.isPreset($0) }
    return files + files.compactMap(PatternPair.partner)
  }

  private func options(
    _ file: PatternFile, _ say: @escaping @Sendable (String) -> Void,
    _ noMemory: @escaping @Sendable (SoundError) -> Void
  ) -> PlayerOptions {
    var options = PlayerOptions()
    options.hapticsOnly = sound.hapticsOnly
    options.audioOnly = sound.audioOnly
    let name = file.name
    options.resolveSound = { path in
      let found = file.sound(path)
      if found == nil { say("\(name): warning: the sound “\(quoted(path))” is missing; the haptics play without it") }
      return found
    }
    options.soundFailed = { error in
      if error.reason == .noMemory { return noMemory(error) }
      say("\(name): warning: \(error); the haptics play without it")
    }
    return options
  }
}
