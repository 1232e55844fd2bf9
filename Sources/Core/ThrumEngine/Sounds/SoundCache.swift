import FoundationEssentials
import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumSystem

/// An engine's sounds: registered ones by number, others by path. Unused sounds stay until their memory is needed.
///
/// - Thread: the engine's executor.
final class SoundCache {
  struct Registered {
    let path: String
    let usesVolumeEnvelope: Bool?
    let loops: Bool?
    let bytes: Int
  }

  private(set) var registered: [Int: Registered] = [:]
  private var memories: [PathKey: SoundMemory] = [:]
  /// Numbers are never reused.
  private var nextID = 1
  private var files: [PathKey: File] = [:]

  private struct File {
    var bytes: Int
    var users = 0
  }

  private let giveBack: @Sendable (Int) -> Void

  init(giveBack: @escaping @Sendable (Int) -> Void) { self.giveBack = giveBack }

  deinit { giveBack(bytes) }

  var bytes: Int { registered.values.reduce(0) { $0 + $1.bytes } + files.values.reduce(0) { $0 + $1.bytes } }

  func register(_ sound: Registered) -> Int {
    defer { nextID += 1 }
    registered[nextID] = sound
    return nextID
  }

  /// Returns the sound's size in bytes, or `nil` if the sound is unknown.
  func unregister(_ id: Int) -> Int? {
    guard let sound = registered.removeValue(forKey: id) else { return nil }
    memories[PathKey(Event.soundName(of: id))] = nil
    return sound.bytes
  }

  func forgetAll() -> Int {
    defer {
      registered = [:]
      memories = [:]
      files = [:]
    }
    return bytes
  }

  func memory(of name: String) -> SoundMemory? { memories[PathKey(name)] }

  func keep(_ memory: SoundMemory, _ name: String) { memories[PathKey(name)] = memory }

  func bytes(ofFile path: String) -> Int { files[PathKey(path)]?.bytes ?? 0 }

  func keep(_ memory: SoundMemory, file path: String) {
    keep(memory, path)
    files[PathKey(path), default: File(bytes: 0)].bytes = memory.bytes
  }

  func use(_ paths: Set<PathKey>) { for path in paths { files[path]?.users += 1 } }

  func leave(_ paths: Set<PathKey>) { for path in paths { files[path]?.users -= 1 } }

  func forgetUnused(except path: String) -> Int {
    let unused = files.filter { $0.value.users <= 0 && $0.key != PathKey(path) }
    for name in unused.keys { files[name] = nil }
    memories = memories.filter { unused[$0.key] == nil }
    return unused.values.reduce(0) { $0 + $1.bytes }
  }

  /// Takes missing playback options from the event's registered sound.
  func complete(_ event: Event) -> Event {
    guard let id = event.resourceID, let registered = registered[id] else { return event }
    var event = event
    event.waveformLoopEnabled = event.waveformLoopEnabled ?? registered.loops
    event.waveformUseVolumeEnvelope = event.waveformUseVolumeEnvelope ?? registered.usesVolumeEnvelope
    return event
  }

}

extension SoundMemory {
  var bytes: Int { frames * channels * MemoryLayout<Float>.size }
}
