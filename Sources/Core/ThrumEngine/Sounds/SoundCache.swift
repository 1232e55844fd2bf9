import FoundationEssentials
import ThrumPattern
import ThrumDevice
import ThrumRender

/// The sounds of an engine: registered ones by number, others by the path of their file.
/// A file that no player uses any more stays until its room is needed.
///
/// - Thread: the engine's executor.
final class SoundCache {
  /// A sound that the app has registered.
  struct Registered {
    let path: String
    let usesVolumeEnvelope: Bool?
    let loops: Bool?
    let bytes: Int
  }

  private(set) var registered: [Int: Registered] = [:]
  private var memories: [String: SoundMemory] = [:]
  /// Numbers continue, whatever is forgotten: an old one never means a new sound.
  private var nextID = 1
  private var files: [String: File] = [:]

  /// A sound that was not registered.
  private struct File {
    var bytes: Int
    /// Players that play it.
    var users = 0
  }

  /// Takes the bytes of all sounds back when the cache goes.
  private let giveBack: @Sendable (Int) -> Void

  init(giveBack: @escaping @Sendable (Int) -> Void) { self.giveBack = giveBack }

  deinit { giveBack(bytes) }

  /// Bytes of all sounds, decoded.
  var bytes: Int { registered.values.reduce(0) { $0 + $1.bytes } + files.values.reduce(0) { $0 + $1.bytes } }

  func register(_ sound: Registered) -> Int {
    defer { nextID += 1 }
    registered[nextID] = sound
    return nextID
  }

  /// Forgets a registered sound; returns its bytes, or `nil` when there is none.
  func unregister(_ id: Int) -> Int? {
    guard let sound = registered.removeValue(forKey: id) else { return nil }
    memories[SoundCache.name(of: id)] = nil
    return sound.bytes
  }

  /// Forgets all; returns their bytes.
  func forgetAll() -> Int {
    defer {
      registered = [:]
      memories = [:]
      files = [:]
    }
    return bytes
  }

  /// The frames behind a name, when they have been decoded.
  func memory(of name: String) -> SoundMemory? { memories[name] }

  /// Keeps the frames of a name.
  func keep(_ memory: SoundMemory, _ name: String) { memories[name] = memory }

  /// Bytes of a file's frames; 0 when it is not here.
  func bytes(ofFile path: String) -> Int { files[path]?.bytes ?? 0 }

  /// Keeps the frames of a file.
  func keep(_ memory: SoundMemory, file path: String) {
    keep(memory, path)
    files[path, default: File(bytes: 0)].bytes = memory.bytes
  }

  /// A player plays these files.
  func use(_ paths: Set<String>) { for path in paths { files[path]?.users += 1 } }

  /// A player that has played these files is no more.
  func leave(_ paths: Set<String>) { for path in paths { files[path]?.users -= 1 } }

  /// Forgets the files that no player uses, but for one; returns their bytes.
  func forgetUnused(except path: String) -> Int {
    let unused = files.filter { $0.value.users <= 0 && $0.key != path }
    for name in unused.keys { files[name] = nil }
    memories = memories.filter { unused[$0.key] == nil }
    return unused.values.reduce(0) { $0 + $1.bytes }
  }

  /// The event as it was registered to be played, where it does not say so itself.
  func complete(_ event: Event) -> Event {
    guard let id = event.resourceID, let registered = registered[id] else { return event }
    var event = event
    event.waveformLoopEnabled = event.waveformLoopEnabled ?? registered.loops
    event.waveformUseVolumeEnvelope = event.waveformUseVolumeEnvelope ?? registered.usesVolumeEnvelope
    return event
  }

  /// What a registered sound is called where others have their path.
  static func name(of id: Int) -> String { "resource:\(id)" }
}

extension SoundMemory {
  /// Bytes of all frames.
  var bytes: Int { frames * channels * MemoryLayout<Float>.size }
}

extension Event {
  /// What the event's sound is called in the cache.
  var soundName: String? { resourceID.map(SoundCache.name) ?? waveformPath }
}
