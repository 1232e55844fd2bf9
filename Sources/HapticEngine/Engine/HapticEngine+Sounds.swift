import Foundation
import HapticPattern
import HapticRender

extension HapticEngine {
  /// Registers a sound file for the use of `AudioCustom` events; answers its number, which is never 0. It is kept
  /// until it is unregistered, the server is reset or the engine goes.
  ///
  /// - Parameters:
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
      let bytes = memory.frames * memory.channels * MemoryLayout<Float>.size
      try take(bytes, path)
      let id = sounds.register(
        SoundShelf.Registered(path: path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops, bytes: bytes))
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

  /// Sees to it that an event's sound is on the shelf for a rate.
  func loadSound(of event: Event, _ options: PlayerOptions, rate: SampleRate) throws(EngineError) {
    guard let name = event.soundName, sounds.memory(of: name, rate: rate) == nil else { return }
    if let id = event.resourceID {
      guard let registered = sounds.registered[id] else { throw EngineError.noSuchSound(id) }
      return sounds.keep(try read(registered.path, rate: rate), name, rate: rate)
    }
    guard let path = options.resolveSound(name) else {
      // Whoever resolves has said so; a caller without an answer of its own is refused.
      if options.soundFailed != nil { return }
      throw EngineError(.fileNotFound, "there is no sound “\(name)”")
    }
    do throws(SoundError) {
      let memory = try decode(path, rate: rate)
      let bytes = memory.frames * memory.channels * MemoryLayout<Float>.size
      try takeOrRefuse(bytes, path)
      sounds.keep(memory, name, rate: rate, countsAs: bytes)
    } catch {
      guard let soundFailed = options.soundFailed else { throw EngineError(sound: error) }
      soundFailed(error)
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
      log(.note("“\(path)”: without HapticOutput only uncompressed WAV, AIFF and CAF have a length; it counts as 0"))
    }
    let frames = min(header?.frames(at: rate) ?? 0, 1 << 24)
    return SoundMemory(interleaved: [Float](repeating: 0, count: frames), channels: 1)
  }

  private func take(_ bytes: Int, _ path: String) throws(EngineError) {
    do throws(SoundError) { try takeOrRefuse(bytes, path) } catch { throw EngineError(sound: error) }
  }

  private func takeOrRefuse(_ bytes: Int, _ path: String) throws(SoundError) {
    let own = configuration.soundBytes
    let isTaken = environment.hardware { hardware in
      guard hardware.soundBytes + bytes <= own ?? hardware.profile.soundBytes else { return false }
      hardware.soundBytes += bytes
      return true
    }
    guard isTaken else {
      throw SoundError(
        .noRoom, path: path, detail: "all sounds together take more than 8 MB as floats: unregister some, or shorten it"
      )
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
      case .tooLarge, .noRoom: .resourceNotAvailable
      }
    self.init(code, error.description)
  }

  static func noSuchSound(_ id: Int) -> EngineError {
    EngineError(.invalidAudioResource, "there is no registered sound \(id): it was unregistered, or lost in a reset")
  }
}
