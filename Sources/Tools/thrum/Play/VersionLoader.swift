import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumMessages
import ThrumPattern

struct VersionLoader {
  let engine: HapticEngine
  let sound: SoundOptions
  /// Paths as specified. Each load looks up their partners.
  let paths: [String]
  var device: (any PatternDevice)?

  var title: String { paths.count == 1 ? paths[0] : "\(paths.count) files" }

  var names: [String] { paths + paths.compactMap(PatternPair.partner) }

  /// Rejects pipes, which could block forever.
  ///
  /// - Throws: `Failure` for a file that cannot be read or played. `say` receives its diagnostics.
  func load(_ say: @escaping @Sendable (String) -> Void) async throws -> LoadedVersion {
    try await load(try PatternFile.readAll(paths, mustBeRegular: true), isFirst: false, say)
  }

  func load(
    _ inputs: [PatternFile], isFirst: Bool = true,
    _ say: @escaping @Sendable (String) -> Void = { Console.message($0) }
  ) async throws -> LoadedVersion {
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
    let prepared = try device.map { try DevicePatterns(device: $0, says: isFirst).prepare(inputs, patterns, sound) }
    let sounds = zip(inputs, patterns).flatMap { file, pattern in
      pattern.events.compactMap(\.waveformPath).compactMap { file.sound($0) }
    }
    return LoadedVersion(
      players: players, length: length, bytes: inputs.map(\.bytes), files: watchable(inputs.map(\.path)) + sounds,
      devicePattern: prepared)
  }

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
