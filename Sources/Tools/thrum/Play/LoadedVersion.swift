import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumMessages
import ThrumPattern

struct LoadedVersion {
  let players: [HapticPlayer]
  /// Length of the longest pattern, s.
  var length: Double
  /// Contents of the files, for detecting a new version.
  let bytes: [[UInt8]]
  /// Files to watch: patterns and their sounds.
  let files: [String]
  /// Gain in addition to the volume.
  var gainDecibels = 0.0
  /// Set for a device that plays by itself.
  var devicePattern: DevicePattern?
}

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

/// Prepares patterns for a device that plays them by itself, and prints losses if `says` is set.
struct DevicePatterns {
  let device: any PatternDevice
  let says: Bool

  func prepare(_ inputs: [PatternFile], _ patterns: [Pattern], _ sound: SoundOptions) throws -> DevicePattern {
    var timeline = PatternTimeline()
    for pattern in patterns { timeline.add(pattern, content: sound.content) }
    let prepared: DevicePattern
    do throws(OutputError) { prepared = try device.prepare(patterns, timeline) } catch {
      throw Failure(.badData, "\(inputs.map(\.name).joined(separator: ", ")): \(error.message)")
    }
    guard says else { return prepared }
    Console.message(prepared.form)
    Console.messages(prepared.losses.map { "lost: \($0)" })
    if let motor = ActuatorPreset.named(prepared.motor) {
      Console.message(
        FeelLoss(PatternGroup(patterns), PatternGroup(prepared.played), on: FeelMotor(motor), Work<Never>.endless).words
      )
    }
    return prepared
  }

  static func latency(_ seconds: [Double]) -> String? {
    guard let least = seconds.min(), let most = seconds.max() else { return nil }
    func shown(_ seconds: Double) -> String { fixed(1000 * seconds, 0) }
    let range = seconds.count == 1 ? "" : " to \(shown(most))"
    return "latency: \(shown(least))\(range) ms from a command to the device’s answer"
  }
}

extension LoadedVersion {
  /// Plays on the device, if there is one. `position` is within the pass.
  func play(from position: Double, rate: Double) {
    guard let devicePattern else { return }
    devicePattern.device.play(devicePattern, from: position, rate: rate)
  }

  func halt() { devicePattern?.device.halt() }
}
