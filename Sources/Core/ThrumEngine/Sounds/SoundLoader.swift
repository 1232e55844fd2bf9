import CLinux
import FoundationEssentials
import ThrumDevice
import ThrumPattern
import ThrumSystem

final class SoundLoader {
  private let cache: SoundCache
  private let environment: HapticEnvironment
  private let engine: Int
  private let reader: (any SoundReader & Sendable)?
  private let ownLimit: Int?

  init(_ configuration: EngineConfiguration, _ environment: HapticEnvironment, engine: Int) {
    self.environment = environment
    self.engine = engine
    reader = configuration.soundReader ?? environment.defaults.soundReader ?? linkedSoundReader
    ownLimit = configuration.soundBytes
    cache = SoundCache { bytes in environment.hardware { $0.soundBytes -= bytes } }
  }

  func register(_ path: String, usesVolumeEnvelope: Bool?, loops: Bool?) throws(EngineError) -> Int {
    let memory = try read(path)
    do throws(SoundError) { try take(memory.bytes, path) } catch { throw EngineError(sound: error) }
    let id = cache.register(
      SoundCache.Registered(path: path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops, bytes: memory.bytes))
    cache.keep(memory, Event.soundName(of: id))
    return id
  }

  func unregister(_ id: Int) throws(EngineError) {
    guard let bytes = cache.unregister(id) else { throw EngineError.noSuchSound(id) }
    environment.hardware { $0.soundBytes -= bytes }
  }

  func forgetAll() { environment.hardware { $0.soundBytes -= cache.forgetAll() } }

  func registered(_ id: Int) -> SoundCache.Registered? { cache.registered[id] }

  func use(_ paths: Set<PathKey>) { cache.use(paths) }

  func leave(_ paths: Set<PathKey>) { cache.leave(paths) }

  var loaded: (String) -> SoundMemory? { { [cache] name in cache.memory(of: name) } }

  func completed(_ pattern: Pattern) -> Pattern {
    var pattern = pattern
    for (index, entry) in pattern.entries.enumerated() {
      if case .event(let event) = entry, event.resourceID != nil {
        pattern.entries[index] = .event(cache.complete(event))
      }
    }
    return pattern
  }

  // MARK: Loading

  struct LoadedPattern {
    var pattern: Pattern
    var files: Set<PathKey> = []
  }

  func load(_ pattern: Pattern, _ options: PlayerOptions) throws(EngineError) -> LoadedPattern {
    var result = LoadedPattern(pattern: pattern)
    for (index, entry) in pattern.entries.enumerated() {
      guard case .event(var event) = entry, event.type == .audioCustom else { continue }
      if let id = event.resourceID {
        try loadRegistered(id)
      } else if let path = try fileOfSound(event.waveformPath ?? "", options) {
        event.waveformPath = path
        result.pattern.entries[index] = .event(event)
        result.files.insert(PathKey(path))
      }
    }
    return result
  }

  func reload(_ record: PlayerRecord) throws(EngineError) {
    for event in record.pattern.events {
      if let id = event.resourceID { try loadRegistered(id) }
    }
    for file in record.files { try loadFile(file.path, record.options) }
  }

  private func loadRegistered(_ id: Int) throws(EngineError) {
    guard let registered = cache.registered[id] else { throw EngineError.noSuchSound(id) }
    let name = Event.soundName(of: id)
    guard cache.memory(of: name) == nil else { return }
    cache.keep(try read(registered.path), name)
  }

  /// Returns the sound's file, or `nil` if the pattern plays without the sound.
  private func fileOfSound(_ name: String, _ options: PlayerOptions) throws(EngineError) -> String? {
    guard let path = options.resolveSound(name) else {
      if options.soundFailed != nil { return nil }
      throw EngineError(.fileNotFound, "there is no sound “\(quoted(name))”")
    }
    return try loadFile(path, options) ? path : nil
  }

  /// Returns `false` if the pattern plays without the sound.
  @discardableResult
  private func loadFile(_ path: String, _ options: PlayerOptions) throws(EngineError) -> Bool {
    guard cache.memory(of: path) == nil else { return true }
    do throws(SoundError) {
      let memory = try decode(path)
      try take(memory.bytes - cache.bytes(ofFile: path), path)
      cache.keep(memory, file: path)
      return true
    } catch {
      guard let soundFailed = options.soundFailed else { throw EngineError(sound: error) }
      soundFailed(error)
      return false
    }
  }

  private func read(_ path: String) throws(EngineError) -> SoundMemory {
    do throws(SoundError) { return try decode(path) } catch { throw EngineError(sound: error) }
  }

  private func decode(_ path: String) throws(SoundError) -> SoundMemory {
    if let reader { return try reader.read(path: path) }
    switch try PlainSoundReader().read(path: path) {
    case .sound(let memory): return memory
    case .silence(let memory, let format):
      environment.log(
        .note("“\(path)” is \(format), which only ThrumOutput decodes: silence of the same length plays instead"),
        engine: engine
      )
      return memory
    }
  }

  private func take(_ bytes: Int, _ path: String) throws(SoundError) {
    if tryToTake(bytes) { return }
    let unused = cache.forgetUnused(except: path)
    environment.hardware { $0.soundBytes -= unused }
    guard tryToTake(bytes) else {
      let limit = ownLimit ?? environment.profile.soundBytes
      let room = limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
      throw SoundError(
        .noRoom, path: path,
        detail: "all sounds together exceed \(room) as floats: unregister some, or shorten them")
    }
  }

  private func tryToTake(_ bytes: Int) -> Bool {
    environment.hardware { hardware in
      guard bytes <= 0 || hardware.soundBytes <= (ownLimit ?? hardware.profile.soundBytes) - bytes else { return false }
      hardware.soundBytes += bytes
      return true
    }
  }
}

extension EngineError {
  init(sound error: SoundError) {
    let code: Code =
      switch error.reason {
      case .notFound: .fileNotFound
      case .unreadable: .invalidAudioResource
      case .tooLarge, .noRoom, .noMemory, .noLibrary: .resourceNotAvailable
      }
    self.init(code, error.description)
  }

  static func noSuchSound(_ id: Int) -> EngineError {
    EngineError(.invalidAudioResource, "there is no registered sound \(id): it was unregistered, or lost in a reset")
  }
}

private var linkedSoundReader: (any SoundReader & Sendable)? {
  LinkedLibraries.register()
  return LinkedSoundReader.current
}

/// Reads uncompressed WAV, AIFF and CAF files without a library. Other sounds become silence of the same length.
struct PlainSoundReader {
  enum Result {
    case sound(SoundMemory)
    case silence(SoundMemory, format: String)
  }

  /// Reads a whole file, mixing more than two channels down to two.
  ///
  /// - Throws: ``SoundError``; `unreadable` if the file is not audio.
  func read(path: String) throws(SoundError) -> Result {
    let file = try ChunkedFile(path: path)
    if let sound = UncompressedSound(file) {
      return .sound(try SoundMemory.decoded(sound, budget: .process, path: path))
    }
    let length = try SoundLength.read(file, path: path)
    let silence = try SoundMemory.decoded(
      frames: length.frames, channels: 1, sampleRate: length.sampleRate, budget: .process, path: path,
      next: SilenceSource(frames: length.frames).next)
    return .silence(silence, format: length.format)
  }

  private final class SilenceSource {
    private var left: Int
    init(frames: Int) { left = frames }

    func next(_ target: UnsafeMutablePointer<Float>, _ room: FrameCount) -> FrameCount {
      let count = min(room, left)
      target.update(repeating: 0, count: count)
      left -= count
      return count
    }
  }
}
