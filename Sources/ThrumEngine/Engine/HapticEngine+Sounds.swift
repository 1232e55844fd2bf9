import Foundation
import ThrumPattern
import ThrumRender

extension HapticEngine {
  /// Registers a sound file for the use of `AudioCustom` events; answers its number, which is never 0. It is kept
  /// until it is unregistered, the server is reset or the engine goes.
  ///
  /// - Parameters:
  ///   - path: of a file that the environment's sound reader can read.
  ///   - usesVolumeEnvelope: whether envelopes shape the sound; `nil` means yes.
  ///   - loops: whether it repeats until its event ends; `nil` means no.
  /// - Throws: ``EngineError`` `fileNotFound`, `invalidAudioResource` for a file that cannot be decoded,
  ///   `resourceNotAvailable` beyond 8 MB of floats in all, `serverInterrupted` while the server is away.
  public func registerSound(path: String, usesVolumeEnvelope: Bool? = nil, loops: Bool? = nil)
    throws(EngineError) -> Int
  {
    try call(.registerAudioResource, nil, path) { () throws(EngineError) in
      if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
      let rate = session?.format.sampleRate ?? configuration.request.sampleRate
      let memory = try read(path, rate: rate)
      try take(memory.bytes, path)
      let id = sounds.register(
        SoundShelf.Registered(path: path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops, bytes: memory.bytes))
      sounds.keep(memory, SoundShelf.name(of: id), rate: rate)
      return id
    }
  }

  /// Forgets a registered sound; players that were made with it keep it while they play.
  ///
  /// - Throws: ``EngineError`` `invalidAudioResource` when there is none of that number.
  public func unregisterSound(_ id: Int) throws(EngineError) {
    try call(.unregisterAudioResource, nil, "\(id)") { () throws(EngineError) in
      guard let bytes = sounds.unregister(id) else { throw EngineError.noSuchSound(id) }
      environment.hardware { $0.soundBytes -= bytes }
    }
  }

  /// How a registered sound is to be played, or `nil` when there is none.
  public func soundOptions(_ id: Int) -> (usesVolumeEnvelope: Bool?, loops: Bool?)? {
    sounds.registered[id].map { ($0.usesVolumeEnvelope, $0.loops) }
  }

  /// A pattern whose sounds are on the shelf, and are called there as in its events.
  struct LoadedPattern {
    var pattern: Pattern
    /// The sounds that were not registered: paths of files.
    var files: Set<String> = []
  }

  /// Sees to it that a pattern's sounds are on the shelf.
  func load(_ pattern: Pattern, _ options: PlayerOptions, rate: SampleRate) throws(EngineError) -> LoadedPattern {
    var result = LoadedPattern(pattern: pattern)
    for (index, entry) in pattern.entries.enumerated() {
      guard case .event(var event) = entry, event.type == .audioCustom else { continue }
      if let id = event.resourceID {
        try loadRegistered(id, rate: rate)
      } else if let path = try fileOfSound(event.waveformPath ?? "", options, rate: rate) {
        event.waveformPath = path
        result.pattern.entries[index] = .event(event)
        result.files.insert(path)
      }
    }
    return result
  }

  /// Sees to it that a registered sound is on the shelf for a rate.
  func loadRegistered(_ id: Int, rate: SampleRate) throws(EngineError) {
    guard let registered = sounds.registered[id] else { throw EngineError.noSuchSound(id) }
    let name = SoundShelf.name(of: id)
    guard sounds.memory(of: name, rate: rate) == nil else { return }
    sounds.keep(try read(registered.path, rate: rate), name, rate: rate)
  }

  /// The file behind a pattern's sound, loaded; `nil` when there is none and the pattern plays without.
  private func fileOfSound(_ name: String, _ options: PlayerOptions, rate: SampleRate) throws(EngineError) -> String? {
    guard let path = options.resolveSound(name) else {
      // Whoever resolves has said so; a caller without an answer of its own is refused.
      if options.soundFailed != nil { return nil }
      throw EngineError(.fileNotFound, "there is no sound “\(name)”")
    }
    return try loadFile(path, options, rate: rate) ? path : nil
  }

  /// Sees to it that a file is on the shelf for a rate; `false` when it cannot be, and the pattern plays without.
  @discardableResult
  func loadFile(_ path: String, _ options: PlayerOptions, rate: SampleRate) throws(EngineError) -> Bool {
    guard sounds.memory(of: path, rate: rate) == nil else { return true }
    do throws(SoundError) {
      let memory = try decode(path, rate: rate)
      // What it takes at another rate is taken already.
      try takeOrRefuse(memory.bytes - sounds.bytes(ofFile: path), path)
      sounds.keep(memory, file: path, rate: rate)
      return true
    } catch {
      guard let soundFailed = options.soundFailed else { throw EngineError(sound: error) }
      soundFailed(error)
      return false
    }
  }

  private func read(_ path: String, rate: SampleRate) throws(EngineError) -> SoundMemory {
    do throws(SoundError) { return try decode(path, rate: rate) } catch { throw EngineError(sound: error) }
  }

  /// Decodes a file; without a reader, what its header promises is silence of that length.
  private func decode(_ path: String, rate: SampleRate) throws(SoundError) -> SoundMemory {
    if let reader = configuration.soundReader ?? environment.defaults.soundReader {
      return try reader.read(path: path, sampleRate: rate)
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw SoundError(.notFound, path: path, detail: "there is no such file")
    }
    let header = SoundHeader(path: path)
    if header == nil {
      log(.note("“\(path)”: without ThrumOutput only uncompressed WAV, AIFF and CAF have a length; it counts as 0"))
    }
    let frames = min(header?.frames(at: rate) ?? 0, 1 << 24)
    return SoundMemory(interleaved: [Float](repeating: 0, count: frames), channels: 1)
  }

  private func take(_ bytes: Int, _ path: String) throws(EngineError) {
    do throws(SoundError) { try takeOrRefuse(bytes, path) } catch { throw EngineError(sound: error) }
  }

  private func takeOrRefuse(_ bytes: Int, _ path: String) throws(SoundError) {
    let own = configuration.soundBytes
    func take() -> Bool {
      environment.hardware { hardware in
        guard bytes <= 0 || hardware.soundBytes <= (own ?? hardware.profile.soundBytes) - bytes else { return false }
        hardware.soundBytes += bytes
        return true
      }
    }
    if take() { return }
    let unused = sounds.forgetUnused(except: path)
    environment.hardware { $0.soundBytes -= unused }
    guard take() else {
      let limit = own ?? environment.profile.soundBytes
      let room = limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
      throw SoundError(
        .noRoom, path: path,
        detail: "all sounds together take more than \(room) as floats: unregister some, or shorten it")
    }
  }
}

extension EngineError {
  /// What a sound that cannot be played is to Core Haptics.
  init(sound error: SoundError) {
    let code: Code =
      switch error.reason {
      case .notFound: .fileNotFound
      case .unreadable: .invalidAudioResource
      case .tooLarge, .noRoom, .noMemory: .resourceNotAvailable
      }
    self.init(code, error.description)
  }

  static func noSuchSound(_ id: Int) -> EngineError {
    EngineError(.invalidAudioResource, "there is no registered sound \(id): it was unregistered, or lost in a reset")
  }
}
